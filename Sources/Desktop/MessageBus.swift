/// The two message buses of a desktop.
package enum MessageBus: String, Sendable {
    /// The user's bus, for players.
    case session
    /// The machine's bus, for logind.
    case system
}
