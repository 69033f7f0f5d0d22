import Glibc

/// The place that a socket has in the system: a path, or an address with a port.
struct SocketPlace {
    /// The place as the configuration names it: `/run/user/1000/mpd/socket`, `127.0.0.1:6600`, `[::1]:6600`.
    let text: String

    /// Finds the place of an open socket; `nil` if it has none that can be written.
    init?(of descriptor: CInt) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutableBytes(of: &storage) { bytes in
            getsockname(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
        }
        guard result == 0 else { return nil }
        switch CInt(storage.ss_family) {
        case AF_UNIX: text = Self.path(storage, length)
        case AF_INET:
            let address = Self.read(storage, as: sockaddr_in.self)
            guard let host = Self.host(address.sin_addr, AF_INET) else { return nil }
            text = "\(host):\(UInt16(bigEndian: address.sin_port))"
        case AF_INET6:
            let address = Self.read(storage, as: sockaddr_in6.self)
            guard let host = Self.host(address.sin6_addr, AF_INET6) else { return nil }
            text = "[\(host)]:\(UInt16(bigEndian: address.sin6_port))"
        default: return nil
        }
        if text.isEmpty { return nil }
    }

    private static func read<Address>(_ storage: sockaddr_storage, as type: Address.Type) -> Address {
        withUnsafeBytes(of: storage) { $0.load(as: type) }
    }

    private static func path(_ storage: sockaddr_storage, _ length: socklen_t) -> String {
        withUnsafeBytes(of: storage) { bytes in
            let path = bytes.prefix(Int(length)).dropFirst(MemoryLayout<sa_family_t>.size).prefix { $0 != 0 }
            return String(decoding: path, as: UTF8.self)
        }
    }

    private static func host<Address>(_ address: Address, _ family: CInt) -> String? {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let result = withUnsafePointer(to: address) { inet_ntop(family, $0, &text, socklen_t(text.count)) }
        guard result != nil else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }
}
