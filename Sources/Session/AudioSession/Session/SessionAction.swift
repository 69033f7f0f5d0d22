package import AudioTypes

/// An action that the session wants done. The session does nothing itself.
package enum SessionAction: Hashable, Sendable {
    // The player
    case pausePlayer(PauseCause)
    case resumePlayer(PauseCause)
    /// Let the player use the sound server again: it is back, and it is known where the sound goes.
    case resetPlayer
    /// Play at a lower volume, or as loud as before.
    case setSoftened(Bool)

    // The output
    /// Switch the guard on or off: while it is on, the output silences itself when the private sink is lost.
    case setGuard(Bool)
    /// Let the sound of a silenced output be heard again.
    case endCut
    /// Send our stream to the sink `uid`; `nil`: wherever the desktop wants it.
    case setTarget(uid: String?)
    /// Send our sound to all of these sinks at once, the first as the primary.
    case setTargets([String])
    /// Have outputs that play beside others play later by so many seconds, by the uids of their sinks; those that are not named as
    /// late as the slowest.
    case setOutputDelays([String: Double])
    /// Have each output use the equaliser that is chosen for it.
    case setOutputFilters(OutputFilters)
    /// Have each output keep to what it has of its own about the volume.
    case setOutputVolumes(OutputVolumes)
    /// Have the volume of the player be subject to this from now on.
    case setVolumeUse(VolumeUse)
    /// Begin with this volume, 0…1.
    case beginVolume(Double)
    /// Mute the room of this machine, or let it be heard again.
    case muteLocalRoom(Bool)
    /// Set the volume of the sink `uid` (0…1, on the cubic scale of mixers) and its mute switch; `nil` leaves either as it is.
    case setOutputVolume(uid: String, level: Double?, isMuted: Bool?)
    /// Make the stream anew, so that the session manager links it.
    case relinkOutput
    /// Switch the device of the sink with the uid `sink` to `port`.
    case setPort(sink: String, port: String)
    case setPreferredIOBufferDuration(Double)
    case setPreferredSampleRate(Double)
    /// Let the cycles of the graph be long, since nobody waits for anything, or as short as usual again.
    case setSteady(Bool)

    // The input
    /// Switch the device of the source with the uid `source` to `port`.
    case setInputPort(source: String, port: String)
    /// Set the volume of the input `uid` (0…1, on the cubic scale of mixers) and its mute switch; `nil` leaves either as it is.
    case setInputVolume(uid: String, level: Double?, isMuted: Bool?)
    /// Have the echo cancelled, or no longer.
    case setEchoCanceller(EchoCanceller?)
    /// Write the loan down where it survives a crash, then switch the device to the borrowed profile.
    case borrowProfile(ProfileLoan)
    /// Switch the device back to the profile from before, and forget the loan.
    case returnProfile(ProfileLoan)
    /// Forget the loan, whose profile is not ours to return any more.
    case forgetProfile(ProfileLoan)
    /// Tell a person why the input, or the profile of the output, is not the one that was wanted.
    case explainInput(String)
    /// Tell a person that playback, which was to go on by itself, does not, because this player has begun to play.
    case nameTaker(String)

    // Others
    case pauseOther(String)
    case resumeOther(String)
    case duckOthers(Bool)
    /// Silence sounds of the system, or let them be heard again.
    case silenceSystemSounds(Bool)

    /// Let the machine sleep as soon as the player is silent and its state is saved.
    case allowSleep

    case emit(SessionEvent)
}

/// The reason why the session pauses the player.
package enum PauseCause: String, Hashable, Sendable {
    case routeLost, interrupted, systemSleep
    /// A client's request implies silence: it deactivated the session, or set a category without output.
    case user
}

/// An event that the session reports to clients.
package enum SessionEvent: Hashable, Sendable {
    case interruptionBegan(Interruption)
    case interruptionEnded(id: Int64, shouldResume: Bool, resumed: Bool)
    case routeChanged(RouteTracker.Change)
    case silenceSecondaryAudioHint(begin: Bool)
    case outputVolumeChanged(level: Double, isMuted: Bool)
    case inputVolumeChanged(level: Double, isMuted: Bool)
    case outputsChanged(PortListChange<OutputDevice>)
    case inputsChanged(PortListChange<InputDevice>)
    case activeChanged(Bool, ActivationReason)
    /// Another equaliser is chosen for an output, by its uid or a pattern; `nil` for what its surroundings give.
    case filtersChanged(output: String, OutputFilters.Choice?)
    /// Other rules for the volume of an output are chosen, by its uid or a pattern; what is `nil` is what its surroundings give.
    case volumeRuleChanged(output: String, VolumeRule)
}

/// The reason for an activation or a deactivation of the session.
package enum ActivationReason: String, Hashable, Sendable {
    case play, client, stop, endOfQueue, interrupted, resumed
}
