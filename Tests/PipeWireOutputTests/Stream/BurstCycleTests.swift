import AudioTypes
import CPipeWire
import RealtimeAudio
import Synchronization
import SystemSupport
import Testing

@testable import PipeWireOutput

@Suite("A cycle of bursts")
struct BurstCycleTests {
    /// A callback's memory for bursts of E-AC-3 in a graph at 44.1 kHz.
    private final class Bench {
        let renderer = TestPlayer.renderer(frames: 480)
        let cycle = UnsafeMutablePointer<StreamCycle>.allocate(capacity: 1)

        init() throws {
            let rate = try #require(SampleRate(hertz: 192_000))
            cycle.initialize(
                to: StreamCycle(
                    consumer: renderer.consumer,
                    format: StreamFormat(
                        sampleRate: rate, channelLayout: .stereo, coding: SampleCoding(codec: .eac3, unitFrames: 6_144)),
                    descriptor: renderer.eventDescriptor.descriptor))
            cycle.pointee.graphRate.store(44_100, ordering: .relaxed)
        }

        deinit {
            cycle.deinitialize(count: 1)
            cycle.deallocate()
        }

        func frames(quantum: Int) -> Int {
            cycle.pointee.quantum.store(quantum, ordering: .relaxed)
            return framesOfBursts(cycle)
        }
    }

    @Test("all cycles together take as many frames as their time has")
    func owed() throws {
        let bench = try Bench()
        let frames = (0..<441).map { _ in bench.frames(quantum: 100) }
        #expect(frames.reduce(0, +) == 192_000 && Set(frames) == [435, 436])
    }

    @Test("a length that no cycle has takes nothing", arguments: [0, -1, .min, .max, 1 << 20 + 1, Int(bitPattern: 1 << 63)])
    func impossible(quantum: Int) throws {
        let bench = try Bench()
        #expect(bench.frames(quantum: quantum) == 0)
        #expect(bench.frames(quantum: 441) == 1_920, "nothing is owed of it")
    }

    @Test("words are written only where a buffer has memory, and none for less than a frame")
    func writing() throws {
        let bench = try Bench()
        let words = UnsafeMutablePointer<Int16>.allocate(capacity: 4)
        words.initialize(repeating: 7, count: 4)
        defer { words.deallocate() }
        for channel in 0..<2 { bench.cycle.pointee.planes[channel].update(repeating: 0x1234 * 0x1p-15, count: 2) }
        var buffer = pw_buffer()
        writeBursts(&buffer, bench.cycle, 2)
        var contents = spa_buffer()
        withUnsafeMutablePointer(to: &contents) { contents in
            buffer.buffer = contents
            writeBursts(&buffer, bench.cycle, 2)
            var data = spa_data()
            withUnsafeMutablePointer(to: &data) { data in
                contents.pointee.datas = data
                contents.pointee.n_datas = 1
                writeBursts(&buffer, bench.cycle, 2)
                data.pointee.data = UnsafeMutableRawPointer(words)
                writeBursts(&buffer, bench.cycle, -3)
                #expect((0..<4).allSatisfy { words[$0] == 7 })
                writeBursts(&buffer, bench.cycle, 1)
                #expect((0..<4).map { words[$0] } == [0x1234, 0x1234, 7, 7])
            }
        }
    }
}
