import NIOCore

/// The connections that have more work than fits into one turn. They go on in rounds, and between two rounds the event loop
/// looks at all sockets. A round ends after the time of one turn, and the next one goes on with the connections that are left: a client
/// whose line has only come waits for one round, however many others have a thousand lines.
///
/// Confined to the event loop.
final class TurnQueue {
    /// How long the next round is put off if there is no doorbell.
    private static let pause = TimeAmount.microseconds(20)

    private let eventLoop: any EventLoop
    private let time: TimeAmount
    /// Begins a round; `nil` if there was no descriptor left for it.
    private var doorbell: Doorbell?
    /// Those that have had nothing of their latest lines served, because many others came at the same time. They go first.
    private var newcomers: [LineConnection] = []
    private var waiting: [LineConnection] = []
    private var isRoundComing = false
    /// How long connections were served outside of rounds since the latest round, or the latest of them.
    private var served = TimeAmount.zero

    /// Makes a queue without connections.
    /// - Parameter time: how long a round takes; it ends with the connection that goes beyond it.
    init(eventLoop: any EventLoop, time: TimeAmount) {
        self.eventLoop = eventLoop
        self.time = time
        doorbell = Doorbell(on: eventLoop) { [weak self] in self?.runRound() }
    }

    /// Whether any connection waits for its turn.
    var hasWork: Bool { isRoundComing }

    /// Whether a connection whose line has just come can be served at once. If not, it belongs among the newcomers: others have used the
    /// time since the event loop looked at its sockets.
    var mayServe: Bool { served < time }

    /// Notes for how long a connection was served outside of a round.
    func didServe(for duration: TimeAmount) { served = served + duration }

    /// Lets a connection go on in the next round. It must not be waiting already.
    /// - Parameter isNew: whether its line has just come: it goes before the pipelines of others.
    func add(_ connection: LineConnection, isNew: Bool = false) {
        if isNew { newcomers.append(connection) } else { waiting.append(connection) }
        if !isRoundComing { scheduleRound() }
    }

    private func scheduleRound() {
        isRoundComing = true
        if let doorbell { return doorbell.ring() }
        eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { self.runRound() }
    }

    private func runRound() {
        let end = NIODeadline.now() + time
        serve(\.newcomers, until: end) { $0.takeTurn(isNew: true) }
        // One of them in any case: newcomers could come without end.
        serve(\.waiting, until: end) { $0.takeTurn(isNew: false) }
        served = .zero
        // Only now: a pause that began during this round could be over at its end.
        isRoundComing = false
        if !waiting.isEmpty || !newcomers.isEmpty { scheduleRound() }
    }

    /// Has connections of a list take their turns until a time, at least one of them. Those that are left stay in front.
    private func serve(
        _ list: ReferenceWritableKeyPath<TurnQueue, [LineConnection]>, until end: NIODeadline,
        _ takeTurn: (LineConnection) -> Void
    ) {
        let round = self[keyPath: list]
        self[keyPath: list] = []
        var count = 0
        while count < round.count, count == 0 || NIODeadline.now() < end {
            takeTurn(round[count])
            count += 1
        }
        self[keyPath: list].insert(contentsOf: round[count...], at: 0)
    }
}
