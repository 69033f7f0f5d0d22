import Desktop
import Glibc
import MPDDoor
import NetworkDoor

/// The doors of the daemon that other machines find in the network.
enum PublishedDoors {
    /// Returns the services of the doors, one row for each door that other machines reach.
    /// - Parameters:
    ///   - host: the name of this machine.
    ///   - networks: the numbers of the network interfaces, by the bytes of their addresses.
    static func services(
        _ settings: DaemonSettings, mpdAddresses: [String], remoteAddresses: [String] = [], host: String,
        networks: [[UInt8]: Int32]
    ) -> [PublishedService] {
        let doors: [(type: String, name: String?, texts: [String], addresses: [String])] = [
            ("_mpd._tcp", settings.mpd.publishedName, [], mpdAddresses),
            ("_fermata._tcp", settings.remote.publishedName, ["path=/"], remoteAddresses),
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
