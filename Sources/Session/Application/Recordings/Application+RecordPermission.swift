package import AudioSession
import MediaTypes
package import SystemSupport

// Who may record, and who says so.
extension Application {
    /// The requests that wait for a person, oldest first.
    package var recordRequests: [RecordRequest] { permissions.requests.waiting }

    /// Tells a client whether it may record. `answer` gets that at once, or when a person has said it. If the client leaves first, it gets
    /// nothing.
    /// - Parameters:
    ///   - purpose: what the client wants to record for, in its own words, for the person who is asked.
    ///   - process: the client's; it must not be the one that gives the answer.
    package func askToRecord(
        purpose: String?, for origin: Origin, by process: ProcessLineage?,
        answer: @escaping (Result<Bool, SessionError>) -> Void
    ) {
        let program = ClientProcess(process)
        switch permissions.requests.permission(of: program, general: session.recordPermission) {
        case .granted: answer(.success(true))
        case .denied: answer(.success(false))
        case .undetermined:
            do throws(SessionError) {
                try permissions.ask(
                    program, name: QueueText.shown(programName(of: origin)), purpose: purpose, for: origin,
                    at: CalendarClock.seconds
                ) { answer(.success($0)) }
            } catch {
                answer(.failure(error))
            }
        }
    }

    /// Takes in a person's answer, which holds until the daemon ends: to the question whether all clients may record; or to one request,
    /// for the program that has made it.
    /// - Parameter process: where the answer comes from. It must not be a program that has asked.
    /// - Throws: `requestNotFound`, `permissionDenied`.
    package func answerRecordPermission(
        _ isGranted: Bool, to request: Int64? = nil, by process: ProcessLineage?
    ) throws(SessionError) {
        try answerRecordPermission(isGranted, to: request, by: .client(ClientProcess(process)))
    }

    func answerRecordPermission(_ isGranted: Bool, to request: Int64?, by answerer: RecordAnswerer) throws(SessionError) {
        let ended = try permissions.take(isGranted, to: request, by: answerer)
        if request == nil { driver.answerRecordPermission(isGranted) }
        permissions.end(ended, isGranted)
        keepSoundReady()
    }

    /// Gives those that wait an answer if the configuration does not leave it to a person any more.
    func settleRecordPermission() {
        guard session.recordPermission != .undetermined else { return }
        permissions.settle(session.recordPermission == .granted)
    }
}

extension ClientProcess {
    /// Makes the program of a process; `nil` if the system does not tell it.
    init?(_ process: ProcessLineage?) {
        guard let process else { return nil }
        self.init(
            lineage: process.members.map { Identity(number: $0.number, startTick: $0.startTick) },
            isSandboxed: process.isSandboxed)
    }
}
