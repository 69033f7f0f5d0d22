package import AudioSession
package import AudioTypes
import NIOCore

/// A command to the audio session.
package enum SessionCommand: Hashable, Sendable {
    /// Sets category, mode and options.
    case setProfile(SessionProfile)
    /// Sets the preferred length of a cycle of the graph, in seconds; 0 means no preference.
    case setPreferredIOBufferDuration(Double)
    /// Sets the preferred rate of the graph, in hertz; 0 means no preference.
    case setPreferredSampleRate(Double)
    /// Activates or deactivates the session. `notifyOthers`: when deactivating, the players that were paused for the session
    /// go on.
    case setActive(Bool, notifyOthers: Bool)
    /// Sends the sound to a loudspeaker, or ends that.
    case overrideOutput(toSpeaker: Bool)
    /// Ends an interruption of the same client.
    case endInterruption(Int64, shouldResume: Bool)
}

// Commands to the audio session.
extension Application {
    /// The audio session as it is now.
    package var session: Session { driver.session }

    /// How the graph runs the stream now.
    package var timing: OutputTiming { output.timing() }

    /// Carries out `command`.
    package func perform(_ command: SessionCommand, for origin: Origin) throws(SessionError) {
        try driver.change { session, now throws(SessionError) in
            let actions =
                switch command {
                case .setProfile(let profile): session.setProfile(profile, at: now)
                case .setPreferredIOBufferDuration(let seconds): session.setPreferredIOBufferDuration(seconds, at: now)
                case .setPreferredSampleRate(let hertz): session.setPreferredSampleRate(hertz, at: now)
                case .setActive(let isActive, let notify): try session.setActive(isActive, notifyOthers: notify, at: now)
                case .overrideOutput(let toSpeaker): try session.overrideOutput(toSpeaker: toSpeaker, at: now)
                case .endInterruption(let id, let shouldResume):
                    try session.endInterruption(id, client: origin.client, shouldResume: shouldResume, at: now)
                }
            return ((), actions)
        }
        lookAfterAnnouncements()
        tell(.stateToSaveChanged)
    }

    /// Begins an interruption, which lasts at most until ``clientLeft(_:)``. Returns its id.
    package func beginInterruption(reason: String?, mayDuck: Bool, for origin: Origin) throws(SessionError) -> Int64 {
        try driver.change { session, now throws(SessionError) in
            try session.beginInterruption(client: origin.client, reason: reason, mayDuck: mayDuck, at: now)
        }
    }

    /// Sends the sound to the output `uid`; `nil` means the default output. `answer` gets the route once the sound goes there,
    /// or after a second the route as it is.
    package func selectOutput(_ uid: String?, answer: @escaping (Route) -> Void) throws(SessionError) {
        let needsServer = uid == nil || uid != driver.output.independentOutput
        try driver.change { session, now throws(SessionError) in
            ((), try session.select(uid, needsServer: needsServer, at: now))
        }
        driver.watchRoute(for: .seconds(1)) { [driver] route, isLast in
            guard isLast || driver.session.isRouted(to: uid) else { return false }
            answer(route)
            return true
        }
    }
}
