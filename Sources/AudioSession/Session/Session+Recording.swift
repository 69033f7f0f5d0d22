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
    package var recordPermission: RecordPermission {
        switch policy.recording {
        case .allow: .granted
        case .deny: .denied
        case .ask: recordAnswer.map { $0 ? .granted : .denied } ?? .undetermined
        }
    }

    /// Takes in what a person answered to the question whether clients may record.
    package mutating func answerRecordPermission(_ isGranted: Bool) { recordAnswer = isGranted }

    /// Throws if nothing may be recorded from `source` now.
    /// - Throws: `permissionDenied`, `mediaServicesFailed`, `insufficientPriority` during an interruption that outranks the user,
    ///   `inputNotFound` and `outputNotFound` if there is no such thing.
    package func checkRecording(of source: CaptureSource) throws(SessionError) {
        try requireRecordPermission()
        try requireServer()
        try requirePriority()
        switch source {
        case .input(nil):
            guard !graph.sources.isEmpty else {
                throw SessionError(.inputNotFound, "there is no input to record from: connect a microphone")
            }
        case .input(let uid?): try requireInput(uid)
        case .output(let uid):
            guard uid.map({ graph.sink($0) != nil }) ?? !graph.sinks.isEmpty else {
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
