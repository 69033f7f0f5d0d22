import NIOCore
import Playback
import PlayerModel
import SystemSupport

/// Keeps the state on disk. It gathers changes for a moment, then writes them on a thread of its own. While something plays,
/// that thread also writes the position. Confined to the control thread.
final class StateSaver {
    /// How long changes are gathered. A crash loses no more than the changes of this time and of the write.
    private static let delay = TimeAmount.seconds(1)
    /// How much of the media is heard between two writes of the position, in milliseconds. A crash loses at most two seconds of them.
    private static let placeInterval = 1_900.0

    /// The state to save, and a value that tells the position from then on.
    struct Snapshot: Sendable {
        let state: SavedState
        let watch: HeardWatch
    }

    /// A message to the thread.
    private struct Order: Sendable {
        let snapshot: Snapshot
        /// Called on the thread once the state is written, or cannot be.
        var whenDone: (@Sendable () -> Void)?
    }

    private let eventLoop: any EventLoop
    private let thread = WorkerThread<Order>(name: "fermata-state")
    private let writer: StateWriter
    private let snapshot: () -> Snapshot
    private var pending: Scheduled<Void>?

    /// Starts the thread. `snapshot` returns the state to save; it is called on the control thread.
    init(_ writer: StateWriter, eventLoop: any EventLoop, snapshot: @escaping () -> Snapshot) {
        self.eventLoop = eventLoop
        self.writer = writer
        self.snapshot = snapshot
        let thread = thread
        thread.start {
            var watch: HeardWatch?
            while true {
                thread.wait(timeout: watch.map { Self.placeInterval(of: $0) } ?? -1)
                let orders = thread.takeMessages()
                // Only the newest snapshot matters.
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

    /// Returns how long to wait before the position is written again, in milliseconds; -1 if it does not change by itself.
    static func placeInterval(of watch: HeardWatch) -> Int32 {
        watch.isMoving ? Int32(placeInterval / max(1, watch.speed)) : -1
    }

    /// Notes that something has changed that must survive a restart.
    func changed() {
        guard pending == nil else { return }
        pending = eventLoop.assumeIsolated().scheduleTask(in: Self.delay) { [weak self] in
            guard let self else { return }
            pending = nil
            thread.post(Order(snapshot: snapshot()))
        }
    }

    /// Writes the state at once. Calls `whenDone` on the control thread when the state is on the disk, or cannot be written.
    func saveNow(whenDone: @escaping () -> Void) {
        pending?.cancel()
        pending = nil
        let (eventLoop, bound) = (eventLoop, NIOLoopBound(whenDone, eventLoop: eventLoop))
        thread.post(Order(snapshot: snapshot()) { eventLoop.execute { bound.value() } })
    }

    /// Writes for the last time, and waits for the disk: the daemon is ending.
    func close() {
        pending?.cancel()
        pending = nil
        writer.write(snapshot().state, isLast: true)
    }
}
