/// The id of a connection. A server never uses one twice.
package struct ClientID: Hashable, Sendable {
    /// Counted from 1.
    package let number: UInt64
    /// Whether the client has come over an address of the network, be it one of this machine.
    package let isFar: Bool

    /// Makes an id.
    package init(number: UInt64, isFar: Bool = false) {
        self.number = number
        self.isFar = isFar
    }

    /// Whether both are the same connection.
    package static func == (left: ClientID, right: ClientID) -> Bool { left.number == right.number }

    /// Feeds what tells connections apart to `hasher`.
    package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
