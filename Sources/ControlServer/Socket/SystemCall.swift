import Glibc

/// What `errno` says, as the system words it.
func systemMessage(_ number: CInt = errno) -> String { String(cString: strerror(number)) }

extension ControlServerError {
    /// A failed system call, from `errno`.
    static func system(_ what: String) -> ControlServerError {
        let reason = systemMessage()
        return ControlServerError(code: .system, message: "\(what): \(reason)")
    }
}

/// Calls `body` with the address of the Unix socket at `path`.
///
/// - Throws: ``ControlServerError/Code/pathTooLong``: an address holds 107 bytes and a zero.
func withSocketAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) throws(ControlServerError) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let room = MemoryLayout.size(ofValue: address.sun_path) - 1
    guard bytes.count <= room else {
        throw ControlServerError(
            code: .pathTooLong, message: "the socket path is \(bytes.count) bytes long, at most \(room) fit: \(path)")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
}
