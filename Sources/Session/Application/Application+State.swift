import AudioSession
import AudioTypes
package import Playback
package import PlayerModel

// The state that survives a restart of the daemon.
extension Application {
    /// The state of the player and the session, for the next run.
    package var savedState: SavedState {
        var state = snapshot.player.savedState
        let session = driver.session
        state.session = SavedSession(
            category: session.profile.category.rawValue, mode: session.profile.mode.rawValue,
            options: session.profile.options.map(\.rawValue).sorted(),
            preferredIOBufferDuration: session.preferred.ioBufferDuration,
            preferredSampleRate: session.preferred.sampleRate,
            privateOutput: state.wasPlaying ? session.heardPrivately.map { SavedOutput($0) } : nil,
            input: session.chosenInput, filters: SavedSession.filters(session.chosenFilters),
            volumes: SavedSession.volumes(session.chosenVolumeRules))
        return state
    }

    /// A value that tells the position from now on, until ``ApplicationEvent/stateToSaveChanged``.
    package var heardWatch: HeardWatch { engine.assumeIsolated { $0.heardWatch } }

    /// Sets the closure that saves everything before the machine sleeps, and then calls back.
    package func onSleep(_ save: @escaping (@escaping () -> Void) -> Void) { driver.saveForSleep = save }
}
