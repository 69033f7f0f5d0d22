import Logging
import NIOCore
import Playback

/// Keeps the state on disk: gathers changes for a moment, then writes on a thread of its own. Confined to the control thread.
final class StateKeeper {
    /// How long changes are gathered: a crash loses no more than this and the write.
    private static let delay = TimeAmount.seconds(1)

    private let eventLoop: any EventLoop
    private let thread = WorkerThread<SavedState>(name: "fermata-state")
    private let store: StateStore
    private let logger: Logger
    private let snapshot: () -> SavedState
    private var pending: Scheduled<Void>?

    /// Starts the thread. `snapshot` tells what to save, on the control thread.
    init(_ store: StateStore, eventLoop: any EventLoop, logger: Logger, snapshot: @escaping () -> SavedState) {
        self.eventLoop = eventLoop
        self.store = store
        self.logger = logger
        self.snapshot = snapshot
        let thread = thread
        thread.start {
            while true {
                thread.wait()
                // Only the newest matters.
                if let newest = thread.takeMessages().last { Self.write(newest, to: store, logger) }
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

    /// Writes at once and waits for the disk: the daemon is ending.
    func saveNow() {
        pending?.cancel()
        Self.write(snapshot(), to: store, logger)
    }

    private static func write(_ state: SavedState, to store: StateStore, _ logger: Logger) {
        do throws(SealedFile.Failure) {
            try store.save(state)
        } catch {
            logger.error("The state could not be saved.", metadata: ["reason": "\(error)"])
        }
    }
}
