/// Decides which questions about recording are shown as notifications, and what an answer there means. A value: it takes what is asked and
/// what the notification service says, and returns actions. Times are nanoseconds of one clock.
///
/// One notification is asked for at a time, so that a service which answers slowly, or never, keeps few calls. Each program has one, because
/// the answer is for all that it has asked.
struct RecordNotices {
    /// How many notifications are there at once.
    static let mostShown = 3
    /// How many questions are kept. The core lets no more wait.
    static let most = 64
    /// How many notifications come within ``window``: a program that asks and leaves, again and again, must not fill the screen.
    static let mostInWindow = 10
    /// How many of these are of one program.
    static let mostOfProgram = 3
    static let window: Int64 = 60_000_000_000

    /// An action for the bus side.
    enum Action: Equatable {
        /// Show this with these buttons; the answer goes to ``shown(_:as:at:)``.
        case show(RecordQuestion, buttons: [Button], isMarkup: Bool)
        /// Close the notification with this id.
        case close(UInt32)
        /// A person has answered.
        case answer(request: Int64, isGranted: Bool)
        /// Tell the log why a question is not shown.
        case explain(Obstacle)
    }

    /// A button of a notification: what names it between the service and us, and its words.
    struct Button: Equatable {
        let key: String
        let words: String
    }

    /// Why questions are not shown. Each is told once.
    enum Obstacle: Hashable {
        case noService
        /// The service shows no buttons.
        case noActions
        /// The service, or the bus, does not answer as it should.
        case refused(String)
        /// Too many within a minute.
        case tooMany

        fileprivate var kind: Int {
            switch self {
            case .noService: 0
            case .noActions: 1
            case .refused: 2
            case .tooMany: 3
            }
        }
    }

    private enum Service {
        /// Nobody has said yet whether there is one.
        case unknown
        case unusable(Obstacle)
        case ready(isMarkup: Bool)
    }

    private struct Entry {
        enum State: Equatable {
            case waiting, asking, shown(UInt32)
            /// It was shown, or could not be.
            case over
        }

        let question: RecordQuestion
        /// Nobody else can know the keys of the buttons: some services let any program put another notification in the place of ours.
        let secret: UInt64
        var state = State.waiting

        var allow: Button { Button(key: "allow-\(String(secret, radix: 16))", words: "Allow") }
        var deny: Button { Button(key: "deny-\(String(secret, radix: 16))", words: "Deny") }

        var isShown: Bool { if case .shown = state { true } else { false } }
    }

    private var service = Service.unknown
    private var entries: [Entry] = []
    /// The request that the service was asked to show last, until it answers.
    private var asking: Int64?
    /// When the latest notifications were asked for.
    private var times: [(time: Int64, process: Int32)] = []
    private let makeSecret: () -> UInt64
    private var told: Set<Int> = []

    /// - Parameter makeSecret: returns another number each time, which nobody can guess.
    init(makeSecret: @escaping () -> UInt64 = { UInt64.random(in: 0...UInt64.max) }) { self.makeSecret = makeSecret }

    // MARK: The service

    /// Notes what a service can do, the first or a new one.
    mutating func appeared(_ capabilities: [String], at time: Int64) -> [Action] {
        guard capabilities.contains("actions") else { return became(.unusable(.noActions), at: time) }
        return became(.ready(isMarkup: capabilities.contains("body-markup")), at: time)
    }

    /// Notes that there is no service, or none that can be used, with all that it has shown.
    mutating func vanished(_ obstacle: Obstacle, at time: Int64) -> [Action] { became(.unusable(obstacle), at: time) }

    private mutating func became(_ service: Service, at time: Int64) -> [Action] {
        self.service = service
        asking = nil
        for index in entries.indices where entries[index].state != .over { entries[index].state = .waiting }
        return proceed(at: time)
    }

    // MARK: Questions

    /// Notes that a program asks.
    mutating func asked(_ question: RecordQuestion, at time: Int64) -> [Action] {
        guard entries.count < Self.most else { return [] }
        entries.append(Entry(question: question, secret: makeSecret()))
        return proceed(at: time)
    }

    /// Notes that a question was answered elsewhere, or does not matter any more.
    mutating func ended(_ request: Int64, at time: Int64) -> [Action] {
        guard let index = entries.firstIndex(where: { $0.question.request == request }) else { return [] }
        let entry = entries.remove(at: index)
        var actions: [Action] = []
        if case .shown(let notice) = entry.state { actions.append(.close(notice)) }
        return actions + proceed(at: time)
    }

    // MARK: What the service says

    /// Notes what the service has answered when it was asked to show a question: the id of the notification, or why there is none.
    mutating func shown(_ request: Int64, as notice: UInt32?, failure: String? = nil, at time: Int64) -> [Action] {
        let index = entries.firstIndex { $0.question.request == request }
        guard asking == request, let index else {
            // It ended meanwhile.
            if asking == request { asking = nil }
            return (notice.map { [.close($0)] } ?? []) + proceed(at: time)
        }
        asking = nil
        // Two of one id would be answered by one button.
        if let notice, notice > 0, !entries.contains(where: { $0.state == .shown(notice) }) {
            entries[index].state = .shown(notice)
            return proceed(at: time)
        }
        entries[index].state = .over
        return explain(.refused(failure ?? "it gives no id of its own")) + proceed(at: time)
    }

    /// Notes that a person has pressed a button of a notification.
    mutating func pressed(_ button: String, of notice: UInt32, at time: Int64) -> [Action] {
        guard let index = entries.firstIndex(where: { $0.state == .shown(notice) }) else { return [] }
        let entry = entries[index]
        guard button == entry.allow.key || button == entry.deny.key else { return [] }
        let isGranted = button == entry.allow.key
        // The answer is for all that the program has asked.
        for other in entries.indices where entries[other].question.process == entry.question.process {
            entries[other].state = .over
        }
        // Some services leave it there.
        return [.answer(request: entries[index].question.request, isGranted: isGranted), .close(notice)] + proceed(at: time)
    }

    /// Notes that a notification is gone. That is no answer: the question waits, and is not shown again.
    mutating func closed(_ notice: UInt32, at time: Int64) -> [Action] {
        guard let index = entries.firstIndex(where: { $0.state == .shown(notice) }) else { return [] }
        entries[index].state = .over
        return proceed(at: time)
    }

    // MARK: The next one

    private mutating func proceed(at time: Int64) -> [Action] {
        switch service {
        case .unknown: return []
        case .unusable(let obstacle):
            return entries.contains { $0.state == .waiting } ? explain(obstacle) : []
        case .ready(let isMarkup):
            guard asking == nil, entries.count(where: \.isShown) < Self.mostShown else { return [] }
            times.removeAll { $0.time <= time - Self.window }
            // One program takes no place of another.
            let frequent = Dictionary(grouping: times, by: \.process).filter { $0.value.count >= Self.mostOfProgram }
            let busy = Set(entries.filter(\.isShown).map(\.question.process)).union(frequent.keys)
            guard
                let index = entries.firstIndex(where: { $0.state == .waiting && !busy.contains($0.question.process) })
            else { return [] }
            // It waits for the next event behind the window.
            guard times.count < Self.mostInWindow else { return explain(.tooMany) }
            times.append((time, entries[index].question.process))
            entries[index].state = .asking
            asking = entries[index].question.request
            let entry = entries[index]
            return [.show(entry.question, buttons: [entry.allow, entry.deny], isMarkup: isMarkup)]
        }
    }

    private mutating func explain(_ obstacle: Obstacle) -> [Action] {
        told.insert(obstacle.kind).inserted ? [.explain(obstacle)] : []
    }
}

extension RecordNotices.Obstacle {
    /// The sentence for a person.
    var sentence: String {
        switch self {
        case .noService: "no service on the session bus shows notifications"
        case .noActions: "the notification service shows no buttons"
        case .refused(let reason): "the notification service does not show it: \(reason)"
        case .tooMany: "programs have asked \(RecordNotices.mostInWindow) times within a minute"
        }
    }
}
