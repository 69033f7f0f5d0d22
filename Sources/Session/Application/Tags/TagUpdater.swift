import Logging
import Media
import MediaTypes
import NIOCore
import Playback
import PlayerModel
import SystemSupport

/// Reads titles and durations of items that were never played, in the background, and gives them to the queue. Then goes
/// through the files whose length nothing else gives. Confined to the control thread. A thread of its own reads, one file after
/// the other, while there are files to read.
final class TagUpdater {
    /// How long after a change of the queue reading begins: the client's next requests come first.
    private static let delay = TimeAmount.milliseconds(300)
    /// The largest number of items that the thread gets at a time.
    private static let batch = 4_096

    private let engine: Engine
    private let eventLoop: any EventLoop
    private let thread = WorkerThread<TagOrder>(name: "fermata-tags")
    /// Whether the thread has work, or will get some soon.
    private var isBusy = false
    private var start: Scheduled<Void>?
    /// Ends the reading that is under way.
    private let cancellation = CancellationToken()

    /// Starts the thread, which sleeps until there is something to read.
    init(engine: Engine, eventLoop: any EventLoop, cacheDirectory: String?, logger: Logger) {
        self.engine = engine
        self.eventLoop = eventLoop
        let loop = TagLoop(thread: thread, cancellation: cancellation, cacheDirectory: cacheDirectory, logger: logger)
        thread.start { loop.run() }
    }

    /// Notes that there may be items that nobody has read.
    func queueChanged() {
        guard !isBusy else { return }
        isBusy = true
        start = eventLoop.assumeIsolated().scheduleTask(in: Self.delay) { [weak self] in self?.order() }
    }

    func shutDown() {
        start?.cancel()
        cancellation.cancel()
        thread.post(.end)
    }

    private func order() {
        let items = engine.assumeIsolated { $0.player.queue.unread(Self.batch) }
        isBusy = !items.isEmpty
        guard isBusy else { return thread.post(.rest) }
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        let eventLoop = eventLoop
        thread.post(.read(items) { facts in eventLoop.execute { bound.value.learn(facts) } })
    }

    private func learn(_ facts: [Int64: MediaFacts]) {
        engine.assumeIsolated { $0.learn(facts) }
        order()
    }
}
