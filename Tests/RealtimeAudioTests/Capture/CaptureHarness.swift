import AudioTypes
import SystemSupport

@testable import RealtimeAudio

/// A capture buffer with the graph in front of it and a worker behind it, all on one thread.
final class CaptureHarness {
    let buffer: CaptureBuffer
    private let worker = EventDescriptor.indispensable()
    let rate: Int64
    /// The next cycle's clock; a cycle moves it on.
    var clock: CaptureCycle
    /// The number of the next frame that comes; frames are numbered from 1, in the channel `c` plus c / 16.
    private var next = 1
    private(set) var markers: [CaptureMarker] = []

    init(
        channelCount: Int = 2, capacity: Int = 1_024, rate: Int = 48_000, graphRate: Int? = nil, timesCycles: Bool = false,
        startingAt counter: UInt64 = 0
    ) {
        let format = StreamFormat(
            sampleRate: SampleRate(hertz: rate) ?? .video, channelLayout: .standard(channelCount: channelCount) ?? .stereo)
        self.rate = Int64(rate)
        buffer = CaptureBuffer(
            format: format, seconds: Double(capacity) / Double(rate), workerDescriptor: worker, timesCycles: timesCycles,
            startingAt: counter)
        clock = CaptureCycle(
            now: 5_000_000_000, delay: 2_000_000, clock: 30, position: 70_000, duration: 0, graphRate: Int64(graphRate ?? rate))
    }

    /// Runs a cycle of `quantum` frames of the graph, which brings `frames` frames, or as many.
    func cycle(_ quantum: Int, bringing frames: Int? = nil) {
        let count = frames ?? quantum
        clock.duration = Int64(quantum)
        let channelCount = buffer.format.channelCount
        let planes = UnsafeMutablePointer<UnsafePointer<Float>>.allocate(capacity: channelCount)
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: max(1, channelCount * count))
        defer {
            planes.deallocate()
            samples.deallocate()
        }
        for channel in 0..<channelCount {
            for frame in 0..<count { samples[channel * count + frame] = Float(next + frame) + Float(channel) / 16 }
            planes[channel] = UnsafePointer(samples + channel * count)
        }
        buffer.producer.capture(from: planes, frameCount: count, cycle: clock)
        next += count
        skip(quantum)
    }

    /// Lets the graph run for `frames` frames of the graph without calling the callback.
    func skip(_ frames: Int) {
        clock.position += Int64(frames)
        clock.now += Int64(frames) * 1_000_000_000 / clock.graphRate
    }

    /// Lets the source run on, whose frames nobody gets.
    func lose(_ frames: Int) {
        skip(frames)
        next += frames
    }

    /// Takes out everything that waits, `most` frames at a time; 0 stands for a missing frame. Returns the first channel, and checks
    /// that all others go with it.
    func take(atMost most: Int = 333) -> [Float] {
        var taken: [Float] = []
        let consumer = buffer.consumer
        while true {
            switch consumer.next(atMost: most) {
            case .nothing: return taken
            case .marker(let marker):
                markers.append(marker)
                taken += silence(Int(marker.missingFrames))
            case .frames(let count):
                for frame in 0..<count {
                    let first = consumer.samples(ofChannel: 0)[frame]
                    for channel in 1..<buffer.format.channelCount {
                        precondition(consumer.samples(ofChannel: channel)[frame] == first + Float(channel) / 16, "a torn frame")
                    }
                    taken.append(first)
                }
                consumer.release(count)
            }
        }
    }

    /// Whether the worker was woken since the last call.
    func wasWoken() -> Bool { worker.drain() }
}
