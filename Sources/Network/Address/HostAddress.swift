import Glibc

/// One address of a host, as a number.
package struct HostAddress: Hashable, Sendable {
    /// Four bytes of IPv4 or sixteen of IPv6, in network order.
    package let bytes: [UInt8]
    /// The scope of a link-local IPv6 address; 0 elsewhere.
    let scope: UInt32

    package init(_ bytes: [UInt8], scope: UInt32 = 0) {
        self.bytes = bytes
        self.scope = scope
    }

    /// Whether it leads to this machine or into a network that is nobody else's: loopback, private, link-local, shared, multicast
    /// and unspecified addresses (RFC 6890), also those written as IPv6.
    package var isPrivate: Bool {
        if let embedded { return embedded.isPrivate }
        guard bytes.count == 4 else { return isPrivateVersion6 }
        switch (bytes[0], bytes[1]) {
        case (0, _), (10, _), (127, _), (169, 254), (192, 168), (198, 18...19): return true
        case (100, 64...127), (172, 16...31): return true
        default: return bytes[0] >= 224
        }
    }

    private var isPrivateVersion6: Bool {
        // Unspecified and loopback; unique local, link-local and site-local; multicast.
        bytes.dropLast().allSatisfy { $0 == 0 } || bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0x80 != 0
            || bytes[0] == 0xFF
    }

    /// The IPv4 address that an IPv6 one carries: mapped (RFC 4291), translated (RFC 6052), 6to4 (RFC 3056).
    private var embedded: HostAddress? {
        guard bytes.count == 16 else { return nil }
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
        if bytes.starts(with: mapped) || bytes.starts(with: translated) { return HostAddress(Array(bytes[12...])) }
        return bytes[0] == 0x20 && bytes[1] == 0x02 ? HostAddress(Array(bytes[2..<6])) : nil
    }

    /// All addresses of a host, in the order the system prefers. May wait for a name server.
    static func resolve(_ host: String) throws(NetworkFailure) -> [HostAddress] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = unsafe getaddrinfo(host, nil, &hints, &list)
        defer { if let list = unsafe list { unsafe freeaddrinfo(list) } }
        guard status == 0 else {
            throw .failed("the host \(host) cannot be found (\(unsafe String(cString: gai_strerror(status))))")
        }
        var found: [HostAddress] = []
        var next = unsafe list
        while let entry = unsafe next {
            if let address = unsafe HostAddress(entry.pointee.ai_addr), !found.contains(address) { found.append(address) }
            unsafe next = unsafe entry.pointee.ai_next
        }
        return found
    }

    private init?(_ pointer: UnsafeMutablePointer<sockaddr>?) {
        guard let pointer = unsafe pointer else { return nil }
        switch Int32(unsafe pointer.pointee.sa_family) {
        case AF_INET:
            let address = unsafe UnsafeRawPointer(pointer).loadUnaligned(as: sockaddr_in.self)
            self.init(unsafe withUnsafeBytes(of: address.sin_addr) { unsafe Array($0) })
        case AF_INET6:
            let address = unsafe UnsafeRawPointer(pointer).loadUnaligned(as: sockaddr_in6.self)
            self.init(unsafe withUnsafeBytes(of: address.sin6_addr) { unsafe Array($0) }, scope: address.sin6_scope_id)
        default: return nil
        }
    }

    /// Starts to connect a socket to a port of this address; 0, or the system's error number.
    func connect(_ descriptor: Int32, port: UInt16) -> Int32 {
        if bytes.count == 4 {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            unsafe withUnsafeMutableBytes(of: &address.sin_addr) { unsafe $0.copyBytes(from: bytes) }
            return unsafe withUnsafeBytes(of: &address) { unsafe Self.connect(descriptor, $0) }
        }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_scope_id = scope
        unsafe withUnsafeMutableBytes(of: &address.sin6_addr) { unsafe $0.copyBytes(from: bytes) }
        return unsafe withUnsafeBytes(of: &address) { unsafe Self.connect(descriptor, $0) }
    }

    private static func connect(_ descriptor: Int32, _ address: UnsafeRawBufferPointer) -> Int32 {
        let start = unsafe address.baseAddress?.assumingMemoryBound(to: sockaddr.self)
        let status = unsafe Glibc.connect(descriptor, start, socklen_t(address.count))
        return status == 0 ? 0 : errno
    }
}
