package import MessageBus
package import SystemSupport

/// What comes of the notifications that ask whether a program may record.
package enum RecordNoticeEvent: Sendable {
    /// A person has answered in the notification. `process` shows the notifications; `nil` if it has ended.
    case answered(request: Int64, isGranted: Bool, process: ProcessLineage?)
    /// A question is not shown; the text says why. Each reason is told once.
    case notShown(String)
}

/// Asks a person in notifications of the desktop (`org.freedesktop.Notifications` on the session bus): carries out what
/// ``RecordNotices`` decides. It does nothing before the first question. For the bus thread only.
package final class RecordNotifier: BusParticipant {
    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    /// Whoever shows notifications.
    private struct Service {
        /// The unique name.
        let owner: String
        let process: Int32
        /// When it was known to be that process, in nanoseconds of ``ElapsedClock``.
        let time: Int64
    }

    private let report: (RecordNoticeEvent) -> Void
    private var notices = RecordNotices()
    private var isWanted = false
    private var connection: BusConnection?
    /// Whether it is known that there is no bus. Until then, the first questions wait for it.
    private var isAbsent = false
    private var ownerSlot: BusSlot?
    private var signalSlot: BusSlot?
    private var owner: String?
    private var service: Service?

    /// Makes a notifier.
    /// - Parameter report: called on the bus thread for each event.
    package init(report: @escaping (RecordNoticeEvent) -> Void) { self.report = report }

    /// Shows a question.
    package func ask(_ question: RecordQuestion) {
        carryOut(notices.asked(question, at: MonotonicClock.nanoseconds))
        guard !isWanted else { return }
        isWanted = true
        look()
    }

    /// Ends a question, and closes its notification.
    package func end(_ request: Int64) { carryOut(notices.ended(request, at: MonotonicClock.nanoseconds)) }

    package func busConnected(_ connection: BusConnection) {
        self.connection = connection
        isAbsent = false
        if isWanted { look() }
    }

    package func busAbsent(_ reason: String) {
        isAbsent = true
        if isWanted { look() }
    }

    package func busLost() {
        forget(.noService)
        ownerSlot = nil
        connection = nil
    }

    // MARK: The service

    private func look() {
        guard let connection else {
            if isAbsent { carryOut(notices.vanished(.noService, at: MonotonicClock.nanoseconds)) }
            return
        }
        ownerSlot = connection.watchOwners("arg0='\(Self.name)'") { [weak self] name, owner in
            if name == Self.name { self?.owned(by: owner) }
        }
        connection.askOwner(of: Self.name) { [weak self] owner in self?.owned(by: owner) }
    }

    private func owned(by newOwner: String?) {
        guard newOwner == nil || newOwner != owner else { return }
        forget(.noService, isTold: newOwner == nil)
        owner = newOwner
        guard let newOwner, let connection else { return }
        // The bus sends us what this program alone says; anybody may send us what fits the rest of the rule.
        let rule = "type='signal',sender='\(newOwner)',path='\(Self.path)',interface='\(Self.name)'"
        signalSlot = connection.watch(rule) { [weak self] message in
            if message.sender == newOwner { self?.received(message) }
        }
        connection.call(.ofBus("GetConnectionUnixProcessID"), [.string(newOwner)]) { [weak self] answer in
            guard let self, owner == newOwner else { return }
            let process = answer.read { message -> Int32? in
                guard case .uint32(let process)? = try? message.readValues().first else { return nil }
                return Int32(exactly: process)
            }
            guard let process else {
                return forget(.refused(answer.failure ?? "the bus does not tell its process"))
            }
            service = Service(owner: newOwner, process: process, time: ElapsedClock.nanoseconds)
            askCapabilities()
        }
    }

    private func forget(_ obstacle: RecordNotices.Obstacle, isTold: Bool = true) {
        (owner, service, signalSlot) = (nil, nil, nil)
        if isTold { carryOut(notices.vanished(obstacle, at: MonotonicClock.nanoseconds)) }
    }

    private func askCapabilities() {
        call("GetCapabilities", []) { [weak self] values, failure in
            guard let self else { return }
            guard case .array(of: .string, let words)? = values?.first else {
                let obstacle = RecordNotices.Obstacle.refused(failure ?? "it does not say what it can do")
                return carryOut(notices.vanished(obstacle, at: MonotonicClock.nanoseconds))
            }
            let capabilities = words.compactMap { if case .string(let word) = $0 { word } else { nil } }
            carryOut(notices.appeared(capabilities, at: MonotonicClock.nanoseconds))
        }
    }

    /// Calls a method of the service. `answer` gets the values, or why there are none, unless the service has gone meanwhile.
    private func call(_ method: String, _ arguments: [BusValue], answer: @escaping ([BusValue]?, String?) -> Void) {
        guard let service, let connection else { return }
        let method = BusMethod(destination: service.owner, path: Self.path, interface: Self.name, name: method)
        connection.call(method, arguments) { [weak self] result in
            guard self?.service?.owner == service.owner else { return }
            answer(result.read { message in try? message.readValues() }, result.failure)
        }
    }

    // MARK: Notifications

    private func carryOut(_ actions: [RecordNotices.Action]) {
        for action in actions {
            switch action {
            case .show(let question, let buttons, let isMarkup): show(question, buttons, isMarkup: isMarkup)
            case .close(let notice): call("CloseNotification", [.uint32(notice)]) { _, _ in }
            case .answer(let request, let isGranted):
                let process = service.flatMap { ProcessLineage(of: $0.process, notAfter: $0.time) }
                report(.answered(request: request, isGranted: isGranted, process: process))
            case .explain(let obstacle): report(.notShown(obstacle.sentence))
            }
        }
    }

    private func show(_ question: RecordQuestion, _ buttons: [RecordNotices.Button], isMarkup: Bool) {
        let buttons = buttons.flatMap { [BusValue.string($0.key), .string($0.words)] }
        // It does not close by itself, and takes the place of no other one.
        let arguments: [BusValue] = [
            .string("Fermata"), .uint32(0), .string("audio-input-microphone"), .string(question.title),
            .string(question.body(isMarkup: isMarkup)), .array(of: .string, buttons), .properties([]), .int32(0),
        ]
        call("Notify", arguments) { [weak self] values, failure in
            guard let self else { return }
            let notice: UInt32? = if case .uint32(let notice)? = values?.first { notice } else { nil }
            carryOut(notices.shown(question.request, as: notice, failure: failure, at: MonotonicClock.nanoseconds))
        }
    }

    private func received(_ message: borrowing BusMessage) {
        switch message.member {
        case "ActionInvoked":
            guard message.has("us"), let values = try? message.readValues(), case .uint32(let notice) = values[0],
                case .string(let button) = values[1]
            else { return }
            carryOut(notices.pressed(button, of: notice, at: MonotonicClock.nanoseconds))
        case "NotificationClosed":
            guard message.has("uu"), let values = try? message.readValues(), case .uint32(let notice) = values[0] else { return }
            carryOut(notices.closed(notice, at: MonotonicClock.nanoseconds))
        default: break
        }
    }
}
