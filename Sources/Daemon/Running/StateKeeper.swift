import NIOCore
import Playback

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

    private let eventLoop: any EventLoop
    private let thread = WorkerThread<Snapshot>(name: "fermata-state")
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
                // Only the newest matters.
                if let newest = thread.takeMessages().last {
                    watch = newest.watch
                    writer.write(newest.state)
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
            thread.post(snapshot())
        }
    }

    /// Writes at once and waits for the disk.
    func saveNow() {
        pending?.cancel()
        pending = nil
        let newest = snapshot()
        writer.write(newest.state)
        // Or the thread would go on to watch what it knew before.
        thread.post(newest)
    }

    /// Writes for the last time and waits for the disk: the daemon is ending.
    func close() {
        saveNow()
        writer.close()
    }
}
