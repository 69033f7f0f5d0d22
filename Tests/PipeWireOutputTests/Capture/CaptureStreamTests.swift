import AudioTypes
import Glibc
import RealtimeAudio
import SystemSupport
import Testing

@testable import PipeWireOutput

extension SoundSystemTests {
    @Test("a source is captured bit for bit at any quantum, each frame in its place through every change", arguments: [1, 2, 8])
    func capture(channels: Int) throws {
        let stage = try CaptureStage(channels: channels)
        let timing = { stage.stream?.timing().quantum ?? 0 }
        stage.waitForFrames(10_000)
        var (quantum, lost) = (timing(), 0)
        for next in [32, 64, 8_192, 128, 1_024, 32, 4_096, 256, 2_048, 64] {
            stage.system.shell("pw-metadata -n settings 0 clock.force-quantum \(next)")
            #expect(wait("the quantum \(next)") { timing() == next }, "\(timing())")
            // The cycles of the old length are over.
            #expect(stage.waitForFrames(2 * quantum + next))
            let settled = stage.buffer.statistics.missedFrames
            #expect(stage.waitForFrames(max(4_096, 3 * next)))
            #expect(stage.buffer.statistics.missedFrames == settled, "frames were lost while the quantum stayed \(next)")
            lost += max(0, quantum - next)
            quantum = next
        }
        stage.stop()
        #expect(stage.faults() == [])
        // PipeWire itself cuts the first cycle after its quantum shrank, by the difference at most. Those frames are known.
        #expect(stage.buffer.statistics.missedFrames <= lost)
        #expect(stage.buffer.statistics.droppedFrames == 0)
        #expect(stage.events.all.contains(.sourcesChanged(["microphone"])))
    }

    @Test("a source of any rate that the graph allows is captured bit for bit", arguments: [44_100, 88_200, 96_000])
    func captureRates(rate: Int) throws {
        let stage = try CaptureStage(rate: rate)
        #expect(stage.waitForFrames(100_000))
        stage.stop()
        #expect(stage.stream?.timing().graphRate == 0)
        #expect(stage.faults() == [])
        #expect(stage.buffer.statistics.missedFrames == 0)
    }

    @Test("cycles that the server misses are a gap of their length at their place")
    func missedCycles() throws {
        let stage = try CaptureStage(isClocked: true)
        stage.system.shell("pw-metadata -n settings 0 clock.force-quantum 256")
        #expect(stage.waitForFrames(50_000))
        var kept = 0
        for _ in 0..<3 {
            // The server stops, and the microphone's clock goes on. Newer servers have their clients wake each other, without them.
            stage.system.signal("pipewire", SIGSTOP)
            stage.take()
            let before = stage.captured[0].count
            stage.letPass(milliseconds: 200)
            kept += stage.captured[0].count - before
            stage.system.signal("pipewire", SIGCONT)
            #expect(stage.waitForFrames(20_000))
        }
        stage.stop()
        #expect(stage.faults() == [])
        // A busy machine may miss more cycles, and take up the stopped server later.
        let missed = stage.markers.map { Int($0.missedFrames) }.filter { $0 > 0 }
        let all = kept + missed.reduce(0, +)
        #expect(all >= 3 * (9_600 - 512) && missed.allSatisfy { $0 % 256 == 0 }, "\(missed), \(kept)")
        #expect(stage.buffer.statistics.missedFrames == UInt64(stage.markers.reduce(0) { $0 + $1.missedFrames }))
    }

    @Test("a capture goes on when the source comes back, and its gap is as long as the time without it")
    func sourceReturns() throws {
        let stage = try CaptureStage(isClocked: true)
        stage.system.shell("pw-metadata -n settings 0 clock.force-quantum 256")
        #expect(stage.waitForFrames(20_000))
        stage.system.end("microphone")
        #expect(wait("the loss") { stage.events.all.last == .sourcesChanged([]) }, "\(stage.events.all)")
        stage.letPass(milliseconds: 300)
        try CaptureStage.startMicrophone(in: stage.system, isClocked: true)
        #expect(wait("the return") { stage.events.all.contains { $0 == .streamChanged(.streaming) } })
        #expect(stage.waitForFrames(20_000))
        stage.stop()
        // A busy machine misses single cycles as well.
        let gap = try #require(stage.markers.max { $0.missedFrames < $1.missedFrames })
        #expect(gap.missedFrames > 14_400, "\(stage.markers)")
        // What was captured and what is missing together are as long as the time that has passed.
        let passed = Double(gap.capturedAt - stage.markers[0].capturedAt) * 48_000 / 1e9
        let before = Double(gap.ringFrame) + Double(stage.buffer.statistics.missedFrames)
        #expect(abs(passed - before) < 8_192, "\(passed) frames of time, and \(before) frames")
    }

    @Test("a capture that begins without a source waits, and begins with the first one that comes", arguments: [true, false])
    func captureWithoutSource(isNamed: Bool) throws {
        let stage = try CaptureStage(hasMicrophone: false, source: .input(uid: isNamed ? "microphone" : nil))
        #expect(wait("the state") { stage.events.all.last == .streamChanged(.waiting) }, "\(stage.events.all)")
        try CaptureStage.startMicrophone(in: stage.system)
        #expect(stage.waitForFrames(20_000), "\(stage.events.all)")
        stage.stop()
        #expect(stage.faults() == [])
    }

    @Test("a capture that got another source while its own was away goes back to it once it is there")
    func sourceOfItsOwn() throws {
        let system = SoundSystem(sinks: [])
        try CaptureStage.startMicrophone(in: system, named: "other")
        let stage = try CaptureStage(system: system)
        func comesFrom() -> [String]? {
            stage.events.all.reversed().lazy.compactMap { if case .sourcesChanged(let sources) = $0 { sources } else { nil } }
                .first
        }
        #expect(wait("its own") { comesFrom() == ["microphone"] }, "\(stage.events.all)")
        system.end("microphone")
        #expect(wait("the other one", seconds: 30) { comesFrom() == ["other"] }, "\(stage.events.all)")
        try CaptureStage.startMicrophone(in: system)
        #expect(
            wait("its own again", seconds: 30) { comesFrom() == ["microphone"] }, "\(stage.events.all)"
        )
        // A person who sends it elsewhere is obeyed.
        system.shell(
            "pw-metadata $(pw-cli ls Node | grep -B9 fermata-capture | sed -n 's/.*id \\([0-9]*\\),.*/\\1/p' | tail -n 1) target.object other"
        )
        #expect(wait("the chosen one", seconds: 20) { comesFrom() == ["other"] }, "\(stage.events.all)")
        // It streams from there, and stays there. Whether it streams is told behind the source.
        let isOfSource = { (event: CaptureEvent) in if case .sourcesChanged = event { true } else { false } }
        let changes = stage.events.all.count(where: isOfSource)
        #expect(stage.waitForFrames(50_000))
        #expect(stage.events.all.count(where: isOfSource) == changes, "\(stage.events.all)")
    }

    @Test("a capture shows itself as a recorder, with its title and whether it captures what a sink plays")
    func captureProperties() {
        let format = StreamFormat(sampleRate: .video, channelLayout: .stereo)
        for (source, target, isSink) in [
            (CaptureSource.input(uid: nil), String?.none, String?.none), (.input(uid: "microphone"), "microphone", nil),
            (.output(uid: nil), nil, "true"), (.output(uid: "speaker"), "speaker", "true"),
        ] {
            let entries = CaptureConfiguration(source: source, title: "Memo").entries(format, OutputConfiguration())
            func value(_ key: String) -> String? { entries.first { $0.key == key }?.value }
            #expect(value("target.object") == target)
            #expect(value("stream.capture.sink") == isSink)
            #expect(value("media.name") == "Memo")
            #expect(value("media.category") == "Capture")
            #expect(value("node.name") == "fermata-capture")
            #expect(value("node.rate") == "1/48000")
        }
    }

    @Test("a capture goes on after the sound server's return")
    func captureAfterReset() throws {
        let stage = try CaptureStage()
        #expect(stage.waitForFrames(20_000))
        stage.system.kill()
        stage.system.end("microphone")
        unlink(stage.system.remote)
        // Without a common clock, less than half a cycle is no gap, and a fast machine has a new server within that time.
        stage.letPass(milliseconds: 300)
        stage.system.start()
        try CaptureStage.startMicrophone(in: stage.system)
        #expect(stage.waitForFrames(20_000))
        stage.stop()
        // Not the last one only: a busy machine may have the graph miss a cycle later, or change its quantum. The cycle in which the
        // server died was to last 85 ms at most.
        #expect(stage.markers.contains { $0.missedFrames > 9_600 }, "\(stage.markers)")
    }

    @Test("what a sink plays is captured as it is played")
    func captureOutput() throws {
        let system = SoundSystem(sinks: ["speaker"])
        system.shell("pw-metadata -n settings 0 clock.force-quantum 1024")
        let player = try TestPlayer(system)
        let buffer = CaptureBuffer(
            format: StreamFormat(sampleRate: .video, channelLayout: .stereo), seconds: 30, workerDescriptor: .indispensable())
        let events = EventLog<CaptureEvent>()
        let configuration = CaptureConfiguration(source: .output(uid: "speaker"), title: "Test")
        let stream = try player.output.capture(configuration, into: buffer) { events.append($0) }
        #expect(wait("the link") { events.all.contains(.sourcesChanged(["speaker"])) }, "\(events.all)")
        #expect(wait("a cycle") { buffer.statistics.callbacks > 0 })
        let frames = 96_000
        let renderer = TestPlayer.renderer(frames: frames)
        player.output.open(renderer)
        player.output.setActive(true)
        #expect(wait("the end") { player.renderEvents.all.contains { $0.kind == .ended } })
        let callbacks = buffer.statistics.callbacks
        #expect(wait("the last cycles") { buffer.statistics.callbacks > callbacks + 4 })
        stream.shutDown()
        var captured: [Float] = []
        loop: while true {
            switch buffer.consumer.next(atMost: 8_192) {
            case .nothing: break loop
            case .marker: continue
            case .frames(let count):
                captured += UnsafeBufferPointer(start: buffer.consumer.samples(ofChannel: 0), count: count)
                buffer.consumer.release(count)
            }
        }
        let comparison = Comparison(captured, channel: 0, expected: frames)
        #expect(comparison.differing == 0, "\(comparison)")
        #expect(Int64(comparison.lost) <= Int64(buffer.statistics.missedFrames), "\(comparison)")
    }
}
