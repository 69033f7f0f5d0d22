/// An event of a link to a bus.
package enum BusEvent: Equatable, Sendable {
    /// The bus is connected, for the first time or again.
    case connected(BusType)
    /// The bus is not there; the text says why in a sentence. Reported once for each reason, after the participants have heard
    /// of the loss.
    case lost(BusType, String)
}
