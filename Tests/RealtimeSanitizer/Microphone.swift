import AudioTypes
import CSanitizer
import RealtimeAudio
import SystemSupport

/// A capture buffer with everyone around it on one thread; only `capture` itself runs under the sanitizer.
final class Microphone {
    private let buffer: CaptureBuffer
    private let worker = EventDescriptor.indispensable()
    private let planes: UnsafeMutablePointer<UnsafePointer<Float>>
    private var cycle = CaptureCycle(now: 0, delay: 0, clock: 1, position: 0, duration: 0, graphRate: 48_000)
    private var taken = 0

    init() {
        buffer = CaptureBuffer(
            format: StreamFormat(sampleRate: .video, channelLayout: .stereo), seconds: 0.17, workerDescriptor: worker,
            startingAt: UInt64.max - 9_000)
        planes = .allocate(capacity: 2)
        for channel in 0..<2 {
            let samples = UnsafeMutablePointer<Float>.allocate(capacity: 8_192)
            samples.initialize(repeating: 0.5, count: 8_192)
            planes[channel] = UnsafePointer(samples)
        }
        _ = buffer.consumer.maySleep(untilWaiting: 1_000)
    }

    func scene(_ name: String) { print(name) }

    /// Runs cycles as the sound server does.
    func cycles(_ count: Int, of quantum: Int) {
        for _ in 0..<count {
            cycle.duration = Int64(quantum)
            __rtsan_realtime_enter()
            buffer.producer.capture(from: UnsafePointer(planes), frameCount: quantum, cycle: cycle)
            __rtsan_realtime_exit()
            miss(quantum)
        }
    }

    /// Lets the clock go on.
    func miss(_ frames: Int) {
        cycle.position += Int64(frames)
        cycle.now += Int64(frames) * 1_000_000_000 / 48_000
    }

    func changeDriver() { cycle.clock += 1 }

    /// Takes out all that waits.
    func take() {
        let consumer = buffer.consumer
        while true {
            switch consumer.next(atMost: 512) {
            case .nothing:
                _ = worker.drain() && consumer.maySleep(untilWaiting: 1_000)
                return
            case .marker: break
            case .frames(let count):
                taken += count
                consumer.release(count)
            }
        }
    }

    /// Checks that the script met what it was meant to meet: else it drove less than it says.
    func finish() {
        let statistics = buffer.statistics
        precondition(statistics.gaps > 1_000 && statistics.droppedFrames > 0 && taken > 10_000, "the script drove too little")
        print("nothing in \(taken) captured frames broke the contract")
    }
}
