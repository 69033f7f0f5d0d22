import PlayerModel

/// Looks at the player at times that no event marks. They are scheduled only while the player waits for something, so that
/// nothing wakes otherwise. Confined to the control thread.
final class PlayerLooks {
    /// How often to look how much a stream has delivered, in nanoseconds.
    static let bufferInterval: Int64 = 100_000_000
    /// How often to look whether the item after a short one is in the ring, in nanoseconds.
    static let joinInterval: Int64 = 5_000_000

    /// The next look at how much of what the player waits for is in the ring.
    private let bufferTimer: ControlTimer
    /// The announcement of a title, for when it is heard.
    private let tagsTimer: ControlTimer
    /// The end of playback at a time, and the steps of the fade before it.
    private let stopTimer: ControlTimer
    /// The next step of a volume that moves.
    private let volumeTimer: ControlTimer
    /// The announcement of a chapter, if anybody follows them.
    private let chapterTimer: ControlTimer
    /// The announcement of a line of lyrics, if anybody follows them.
    private let lyricTimer: ControlTimer
    /// The turn of what is heard over and over.
    private let loopTimer: ControlTimer
    /// The end of a silence that was left out.
    private let silenceTimer: ControlTimer

    init(_ scheduler: any ControlScheduler) {
        bufferTimer = ControlTimer(scheduler)
        tagsTimer = ControlTimer(scheduler)
        stopTimer = ControlTimer(scheduler)
        volumeTimer = ControlTimer(scheduler)
        chapterTimer = ControlTimer(scheduler)
        lyricTimer = ControlTimer(scheduler)
        loopTimer = ControlTimer(scheduler)
        silenceTimer = ControlTimer(scheduler)
    }

    /// Schedules the looks that `player` needs after an event: one while it waits for a stream or for the item after a short one,
    /// one for when the next title is heard, one for when playback is to stop, one for when the volume moves, one for when the
    /// next chapter is heard, one for the next line of lyrics, one for when a part that is repeated begins again, and one for when a silence was left
    /// out. When the time of a look has come, `ask` gets it.
    func schedule(for player: Player, ask: @escaping (@escaping Engine.Decision) -> Void) {
        if player.state == .buffering || player.waitsToJoin, !bufferTimer.isSet {
            bufferTimer.set(afterNanoseconds: player.waitsToJoin ? Self.joinInterval : Self.bufferInterval) {
                ask { $0.lookAgain() }
            }
        }
        if let time = player.timeToTags {
            tagsTimer.set(afterNanoseconds: time) { ask { $0.announceTags() } }
        } else {
            tagsTimer.cancel()
        }
        if let time = player.timeToStop {
            stopTimer.set(afterNanoseconds: time) { ask { $0.lookAtStop() } }
        } else {
            stopTimer.cancel()
        }
        if let time = player.timeToVolume {
            volumeTimer.set(afterNanoseconds: time) { ask { $0.moveVolume() } }
        } else {
            volumeTimer.cancel()
        }
        if let time = player.timeToChapter {
            chapterTimer.set(afterNanoseconds: time) { ask { $0.announceChapter() } }
        } else {
            chapterTimer.cancel()
        }
        if let time = player.timeToLyricLine {
            lyricTimer.set(afterNanoseconds: time) { ask { $0.announceLyricLine() } }
        } else {
            lyricTimer.cancel()
        }
        if let time = player.timeToLoop {
            loopTimer.set(afterNanoseconds: time) { ask { $0.lookAtLoop() } }
        } else {
            loopTimer.cancel()
        }
        if let time = player.timeToSilence {
            silenceTimer.set(afterNanoseconds: time) { ask { $0.lookAtSilence() } }
        } else {
            silenceTimer.cancel()
        }
    }

    /// Forgets the looks that are scheduled.
    func cancel() {
        bufferTimer.cancel()
        tagsTimer.cancel()
        stopTimer.cancel()
        volumeTimer.cancel()
        chapterTimer.cancel()
        lyricTimer.cancel()
        loopTimer.cancel()
        silenceTimer.cancel()
    }
}
