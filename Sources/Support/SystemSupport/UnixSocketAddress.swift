package import Glibc

/// The address of a Unix socket in the file system.
package enum UnixSocketAddress {
    /// The most bytes that a path may have; a zero follows it.
    package static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Calls `body` with the address of the socket at `path`, or returns `nil` if the path is longer than ``longestPath``.
    /// - Parameter mayBeAbstract: whether a path that begins with `@` is a name outside of the file system, as for systemd.
    package static func with<Result>(
        _ path: String, mayBeAbstract: Bool = false, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result? {
        guard path.utf8.count <= longestPath else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let isAbstract = mayBeAbstract && path.utf8.first == UInt8(ascii: "@")
        if isAbstract { address.sun_path.0 = 0 }
        // An abstract name ends with the address, not with a zero.
        let size = isAbstract ? MemoryLayout<sa_family_t>.size + path.utf8.count : MemoryLayout<sockaddr_un>.size
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(size))
            }
        }
    }
}
