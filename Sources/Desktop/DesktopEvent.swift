/// What happened on the desktop. Times are nanoseconds of the monotonic clock.
package enum DesktopEvent: Equatable, Sendable {
    /// A bus is there, for the first time or again.
    case busConnected(MessageBus)
    /// A bus is not there, and why, in a sentence. Everything it told about is gone with it: players are reported as vanished
    /// before, the delay of sleep is let go.
    case busLost(MessageBus, String)
    /// Another player is there, and does this. Reported for every player when its bus is connected. `isNew` is false where it
    /// was there before we looked for the first time, or goes by another name now: it has not begun what it does.
    case playerAppeared(PlayerIdentity, PlayerStatus, isNew: Bool)
    /// Another player does something else than before.
    case playerChanged(PlayerChange)
    /// The player of this bus name is gone.
    case playerVanished(String)
    /// Another player did not follow an order.
    case playerRefused(PlayerRefusal)
    /// What the login manager tells.
    case login(LoginEvent)
}
