import AudioTypes
package import PlayerModel
import RealtimeAudio
import SystemSupport

/// Tells where the music is, on any thread and without asking control: the callback's clock, and what control knew of the
/// tracks in the ring when this was made.
package struct HeardWatch: Sendable {
    /// Without its queue, which is not needed, and would be copied at its next change.
    private let player: Player
    private let renderer: Renderer?
    /// Whether nothing is heard, whatever the last cycle did.
    private let isUnheard: Bool

    init(_ player: Player, _ renderer: Renderer?, isUnheard: Bool = false) {
        self.isUnheard = isUnheard
        var player = player
        player.queue = PlayQueue()
        self.player = player
        self.renderer = renderer
    }

    /// Whether the place changes by itself.
    package var isMoving: Bool { (player.state == .playing || player.state == .buffering) && !isUnheard }

    /// The place now; `nil` where control knows more of it by now than this does.
    package var place: HeardPlace? {
        guard var anchor = renderer?.clock() else { return nil }
        if isUnheard { anchor.isMoving = false }
        return player.place(by: anchor, at: MonotonicClock.nanoseconds)
    }
}
