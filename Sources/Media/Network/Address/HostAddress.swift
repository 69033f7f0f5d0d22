import Glibc

/// An IP address of a host.
package struct HostAddress: Hashable, Sendable {
    /// Four bytes of IPv4 or sixteen of IPv6, in network order.
    package let bytes: [UInt8]

    /// Makes an address of four or sixteen bytes, in network order.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether the address leads to this machine or into a network that is not public: loopback, private, link-local,
    /// shared, multicast and unspecified addresses (RFC 6890), also when they are written as IPv6.
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
            || bytes[0] == 0xFF || isTunnelled
    }

    /// Whether only a translator in the user's own network knows where the address leads (64:ff9b:1::/48, RFC 8215), or a
    /// tunnel hides it (Teredo, 2001::/32, RFC 4380).
    private var isTunnelled: Bool {
        bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 1]) || bytes.starts(with: [0x20, 0x01, 0, 0])
    }

    /// The IPv4 address inside an IPv6 address: mapped and compatible (RFC 4291), translated (RFC 6052), 6to4 (RFC 3056);
    /// `nil` if there is none.
    private var embedded: HostAddress? {
        guard bytes.count == 16 else { return nil }
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
        if bytes.starts(with: mapped) || bytes.starts(with: translated) { return HostAddress(Array(bytes[12...])) }
        // The unspecified address and loopback also begin with 96 zero bits; they stay IPv6.
        if bytes.prefix(12).allSatisfy({ $0 == 0 }), bytes[12] != 0 { return HostAddress(Array(bytes[12...])) }
        return bytes[0] == 0x20 && bytes[1] == 0x02 ? HostAddress(Array(bytes[2..<6])) : nil
    }

    /// Reads a host that is written as a number, as in `127.0.0.1`, `0x7f.1` or `::1`; `nil` for a name. Makes no
    /// look-up.
    init?(numeric text: String) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_NUMERICHOST
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(text, nil, &hints, &list) == 0, let list = unsafe list else { return nil }
        defer { unsafe freeaddrinfo(list) }
        unsafe self.init(list.pointee.ai_addr)
    }

    /// Finds the address of a host that needs no look-up: one that is written as a number, or one that always means this
    /// machine (RFC 6761). `nil` for every other name.
    init?(selfEvident host: String) {
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        if name == "localhost" || name.hasSuffix(".localhost") {
            self.init([127, 0, 0, 1])
        } else {
            self.init(numeric: name)
        }
    }

    /// Reads the address from a socket address; `nil` if it is neither IPv4 nor IPv6.
    init?(_ pointer: UnsafeMutablePointer<sockaddr>?) {
        guard let pointer = unsafe pointer else { return nil }
        switch Int32(unsafe pointer.pointee.sa_family) {
        case AF_INET:
            let address = unsafe UnsafeRawPointer(pointer).loadUnaligned(as: sockaddr_in.self)
            self.init(unsafe withUnsafeBytes(of: address.sin_addr) { unsafe Array($0) })
        case AF_INET6:
            let address = unsafe UnsafeRawPointer(pointer).loadUnaligned(as: sockaddr_in6.self)
            self.init(unsafe withUnsafeBytes(of: address.sin6_addr) { unsafe Array($0) })
        default: return nil
        }
    }
}
