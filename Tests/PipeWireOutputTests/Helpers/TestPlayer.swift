import AudioSession
import AudioTypes
import Glibc
import Logging
import RealtimeAudio
import Synchronization
import SystemSupport

@testable import PipeWireOutput

/// An output with a log of what it told, and renderers whose every sample names its frame.
final class TestPlayer: Sendable {
    let output: PipeWireOutput
    let events: EventLog<OutputEvent> = EventLog()
    let renderEvents: EventLog<RenderEvent> = EventLog()
    let graphs: EventLog<GraphSnapshot> = EventLog()
    let books: EventLog<DuckBook> = EventLog()

    init(_ system: SoundSystem, adjust: (inout OutputConfiguration) -> Void = { _ in }) throws {
        var configuration = OutputConfiguration()
        configuration.remote = system.remote
        adjust(&configuration)
        output = PipeWireOutput(configuration: configuration, logger: Logger(label: "test"))
        output.recordDucking { [books] in books.append($0) }
        try output.start(
            events: { [events] in events.append($0) }, renderEvents: { [renderEvents] in renderEvents.append($0) },
            graphChanged: { [graphs] in graphs.append($0) })
    }

    deinit { output.shutDown() }

    /// A renderer that holds `frames` frames and plays; frame `n` of channel `c` is ±(n + 1) / 2^24, exactly.
    static func renderer(frames: Int, rate: Int = 48_000, channels: Int = 2) -> Renderer {
        let layout = ChannelLayout.standard(channelCount: channels) ?? .stereo
        let format = StreamFormat(sampleRate: SampleRate(hertz: rate) ?? .video, channelLayout: layout)
        let renderer: Renderer
        do throws(DescriptorError) {
            renderer = try Renderer(
                format: format, bufferSeconds: Double(frames) / Double(rate) + 0.1, fadeSeconds: 0,
                workerDescriptor: EventDescriptor())
        } catch {
            fatalError(error.message)
        }
        let markers = [
            SegmentMarker(ringFrame: 0, segment: 1, mediaFrame: 0, generation: 0, kind: .begin, rampsIn: false),
            SegmentMarker(
                ringFrame: UInt64(frames), segment: 1, mediaFrame: Int64(frames), generation: 0, kind: .end, rampsIn: false),
        ]
        for marker in markers { _ = renderer.producer.push(marker) }
        let planes = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: channels)
        defer { planes.deallocate() }
        _ = renderer.producer.writeRegion(after: 0, into: planes)
        for channel in 0..<channels {
            for frame in 0..<frames { planes[channel][frame] = sample(frame, channel: channel) }
        }
        renderer.producer.commit(frames)
        renderer.setPlays(true)
        return renderer
    }

    static func sample(_ frame: Int, channel: Int) -> Float {
        Float(channel % 2 == 0 ? frame + 1 : -frame - 1) / Float(1 << 24)
    }
}

extension PipeWireOutput {
    /// Changes what the output is told to do.
    func order(_ change: (inout OutputOrders) -> Void) {
        var orders = orders
        change(&orders)
        apply(orders)
    }
}

/// What arrived, in order.
final class EventLog<Event: Sendable>: Sendable {
    private let list = Mutex<[Event]>([])
    func append(_ event: Event) { list.withLock { $0.append(event) } }
    var all: [Event] { list.withLock { $0 } }
    func clear() { list.withLock { $0.removeAll() } }
}

/// What of the frames that were played is in a capture.
struct Comparison: CustomStringConvertible {
    var lost = 0
    var inserted = 0
    var differing = 0
    var gaps: [(at: Int, lost: Int)] = []

    /// Compares a channel, both from its first frame on. `expected` frames were played.
    init(_ captured: [Float], channel: Int, expected: Int) {
        var next = 0
        guard let first = captured.firstIndex(where: { $0 != 0 }) else {
            lost = expected
            return
        }
        for value in captured[first...] {
            if next >= expected { break }
            if value == TestPlayer.sample(next, channel: channel) {
                next += 1
                continue
            }
            let frame = Int((abs(value) * Float(1 << 24)).rounded()) - 1
            if value == 0 {
                inserted += 1
            } else if frame > next, TestPlayer.sample(frame, channel: channel) == value {
                gaps.append((next, frame - next))
                lost += frame - next
                next = frame + 1
            } else {
                differing += 1
            }
        }
        lost += expected - next
    }

    var isExact: Bool { lost == 0 && inserted == 0 && differing == 0 }
    var description: String { "lost \(lost) inserted \(inserted) differing \(differing) gaps \(gaps.prefix(8))" }
}
