import AudioTypes
import PlayerModel
import RealtimeAudio
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import Playback

@Suite("The engine")
struct EngineTests {
    @Test("a file comes out of the output as it is, to its last frame", arguments: [1, 1_323, 30_000], [64, 1_024])
    func exact(frameCount: Int, quantum: Int) async throws {
        let stage = await EngineStage(["/a": .init(frameCount: Int64(frameCount))])
        #expect(await stage.ask(.playURI("/a")) == .done)
        try await stage.playOut(quantum: quantum)
        #expect(stage.sound == .ramp(1, frameCount))
        await stage.engine.end()
    }

    @Test("two files in a row are one stream, and events come in the order of what is heard")
    func gapless() async throws {
        let stage = await EngineStage(["/a": .init(frameCount: 10_000), "/b": .init(frameCount: 5_000, first: 10_001)])
        await stage.ask(.add(["/a", "/b"], position: nil))
        await stage.ask(.play)
        try await stage.playOut()
        #expect(stage.sound == .ramp(1, 15_000))
        #expect(stage.announced == ["/a", "/b", ""] && stage.states == [.playing, .stopped])
        #expect(stage.output.calls.count { if case .open = $0 { true } else { false } } == 1)
        await stage.engine.end()
        try await waitUntil("all sources to be closed") { stage.opening.openCount == 0 }
    }

    @Test("pausing and going on loses nothing but the ramp's own frame")
    func pause() async throws {
        let stage = await EngineStage(["/a": .init(frameCount: 40_000)])
        await stage.ask(.playURI("/a"))
        for pause in 1...3 {
            try await stage.hear(pause * 5_000)
            await stage.ask(.pause)
            try await stage.runCycles(until: "the output to sleep") { !stage.output.isStreaming }
            let stood = try #require(await stage.player.position)
            #expect(stood.rate == 0 && Int((stood.seconds * 44_100).rounded()) + 1 - Int(stage.sound.last ?? 0) == 1)
            await stage.ask(.play)
        }
        try await stage.playOut()
        let sound = stage.sound
        #expect(sound == sound.sorted() && sound.last == 40_000)
        #expect(Set([Float].ramp(1, 40_000)).subtracting(sound).count <= 3)
        #expect(stage.announced == ["/a", ""])
        await stage.engine.end()
    }

    @Test("a seek lands on its very frame")
    func seek() async throws {
        let stage = await EngineStage(["/a": .init(frameCount: 44_100)])
        await stage.ask(.playURI("/a"))
        try await stage.hear(2_000)
        #expect(await stage.ask(.seekTo(0.75)) == .done)
        try await stage.playOut()
        let landed = stage.sound.filter { $0 > 33_075 }
        // The first frame is the ramp's.
        #expect(landed == .ramp(33_077, 44_100 - 33_076) || landed == .ramp(33_076, 44_100 - 33_075))
        #expect(stage.events.contains { if case .positionChanged(let to) = $0 { to.seconds == 0.75 } else { false } })
        await stage.engine.end()
    }

    @Test("a burst of seeks costs the media one more than the one that runs, and lands where the last one says")
    func burst() async throws {
        let gate = Gate()
        let stage = await EngineStage(["/a": .init(frameCount: 441_000, seekGate: gate)])
        await stage.ask(.playURI("/a"))
        try await stage.hear(1_000)
        _ = await stage.ask(.seekTo(1))
        try await waitUntil("the first seek to be under way") { stage.opening.seekCount == 1 }
        for number in 1...100 { #expect(await stage.ask(.seekTo(9 - Double(number) / 20)) == .done) }
        gate.open()
        try await stage.playOut()
        #expect(stage.opening.seekCount == 2)
        #expect(stage.sound.last == 441_000 && stage.sound.contains(4 * 44_100 + 10))
        #expect(!stage.sound.contains { $0 > 45_000 && $0 <= 4 * 44_100 })
        await stage.engine.end()
    }

    @Test("another format opens another stream, once the old one has faded")
    func formatChange() async throws {
        let stage = await EngineStage(
            ["/a": .init(frameCount: 400_000), "/b": .init(frameCount: 5_000, first: 1_000_001, rate: .video)], fadeSeconds: 0.01)
        await stage.ask(.playURI("/a"))
        try await stage.hear(3_000)
        await stage.ask(.playURI("/b"))
        #expect(stage.output.calls.count { if case .open = $0 { true } else { false } } == 1)
        try await stage.playOut()
        let opened = stage.output.calls.compactMap { if case .open(let format) = $0 { format.sampleRate } else { nil } }
        #expect(opened == [.cd, .video])
        #expect(stage.sound.filter { $0 > 1_000_000 } == .ramp(1_000_001, 5_000))
        await stage.engine.end()
    }

    @Test("where formats are followed, a queue of several is heard to the last frame of each, in a stream for each")
    func followedFormats() async throws {
        let stage = await EngineStage(
            [
                "/a": .init(frameCount: 30_000), "/b": .init(frameCount: 5_000, first: 100_001, rate: .video),
                "/c": .init(frameCount: 5_000, first: 200_001, rate: .video), "/d": .init(frameCount: 700, first: 300_001),
            ], followsFormat: true)
        await stage.ask(.add(["/a", "/b", "/c", "/d"], position: nil))
        await stage.ask(.play)
        try await stage.playOut()
        let ramps: [[Float]] = [.ramp(1, 30_000), .ramp(100_001, 5_000), .ramp(200_001, 5_000), .ramp(300_001, 700)]
        #expect(stage.sound == Array(ramps.joined()))
        let opened = stage.output.calls.compactMap { if case .open(let format) = $0 { format.sampleRate } else { nil } }
        #expect(opened == [.cd, .video, .cd])
        #expect(stage.announced == ["/a", "/b", "/c", "/d", ""] && stage.states == [.playing, .stopped])
        await stage.engine.end()
        try await waitUntil("all sources to be closed") { stage.opening.openCount == 0 }
    }

    @Test("another format is also played where the old stream's fade never ends")
    func formatChangeWithoutCycles() async throws {
        let stage = await EngineStage(
            ["/a": .init(frameCount: 400_000), "/b": .init(frameCount: 500, first: 1_000_001, rate: .video)])
        await stage.ask(.playURI("/a"))
        try await stage.hear(1_000)
        await stage.ask(.playURI("/b"))
        try await waitUntil("the new stream") { stage.output.renderer?.format.sampleRate == .video }
        try await stage.playOut()
        #expect(stage.sound.filter { $0 > 1_000_000 } == .ramp(1_000_001, 500))
        await stage.engine.end()
    }

    @Test("a pause during a change of format lets the new stream sleep")
    func pauseDuringFormatChange() async throws {
        let stage = await EngineStage(
            ["/a": .init(frameCount: 400_000), "/b": .init(frameCount: 500, first: 1_000_001, rate: .video)])
        await stage.ask(.playURI("/a"))
        try await stage.hear(1_000)
        await stage.ask(.playURI("/b"))
        await stage.ask(.pause)
        try await stage.runCycles(until: "the new stream to sleep") {
            stage.output.renderer?.format.sampleRate == .video && !stage.output.isStreaming
        }
        await stage.ask(.play)
        try await stage.playOut()
        #expect(stage.sound.filter { $0 > 1_000_000 } == .ramp(1_000_001, 500))
        await stage.engine.end()
    }

    @Test("after a stop the output sleeps, and the next play starts at the beginning")
    func stop() async throws {
        let stage = await EngineStage(["/a": .init(frameCount: 20_000)])
        await stage.ask(.playURI("/a"))
        try await stage.hear(2_000)
        await stage.ask(.stop)
        try await stage.runCycles(until: "the output to sleep") { !stage.output.isStreaming }
        let before = stage.sound.count
        await stage.ask(.play)
        try await stage.playOut()
        #expect(Array(stage.sound.dropFirst(before)) == .ramp(1, 20_000))
        await stage.engine.end()
    }

    @Test("the position is what is heard, not what was rendered")
    func position() async throws {
        let stage = await EngineStage(["/a": .init(frameCount: 441_000)])
        await stage.ask(.playURI("/a"))
        try await stage.runCycles(of: 441, delay: 100_000_000, until: "the first frame to be heard") {
            stage.announced == ["/a"]
        }
        let rendered = stage.sound.count
        let position = try #require(await stage.player.position)
        // The last cycle's first frame, less the tenth of a second that the graph holds.
        #expect(abs(position.seconds - max(0, Double(rendered - 441) / 44_100 - 0.1)) < 1e-9)
        #expect(position.rate == 1)
        await stage.engine.end()
    }

    @Test("a stream that hangs while it is opened holds up no file that is opened after it")
    func hangingStream() async throws {
        let stage = await EngineStage(["/a": .init(frameCount: 500)], hangs: ["http://hang"])
        await stage.ask(.add(["http://hang", "/a"], position: nil))
        async let first = stage.ask(.play)
        try await waitUntil("the stream to hang") { stage.opening.hangCount == 1 }
        #expect(await stage.ask(.next) == .done)
        guard case .failed(let error) = await first else {
            Issue.record("the first is answered without an error")
            return
        }
        #expect(error.code == .superseded)
        try await stage.playOut()
        #expect(stage.sound == .ramp(1, 500))
        await stage.engine.end()
    }

    @Test("a stream is heard once enough of it is decoded, whole")
    func stream() async throws {
        let stage = await EngineStage(["http://a": .init(frameCount: 90_000, isRemote: true)])
        #expect(await stage.ask(.playURI("http://a")) == .done)
        try await stage.playOut()
        #expect(stage.sound == .ramp(1, 90_000))
        #expect(stage.states == [.buffering, .playing, .stopped])
        await stage.engine.end()
    }

    @Test("media that hangs while it is opened holds up nothing else")
    func hungOpener() async throws {
        let stage = await EngineStage(["/a": .init(frameCount: 60_000), "/b": .init(frameCount: 300)], hangs: ["/hang"])
        await stage.ask(.playURI("/a"))
        try await stage.hear(1_000)
        async let hung = stage.ask(.playURI("/hang"))
        #expect(await stage.ask(.setVolume(level: 0.5, delta: nil, muted: nil)) == .done)
        try await stage.hear(5_000)
        #expect(await stage.ask(.seekTo(0)) == .done)
        #expect(await stage.ask(.playURI("/b")) == .done)
        guard case .failed(let error) = await hung else {
            Issue.record("what hangs was opened")
            return
        }
        #expect(error.code == .superseded)
        try await stage.playOut()
        #expect(stage.announced.last == "")
        await stage.engine.end()
    }

    @Test("without a sink nothing is lost: it plays from the start when one is there, and sleeps when paused")
    func noSink() async throws {
        let stage = await EngineStage(["/a": .init(frameCount: 3_000)])
        stage.output.setSink(false)
        #expect(await stage.ask(.playURI("/a")) == .done)
        await stage.ask(.pause)
        try await waitUntil("the output to be told to sleep") { stage.output.calls.last == .setActive(false) }
        #expect(await stage.player.position?.seconds == 0)
        await stage.ask(.play)
        stage.output.setSink(true)
        try await stage.playOut()
        #expect(stage.sound == .ramp(1, 3_000))
        await stage.engine.end()
    }

    @Test("while the sink is away the position stands, and moves on where it stood")
    func standingPosition() async throws {
        let stage = await EngineStage(["/a": .init(frameCount: 60_000)])
        await stage.ask(.playURI("/a"))
        try await stage.hear(5_000)
        #expect(await stage.player.position?.rate == 1)
        stage.output.setSink(false)
        try await waitUntil("the position to stand") { await stage.player.position?.rate == 0 }
        #expect(await stage.player.state == .playing)
        stage.output.setSink(true)
        try await stage.hear(10_000)
        #expect(await stage.player.position?.rate == 1)
        await stage.engine.end()
    }

    @Test("what saves the place while it plays is told to stand while nothing is heard, and to go on after it")
    func standingWatch() async throws {
        let stage = await EngineStage(["/a": .init(frameCount: 60_000)])
        let saves = Atomic(0)
        await stage.engine.watchSaves { saves.add(1, ordering: .relaxed) }
        await stage.ask(.playURI("/a"))
        try await stage.hear(5_000)
        #expect(await stage.engine.heardWatch.isMoving)
        let before = saves.load(ordering: .relaxed)
        stage.output.setSink(false)
        try await waitUntil("it to be told") { saves.load(ordering: .relaxed) > before }
        let watch = await stage.engine.heardWatch
        #expect(!watch.isMoving)
        let first = watch.place
        let start = MonotonicClock.nanoseconds
        try await waitUntil("time to go on") { MonotonicClock.nanoseconds > start + 20_000_000 }
        #expect(watch.place == first && first?.wasPlaying == true && first?.seconds ?? 0 > 0)
        let away = saves.load(ordering: .relaxed)
        stage.output.setSink(true)
        try await waitUntil("it to be told again") { saves.load(ordering: .relaxed) > away }
        #expect(await stage.engine.heardWatch.isMoving)
        await stage.engine.end()
    }

    @Test("a lost sound server loses no frame")
    func lostServer() async throws {
        let stage = await EngineStage(["/a": .init(frameCount: 30_000)])
        stage.output.send(.serverConnected(version: "1"))
        await stage.ask(.playURI("/a"))
        try await stage.hear(5_000)
        stage.output.setSink(false)
        stage.output.send(.serverLost(message: "gone"))
        try await waitUntil("the loss to be seen") { await stage.player.reason == .mediaServicesLost }
        guard case .failed(let error) = await stage.ask(.play) else {
            Issue.record("it plays without a server")
            return
        }
        #expect(error.code == .mediaServicesFailed)
        stage.output.setSink(true)
        stage.output.send(.serverConnected(version: "1"))
        try await stage.playOut()
        // The frame at which it goes on is the ramp's.
        #expect(Set([Float].ramp(1, 30_000)).subtracting(stage.sound).count <= 1 && stage.sound.last == 30_000)
        #expect(await stage.engine.reconnects == 1)
        await stage.engine.end()
    }

    @Test("a stop where no cycle runs is silent all the same, so that the machine need not wait to sleep")
    func stopWithoutSink() async throws {
        let stage = await EngineStage(["/a": .init(frameCount: 30_000)])
        await stage.ask(.playURI("/a"))
        try await stage.hear(5_000)
        stage.output.setSink(false)
        try await waitUntil("the loss of the sink") { await !stage.engine.heardWatch.isMoving }
        await stage.ask(.stop)
        try await waitUntil("the output to be let go") { stage.output.calls.last == .setActive(false) }
        await stage.engine.end()
    }

    @Test("news that are taken in at once come behind those posted before")
    func orderOfNews() async throws {
        let stage = await EngineStage(["/a": .init(frameCount: 30_000)])
        stage.output.send(.serverConnected(version: "1"))
        await stage.ask(.playURI("/a"))
        try await stage.hear(5_000)
        await stage.engine.loseAndFindServer()
        #expect(await !stage.player.serverIsLost)
        try await waitUntil("it to play") { await stage.player.state == .playing }
        await stage.engine.end()
    }

    @Test("packets that cannot be decoded are counted")
    func decodeErrors() async throws {
        let stage = await EngineStage(["/a": .init(frameCount: 3_000, decodeErrors: [10: 2, 2_000: 1])])
        await stage.ask(.playURI("/a"))
        try await stage.playOut()
        #expect(await stage.engine.decodeErrors == 3)
        #expect(await stage.engine.statistics.callbacks > 0)
        await stage.engine.end()
    }
}

@Suite("The engine's end")
struct EngineEndTests {
    @Test("while it plays it fades first", arguments: [false, true])
    func whilePlaying(runsCycles: Bool) async throws {
        let stage = await EngineStage(["/a": .init(frameCount: 400_000, first: 1_000)], fadeSeconds: 0.01)
        await stage.ask(.playURI("/a"))
        try await stage.hear(2_000)
        let hasEnded = Gate()
        let output = stage.output
        let silences = Mutex<[Bool]>([])
        let end = Task {
            // Whoever waits for silence may still ask the output for something.
            await stage.engine.end { silences.withLock { $0.append(output.calls.last != .shutDown) } }
            hasEnded.open()
        }
        if runsCycles {
            try await stage.runCycles(until: "the end") { stage.output.calls.last == .shutDown }
            let last = stage.output.heard.drop { $0 == 0 }.reversed().drop { $0 == 0 }.prefix(10)
            #expect(last.allSatisfy { $0 < 300 })
        }
        await end.value
        #expect(stage.output.calls.last == .shutDown)
        #expect(silences.withLock { $0 } == [true])
        try await waitUntil("all sources to be closed") { stage.opening.openCount == 0 }
    }

    @Test("whoever waits for media is told, and so is whoever comes later")
    func requests() async throws {
        let stage = await EngineStage(["/a": .init(frameCount: 400)], hangs: ["/hang"])
        async let waiting = stage.ask(.playURI("/hang"))
        try await waitUntil("the wait to begin") { stage.opening.hangCount == 1 }
        await stage.engine.end()
        await stage.engine.end()
        for answer in [await waiting, await stage.ask(.play)] {
            guard case .failed(let error) = answer else {
                Issue.record("\(answer)")
                continue
            }
            #expect(error.code == .shuttingDown)
        }
    }

    @Test("what happens afterwards touches nothing")
    func afterwards() async throws {
        let stage = await EngineStage(["/a": .init(frameCount: 4_000)])
        await stage.ask(.playURI("/a"))
        await stage.engine.end()
        let calls = stage.output.calls
        stage.output.send(.serverLost(message: "gone"))
        stage.output.send(.serverConnected(version: "2"))
        #expect(await stage.player.serverVersionIsUntouched)
        #expect(stage.output.calls == calls)
    }
}

extension Engine {
    /// As the daemon does it where a server is back at once: the loss posted, the return taken in at once.
    fileprivate func loseAndFindServer() {
        post(.output(.serverLost(message: "gone")))
        accept(.output(.serverConnected(version: "2")))
    }
}

extension Player {
    fileprivate var serverVersionIsUntouched: Bool { !serverIsLost && state == .playing }
}
