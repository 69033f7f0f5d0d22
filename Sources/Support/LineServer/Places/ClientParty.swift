import Glibc

/// Who is at the other end of a connection, as far as the system tells: what all connections of one attacker have in common.
package enum ClientParty: Hashable, Sendable {
    /// A user of this machine, by the number, over a Unix socket.
    case user(UInt32)
    /// A host, by the bytes of its address. Only the first half of an IPv6 address counts: a host has the whole second half.
    case host([UInt8])
    /// The system does not tell.
    case unknown

    /// Finds out who has connected; `descriptor` is that of the connection.
    init(descriptor: CInt, isLocal: Bool) {
        if isLocal {
            self = PeerCredentials(descriptor: descriptor).map { .user($0.user) } ?? .unknown
            return
        }
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutableBytes(of: &storage) { bytes in
            getpeername(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
        }
        guard result == 0 else {
            self = .unknown
            return
        }
        switch CInt(storage.ss_family) {
        case AF_INET:
            let address = withUnsafeBytes(of: storage) { $0.load(as: sockaddr_in.self).sin_addr }
            self = .host(withUnsafeBytes(of: address) { Array($0) })
        case AF_INET6:
            let address = withUnsafeBytes(of: storage) { $0.load(as: sockaddr_in6.self).sin6_addr }
            self = .host(addressOfIPv6: withUnsafeBytes(of: address) { Array($0) })
        default: self = .unknown
        }
    }

    /// Returns the host with the 16 bytes of an address of IPv6. A socket for both versions shows an address of IPv4 as one of these.
    static func host(addressOfIPv6 bytes: [UInt8]) -> ClientParty {
        let isOfIPv4 = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11].allSatisfy { $0 == 0xFF }
        return .host(Array(isOfIPv4 ? bytes[12...] : bytes[..<8]))
    }

    /// Whether it is a host of the network.
    var isHost: Bool { if case .host = self { true } else { false } }
}

extension ClientParty: CustomStringConvertible {
    /// The user or the address, for the log.
    package var description: String {
        switch self {
        case .user(let user): return "user \(user)"
        case .unknown: return "unknown"
        case .host(let bytes) where bytes.count == 4: return bytes.map { "\($0)" }.joined(separator: ".")
        case .host(let bytes):
            let groups = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
                String(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]), radix: 16)
            }
            return groups.joined(separator: ":") + "::/64"
        }
    }
}
