package import AudioTypes

// What clients prefer of the session's reactions.
extension Session {
    /// Has interruptions of these kinds stay away, for as long as the connection `client` lasts; replaces what it has named before. Those
    /// in force end for us. What another client has named stays.
    package mutating func setPrefersNoInterruptions(
        _ kinds: Set<InterruptionKind>, client: UInt64, at now: Int64
    ) -> [SessionAction] {
        deciding(at: now) { session in
            session.interruptionWishes.set(kinds, of: client)
            session.noticeInterruptionWishes()
        }
    }

    /// Decides whether losing a private output interrupts, in place of the configuration: true silences and pauses, false lets the sound
    /// go on at the next output.
    package mutating func setPrefersInterruptionOnRouteDisconnect(_ prefers: Bool, at now: Int64) -> [SessionAction] {
        deciding(at: now) { $0.preferred.interruptionOnRouteDisconnect = prefers }
    }

    /// Decides whether sounds of the system are heard while an input or an output is recorded.
    package mutating func setAllowsSystemSoundsDuringRecording(_ allows: Bool, at now: Int64) -> [SessionAction] {
        deciding(at: now) { $0.preferred.systemSoundsDuringRecording = allows }
    }

    /// Whether losing a private output silences and pauses: what a client has said last, else the configuration.
    package var pausesWhenNoisy: Bool { preferred.interruptionOnRouteDisconnect ?? policy.pausesWhenNoisy }

    /// Begins and ends interruptions by what clients wish now.
    mutating func noticeInterruptionWishes() {
        for held in interruptions.holding where interruptionWishes.decline(held.reason) {
            // After another player nothing goes on by itself.
            end(held, shouldResume: held.reason != .otherPlayer)
        }
        noticeInterruptingStreams()
    }

    mutating func updateSystemSounds() {
        let silences = isCapturing && !preferred.systemSoundsDuringRecording && policy.interruptsOthers
        guard silences != given.silencesSystemSounds else { return }
        given.silencesSystemSounds = silences
        decide(.silenceSystemSounds(silences))
    }
}
