import Desktop
import Glibc
import MPDDoor
import NetworkDoor

/// The doors of the daemon that other machines find in the network.
enum PublishedDoors {
    /// Returns the services of the doors, one row for each door that other machines reach.
    /// - Parameters:
    ///   - fingerprint: that of the certificate of the daemon's own, if browsers get that.
    ///   - host: the name of this machine.
    ///   - networks: the numbers of the network interfaces, by the bytes of their addresses.
    static func services(
        _ settings: DaemonSettings, mpdAddresses: [String], remoteAddresses: [String] = [], fingerprint: String? = nil,
        host: String, networks: [[UInt8]: Int32]
    ) -> [PublishedService] {
        // A client has to know whether it speaks TLS, and by what it knows the certificate again.
        let texts = ["path=/"] + (settings.remote.tls == nil ? [] : ["tls=1"]) + (fingerprint.map { ["sha256=\($0)"] } ?? [])
        let doors: [(type: String, name: String?, texts: [String], addresses: [String])] = [
            ("_mpd._tcp", settings.mpd.publishedName, [], mpdAddresses),
            ("_fermata._tcp", settings.remote.publishedName, texts, remoteAddresses),
        ]
        return doors.compactMap { door in
            door.name.flatMap {
                PublishedService(
                    type: door.type, name: $0, host: host, texts: door.texts, addresses: door.addresses, networks: networks)
            }
        }
    }
}

/// What the kernel says of this machine in the network, at this moment.
enum NetworkIdentity {
    /// The name of the machine.
    static var host: String {
        var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
        gethostname(&name, name.count - 1)
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }

    /// The numbers of the network interfaces, by the bytes of their addresses.
    static var networks: [[UInt8]: Int32] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [:] }
        defer { freeifaddrs(list) }
        var numbers: [[UInt8]: Int32] = [:]
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr, let bytes = bytes(of: address) else { continue }
            let number = if_nametoindex(entry.ifa_name)
            if number > 0 { numbers[bytes] = Int32(clamping: number) }
        }
        return numbers
    }

    /// The addresses of this machine, as bytes, for people to type. First are those from which it speaks to other networks: what containers
    /// and virtual machines are reached by is behind them.
    static var addresses: [[UInt8]] { inOrder(Array(networks.keys), first: [AF_INET, AF_INET6].compactMap(source)) }

    /// Returns addresses in an order that does not change from call to call; those of `first` that are among them come first.
    static func inOrder(_ addresses: [[UInt8]], first: [[UInt8]]) -> [[UInt8]] {
        let first = first.filter(addresses.contains)
        return first + addresses.filter { !first.contains($0) }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The address from which this machine speaks to other networks; `nil` if it does not. Nothing is sent for it.
    private static func source(_ family: CInt) -> [UInt8]? {
        let descriptor = socket(family, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var storage = sockaddr_storage()
        // Addresses that nobody has: those of documentation (RFC 5737, RFC 3849), and the port of what is thrown away.
        let length = withUnsafeMutableBytes(of: &storage) { bytes in
            if family == AF_INET {
                bytes.storeBytes(
                    of: sockaddr_in(
                        sin_family: sa_family_t(family), sin_port: UInt16(9).bigEndian,
                        sin_addr: in_addr(s_addr: UInt32(0xC000_0201).bigEndian), sin_zero: (0, 0, 0, 0, 0, 0, 0, 0)),
                    as: sockaddr_in.self)
                return MemoryLayout<sockaddr_in>.size
            }
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(family)
            address.sin6_port = UInt16(9).bigEndian
            withUnsafeMutableBytes(of: &address.sin6_addr) {
                $0.copyBytes(from: [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [1])
            }
            bytes.storeBytes(of: address, as: sockaddr_in6.self)
            return MemoryLayout<sockaddr_in6>.size
        }
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
                guard connect(descriptor, address, socklen_t(length)) == 0, getsockname(descriptor, address, &size) == 0
                else { return nil }
                return bytes(of: address)
            }
        }
    }

    private static func bytes(of address: UnsafeMutablePointer<sockaddr>) -> [UInt8]? {
        switch CInt(address.pointee.sa_family) {
        case AF_INET:
            address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin_addr) { Array($0) }
            }
        case AF_INET6:
            address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin6_addr) { Array($0) }
            }
        default: nil
        }
    }
}
