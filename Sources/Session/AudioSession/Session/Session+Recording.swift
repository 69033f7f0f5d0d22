package import AudioTypes

/// Whether clients may record.
package enum RecordPermission: String, Hashable, Sendable {
    case granted, denied
    /// Somebody has to be asked first.
    case undetermined
}

// Who may record, and from what.
extension Session {
    /// Whether clients may record.
    package var recordPermission: RecordPermission { inputChoices.permission(policy) }

    /// Whether the configuration leaves it to a person who may record.
    package var asksAboutRecording: Bool { policy.recording == .ask }

    /// Takes in what a person answered to the question whether clients may record.
    package mutating func answerRecordPermission(_ isGranted: Bool) { inputChoices.recordAnswer = isGranted }

    /// Throws if nothing may be recorded from `source` now.
    /// - Parameter isInterruptible: whether a call pauses the recording, so that it could not begin during one.
    /// - Throws: `permissionDenied`, `mediaServicesFailed`, `insufficientPriority` during an interruption that outranks the user,
    ///   `inputNotFound` and `outputNotFound` if there is no such thing.
    package func checkRecording(of source: CaptureSource, isInterruptible: Bool = true) throws(SessionError) {
        try requireRecordPermission()
        guard isSoundServerHere else {
            throw SessionError(.mediaServicesFailed, "the sound server is away: nothing can be recorded until it is back")
        }
        if let holder = isInterruptible ? interruptions.outrankingHere : interruptions.outrankingAllRecordings {
            throw SessionError(
                .insufficientPriority,
                isInterruptible
                    ? "\(holder.sourceName) holds the sound (\(holder.reason.word)): record again when it is over, or make a "
                        + "recording that is not interruptible"
                    : "\(holder.sourceName) holds the sound (\(holder.reason.word)): record again when it is over")
        }
        switch source {
        case .input(nil):
            guard !graph.sources.isEmpty else {
                throw SessionError(.inputNotFound, "there is no input to record from: connect a microphone")
            }
        case .input(let uid?): try requireInput(uid)
        case .output(let uid):
            let sinks = graph.sinks.filter { !$0.isIndependent }
            if let uid, graph.sink(uid)?.isIndependent == true {
                throw SessionError(
                    .outputNotFound, "\(uid) is no output of the sound server, which records: record the player or another output"
                )
            }
            let isThere = if let uid { sinks.contains { $0.uid == uid } } else { !sinks.isEmpty }
            guard isThere else {
                throw SessionError(.outputNotFound, "there is no output \(uid ?? "") to record from")
            }
        }
    }

    /// Throws if the echo of what is played can never be cancelled as things are.
    /// - Throws: `inputNotFound`.
    package func checkEchoCancelling() throws(SessionError) {
        guard plainInput?.mayEcho ?? true, !graph.hasSessionManager else { return }
        throw refusalOfEcho("there is no session manager to link the canceller")
    }

    /// Returns the input without the echo of what is played: the source of our canceller, while it works for the plain input, or that
    /// itself if it cancels the echo.
    /// - Throws: `inputNotFound` if there is none.
    package func requireEchoCancelledInput() throws(SessionError) -> InputDevice {
        if let plain = plainInput {
            if !plain.mayEcho { return plain.device }
            let held = inputChoices.use.cancelling
            if let held, held.isSeen, held.input == plain.device.uid, let source = inputChoices.canceller(in: graph) {
                return source.device
            }
            if let held, held.input != plain.device.uid {
                throw refusalOfEcho("another recording has it cancelled for the input \(held.input)")
            }
        }
        throw refusalOfEcho(inputChoices.use.cancellerFailure ?? "no input without it appears")
    }

    private func refusalOfEcho(_ reason: String) -> SessionError {
        SessionError(
            .inputNotFound,
            "the echo cannot be cancelled, \(reason): see that PipeWire has its module echo-cancel with the plugin "
                + "aec/libspa-aec-webrtc, choose an input that cancels it itself, or record without echoCancelled")
    }

    /// Throws if clients may not record at all.
    /// - Throws: `permissionDenied`.
    package func requireRecordPermission() throws(SessionError) {
        guard recordPermission == .denied else { return }
        throw SessionError(
            .permissionDenied, "recording is not allowed: the configuration (session.record) or a person has denied it")
    }
}
