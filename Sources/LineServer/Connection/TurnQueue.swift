import NIOCore

/// The connections that have more work than fits into one turn. They go on in rounds, and between two rounds the event loop
/// looks at all sockets.
///
/// Confined to the event loop.
final class TurnQueue {
    /// How long the next round is put off.
    ///
    /// The event loop runs tasks until none is due, and looks at its sockets only then. A task that is due at once would keep
    /// it from all clients whose lines are not read yet, for as long as there is work.
    private static let pause = TimeAmount.microseconds(20)

    private let eventLoop: any EventLoop
    private var waiting: [LineConnection] = []
    private var isRoundComing = false

    init(eventLoop: any EventLoop) { self.eventLoop = eventLoop }

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
        for connection in round { connection.takeTurn() }
        // Only now: a pause that began during this round could be over at its end.
        isRoundComing = false
        if !waiting.isEmpty { scheduleRound() }
    }
}
