import AudioTypes
package import PlayerModel
import RealtimeAudio
import SystemSupport

/// Tells the position on any thread, without asking control. It uses the callback's clock, and what control knew about the
/// tracks in the ring when this value was made.
package struct HeardWatch: Sendable {
    /// A copy without its queue, which is not needed and would be copied at the player's next change of it.
    private let player: Player
    private let renderer: Renderer?
    /// Whether nothing is heard, whatever the last cycle did.
    private let isUnheard: Bool

    init(_ player: Player, _ renderer: Renderer?, isUnheard: Bool = false) {
        self.isUnheard = isUnheard
        self.player = player.withoutQueue
        self.renderer = renderer
    }

    /// Whether the position changes by itself.
    package var isMoving: Bool { (player.state == .playing || player.state == .buffering) && !isUnheard }

    /// The position now; `nil` if control knows more about it by now than this value does.
    package var place: HeardPlace? {
        guard var anchor = renderer?.clock() else { return nil }
        if isUnheard { anchor.isMoving = false }
        return player.place(by: anchor, at: MonotonicClock.nanoseconds)
    }
}
