import AudioTypes
package import PlayerModel
import SystemSupport

/// Tells the position on any thread, without asking control. It uses the callback's clock, and what control knew about the
/// tracks in the ring when this value was made.
package struct HeardWatch: Sendable {
    /// A copy without its queue, which is not needed and would be copied at the player's next change of it.
    private let player: Player
    private let clock: OutputClock

    init(_ player: Player, _ clock: OutputClock) {
        self.player = player.withoutQueue
        self.clock = clock
    }

    /// Whether the position changes by itself.
    package var isMoving: Bool { (player.state == .playing || player.state == .buffering) && !clock.isUnheard }

    /// How many seconds of the media are heard in a second.
    package var speed: Double { player.speed }

    /// The position now; `nil` if control knows more about it by now than this value does.
    package var place: HeardPlace? {
        guard let reading = clock.reading else { return nil }
        return player.place(by: reading, at: MonotonicClock.nanoseconds)
    }
}
