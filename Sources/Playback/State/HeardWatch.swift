import AudioTypes
import RealtimeAudio
import SystemSupport

/// Tells where the music is, on any thread and without asking control: the callback's clock, and what control knew of the
/// tracks in the ring when this was made.
package struct HeardWatch: Sendable {
    /// Without its queue, which is not needed, and would be copied at its next change.
    private let player: Player
    private let itemID: Int64?
    private let renderer: Renderer?
    /// Whether nothing is heard, whatever the last cycle did.
    private let isUnheard: Bool

    init(_ player: Player, _ renderer: Renderer?, isUnheard: Bool = false) {
        self.isUnheard = isUnheard
        itemID = player.item?.id
        var player = player
        player.queue = PlayQueue()
        self.player = player
        self.renderer = renderer
    }

    /// Whether the place changes by itself.
    package var isMoving: Bool { isPlaying && !isUnheard }

    private var isPlaying: Bool { player.state == .playing || player.state == .buffering }

    /// The place now; `nil` where control knows more of it by now than this does.
    package var place: HeardPlace? {
        guard let current = player.current, var anchor = renderer?.clock(), let format = player.format else { return nil }
        if isUnheard { anchor.isMoving = false }
        if anchor.segment == current.segment {
            var player = player
            player.anchor = anchor
            player.now = MonotonicClock.nanoseconds
            return HeardPlace(itemID: itemID, seconds: player.secondsNow, wasPlaying: isPlaying, wasStopped: false)
        }
        guard let next = player.ahead.first(where: { $0.segment == anchor.segment }) else { return nil }
        let seconds = Double(anchor.mediaFrame) / Double(format.sampleRate.hertz) - Double(anchor.delay) / 1e9
        return HeardPlace(itemID: next.item.id, seconds: max(0, seconds), wasPlaying: isPlaying, wasStopped: false)
    }
}

extension Engine {
    /// Tells where the music is from now on, until anything changes that control has a part in.
    package var heardWatch: HeardWatch { HeardWatch(player, renderer, isUnheard: isUnheard) }
}
