/// Where a server is: at an address that somebody has written down, or on a host that has to be found. A value: nothing is looked for.
package enum ServerAddress: Hashable, Sendable {
    /// At this address.
    case fixed(HostPort)
    /// At this port of the host that is found.
    case discovered(port: UInt16)

    /// The word that stands in the place of a host that has to be found.
    private static let word = "discover"

    /// Reads a host with a port, `discover`, or `discover:4953`. Returns `nil` if `text` is none of these.
    /// - Parameter port: the port where the text has no more than the word.
    package init?(_ text: String, port: UInt16) {
        if text == Self.word {
            self = .discovered(port: port)
        } else if let address = HostPort(text) {
            self = address.host == Self.word ? .discovered(port: address.port) : .fixed(address)
        } else {
            return nil
        }
    }

    /// Whether the host has to be found.
    package var isDiscovered: Bool { if case .discovered = self { true } else { false } }

    /// The port, wherever the host is.
    package var port: UInt16 {
        switch self {
        case .fixed(let address): address.port
        case .discovered(let port): port
        }
    }

    /// The address, or `nil` as long as it is not known.
    /// - Parameter host: the name or the address of the host that was found, if one was.
    package func address(on host: String?) -> HostPort? {
        switch self {
        case .fixed(let address): address
        case .discovered(let port): host.flatMap { HostPort($0.contains(":") ? "[\($0)]:\(port)" : "\($0):\(port)") }
        }
    }
}
