package import AudioSession
import Desktop
import Logging
import MediaTypes
import NIOCore
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
                    program, name: QueueText.shown(commanders.program(of: origin)), purpose: purpose, for: origin,
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
        if request == nil, !session.asksAboutRecording {
            throw SessionError(
                .permissionDenied,
                "the configuration decides who may record (session.record), so there is nothing to answer: set it to \"ask\"")
        }
        let ended = try permissions.take(isGranted, to: request, by: answerer)
        if request == nil { driver.answerRecordPermission(isGranted) }
        permissions.end(ended, isGranted)
        keepSoundReady()
    }

    /// Has the desktop ask a person, before the buses are started.
    func joinNotifications() {
        let (eventLoop, bound) = (eventLoop, NIOLoopBound(self, eventLoop: eventLoop))
        driver.addGuest {
            RecordNotifier { event in eventLoop.execute { bound.value.happened(event) } }
        }
        permissions.publish = { [weak self] news in
            guard let self else { return }
            notify(news)
            tell(.recordPermission(news))
        }
    }

    private func notify(_ news: RecordPermissionNews) {
        switch news {
        case .asked(let request):
            let question = RecordQuestion(
                request: request.id, program: request.program, process: request.process.number, purpose: request.purpose)
            driver.post(to: RecordNotifier.self) { $0.ask(question) }
        case .ended(let id, _): driver.post(to: RecordNotifier.self) { $0.end(id) }
        }
    }

    /// Closes the notifications at the end, whose buttons would do nothing.
    func closeNotifications() {
        for request in recordRequests { notify(.ended(request.id, .withdrawn)) }
    }

    private func happened(_ event: RecordNoticeEvent) {
        switch event {
        case .answered(let request, let isGranted, let process):
            do throws(SessionError) {
                try answerRecordPermission(isGranted, to: request, by: .desktop(ClientProcess(process)))
            } catch  where error.code == .requestNotFound {
                // It was answered elsewhere at the same moment.
            } catch {
                logger.warning("An answer in a notification does not count.", metadata: ["reason": "\(error.message)"])
            }
        case .notShown(let reason):
            logger.notice(
                "No notification asks whether a program may record. Answer with: fermata permission",
                metadata: ["reason": "\(reason)"])
        }
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
