import AudioTypes
import CPipeWire
import RealtimeAudio
import Synchronization
import SystemSupport
import Testing

@testable import PipeWireOutput

@Suite("The callback's guard")
struct DriverTests {
    /// A callback's memory with a clock of driver 7: cycles of 1,024 frames at 48 kHz, the stream at the same rate.
    private final class Bench {
        let renderer = TestPlayer.renderer(frames: 480)
        let position = UnsafeMutablePointer<spa_io_position>.allocate(capacity: 1)
        let cycle = UnsafeMutablePointer<StreamCycle>.allocate(capacity: 1)

        init(rate: SampleRate = .video) {
            position.initialize(to: spa_io_position())
            position.pointee.clock.id = 7
            cycle.initialize(
                to: StreamCycle(
                    consumer: renderer.consumer, format: StreamFormat(sampleRate: rate, channelLayout: .stereo),
                    descriptor: renderer.eventDescriptor.descriptor))
            cycle.pointee.position = position
            cycle.pointee.quantum.store(1_024, ordering: .relaxed)
            cycle.pointee.graphRate.store(48_000, ordering: .relaxed)
        }

        deinit {
            cycle.deinitialize(count: 1)
            cycle.deallocate()
            position.deallocate()
        }

        /// One call of the callback; whether the stream is silenced after it.
        func call(framesBefore: Int64 = 0) -> Bool {
            cycle.pointee.framesInCycle = framesBefore
            checkDriver(cycle)
            return renderer.isCut
        }

        func guardDriver() { cycle.pointee.guardNumber.add(1, ordering: .relaxed) }
    }

    @Test("the driver of the first guarded cycle is the right one, any other silences, once told")
    func otherDriver() {
        let bench = Bench()
        #expect(!bench.call())
        bench.guardDriver()
        #expect(!bench.call())
        #expect(!bench.call())
        #expect(!bench.renderer.eventDescriptor.drain())
        bench.position.pointee.clock.id = 8
        #expect(bench.call())
        #expect(bench.call())
        #expect(bench.renderer.eventDescriptor.drain())
        let isNews = bench.cycle.pointee.driverChanged.exchange(false, ordering: .relaxed)
        #expect(isNews)
    }

    @Test("a new guard learns anew, and without one any driver will do")
    func learning() {
        let bench = Bench()
        bench.guardDriver()
        #expect(!bench.call())
        bench.position.pointee.clock.id = 8
        bench.guardDriver()
        #expect(!bench.call())
        bench.cycle.pointee.guardNumber.store(0, ordering: .relaxed)
        bench.position.pointee.clock.id = 9
        #expect(!bench.call())
    }

    @Test(
        "a clock that stands still while more is asked for than its cycle has is that of a driver left behind",
        arguments: [(48_000, Int64(1_024), true), (44_100, 940, true), (44_100, 939, true), (96_000, 1_024, false)])
    func standingClock(rate: Int, framesBefore: Int64, isSilenced: Bool) throws {
        let bench = Bench(rate: try #require(SampleRate(hertz: rate)))
        bench.guardDriver()
        #expect(!bench.call())
        #expect(!bench.call())
        #expect(bench.call(framesBefore: framesBefore) == isSilenced)
    }

    @Test("timing is told when it changes, not when it trembles")
    func timing() {
        let bench = Bench()
        let told = {
            tellTiming(bench.cycle)
            return bench.cycle.pointee.timingChanged.exchange(false, ordering: .relaxed)
        }
        #expect(told())
        #expect(!told())
        bench.cycle.pointee.delay.store(20_000_000, ordering: .relaxed)
        #expect(!told(), "less than a cycle")
        bench.cycle.pointee.delay.store(43_000_000, ordering: .relaxed)
        #expect(told())
        bench.cycle.pointee.quantum.store(256, ordering: .relaxed)
        #expect(told())
        bench.cycle.pointee.graphRate.store(44_100, ordering: .relaxed)
        #expect(told())
        #expect(!told())
    }

    @Test("a latency that changes for good by less than a cycle is told to outputs that play together, once, and to nobody else")
    func latency() {
        let bench = Bench()
        let reader = SoundReader(SharedSound(bench.renderer))
        bench.cycle.pointee.delay.store(50_000_000, ordering: .relaxed)
        let tell = { (cycles: Int) -> [Int] in
            var told = [0, 0]
            for _ in 0..<cycles {
                bench.cycle.pointee.time.now += 21_333_333
                tellTiming(bench.cycle)
                if bench.cycle.pointee.timingChanged.exchange(false, ordering: .relaxed) { told[0] += 1 }
                if bench.cycle.pointee.latencyChanged.exchange(false, ordering: .relaxed) { told[1] += 1 }
            }
            return told
        }
        #expect(tell(1) == [1, 0])
        bench.renderer.eventDescriptor.drain()
        bench.cycle.pointee.delay.store(60_000_000, ordering: .relaxed)
        #expect(tell(100) == [0, 0], "it plays alone")
        #expect(!bench.renderer.eventDescriptor.drain())
        let alone = bench.cycle.pointee.settledDelay.load(ordering: .relaxed)
        #expect(alone == 60_000_000)
        bench.cycle.pointee.shared = reader.consumer
        bench.cycle.pointee.delay.store(45_000_000, ordering: .relaxed)
        #expect(tell(100) == [0, 1])
        #expect(bench.renderer.eventDescriptor.drain())
        let shared = bench.cycle.pointee.settledDelay.load(ordering: .relaxed)
        #expect(shared == 45_000_000)
        bench.cycle.pointee.shared = nil
        withExtendedLifetime(reader) {}
    }
}
