import AudioTypes
import SystemSupport
import TestSupport
import Testing

@testable import RealtimeAudio

@Suite("Rendering: copies of what is played")
struct RenderTapTests {
    private static let worker = EventDescriptor.indispensable()

    private static func buffer(for harness: RenderHarness, capacity: Int = 16_384) -> CaptureBuffer {
        CaptureBuffer(
            format: harness.renderer.format, seconds: Double(capacity) / Double(RenderHarness.hertz), workerDescriptor: worker)
    }

    /// Takes out all that waits: one array a channel.
    static func take(_ buffer: CaptureBuffer) -> [[Float]] {
        var planes = Array(repeating: [Float](), count: buffer.format.channelCount)
        while true {
            switch buffer.consumer.next(atMost: 1_000) {
            case .nothing: return planes
            case .marker: continue
            case .frames(let count):
                for channel in planes.indices {
                    planes[channel] += UnsafeBufferPointer(start: buffer.consumer.samples(ofChannel: channel), count: count)
                }
                buffer.consumer.release(count)
            }
        }
    }

    @Test("have each frame as it was written, whatever fades, mute and gain make of it", arguments: [1, 64, 333, 1_024])
    func exact(quantum: Int) {
        let harness = RenderHarness(channelCount: 2)
        let buffer = Self.buffer(for: harness)
        harness.renderer.setTaps([buffer])
        harness.renderer.setGain(0.25)
        harness.renderer.setPlays(true)
        harness.segment(1, numbered(3_000), gain: 0.5)
        while harness.rendered < 1_500 { harness.render(quantum) }
        harness.renderer.setMuted(true)
        while harness.rendered < 4_000 { harness.render(quantum) }
        #expect(harness.output[0].last == 0)
        let copied = Self.take(buffer)
        #expect(copied[0] == numbered(3_000))
        #expect(copied[1] == numbered(3_000).map { $0 + 1 })
        #expect(buffer.statistics.missedFrames == 0 && buffer.statistics.droppedFrames == 0)
    }

    @Test("tell the first frame of each item, and not where a seek goes on", arguments: [64, 1_000])
    func items(quantum: Int) {
        let harness = RenderHarness()
        let buffer = Self.buffer(for: harness)
        harness.renderer.setTaps([buffer])
        harness.renderer.setPlays(true)
        harness.segment(1, numbered(1_500))
        harness.segment(2, numbered(1_500))
        harness.segment(3, numbered(500), at: 700, rampsIn: true)
        while harness.rendered < 4_000 { harness.render(quantum) }
        var begins: [UInt64] = []
        loop: while true {
            switch buffer.consumer.next(atMost: 1_000) {
            case .nothing: break loop
            case .marker(let marker): if marker.beginsItem { begins.append(marker.ringFrame) }
            case .frames(let count): buffer.consumer.release(count)
            }
        }
        #expect(begins == [0, 1_500])
    }

    @Test("tell the gain of each segment, with which the frames do not come")
    func gains() {
        let harness = RenderHarness()
        let buffer = Self.buffer(for: harness)
        harness.renderer.setTaps([buffer])
        harness.renderer.setPlays(true)
        harness.segment(1, numbered(500), gain: 0.5)
        harness.segment(2, numbered(500))
        while harness.rendered < 1_000 { harness.render(100) }
        var gains: [Float] = []
        loop: while true {
            switch buffer.consumer.next(atMost: 10_000) {
            case .nothing: break loop
            case .marker(let marker): gains.append(marker.gain)
            case .frames(let count): buffer.consumer.release(count)
            }
        }
        #expect(gains == [0.5, 1])
    }

    @Test("tell the place of each frame that does not follow the one before it: of a seek, and behind a time without a tap")
    func places() {
        let harness = RenderHarness()
        let buffer = Self.buffer(for: harness)
        harness.renderer.setPlays(true)
        harness.segment(1, numbered(1_500), at: 40)
        harness.segment(2, numbered(1_000), at: 7_000, rampsIn: true)
        harness.render(200)
        harness.renderer.setTaps([buffer])
        harness.render(300)
        harness.renderer.setTaps([])
        harness.render(100)
        harness.renderer.setTaps([buffer])
        while harness.rendered < 2_500 { harness.render(100) }
        var places: [PlayedPlace] = []
        loop: while true {
            switch buffer.consumer.next(atMost: 10_000) {
            case .nothing: break loop
            case .marker(let marker): places.append(marker.place)
            case .frames(let count): buffer.consumer.release(count)
            }
        }
        #expect(
            places == [
                PlayedPlace(segment: 1, mediaFrame: 240), PlayedPlace(segment: 1, mediaFrame: 640),
                PlayedPlace(segment: 2, mediaFrame: 7_000),
            ])
    }

    @Test("leave out what is not played: pauses, an empty ring and what a seek throws away")
    func onlyWhatIsPlayed() {
        let harness = RenderHarness()
        let buffer = Self.buffer(for: harness)
        harness.renderer.setTaps([buffer])
        harness.renderer.setPlays(true)
        harness.begin(1, numbered(2_000))
        harness.render(1_000)
        harness.renderer.setPlays(false)
        harness.render(2_000)
        let beforePause = Self.take(buffer)[0]
        #expect(beforePause == numbered(beforePause.count))
        harness.render(2_000)
        #expect(Self.take(buffer)[0].isEmpty)
        harness.renderer.setPlays(true)
        harness.render(4_000)
        #expect(beforePause + Self.take(buffer)[0] == numbered(2_000))
        harness.change(generation: 1)
        harness.segment(2, numbered(500, from: 9_000))
        harness.render(2_000)
        #expect(Self.take(buffer)[0] == numbered(500, from: 9_000))
    }

    @Test("begin and end with the next cycle, and do not know of each other")
    func several() {
        let harness = RenderHarness()
        let (first, second) = (Self.buffer(for: harness), Self.buffer(for: harness))
        harness.renderer.setPlays(true)
        harness.begin(1, numbered(5_000))
        harness.render(1_000)
        harness.renderer.setTaps([first])
        harness.render(1_000)
        harness.renderer.setTaps([first, second])
        harness.render(1_000)
        harness.renderer.setTaps([second])
        harness.render(1_000)
        harness.renderer.setTaps([])
        harness.render(1_000)
        #expect(Self.take(first)[0] == numbered(2_000, from: 1_001))
        #expect(Self.take(second)[0] == numbered(2_000, from: 2_001))
    }

    @Test("say when their first frame is heard")
    func time() {
        let harness = RenderHarness()
        harness.delay = 3_000_000
        let buffer = Self.buffer(for: harness)
        harness.renderer.setTaps([buffer])
        harness.renderer.setPlays(true)
        harness.render(100)
        harness.segment(1, numbered(200))
        harness.render(300)
        guard case .marker(let marker) = buffer.consumer.next(atMost: 1) else {
            Issue.record("there is no marker")
            return
        }
        #expect(marker.capturedAt == harness.heard(at: 100))
    }

    @Test("that nobody empties drop frames and count them, and playback does not notice")
    func full() {
        let harness = RenderHarness()
        let buffer = Self.buffer(for: harness, capacity: 1_024)
        harness.renderer.setTaps([buffer])
        harness.renderer.setPlays(true)
        harness.segment(1, numbered(5_000))
        harness.render(5_000)
        #expect(Array(harness.output[0].suffix(1_000)) == numbered(1_000, from: 4_001))
        #expect(Int(buffer.statistics.droppedFrames) == 5_000 - buffer.capacity)
    }

    @Test("come and go while the callback runs, and each has frames without a hole")
    func stress() async {
        let harness = RenderHarness(capacity: 4_096)
        harness.keepsOutput = false
        let renderer = harness.renderer
        renderer.setPlays(true)
        let format = renderer.format
        let change: @Sendable () -> Int = {
            var wrong = 0
            for _ in 0..<400 {
                let buffers = (0..<2).map { _ in
                    CaptureBuffer(format: format, seconds: 0.05, workerDescriptor: Self.worker)
                }
                renderer.setTaps(buffers)
                for buffer in buffers {
                    let frames = Self.take(buffer)[0]
                    // A busy machine may let this thread wait until a buffer is full. Then frames are lost, and counted.
                    guard buffer.statistics.droppedFrames == 0 else { continue }
                    wrong += zip(frames, frames.dropFirst()).count { $1 != ($0 == 1_000 ? 1 : $0 + 1) }
                }
            }
            renderer.setTaps([])
            return wrong
        }
        async let wrong = onOwnThread(change)
        harness.mark(.begin, 1)
        var next = 1
        for _ in 0..<4_000 {
            let count = min(harness.writable, 500)
            harness.write((0..<count).map { Float((next + $0 - 1) % 1_000 + 1) })
            next += count
            harness.render(64)
        }
        #expect(await wrong == 0)
    }
}
