import AudioTypes
import Synchronization
import SystemSupport

@testable import RealtimeAudio

/// Plays all parts around one ``Renderer`` in turn, on one thread: the worker that fills the ring, the control side that
/// gives orders, and the graph that asks for audio. Keeps everything that comes out.
final class RenderHarness {
    /// One frame lasts exactly 20 µs, so that times compare without rounding.
    static let hertz = 50_000
    static let frameDuration: Int64 = 20_000
    /// Ten milliseconds.
    static let fade = 500

    let renderer: Renderer
    let worker = EventDescriptor.indispensable()
    /// What came out, one array a channel.
    private(set) var output: [[Float]]
    /// Whether `output` grows.
    var keepsOutput = true
    private(set) var events: [RenderEvent] = []
    /// How much higher the samples of a channel are than those of the channel before.
    var channelStep: Float = 1
    /// How many frames the graph has asked for.
    private(set) var rendered = 0
    /// What graph and device hold, in nanoseconds.
    var delay: Int64 = 0
    var generation: UInt32 = 0
    private var lastQuantum = 0
    private let channelCount: Int
    private let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private static let planeCapacity = 16_384

    /// - Parameters:
    ///   - unit: the length of a unit of coded sound; `nil` for sound.
    ///   - codec: what decodes the units.
    init(
        channelCount: Int = 1, capacity: Int = 8_192, fade: Int = RenderHarness.fade, startingAt counter: UInt64 = 0,
        unit: Int? = nil, codec: PassthroughCodec = .ac3
    ) {
        guard let rate = SampleRate(hertz: Self.hertz), let layout = ChannelLayout.standard(channelCount: channelCount) else {
            fatalError("a test asked for a format that does not exist")
        }
        self.channelCount = channelCount
        output = Array(repeating: [], count: channelCount)
        do throws(DescriptorError) {
            renderer = try Renderer(
                format: StreamFormat(
                    sampleRate: rate, channelLayout: layout, coding: unit.map { SampleCoding(codec: codec, unitFrames: $0) }),
                bufferSeconds: Double(capacity) / Double(Self.hertz), fadeSeconds: Double(fade) / Double(Self.hertz),
                workerDescriptor: worker, startingAt: counter)
        } catch {
            fatalError(error.message)
        }
        planes = .allocate(capacity: channelCount)
        for channel in 0..<channelCount {
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: Self.planeCapacity)
            plane.initialize(repeating: 0, count: Self.planeCapacity)
            planes[channel] = plane
        }
    }

    deinit {
        for channel in 0..<channelCount { planes[channel].deallocate() }
        planes.deallocate()
    }

    // MARK: The graph

    /// Asks for one cycle of `frameCount` frames; the first channel of it.
    @discardableResult
    func render(_ frameCount: Int) -> [Float] {
        for channel in 0..<channelCount { planes[channel].update(repeating: .nan, count: Self.planeCapacity) }
        renderer.consumer.render(
            into: UnsafePointer(planes), frameCount: frameCount, time: CycleTime(now: time, delay: delay))
        for channel in 0..<channelCount where keepsOutput {
            output[channel] += UnsafeBufferPointer(start: planes[channel], count: frameCount)
        }
        rendered += frameCount
        lastQuantum = frameCount
        while let event = renderer.nextEvent() { events.append(event) }
        return Array(UnsafeBufferPointer(start: planes[0], count: frameCount))
    }

    /// The start of the next cycle, in nanoseconds.
    var time: Int64 { Int64(rendered) * Self.frameDuration }

    /// When the frame with this number of all that were asked for is heard.
    func heard(at frame: Int) -> Int64 { Int64(frame) * Self.frameDuration + delay }

    /// Whether the cycle before wrote past what it was asked for.
    var wrotePastItsEnd: Bool { (0..<channelCount).contains { !planes[$0][lastQuantum].isNaN } }

    // MARK: The worker

    /// Puts samples into the ring; channel c gets each sample plus c times ``channelStep``. All of them must fit.
    func write(_ samples: [Float]) {
        var offset = 0
        withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: channelCount) { regions in
            guard let regions = regions.baseAddress else { return }
            while offset < samples.count {
                let room = renderer.producer.writeRegion(after: offset, into: regions)
                precondition(room > 0, "a test wrote more than its ring holds")
                let count = min(room, samples.count - offset)
                for channel in 0..<channelCount {
                    for frame in 0..<count { regions[channel][frame] = samples[offset + frame] + Float(channel) * channelStep }
                }
                offset += count
            }
        }
        renderer.producer.commit(samples.count)
    }

    /// Says what happens `offset` frames after the last one written.
    func mark(
        _ kind: SegmentMarker.Kind, _ segment: UInt64, at mediaFrame: Int64 = 0, after offset: Int = 0, rampsIn: Bool = false,
        gain: Float = 1
    ) {
        let marker = SegmentMarker(
            ringFrame: renderer.producer.written &+ UInt64(offset), segment: segment, mediaFrame: mediaFrame,
            generation: generation, kind: kind, rampsIn: rampsIn, gain: gain)
        precondition(renderer.producer.push(marker), "a test pushed more markers than the queue holds")
    }

    /// Begins a segment and writes audio that more will follow.
    func begin(_ segment: UInt64, _ samples: [Float], at mediaFrame: Int64 = 0, rampsIn: Bool = false, gain: Float = 1) {
        mark(.begin, segment, at: mediaFrame, rampsIn: rampsIn, gain: gain)
        write(samples)
    }

    /// Writes the last audio of a segment, its end first, as the worker does.
    func finish(_ segment: UInt64, _ samples: [Float] = [], at mediaFrame: Int64 = 0) {
        mark(.end, segment, at: mediaFrame, after: samples.count)
        write(samples)
    }

    /// Writes a whole segment.
    func segment(_ segment: UInt64, _ samples: [Float], at mediaFrame: Int64 = 0, rampsIn: Bool = false, gain: Float = 1) {
        mark(.begin, segment, at: mediaFrame, rampsIn: rampsIn, gain: gain)
        finish(segment, samples, at: mediaFrame + Int64(samples.count))
    }

    var writable: Int { renderer.producer.writableCount }

    // MARK: Control

    /// Wants another generation, and writes for it from now on.
    func change(generation: UInt32) {
        self.generation = generation
        renderer.setGeneration(generation)
    }

    // MARK: What came out

    func kinds() -> [RenderEvent.Kind] { events.map(\.kind) }

    func event(_ kind: RenderEvent.Kind) -> RenderEvent? { events.last { $0.kind == kind } }

    var underrunFrames: UInt64 { renderer.statistics.underrunFrames }
    var underruns: UInt64 { renderer.statistics.underruns }
}
