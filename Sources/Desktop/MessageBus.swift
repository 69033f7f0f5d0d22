/// The two message buses of a desktop.
package enum MessageBus: String, Sendable {
    /// The user's: players.
    case session
    /// The machine's: logind.
    case system
}
