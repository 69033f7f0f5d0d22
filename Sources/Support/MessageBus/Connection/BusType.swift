/// The well-known message buses of a desktop.
package enum BusType: String, Sendable {
    /// The user's bus, for players.
    case session
    /// The machine's bus, for logind.
    case system
}
