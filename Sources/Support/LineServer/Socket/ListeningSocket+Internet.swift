import Glibc

extension ListeningSocket {
    /// Makes a socket on an address of the network: a number of IPv4 or, in brackets, of IPv6, a colon, and the port. The name
    /// `localhost` stands for 127.0.0.1: no other name is looked up.
    static func bind(address: String) throws(LineServerError) -> ListeningSocket {
        guard let parsed = InternetAddress(address) else {
            throw LineServerError(
                code: .badAddress,
                message: "\(address) is no address to listen on: give numbers and a port, such as 127.0.0.1:6600 or [::1]:6600")
        }
        let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(parsed.family, kind, 0)
        guard descriptor >= 0 else { throw .system("cannot make a socket for \(address)") }
        // A daemon that starts again must not wait until the connections of the last one are forgotten.
        set(SOL_SOCKET, SO_REUSEADDR, of: descriptor)
        // An address of IPv6 must not take the port of IPv4 along, which may be another entry of the list.
        if parsed.family == AF_INET6 { set(CInt(IPPROTO_IPV6), IPV6_V6ONLY, of: descriptor) }
        guard parsed.bind(descriptor) == 0, Glibc.listen(descriptor, 1_024) == 0 else {
            let error = LineServerError.system("cannot listen on \(address)")
            close(descriptor)
            throw error
        }
        return ListeningSocket(descriptor: descriptor, path: nil, isLocal: false, lock: nil)
    }

    private static func set(_ level: CInt, _ option: CInt, of descriptor: CInt) {
        var value: CInt = 1
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
    }
}

/// An address of the network with a port.
private enum InternetAddress {
    case version4(sockaddr_in)
    case version6(sockaddr_in6)

    /// Makes the address that `text` states; `nil` if it states none.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
            return nil
        }
        let host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            guard inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &address.sin6_addr) == 1 else { return nil }
            self = .version6(address)
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            guard inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : String(host), &address.sin_addr) == 1 else { return nil }
            self = .version4(address)
        }
    }

    var family: CInt {
        switch self {
        case .version4: AF_INET
        case .version6: AF_INET6
        }
    }

    /// Gives the address to a socket; returns what the kernel returns.
    func bind(_ descriptor: CInt) -> CInt {
        switch self {
        case .version4(let address): Self.bind(descriptor, address)
        case .version6(let address): Self.bind(descriptor, address)
        }
    }

    private static func bind<Address>(_ descriptor: CInt, _ address: Address) -> CInt {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}
