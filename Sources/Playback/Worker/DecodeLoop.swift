import AudioTypes
import RealtimeAudio

/// The decode thread's work: carries out orders, one chunk at a time, so that a new message is seen soon.
struct DecodeLoop {
    /// Frames decoded between two looks at the mailbox: some 90 ms at 44.1 kHz, decoded in well under a millisecond.
    private static let chunkFrames = 4_096
    /// How soon to look again where the marker queue is full, in milliseconds: thousands of tracks of a few frames only.
    private static let markerRetry: Int32 = 5

    let thread: WorkerThread<DecodeMessage>
    let progress: DecodeProgress
    let events: @Sendable (WorkerEvent) -> Void
    private var sources: [SourceToken: SourceBox] = [:]
    private var waiting: [DecodeOrder] = []
    private var running: SegmentWriter?
    private var renderer: Renderer?

    init(
        thread: WorkerThread<DecodeMessage>, progress: DecodeProgress, events: @escaping @Sendable (WorkerEvent) -> Void
    ) {
        self.thread = thread
        self.progress = progress
        self.events = events
    }

    mutating func run() {
        while true {
            for message in thread.takeMessages() {
                if case .end = message { return }
                handle(message)
            }
            while running == nil, !waiting.isEmpty { startNext() }
            guard let writer = running else {
                renderer?.workerHasNothingToDo()
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
            running = nil
            waiting = [order]
        case .append(let order): waiting.append(order)
        case .cancel(let segment):
            waiting.removeAll { $0.segment > segment }
            if let writer = running, writer.order.segment > segment {
                writer.abandon()
                running = nil
            }
        case .halt:
            running = nil
            waiting = []
        case .close(let token): sources[token] = nil
        case .end: break
        }
    }

    private mutating func startNext() {
        let order = waiting.removeFirst()
        renderer = order.renderer
        guard let source = sources[order.source]?.source else { return }
        do throws(PlaybackError) {
            if source.description.format != order.renderer.format { try source.convert(to: order.renderer.format) }
            try source.seek(to: order.startFrame)
        } catch {
            if error.code == .superseded { return }
            events(.failedToSeek(segment: order.segment, error))
            return
        }
        running = SegmentWriter(order: order, source: source)
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
                if writer.order.renderer.workerMaySleep() { thread.wait() }
            case .markersAreFull: thread.wait(timeout: Self.markerRetry)
            case .ended:
                running = nil
                events(.decoded(segment: writer.order.segment, frames: writer.frames))
            }
        } catch {
            writer.abandon()
            running = nil
            // Who closed it in the middle of a read need not be told.
            if error.code == .superseded { return }
            events(.failed(segment: writer.order.segment, frames: writer.frames, error))
        }
    }
}
