import NIOCore

/// The connections that have more work than fits into one turn. They go on in rounds, and between two rounds the event loop
/// looks at all sockets. A round ends after the time of one turn, and the next one goes on with the connections that are left: a client
/// whose line has only come waits for one round, however many others have a thousand lines.
///
/// Confined to the event loop.
final class TurnQueue {
    /// How long the next round is put off.
    ///
    /// The event loop runs tasks until none is due, and looks at its sockets only then. A task that is due at once would keep
    /// it from all clients whose lines are not read yet, for as long as there is work.
    private static let pause = TimeAmount.microseconds(20)

    private let eventLoop: any EventLoop
    private let time: TimeAmount
    private var waiting: [LineConnection] = []
    private var isRoundComing = false

    /// Makes a queue without connections.
    /// - Parameter time: how long a round takes; it ends with the connection that goes beyond it.
    init(eventLoop: any EventLoop, time: TimeAmount) {
        self.eventLoop = eventLoop
        self.time = time
    }

    /// Whether any connection waits for its turn.
    var hasWork: Bool { isRoundComing }

    /// Lets a connection go on in the next round. It must not be waiting already.
    func add(_ connection: LineConnection) {
        waiting.append(connection)
        if !isRoundComing { scheduleRound() }
    }

    private func scheduleRound() {
        isRoundComing = true
        eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { self.runRound() }
    }

    private func runRound() {
        let round = waiting
        waiting = []
        let end = NIODeadline.now() + time
        var served = 0
        while served < round.count, served == 0 || NIODeadline.now() < end {
            round[served].takeTurn()
            served += 1
        }
        waiting.insert(contentsOf: round[served...], at: 0)
        // Only now: a pause that began during this round could be over at its end.
        isRoundComing = false
        if !waiting.isEmpty { scheduleRound() }
    }
}
