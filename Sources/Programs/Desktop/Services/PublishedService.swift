/// A service that this machine offers in the network. A value: which service, under which name, and where.
package struct PublishedService: Hashable, Sendable {
    /// A port, in one network or in all.
    struct Place: Hashable {
        /// Avahi's number for all networks.
        static let everywhere: Int32 = -1

        /// The number of the network interface, or ``everywhere``.
        let network: Int32
        /// The version of the internet protocol, by Avahi's number: 0 for version 4, 1 for version 6, -1 for both.
        let version: Int32
        let port: UInt16
    }

    /// The longest name, in bytes (RFC 6763, section 4.1).
    static let longestName = 63

    /// The type of the service, such as `_mpd._tcp`.
    package let type: String
    /// The name that people read.
    package let name: String
    /// What the service tells about itself, each as `key=value`.
    package let texts: [String]
    let places: [Place]

    /// Makes the service of a server that listens there. Returns `nil` if no other machine reaches it.
    ///
    /// Where it listens on one address alone, it is offered only in the network of that address. In each network it has one port for each
    /// version of the internet protocol: that of the first address in the list.
    /// - Parameters:
    ///   - name: `%h` in it stands for `host`. What is longer than 63 bytes is cut off.
    ///   - host: the name of this machine. What is behind its first dot is left out.
    ///   - addresses: such as `0.0.0.0:6600` and `[::1]:6600`. What is none, such as a path, counts as not reached.
    ///   - networks: the numbers of the network interfaces, by the 4 or 16 bytes of their addresses.
    package init?(
        type: String, name: String, host: String, texts: [String] = [], addresses: [String], networks: [[UInt8]: Int32]
    ) {
        let places = Self.places(of: addresses, networks)
        guard !places.isEmpty else { return nil }
        let host = String(host.prefix { $0 != "." })
        var name = name.split(separator: "%h", omittingEmptySubsequences: false).joined(separator: host)
        while name.utf8.count > Self.longestName { name.removeLast() }
        (self.type, self.name, self.texts, self.places) = (type, name, texts, places)
    }

    private static func places(of addresses: [String], _ networks: [[UInt8]: Int32]) -> [Place] {
        let found = addresses.compactMap { place(of: $0, networks) }
        var places: [Place] = []
        // What is offered everywhere is offered in each network.
        for place in found.filter({ $0.network == Place.everywhere }) + found
        where !places.contains(where: { $0.version == place.version && [place.network, Place.everywhere].contains($0.network) }) {
            places.append(place)
        }
        return joined(places)
    }

    /// Makes one place of two that differ only in the version. Where Avahi 0.8 has both by themselves, it takes back only the one of version 4.
    private static func joined(_ places: [Place]) -> [Place] {
        var joined: [Place] = []
        for place in places {
            if let index = joined.firstIndex(where: { $0.network == place.network && $0.port == place.port }) {
                joined[index] = Place(network: place.network, version: -1, port: place.port)
            } else {
                joined.append(place)
            }
        }
        return joined
    }

    private static func place(of address: String, _ networks: [[UInt8]: Int32]) -> Place? {
        guard let colon = address.lastIndex(of: ":"), let port = UInt16(address[address.index(after: colon)...]), port > 0,
            let bytes = ServiceAddress.bytes(of: address[..<colon].filter { !"[]".contains($0) })
        else { return nil }
        let isLoopback = bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
        let network = bytes.allSatisfy { $0 == 0 } ? Place.everywhere : networks[bytes]
        guard !isLoopback, let network else { return nil }
        return Place(network: network, version: bytes.count == 4 ? 0 : 1, port: port)
    }
}

/// What has become of the services that are to be found in the network.
package enum PublicationEvent: Hashable, Sendable {
    /// Other machines find the service of this type, under this name.
    case published(type: String, name: String)
    /// Nobody finds the service of this type; the text says why in a sentence.
    case refused(type: String, reason: String)
    /// Nothing can be found for now; the text says why in a sentence.
    case unavailable(String)
}
