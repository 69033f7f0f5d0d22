import AudioTypes
import Media
import MediaTypes
import PlayerModel
import RealtimeAudio
import SystemSupport

/// The work of the decode thread. It carries out orders, one chunk at a time, so that it soon sees a new message.
struct DecodeLoop {
    /// How many frames are decoded between two looks at the mailbox: about 90 ms at 44.1 kHz, which take well under a
    /// millisecond.
    private static let chunkFrames = 4_096
    /// How soon to try again if the marker queue is full, in milliseconds. Only thousands of tracks of a few frames fill it.
    private static let markerRetry: Int32 = 5
    /// How soon to look again for the next segment if the ring runs low meanwhile, in milliseconds.
    private static let followerRetry: Int32 = 20

    let thread: WorkerThread<DecodeMessage>
    let progress: DecodeProgress
    /// `orders` counts all orders that end every other one. `handledOrders` is how many of them this loop has read, and `order`
    /// is the last of those.
    private let orders: OrderCount
    private var handledOrders = 0
    private var order = CancellationToken()
    let events: @Sendable (WorkerEvent) -> Void
    private var sources: [SourceToken: SourceBox] = [:]
    var waiting: [DecodeOrder] = []
    /// The next order, with its source at the frame where it begins.
    var prepared: (order: DecodeOrder, source: any MediaSource)?
    var running: SegmentWriter?
    /// Segments whose tails overlap with a next segment that may still be taken back, oldest first.
    var overlapped: [SegmentWriter] = []
    /// The frame of the ring from which on nothing was taken back.
    var wantedFrom: UInt64 = 0
    private(set) var producer: RenderProducer?
    /// Those who copy packets.
    var taps = PacketTaps()
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
        case .tap(let queue): taps.add(queue, during: running)
        case .removeTap(let queue): taps.remove(queue)
        case .answer(let answer): answer()
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
        taps.forget()
    }

    /// Returns the writer to work on next, or `nil` if there is none.
    private mutating func nextWriter() -> SegmentWriter? {
        if let running {
            if case .awaited = running.ending { join(running) }
            return running
        }
        guard prepare(), let next = prepared else { return nil }
        prepared = nil
        return start(next.order, next.source, overlap: nil)
    }

    /// Moves the source of the next order to the frame where it begins; returns whether there is such an order.
    mutating func prepare() -> Bool {
        while prepared == nil, !waiting.isEmpty {
            let next = waiting.removeFirst()
            guard let opened = sources[next.source]?.source else { continue }
            let shorter = next.silence.map { SilenceSkippingSource(opened, $0) } ?? opened
            let read = next.loop.map { LoopedSource(shorter, $0) } ?? shorter
            let source = next.speed == 1 ? read : StretchedSource(read, speed: next.speed)
            source.heed(order)
            do throws(PlaybackError) {
                try source.convert(to: next.producer.format)
                try source.seek(to: next.startFrame) { [order] in !order.isCancelled }
                prepared = (next, source)
            } catch {
                // The mailbox has an order that replaces everything known here.
                guard !order.isCancelled else {
                    waiting = []
                    return false
                }
                if error.code != .superseded { events(.failedToBegin(segment: next.segment, error)) }
            }
        }
        return prepared != nil
    }

    /// Begins to write a segment. If there is an `overlap`, its beginning is mixed with the end of the segment before.
    @discardableResult
    mutating func start(_ order: DecodeOrder, _ source: any MediaSource, overlap: Overlap?) -> SegmentWriter {
        producer = order.producer
        source.keepPackets(true)
        source.follow(order)
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
            taps.take(from: writer)
            for cut in writer.input.source.takeSilenceCuts() { events(.silenceSkipped(segment: writer.order.segment, cut)) }
            for gap in writer.input.source.takeGaps() { events(.gap(segment: writer.order.segment, gap)) }
            for change in writer.takeTagChanges() { events(.tagsChanged(segment: writer.order.segment, change)) }
        }
        do throws(PlaybackError) {
            switch try writer.writeChunk(atMost: Self.chunkFrames) {
            case .wrote: progress.set(writer.progress)
            case .waits: break
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
            // The mailbox has, or will have, an order that replaces everything known here.
            if order.isCancelled {
                writer.abandon()
                return forgetAll()
            }
            // If the player closed the source in the middle of a read, it needs no report.
            let isWanted = error.code != .superseded
            if !isWanted || !writer.endsEarly() {
                writer.abandon()
                running = nil
            }
            if isWanted { events(.failed(segment: writer.order.segment, frames: writer.frames, error)) }
        }
    }
}
