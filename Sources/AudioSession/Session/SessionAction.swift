/// What the session wants done. It does nothing itself.
package enum SessionAction: Hashable, Sendable {
    // The player
    case pausePlayer(PauseCause)
    case resumePlayer(PauseCause)
    /// The sound server is back, and it is known where the sound goes: the player may use it again.
    case resetPlayer
    /// Play softly, or as loud as before.
    case setSoftened(Bool)

    // The output
    /// Silence the output by itself when the private sink goes, or do not.
    case setGuard(Bool)
    /// Let the hushed output be heard again.
    case endHush
    case setTarget(uid: String?)
    /// Make the stream anew, so that the session manager links it.
    case relinkOutput
    /// Have the sink of that uid play through that port of its device.
    case setPort(sink: String, port: String)
    case setPreferredIOBufferDuration(Double)
    case setPreferredSampleRate(Double)

    // Others
    case pauseOther(String)
    case resumeOther(String)
    case duckOthers(Bool)

    /// Let the machine sleep once the player is silent and its state is saved.
    case allowSleep

    case emit(SessionEvent)
}

/// Why the session pauses the player.
package enum PauseCause: String, Hashable, Sendable {
    case routeLost, interrupted, systemSleep
    /// A client asked for something that goes with silence only.
    case user
}

/// What the session tells whoever watches it.
package enum SessionEvent: Hashable, Sendable {
    case interruptionBegan(Interruption)
    case interruptionEnded(id: Int64, shouldResume: Bool, resumed: Bool)
    case routeChanged(RouteTracker.Change)
    case silenceSecondaryAudioHint(begin: Bool)
    case outputVolumeChanged(level: Double, isMuted: Bool)
    case activeChanged(Bool, ActivationReason)
}

/// Why the session is active, or no more.
package enum ActivationReason: String, Hashable, Sendable {
    case play, client, stop, endOfQueue, interrupted, resumed
}
