package import MessageBus

/// An event on the desktop. Times are nanoseconds of the monotonic clock.
package enum DesktopEvent: Equatable, Sendable {
    /// A bus is connected, for the first time or again.
    case busConnected(BusType)
    /// A bus is not there; the text says why in a sentence. Everything known through the bus is gone: its players are reported
    /// as vanished first, and the delay of sleep is released.
    case busLost(BusType, String)
    /// Another player is there, with this status. Reported for every player when its bus is connected. `isNew` is false if the
    /// player was there before our first search or goes by another name now: it has not begun to play.
    case playerAppeared(PlayerIdentity, PlayerStatus, isNew: Bool)
    /// The status of another player changed.
    case playerChanged(PlayerChange)
    /// The player with this bus name is gone.
    case playerVanished(String)
    /// Another player did not follow an order.
    case playerRefused(PlayerRefusal)
    /// The login manager reports something.
    case login(LoginEvent)
}
