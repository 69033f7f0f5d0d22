import AudioTypes
import CSanitizer
import RealtimeAudio
import SystemSupport

/// A renderer with everyone around it on one thread; only `render` itself runs under the sanitizer.
final class Studio {
    let renderer: Renderer
    private let worker = EventDescriptor.indispensable()
    private let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let regions: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private var generation: UInt32 = 0
    private var seen: Set<RenderEvent.Kind> = []
    private var heard = 0

    /// - Parameter coding: what the frames carry; `nil` for sound.
    init(_ coding: SampleCoding? = nil) {
        do throws(DescriptorError) {
            renderer = try Renderer(
                format: StreamFormat(sampleRate: .video, channelLayout: .stereo, coding: coding), bufferSeconds: 0.17,
                fadeSeconds: 0.01,
                workerDescriptor: worker, startingAt: UInt64.max - 9_000)
        } catch {
            fatalError(error.message)
        }
        planes = .allocate(capacity: 2)
        regions = .allocate(capacity: 2)
        for channel in 0..<2 {
            planes[channel] = .allocate(capacity: 8_192)
            planes[channel].initialize(repeating: 0, count: 8_192)
        }
    }

    func scene(_ name: String) { print(name) }

    /// Runs cycles as the sound server does.
    func cycles(_ count: Int, of quantum: Int, fetchingEvents: Bool = true) {
        for _ in 0..<count {
            __rtsan_realtime_enter()
            renderer.consumer.render(
                into: UnsafePointer(planes), frameCount: quantum,
                time: CycleTime(now: Int64(heard), delay: 20_000_000))
            __rtsan_realtime_exit()
            heard += quantum
            while fetchingEvents, let event = renderer.nextEvent() { seen.insert(event.kind) }
        }
        if worker.drain() { _ = renderer.producer.maySleep() }
    }

    /// Has two buffers, one of them too small, get what is played.
    func tap() {
        renderer.setTaps(
            [1.0, 0.01].map { CaptureBuffer(format: renderer.format, seconds: $0, workerDescriptor: worker) })
    }

    func endTaps() { renderer.setTaps([]) }

    /// What no callback may do.
    func allocateInside() {
        var list: [Float] = []
        __rtsan_realtime_enter()
        list.append(Float(heard))
        __rtsan_realtime_exit()
        print(list)
    }

    func begin(_ segment: UInt64, frames: Int, rampsIn: Bool = false) {
        mark(.begin, segment, after: 0, rampsIn: rampsIn)
        write(frames)
    }

    func segment(_ segment: UInt64, frames: Int) {
        mark(.begin, segment, after: 0)
        mark(.end, segment, after: frames)
        write(frames)
    }

    func write(_ frames: Int) {
        var offset = 0
        while offset < frames {
            let count = min(renderer.producer.writeRegion(after: offset, into: regions), frames - offset)
            precondition(count > 0, "the script writes more than the ring holds")
            for channel in 0..<2 { regions[channel].update(repeating: 0.5, count: count) }
            offset += count
        }
        renderer.producer.commit(frames)
    }

    func change(generation: UInt32) {
        self.generation = generation
        renderer.setGeneration(generation)
    }

    /// Checks that the script met every kind of event: else it drove less than it says.
    func finish() {
        let missing = [RenderEvent.Kind.began, .ended, .paused, .dropped, .starved].filter { !seen.contains($0) }
        precondition(missing.isEmpty, "never seen: \(missing)")
        print("nothing in \(heard) frames broke the contract")
    }

    func mark(_ kind: SegmentMarker.Kind, _ segment: UInt64, after offset: Int, rampsIn: Bool = false) {
        let marker = SegmentMarker(
            ringFrame: renderer.producer.written &+ UInt64(offset), segment: segment, mediaFrame: 0,
            generation: generation, kind: kind, rampsIn: rampsIn)
        precondition(renderer.producer.push(marker), "the script pushes more markers than the queue holds")
    }
}
