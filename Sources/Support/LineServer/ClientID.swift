/// The id of a connection. A server never uses one twice.
package struct ClientID: Hashable, Sendable {
    /// Counted from 1.
    package let number: UInt64

    /// Makes an id.
    package init(number: UInt64) { self.number = number }
}
