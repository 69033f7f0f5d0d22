import TestSupport
import Testing

@Suite("What the session wishes of the graph", .serialized)
struct PreferenceTests {
    @Test("of a short buffer is given, told, and costs not a frame; so do cycles that others have the graph choose")
    func bufferDuration() async throws {
        let audio = AudioFixture.unique(frameCount: 44_100 * 6)
        let stage = try await Stage.set()
        try await stage.play(try await stage.write(audio))
        try await stage.client.waitForEvent("player.itemChanged")
        let answer = try await stage.client.call("session.setPreferredIOBufferDuration", "{\"seconds\":0.005}")
        #expect(answer.number(at: "result.preferredIOBufferDuration") == 0.005)
        try await stage.client.waitForEvent("session.configurationChanged") {
            ($0.number(at: "params.ioBufferDuration") ?? 1) <= 256 / 44_100
        }
        let session = try await stage.client.call("session.get")
        #expect((session.number(at: "result.ioBufferDuration") ?? 1) <= 256 / 44_100)
        for quantum in [64, 1_024] {
            try await stage.system.limitQuantum(to: quantum)
            let event = try await stage.client.waitForEvent("session.configurationChanged") {
                abs(($0.number(at: "params.ioBufferDuration") ?? 0) - Double(quantum) / 44_100) < 1e-9
            }
            #expect(event.number(at: "params.sampleRate") == 44_100)
        }
        try await stage.waitForEnd()
        try await stage.expectExactly(audio)
    }

    @Test("is told as the graph will run as soon as the session is active, and the graph then runs like that")
    func expected() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        _ = try await SinkCapture.driven(in: system, sampleRate: 44_100, sleeps: true)
        let daemon = try await DaemonProcess.start(in: system)
        let client = try daemon.connect()
        try await client.call("events.subscribe")
        let idle = try await client.call("session.setPreferredIOBufferDuration", "{\"seconds\":0.0232}")
        #expect(idle.number(at: "result.ioBufferDuration") == 0)
        let active = try await client.call("session.setActive", "{\"active\":true}")
        #expect(active.number(at: "result.ioBufferDuration") == 1_024.0 / 44_100)
        #expect(active.number(at: "result.sampleRate") == 44_100)
        let path = system.directory.file("fixture.wav")
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 44_100), bits: 16, to: path)
        try await client.call("play", "{\"uri\":\"\(path)\"}")
        let event = try await client.waitForEvent("session.configurationChanged")
        #expect(event.number(at: "params.ioBufferDuration") == 1_024.0 / 44_100)
    }

    @Test("of longer cycles is given once nobody gives commands, is over with the first command, and costs not a frame")
    func steadyPlay() async throws {
        let audio = AudioFixture.unique(frameCount: 44_100 * 16)
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let capture = try await SinkCapture.driven(in: system, sampleRate: 44_100, sleeps: true)
        let daemon = try await DaemonProcess.start(in: system)
        let listener = try daemon.connect()
        try await listener.call("events.subscribe")
        let path = system.directory.file("fixture.wav")
        try AudioFiles.writeWave(audio, bits: 16, to: path)
        func waitForCycle(of frames: Double) async throws {
            try await listener.waitForEvent("session.configurationChanged") {
                abs(($0.number(at: "params.ioBufferDuration") ?? 0) - frames / 44_100) < 1e-9
            }
        }
        let command = ContinuousClock.now
        do {
            let person = try daemon.connect()
            try await person.call("play", "{\"uri\":\"\(path)\"}")
        }
        try await waitForCycle(of: 2_048)
        try await waitForCycle(of: 4_096)
        #expect(ContinuousClock.now - command > .seconds(9))
        // From here on the listener is somebody who gives commands.
        try await listener.call("status")
        try await waitForCycle(of: 2_048)
        try await listener.waitForEvent("player.stateChanged") { $0.string(at: "params.state") == "stopped" }
        let result = SampleComparison(of: try await capture.stop(), with: audio)
        #expect(result.isExact && result.matchingFrames == audio.soundingRange.count, "\(result)\n\(daemon.log)")
    }

    @Test("of another rate is taken up while playing, in a faded gap that costs not a frame")
    func sampleRate() async throws {
        let seconds = 8
        let stage = try await SessionStage.set(seconds: seconds)
        let recorder = try await SinkCapture.driven(in: stage.system, sampleRate: 44_100, sleeps: true)
        try await stage.client.call("session.setPreferredSampleRate", "{\"hertz\":48000}")
        try await stage.play()
        try await stage.client.waitForEvent("session.configurationChanged") {
            $0.number(at: "params.sampleRate") == 48_000
        }
        try await stage.waitForPosition(1)
        try await stage.client.call("session.setPreferredSampleRate", "{\"hertz\":0}")
        try await stage.client.waitForEvent("session.configurationChanged") {
            $0.number(at: "params.sampleRate") == 44_100
        }
        let moved = try await stage.client.waitForEvent("player.positionChanged")
        #expect(moved.number(at: "params.position.rate") == 1)
        let next = try await stage.client.waitForEvent("player.stateChanged")
        #expect(next.string(at: "params.state") == "stopped", "the gap is no pause: \(next.line)")

        // Converted up to the gap, the file itself behind it.
        let captured = try await recorder.stop()
        let sound = captured[captured.soundingRange]
        let same = stage.audio.commonSuffix(with: sound)
        #expect(same > 44_100 && same < 44_100 * (seconds - 1), "\(same)\n\(stage.daemon.log)")
        let gap = try #require(sound.longSilence(before: sound.frameCount - same))
        let unheard = stage.audio.frameCount - same - SessionStage.fade - gap.lowerBound
        // What the converters hold is not heard at once; a ramp may end in a sample of 0.
        #expect(abs(unheard) <= 256, "\(unheard) frames between \(gap) and the last \(same)")
    }

    @Test("of another rate makes no gap while another program keeps the sink busy")
    func sharedSink() async throws {
        let stage = try await SessionStage.playing()
        let other = try await stage.startStream(role: "Music")
        try await stage.client.call("session.setPreferredSampleRate", "{\"hertz\":96000}")
        try await stage.waitForPosition(2)
        #expect(try await stage.client.call("session.get").number(at: "result.sampleRate") == 44_100)
        try await stage.client.call("volume", "{\"level\":0.9}")
        let events = try await stage.client.events(through: "player.volumeChanged").all
        #expect(!events.contains { $0.method == "player.positionChanged" || $0.method == "player.stateChanged" })
        _ = try await other.stop()
    }

    @Test(
        "that cannot be is refused, and nothing changes",
        arguments: [
            ("session.setPreferredIOBufferDuration", "{\"seconds\":0.6}", "invalid_params"),
            ("session.setPreferredIOBufferDuration", "{\"seconds\":-1}", "invalid_params"),
            ("session.setPreferredSampleRate", "{\"hertz\":7999}", "invalid_params"),
            ("session.setCategory", "{\"category\":\"ambient\",\"options\":[\"mixWithOthers\"]}", "session_bad_option"),
            ("session.setCategory", "{\"category\":\"playback\",\"mode\":\"voiceChat\"}", "session_bad_option"),
            ("session.setCategory", "{\"category\":\"nonsense\"}", "invalid_params"),
            ("session.endInterruption", "{\"interruption\":99}", "invalid_params"),
        ])
    func refused(method: String, parameters: String, code: String) async throws {
        let system = try await PrivateSoundSystem.start()
        let daemon = try await DaemonProcess.start(in: system)
        let client = try daemon.connect()
        let before = try await client.call("session.get")
        let answer = try await client.reply(to: method, parameters)
        #expect(answer.errorName == code, "\(answer.line)")
        let after = try await client.call("session.get")
        for path in ["category", "mode"] {
            #expect(before.string(at: "result.\(path)") == after.string(at: "result.\(path)"))
        }
        #expect(after.value(at: "result.options", as: [String].self) == [])
        #expect(after.number(at: "result.preferredIOBufferDuration") == 0)
    }

    @Test("outlives a restart of the daemon")
    func restart() async throws {
        let system = try await PrivateSoundSystem.start()
        let first = try await DaemonProcess.start(in: system)
        let parameters = "{\"category\":\"playAndRecord\",\"mode\":\"measurement\",\"options\":[\"duckOthers\"]}"
        try await first.connect().call("session.setCategory", parameters)
        try await first.connect().call("session.setPreferredSampleRate", "{\"hertz\":96000}")
        try await first.stop()
        let second = try await DaemonProcess.start(in: system)
        let session = try await second.connect().call("session.get")
        #expect(session.string(at: "result.category") == "playAndRecord")
        #expect(session.string(at: "result.mode") == "measurement")
        #expect(session.value(at: "result.options", as: [String].self) == ["duckOthers"])
        #expect(session.number(at: "result.preferredSampleRate") == 96_000)
    }
}

extension PCMAudio {
    /// How many frames at the end of both are the same.
    fileprivate func commonSuffix(with other: PCMAudio) -> Int {
        zip(samples.reversed(), other.samples.reversed()).prefix { $0 == $1 }.count / channelCount
    }

    /// The last stretch of at least 200 frames of nothing that ends before the frame `end`.
    fileprivate func longSilence(before end: Int) -> Range<Int>? {
        var length = 0
        for frame in (0..<end).reversed() {
            let isSilent = (frame * channelCount..<(frame + 1) * channelCount).allSatisfy { samples[$0] == 0 }
            if isSilent { length += 1; continue }
            if length >= 200 { return frame + 1..<frame + 1 + length }
            length = 0
        }
        return nil
    }
}
