import AudioTypes
import Media
import PlayerModel
import RealtimeAudio
import Synchronization
import SystemSupport
import TestSupport

@testable import Decoding

/// A decode worker with a ring, and the callback's side of it in the hands of the test.
final class WorkerBench: Sendable {
    let opening: RampOpening
    let worker: DecodeWorker
    let renderer: Renderer
    private let log = WorkerLog()
    private let lastSegment = Mutex<UInt64>(0)

    init(_ ramps: [String: RampSource.Behaviour], hangs: Set<String> = [], bufferFrames: Int = 4_096) {
        opening = RampOpening(ramps, hangs: hangs)
        worker = DecodeWorker(opening: opening) { [log] event in log.append(event) }
        do throws(DescriptorError) {
            renderer = try Renderer(
                format: StreamFormat(sampleRate: .cd, channelLayout: .stereo), bufferSeconds: Double(bufferFrames) / 44_100,
                fadeSeconds: 0, workerDescriptor: worker.descriptor)
        } catch {
            fatalError(error.message)
        }
        renderer.setPlays(true)
    }

    deinit { worker.shutDown() }

    var events: [WorkerEvent] { log.events }

    var underruns: UInt64 { renderer.statistics.underruns }

    /// Opens media, and waits for it.
    func open(_ uris: String...) async throws {
        for (place, uri) in uris.enumerated() {
            worker.open(uri, as: SourceToken(place + 1), cancellation: CancellationToken())
        }
        try await waitUntil("\(uris) to be open") { self.openCount == uris.count }
    }

    /// What was opened, in order.
    var opened: [SourceToken] { events.compactMap { if case .opened(let token, _) = $0 { token } else { nil } } }

    private var openCount: Int { events.count { if case .opened = $0 { true } else { false } } }

    /// How many segments came to an end, of whatever kind.
    var finishedCount: Int {
        events.count {
            switch $0 {
            case .decoded, .failed, .failedToBegin: true
            default: false
            }
        }
    }

    /// An order for the source opened as `token`, as the next segment.
    func order(
        _ token: SourceToken, at frame: Int64 = 0, generation: UInt32 = 0, gain: Float = 1, overlap: Int64 = 0,
        leftOut: Int64 = 0,
        fadesIn: Bool = true, silentEnd: Int64 = 0
    ) -> DecodeOrder {
        let segment = lastSegment.withLock { last in
            last += 1
            return last
        }
        return DecodeOrder(
            source: token, segment: segment, generation: generation, startFrame: FrameCount(frame), rampsIn: false,
            gain: gain,
            join: SegmentJoin(overlap: FrameCount(overlap), leftOut: FrameCount(leftOut), fadesIn: fadesIn),
            silentEnd: FrameCount(silentEnd), producer: renderer.producer)
    }

    private var capacity: Int { renderer.capacity }

    var readableCount: Int { renderer.fillCount }

    /// One cycle of the callback: the left channel. The right one has to say the same.
    func render(_ count: Int) -> [Float] {
        let channels = [UnsafeMutablePointer<Float>.allocate(capacity: count), .allocate(capacity: count)]
        defer { for channel in channels { channel.deallocate() } }
        for channel in channels { channel.initialize(repeating: .nan, count: count) }
        channels.withUnsafeBufferPointer { planes in
            guard let start = planes.baseAddress else { return }
            renderer.consumer.render(into: start, frameCount: count, time: CycleTime(now: 0, delay: 0))
        }
        return (0..<count).map { channels[0][$0] == -channels[1][$0] ? channels[0][$0] : .nan }
    }

    /// Cycles of `quantum` frames, each once the worker has enough for it, until `segmentCount` segments are decoded and
    /// the ring is empty; and one more. The ring takes twice the quantum at least.
    func playOut(_ segmentCount: Int, quantum: Int = 256) async throws -> [Float] {
        var heard: [Float] = []
        while true {
            try await waitUntil("the worker to go on", poll: .milliseconds(1)) {
                self.finishedCount >= segmentCount || self.readableCount >= quantum
            }
            let isOver = finishedCount >= segmentCount && readableCount == 0
            heard += render(quantum)
            if isOver { return heard }
        }
    }

    /// Cycles of `quantum` frames until `count` frames were rendered, each once the ring is half full, or has all that is
    /// missing: as it is where the worker is never late.
    func hear(_ count: Int, quantum: Int = 256) async throws -> [Float] {
        var heard: [Float] = []
        while heard.count < count {
            let next = min(quantum, count - heard.count)
            try await waitUntil("the worker to have \(next) frames more than \(heard.count)", poll: .milliseconds(1)) {
                self.readableCount >= min(count - heard.count, max(next, self.capacity / 2))
            }
            heard += render(next)
        }
        return heard
    }

    /// The callback's events so far.
    func takeRenderEvents() -> [RenderEvent] {
        var events: [RenderEvent] = []
        while let event = renderer.nextEvent() { events.append(event) }
        return events
    }
}

/// What the worker's threads told, in order.
final class WorkerLog: Sendable {
    private let log = Mutex<[WorkerEvent]>([])
    var events: [WorkerEvent] { log.withLock { $0 } }
    func append(_ event: WorkerEvent) { log.withLock { $0.append(event) } }
}
