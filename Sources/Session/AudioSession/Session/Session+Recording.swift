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

    /// Throws if clients may not record at all.
    /// - Throws: `permissionDenied`.
    package func requireRecordPermission() throws(SessionError) {
        guard recordPermission == .denied else { return }
        throw SessionError(
            .permissionDenied, "recording is not allowed: the configuration (session.record) or a person has denied it")
    }
}
