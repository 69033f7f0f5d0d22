package import PlayerModel
import RealtimeAudio

// The decisions of the audio session.
extension Engine {
    /// Fades out and keeps the position, for a reason that is not the user's.
    package func stepBack(_ why: PlaybackReason) {
        guard phase == .running else { return }
        refreshClock()
        perform(player.stepBack(why))
    }

    /// Resumes after ``stepBack(_:)``, unless somebody has paused or stopped since.
    package func comeBack(_ why: PlaybackReason) {
        guard phase == .running else { return }
        refreshClock()
        perform(player.comeBack(why))
    }

    /// Multiplies the sound by the linear `factor` from now on; 1 plays it as recorded.
    package func setSoftening(_ factor: Float) {
        softening = factor
        renderer?.setGain(factor)
    }

    /// Calls `then` once the output is silent and may sleep. If it is silent now, that is at once.
    package func whenSilent(_ then: @escaping () -> Void) {
        if wantsActive && phase == .running { silenceObservers.append(then) } else { then() }
    }

    func tellSilence() {
        let observers = silenceObservers
        silenceObservers = []
        for then in observers { then() }
    }
}
