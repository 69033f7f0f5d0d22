import NIOCore
import Playback
import PlayerModel
import SystemSupport

/// Keeps the state on disk: gathers changes for a moment, then writes on a thread of its own, which also writes where the
/// music is while it plays. Confined to the control thread.
final class StateKeeper {
    /// How long changes are gathered: a crash loses no more than this and the write.
    private static let delay = TimeAmount.seconds(1)
    /// How often the place is written while it plays, in milliseconds: a crash loses at most two seconds of it.
    private static let placeInterval: Int32 = 1_900

    /// What there is to save, and how to know the place from then on.
    struct Snapshot: Sendable {
        let state: SavedState
        let watch: HeardWatch
    }

    /// What the thread is told.
    private struct Order: Sendable {
        let snapshot: Snapshot
        /// Called from the thread once that is written, or cannot be.
        var whenDone: (@Sendable () -> Void)?
    }

    private let eventLoop: any EventLoop
    private let thread = WorkerThread<Order>(name: "fermata-state")
    private let writer: StateWriter
    private let snapshot: () -> Snapshot
    private var pending: Scheduled<Void>?

    /// Starts the thread. `snapshot` tells what to save, on the control thread.
    init(_ writer: StateWriter, eventLoop: any EventLoop, snapshot: @escaping () -> Snapshot) {
        self.eventLoop = eventLoop
        self.writer = writer
        self.snapshot = snapshot
        let thread = thread
        thread.start {
            var watch: HeardWatch?
            while true {
                thread.wait(timeout: watch?.isMoving == true ? Self.placeInterval : -1)
                let orders = thread.takeMessages()
                // Only the newest matters.
                if let newest = orders.last?.snapshot {
                    watch = newest.watch
                    writer.write(newest.state)
                    for order in orders { order.whenDone?() }
                } else if let place = watch?.place {
                    writer.write(place)
                }
            }
        }
    }

    /// Something that must survive has changed.
    func changed() {
        guard pending == nil else { return }
        pending = eventLoop.assumeIsolated().scheduleTask(in: Self.delay) { [weak self] in
            guard let self else { return }
            pending = nil
            thread.post(Order(snapshot: snapshot()))
        }
    }

    /// Has it written at once, and calls back on the control thread when the disk has it, or has refused it.
    func saveNow(whenDone: @escaping () -> Void) {
        pending?.cancel()
        pending = nil
        let (eventLoop, bound) = (eventLoop, NIOLoopBound(whenDone, eventLoop: eventLoop))
        thread.post(Order(snapshot: snapshot()) { eventLoop.execute { bound.value() } })
    }

    /// Writes for the last time and waits for the disk: the daemon is ending.
    func close() {
        pending?.cancel()
        pending = nil
        writer.write(snapshot().state, isLast: true)
    }
}
