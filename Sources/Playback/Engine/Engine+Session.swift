package import PlayerModel
import RealtimeAudio

// What the audio session has done.
extension Engine {
    /// Fades out and stays, for a reason that is not the user's.
    package func stepBack(_ why: PlaybackReason) {
        guard phase == .running else { return }
        refreshClock()
        perform(player.stepBack(why))
    }

    /// Goes on after ``stepBack(_:)``, unless somebody has paused or stopped since.
    package func comeBack(_ why: PlaybackReason) {
        guard phase == .running else { return }
        refreshClock()
        perform(player.comeBack(why))
    }

    /// Plays softer by that linear factor from now on; 1 for as recorded.
    package func setSoftening(_ factor: Float) {
        softening = factor
        renderer?.setGain(factor)
    }

    /// Calls `then` once the output is silent and may sleep: at once where it is.
    package func whenSilent(_ then: @escaping () -> Void) {
        if wantsActive && phase == .running { silenceObservers.append(then) } else { then() }
    }

    func tellSilence() {
        let observers = silenceObservers
        silenceObservers = []
        for then in observers { then() }
    }
}
