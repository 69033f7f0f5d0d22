import TestSupport
import Testing

@Suite("Announcements over real music", .serialized)
struct AnnouncementTests {
    private static let rate = 44_100
    /// The frames of a gain's ramp, and of a fade: 10 ms.
    private static let ramp = 441
    /// The music is lower by 20 decibels under an announcement.
    private static let configuration = "[announcements]\nduck_db = -20.0\n"
    private static let ducked: Float = 0.1

    private static func silence(_ count: Int) -> PCMAudio {
        PCMAudio(sampleRate: rate, channelCount: 2, samples: .init(repeating: 0, count: 2 * count))
    }

    /// Announces a file, and waits until that is over.
    private func announce(_ path: String, _ more: String = "", on stage: Stage) async throws {
        try await stage.client.call("announce", "{\"uri\":\"\(path)\"\(more)}")
        try await stage.client.waitForEvent("announcement.began")
        let ended = try await stage.client.waitForEvent("announcement.ended")
        #expect(ended.string(at: "params.reason") == "finished")
    }

    @Test(
        "ten times: every frame of the music is there, at its place, at full level, at the ducked level or on a ramp between them",
        arguments: [nil, 256])
    func music(quantum: Int?) async throws {
        let audio = AudioFixture.unique(frameCount: Self.rate * 12)
        let stage = try await Stage.set(quantum: quantum, configuration: Self.configuration)
        let music = try await stage.write(audio)
        // Silence, so that the recording holds nothing but the music.
        let words = try await stage.write(Self.silence(Self.rate / 4), name: "words")
        try await stage.play(music)
        try await stage.capture.waitForFrames(stage.capture.frameCount + Self.rate / 2)
        for _ in 0..<10 {
            try await announce(words, on: stage)
            // Otherwise the next one may come before the graph has asked for the music between the two.
            try await stage.capture.waitForFrames(stage.capture.frameCount + Self.rate / 5)
        }
        try await stage.waitForEnd()
        let recorded = try await stage.recording()
        let sound = recorded.soundingRange
        #expect(sound.count == audio.soundingRange.count, "\(stage.daemon.log)")
        let gains = GainTrace(recorded[sound], audio[audio.soundingRange])
        #expect(gains.strangers == 0, "\(gains)")
        #expect(gains.duckedRuns == 10 && gains.isFullAtBothEnds, "\(gains)")
        // A ramp in a straight line has no larger step than this.
        #expect(gains.steepest <= (1 - Self.ducked) / Float(Self.ramp) + 1e-3, "\(gains)")
        #expect(gains.rampFrames <= 20 * Self.ramp, "\(gains)")
    }

    @Test("are heard bit for bit beside the music, from the first frame to the last")
    func words() async throws {
        let audio = AudioFixture.unique(frameCount: Self.rate)
        let stage = try await Stage.set()
        // Silence, so that the recording holds nothing but the announcement.
        try await stage.play(try await stage.write(Self.silence(Self.rate * 30), name: "music"))
        try await stage.client.waitForEvent("player.itemChanged")
        try await announce(try await stage.write(audio), on: stage)
        #expect(try await stage.client.call("status").string(at: "result.state") == "playing")
        try await stage.expectExactly(audio)
    }

    @Test("pause the music at a frame and bring it back at the very next one")
    func pause() async throws {
        let audio = AudioFixture.unique(frameCount: Self.rate * 4)
        let stage = try await Stage.set()
        let music = try await stage.write(audio)
        let words = try await stage.write(Self.silence(Self.rate / 4), name: "words")
        try await stage.play(music)
        try await stage.capture.waitForFrames(stage.capture.frameCount + Self.rate)
        try await stage.client.call("announce", "{\"uri\":\"\(words)\",\"interrupt\":\"pause\"}")
        let began = try await stage.client.waitForEvent("session.interruptionBegan")
        #expect(began.string(at: "params.reason") == "announcement")
        let ended = try await stage.client.waitForEvent("session.interruptionEnded")
        #expect(ended.value(at: "params.resumed", as: Bool.self) == true)
        try await stage.waitForEnd()
        let result = SampleComparison(of: try await stage.recording(), with: audio)
        // The two ramps differ; besides them every frame is there, in its place.
        let ramped = result.faults.filter { $0.kind != .inserted }.reduce(0) { $0 + $1.frameCount }
        #expect(ramped <= 2 * Self.ramp, "\(result)\n\(stage.daemon.log)")
        #expect(result.matchingFrames >= audio.frameCount - 2 * Self.ramp, "\(result)")
    }

    @Test("are heard while nothing plays, at a volume of their own, and leave queue and state alone")
    func idle() async throws {
        let audio = AudioFixture.unique(frameCount: Self.rate)
        let stage = try await Stage.set()
        let queued = try await stage.write(Self.silence(Self.rate), name: "queued")
        try await stage.client.call("queue.add", "{\"uris\":[\"\(queued)\"]}")
        try await stage.client.call("volume", "{\"level\":0.2}")
        try await announce(try await stage.write(audio), ",\"volume\":1", on: stage)
        let after = try await stage.client.call("status")
        #expect(after.string(at: "result.state") == "stopped" && after.number(at: "result.volume.level") == 0.2)
        #expect(try await stage.client.call("announce.list").line.contains("[]"))
        try await stage.expectExactly(audio)
        // Nothing of it is left.
        try await waitUntil("the announcement's stream to be gone") { () async throws(TestSupportError) -> Bool in
            try await stage.system.graph().node(named: "fermata-announcement") == nil
        }
    }

    @Test("come from a program that speaks to the client")
    func pushed() async throws {
        let stage = try await Stage.set()
        let audio = AudioFixture.unique(frameCount: Self.rate)
        let path = try await stage.write(audio)
        let (status, text) = try await stage.runShell("cat \(path) | \"$0\" announce -")
        #expect(status == .exited(0), "\(text)")
        try await stage.client.waitForEvent("announcement.ended")
        try await stage.expectExactly(audio)
    }

    @Test("are refused during a call, and end when one begins")
    func call() async throws {
        let stage = try await Stage.set()
        let words = try await stage.write(Self.silence(Self.rate * 20), name: "words")
        try await stage.client.call("announce", "{\"uri\":\"\(words)\"}")
        try await stage.client.waitForEvent("announcement.began")
        let caller = try await stage.system.launch("pw-play", ["--media-role", "Communication", words])
        let ended = try await stage.client.waitForEvent("announcement.ended")
        #expect(ended.string(at: "params.reason") == "interrupted")
        let refused = try await stage.client.reply(to: "announce", "{\"uri\":\"\(words)\"}")
        #expect(refused.errorName == "session_insufficient_priority")
        try await caller.stop()
    }
}

/// The gain of each frame of a recording, compared with the original.
private struct GainTrace: CustomStringConvertible {
    /// The frames that are the original at no gain.
    private(set) var strangers = 0
    /// How many times the gain stays at the ducked level.
    private(set) var duckedRuns = 0
    /// The frames at which the gain is neither full nor ducked.
    private(set) var rampFrames = 0
    /// The largest change of the gain from one frame to the next that can be measured.
    private(set) var steepest: Float = 0
    private(set) var isFullAtBothEnds = false

    init(_ recorded: PCMAudio, _ original: PCMAudio) {
        var (lastFrame, lastGain, wasDucked) = (-1, Float(1), false)
        var first: Float?
        for frame in 0..<min(recorded.frameCount, original.frameCount) {
            let samples = frame * original.channelCount..<(frame + 1) * original.channelCount
            guard let loudest = samples.max(by: { abs(original.samples[$0]) < abs(original.samples[$1]) }) else { continue }
            let level = original.samples[loudest]
            guard abs(level) >= 0.05 else { continue }
            let gain = recorded.samples[loudest] / level
            if !samples.allSatisfy({ abs(recorded.samples[$0] - original.samples[$0] * gain) <= 1e-5 }) { strangers += 1 }
            let isDucked = abs(gain - 0.1) < 1e-4
            if isDucked, !wasDucked { duckedRuns += 1 }
            if !isDucked, gain != 1 { rampFrames += 1 }
            steepest = max(steepest, abs(gain - lastGain) / Float(frame - lastFrame))
            first = first ?? gain
            (lastFrame, lastGain, wasDucked) = (frame, gain, isDucked)
        }
        isFullAtBothEnds = first == 1 && lastGain == 1
    }

    var description: String {
        "strangers \(strangers), ducked \(duckedRuns) times, \(rampFrames) frames on ramps, steepest \(steepest)"
    }
}
