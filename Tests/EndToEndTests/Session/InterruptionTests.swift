import TestSupport
import Testing

@Suite("An interruption of real music", .serialized)
struct InterruptionTests {
    @Test("by a call fades and pauses, and after it the music goes on with the very next frame")
    func call() async throws {
        let audio = AudioFixture.unique(frameCount: 44_100 * 4)
        let stage = try await Stage.set()
        let music = try await stage.write(audio)
        let silence = try await stage.write(
            PCMAudio(sampleRate: 44_100, channelCount: 2, samples: .init(repeating: 0, count: 44_100 * 60)), name: "silence")
        try await stage.play(music)
        try await stage.capture.waitForFrames(stage.capture.frameCount + 44_100)
        let caller = try await stage.system.launch("pw-play", ["--media-role", "Communication", silence])
        let began = try await stage.client.waitForEvent("session.interruptionBegan")
        #expect(began.string(at: "params.reason") == "communication")
        try await stage.client.waitForEvent("player.stateChanged") { $0.string(at: "params.reason") == "interrupted" }
        let status = try await stage.client.call("status")
        #expect(status.string(at: "result.state") == "paused")
        #expect(status.value(at: "result.resumeExpected", as: Bool.self) == true)
        #expect(try await stage.client.reply(to: "play").errorName == "session_insufficient_priority")
        try await stage.capture.waitForFrames(stage.capture.frameCount + 11_025)
        try await caller.stop()
        let ended = try await stage.client.waitForEvent("session.interruptionEnded")
        #expect(ended.value(at: "params.resumed", as: Bool.self) == true)
        try await stage.waitForEnd()
        let result = SampleComparison(of: try await stage.recording(), with: audio)
        // The two ramps differ; besides them every frame is there, in its place.
        let ramped = result.faults.filter { $0.kind != .inserted }.reduce(0) { $0 + $1.frameCount }
        #expect(ramped <= 2 * SessionStage.fade, "\(result)\n\(stage.daemon.log)")
        #expect(result.matchingFrames >= audio.frameCount - 2 * SessionStage.fade, "\(result)")
    }

    @Test("by a call stays away while a client that wants none is connected, and comes when it leaves")
    func keptAway() async throws {
        let stage = try await SessionStage.playing()
        var call: ChildProcess?
        do {
            let quiet = try stage.daemon.connect()
            let session = try await quiet.call("session.setPrefersNoInterruptions", #"{"from": ["calls"]}"#)
            #expect(session.string(at: "result.declinedInterruptions.0") == "calls")
            call = try await stage.startStream(role: "Communication", volume: 0)
            // The daemon has seen the call once it tells that another program plays.
            try await stage.client.waitForEvent("session.silenceSecondaryAudioHint")
            #expect(try await stage.state() == "playing")
            #expect(try await quiet.call("play").string(at: "result.state") == "playing")
        }
        try await stage.waitForState("paused", reason: "interrupted")
        try await call?.stop()
        try await stage.waitForState("playing")
    }

    @Test("is told by the status and the history: who it is, since when, and what comes next")
    func told() async throws {
        let stage = try await SessionStage.playing()
        do {
            let other = try stage.daemon.connect()
            try await other.call("session.beginInterruption", #"{"reason": "a telephone call"}"#)
            try await stage.waitForState("paused", reason: "interrupted")
            let paused = try await stage.client.call("status")
            #expect(paused.string(at: "result.cause.interruption") == "a telephone call")
            // The program that has made the connection: this one.
            let program = try #require(paused.string(at: "result.cause.source"))
            #expect(!program.isEmpty && program.utf8.count < 16 && !program.contains("client"))
            #expect(paused.value(at: "result.cause.resumes", as: Bool.self) == true)
            #expect(try #require(paused.number(at: "result.cause.time")) > 1_700_000_000)
        }
        try await stage.waitForState("playing")
        #expect(try await stage.client.call("status").string(at: "result.cause.change") == nil)
        let bell = try stage.daemon.connect()
        try await bell.call("session.beginInterruption", #"{"reason": "a doorbell", "mayDuck": true}"#)
        let softer = try await stage.client.call("status")
        #expect(softer.string(at: "result.cause.change") == "softer")
        #expect(softer.string(at: "result.cause.interruption") == "a doorbell")
        let history = try await stage.client.call("session.history", #"{"limit": 3}"#)
        #expect(history.string(at: "result.0.change") == "softer")
        #expect(history.string(at: "result.1.change") == "playing")
        #expect(history.string(at: "result.2.change") == "paused")
    }

    @Test("overlapped by a second one is over with the last, and resumes once")
    func overlapping() async throws {
        let stage = try await SessionStage.playing()
        let first = try await stage.startStream(role: "Communication")
        try await stage.client.waitForEvent("session.interruptionBegan")
        let second = try await stage.startStream(role: "Phone")
        try await stage.client.waitForEvent("session.interruptionBegan")
        try await first.stop()
        let early = try await stage.client.waitForEvent("session.interruptionEnded")
        #expect(early.value(at: "params.resumed", as: Bool.self) == false)
        #expect(try await stage.state() == "paused")
        try await second.stop()
        let late = try await stage.client.waitForEvent("session.interruptionEnded")
        #expect(late.value(at: "params.resumed", as: Bool.self) == true)
        try await stage.waitForState("playing")
    }

    @Test("by links that somebody takes by hand is over with a person's play, which is heard again")
    func linksTakenByHand() async throws {
        let stage = try await SessionStage.playing()
        for channel in ["FL", "FR"] {
            try await stage.system.run("pw-link", ["-d", "fermata:output_\(channel)", "speaker:playback_\(channel)"])
        }
        try await stage.waitForState("paused", reason: "interrupted")
        let stood = Double(try await stage.standingFrame()) / 44_100
        try await stage.client.call("play")
        try await stage.system.waitForLink(from: "fermata", to: "speaker")
        try await stage.waitForPosition(stood + 0.5)
    }

    @Test("in which a person presses pause resumes nothing")
    func pausedMeanwhile() async throws {
        let stage = try await SessionStage.playing()
        let caller = try await stage.startStream(role: "Alarm")
        let began = try await stage.client.waitForEvent("session.interruptionBegan")
        #expect(began.string(at: "params.reason") == "alarm")
        try await stage.waitForState("paused", reason: "interrupted")
        try await stage.client.call("pause")
        try await caller.stop()
        let ended = try await stage.client.waitForEvent("session.interruptionEnded")
        #expect(ended.value(at: "params.resumed", as: Bool.self) == false)
        let status = try await stage.client.call("status")
        #expect(status.string(at: "result.state") == "paused" && status.string(at: "result.reason") == "user")
    }

    @Test("by a client that dies is over, and the music goes on")
    func dyingClient() async throws {
        let stage = try await SessionStage.playing()
        do {
            let assistant = try stage.daemon.connect()
            try await assistant.call("session.beginInterruption", "{\"reason\":\"assistant\"}")
            try await stage.waitForState("paused", reason: "interrupted")
        }
        try await stage.waitForState("playing")
    }

    @Test("that may duck is heard beside music of a fifth of its level, which comes back exactly")
    func ducking() async throws {
        let stage = try await SessionStage.playing()
        let assistant = try stage.daemon.connect()
        let begun = try await assistant.call("session.beginInterruption", "{\"mayDuck\":true}")
        let id = try #require(begun.value(at: "result.interruption", as: Int.self))
        let event = try await stage.client.waitForEvent("session.interruptionBegan")
        #expect(event.value(at: "params.ducked", as: Bool.self) == true)
        let soft = try await SinkCapture.monitoring("speaker", in: stage.system, sampleRate: 44_100)
        try await soft.waitForFrames(44_100)
        let level = try await soft.stop().samples.suffix(44_100).map(abs).max() ?? 0
        #expect(level > 0.1 && level < 0.25, "\(level)")
        #expect(try await stage.state() == "playing")
        try stage.system.directory.write("[session]\nduck_db = -30.0\n", to: "fermata.toml")
        try await stage.client.call("server.reload")
        let softer = try await SinkCapture.monitoring("speaker", in: stage.system, sampleRate: 44_100)
        try await softer.waitForFrames(66_150)
        let newLevel = try await softer.stop().samples.suffix(22_050).map(abs).max() ?? 1
        #expect(newLevel > 0.02 && newLevel < 0.04, "\(newLevel)")
        try await assistant.call("session.endInterruption", "{\"interruption\":\(id)}")
        try await stage.client.waitForEvent("session.interruptionEnded")
        let loud = try await SinkCapture.monitoring("speaker", in: stage.system, sampleRate: 44_100)
        try await loud.waitForFrames(44_100)
        let full = try await loud.stop().samples.suffix(44_100).map(abs).max() ?? 0
        #expect(full > 0.9, "\(full)")
    }

    @Test("leaves music that was already paused alone")
    func paused() async throws {
        let stage = try await SessionStage.playing()
        try await stage.client.call("pause")
        let caller = try await stage.startStream(role: "Communication")
        try await stage.client.waitForEvent("session.interruptionBegan")
        try await caller.stop()
        let ended = try await stage.client.waitForEvent("session.interruptionEnded")
        #expect(ended.value(at: "params.resumed", as: Bool.self) == false)
        #expect(try await stage.state() == "paused")
    }
}
