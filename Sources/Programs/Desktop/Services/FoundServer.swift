/// A machine in the network that offers a service.
package struct FoundServer: Hashable, Sendable {
    /// The name of the machine in small letters, such as `music.local`.
    package let name: String
    /// Its addresses in numbers, the best one first; never empty. One that holds on one network alone has that network's number behind a
    /// `%`.
    package let addresses: [String]

    /// Makes a server.
    package init(name: String, addresses: [String]) {
        self.name = name
        self.addresses = addresses
    }
}

/// What is known of the servers in the network.
package enum ServiceEvent: Equatable, Sendable {
    /// These are there now, by name; maybe none.
    case found([FoundServer])
    /// Nothing is found for now; the text says why in a sentence. What was found before may still be there.
    case unavailable(String)
}
