import AudioTypes
import Media
import MediaTypes
import PlayerModel
import RealtimeAudio
import SystemSupport

/// The decode thread's work: carries out orders, one chunk at a time, so that a new message is seen soon.
struct DecodeLoop {
    /// Frames decoded between two looks at the mailbox: some 90 ms at 44.1 kHz, decoded in well under a millisecond.
    private static let chunkFrames = 4_096
    /// How soon to look again where the marker queue is full, in milliseconds: thousands of tracks of a few frames only.
    private static let markerRetry: Int32 = 5
    /// How soon to look again for what follows where the ring goes down meanwhile, in milliseconds.
    private static let followerRetry: Int32 = 20

    let thread: WorkerThread<DecodeMessage>
    let progress: DecodeProgress
    /// The orders that end all others, as many as were ever given; those of them that have been read here; and the last of these.
    private let orders: OrderCount
    private var handledOrders = 0
    private var order = CancellationToken()
    let events: @Sendable (WorkerEvent) -> Void
    private var sources: [SourceToken: SourceBox] = [:]
    var waiting: [DecodeOrder] = []
    /// The order that comes next, with its source where it is to begin.
    var prepared: (order: DecodeOrder, source: any MediaSource)?
    var running: SegmentWriter?
    /// Segments whose tails were overlapped by a follower that may still be taken back, oldest first.
    var overlapped: [SegmentWriter] = []
    /// From which frame of the ring on nothing was taken back.
    var wantedFrom: UInt64 = 0
    private(set) var producer: RenderProducer?
    private var crossfadeSeconds = 0.0

    init(
        thread: WorkerThread<DecodeMessage>, progress: DecodeProgress, orders: OrderCount,
        events: @escaping @Sendable (WorkerEvent) -> Void
    ) {
        self.thread = thread
        self.progress = progress
        self.orders = orders
        self.events = events
    }

    mutating func run() {
        while true {
            for message in thread.takeMessages() {
                if case .end = message { return }
                handle(message)
            }
            guard let writer = nextWriter() else {
                producer?.hasNothingToDo()
                thread.wait()
                continue
            }
            proceed(writer)
        }
    }

    private mutating func handle(_ message: DecodeMessage) {
        switch message {
        case .adopt(let token, let box): sources[token] = box
        case .begin(let order):
            takeUpOrder()
            waiting = [order]
            wantedFrom = order.producer.written
        case .append(let order): waiting.append(order)
        case .cancel(let segment): cancel(after: segment)
        case .halt: takeUpOrder()
        case .close(let token):
            sources[token] = nil
            overlapped.removeAll { $0.order.source == token }
        case .setCrossfade(let seconds):
            crossfadeSeconds = seconds
            running?.crossfadeSeconds = seconds
        case .end: break
        }
    }

    private mutating func takeUpOrder() {
        handledOrders += 1
        order = orders.order(handledOrders)
        forgetAll()
    }

    private mutating func forgetAll() {
        running = nil
        prepared = nil
        waiting = []
        overlapped = []
    }

    /// What is to be worked on.
    private mutating func nextWriter() -> SegmentWriter? {
        if let running {
            if case .awaited = running.ending { join(running) }
            return running
        }
        guard prepare(), let next = prepared else { return nil }
        prepared = nil
        return start(next.order, next.source, overlap: nil)
    }

    /// Has the next order's source where it is to begin; whether there is one.
    mutating func prepare() -> Bool {
        while prepared == nil, !waiting.isEmpty {
            let next = waiting.removeFirst()
            guard let source = sources[next.source]?.source else { continue }
            source.heed(order)
            do throws(PlaybackError) {
                if source.description.format != next.producer.format { try source.convert(to: next.producer.format) }
                try source.seek(to: next.startFrame) { [order] in !order.isCancelled }
                prepared = (next, source)
            } catch {
                // The mailbox has an order that takes the place of all that is known here.
                guard !order.isCancelled else {
                    waiting = []
                    return false
                }
                if error.code != .superseded { events(.failedToBegin(segment: next.segment, error)) }
            }
        }
        return prepared != nil
    }

    /// Begins to write a segment, over the end of the one before where there is an `overlap`.
    @discardableResult
    mutating func start(_ order: DecodeOrder, _ source: any MediaSource, overlap: Overlap?) -> SegmentWriter {
        producer = order.producer
        let input = SegmentInput(source, channelCount: order.producer.format.channelCount, overlap: overlap)
        let writer = SegmentWriter(order: order, input: input, wantedFrom: wantedFrom, hasBegun: overlap != nil)
        writer.crossfadeSeconds = crossfadeSeconds
        running = writer
        return writer
    }

    private mutating func proceed(_ writer: SegmentWriter) {
        defer {
            let skipped = writer.takeDecodeErrors()
            if skipped > 0 { events(.skipped(packets: skipped)) }
            for change in writer.takeTagChanges() { events(.tagsChanged(segment: writer.order.segment, change)) }
        }
        do throws(PlaybackError) {
            switch try writer.writeChunk(atMost: Self.chunkFrames) {
            case .wrote: progress.set(writer.progress)
            case .ringIsFull:
                if writer.order.producer.maySleep(untilBelow: writer.wakeMark) { thread.wait() }
            case .awaitsFollower(isUrgent: false):
                if writer.order.producer.maySleep() { thread.wait() }
            case .awaitsFollower(isUrgent: true): thread.wait(timeout: Self.followerRetry)
            case .markersAreFull: thread.wait(timeout: Self.markerRetry)
            case .sourceEnded: tellDecoded(writer)
            case .ended: ended(writer)
            }
        } catch {
            // The mailbox has, or will have, an order that takes the place of all that is known here.
            if order.isCancelled {
                writer.abandon()
                return forgetAll()
            }
            // Who closed it in the middle of a read need not be told.
            let isWanted = error.code != .superseded
            if !isWanted || !writer.endsEarly() {
                writer.abandon()
                running = nil
            }
            if isWanted { events(.failed(segment: writer.order.segment, frames: writer.frames, error)) }
        }
    }
}
