import AudioSession
import AudioTypes
import Logging
import PlayerModel

extension SessionDriver {
    /// Takes over the settings of clients from an earlier run.
    ///
    /// A word or a number that cannot be used costs nothing but itself: the ceilings of outputs must outlive it.
    func restore(_ saved: SavedSession) {
        let restored = saved.profile
        if let reason = restored.reason {
            logger.warning("A part of the audio session of the last run is forgotten.", metadata: ["reason": "\(reason)"])
        }
        let (duration, rate) = (saved.preferredIOBufferDuration, saved.preferredSampleRate)
        let seconds = SessionPreferences.bufferDurations.contains(duration) ? duration : 0
        let hertz = SessionPreferences.sampleRates.contains(rate) ? rate : 0
        change { session, now in
            if !session.restoreInput(saved.input) {
                logger.warning("The input that the last run had chosen can be none, and is forgotten.")
            }
            return (
                (),
                session.restoreFilters(saved.chosenFilters, at: now) + session.restoreVolumes(saved.chosenVolumes, at: now)
                    + session.setProfile(restored.profile, at: now) + session.setPreferredIOBufferDuration(seconds, at: now)
                    + session.setPreferredSampleRate(hertz, at: now)
            )
        }
    }
}

extension SavedSession {
    /// What the session was for, as far as its words are known, and what is wrong with them otherwise: then it is for playback.
    var profile: (profile: SessionProfile, reason: String?) {
        do throws(SessionError) {
            return (try SessionProfile(words: category, mode, options), nil)
        } catch {
            return (SessionProfile.initial, error.message)
        }
    }
}
