import TestSupport
import Testing

@Suite("The volume by output", .serialized)
struct VolumeLimitTests {
    /// Waits until the node has this level, on the cubic scale.
    private func waitForLevel(_ level: Double, ofNode name: String, _ stage: SessionStage) async throws {
        try await waitUntil("\(name) to have the volume \(level)\n\(stage.daemon.log)") {
            () async throws(TestSupportError) -> Bool in
            guard let volumes = try await stage.system.channelVolumes(ofNode: name), !volumes.isEmpty else { return false }
            return volumes.allSatisfy { abs($0 - level * level * level) < 1e-3 }
        }
    }

    private func limit(_ parameters: String, _ stage: SessionStage) async throws -> ControlMessage {
        try await stage.client.call("output.setVolumeLimits", parameters)
    }

    @Test("has a ceiling that counts at once, is told with its reason, clamps what is asked, and is there again after a restart")
    func ceiling() async throws {
        let stage = try await SessionStage.playing()
        try await stage.client.call("volume", #"{"level":0.8}"#)
        let answer = try await limit(#"{"output":"speaker","maximum":0.5}"#, stage)
        #expect(answer.number(at: "result.level") == 0.5 && answer.number(at: "result.maximum") == 0.5, "\(answer.line)")
        let event = try await stage.client.waitForEvent("player.volumeChanged") { $0.string(at: "params.source") == "limit" }
        #expect(event.number(at: "params.level") == 0.5 && event.number(at: "params.maximum") == 0.5, "\(event.line)")
        try await waitForLevel(0.5, ofNode: "fermata", stage)
        let clamped = try await stage.client.call("volume", #"{"level":0.9}"#)
        #expect(clamped.number(at: "result.level") == 0.5 && clamped.number(at: "result.maximum") == 0.5)
        let history = try await stage.client.call("session.history")
        #expect(history.line.contains(#""reason":"limit""#), "\(history.line)")
        let outputs = try await stage.client.call("route.outputs")
        #expect(outputs.number(at: "result.0.volumeMaximum") == 0.5, "\(outputs.line)")
        #expect(outputs.string(at: "result.0.volumeControl") == "software")

        try await stage.client.call("pause")
        try await stage.daemon.stop()
        let second = try await DaemonProcess.start(in: stage.system)
        let client = try second.connect()
        let rules = try await client.call("output.volumeLimits")
        #expect(rules.string(at: "result.outputs.0.output") == "speaker", "\(rules.line)")
        #expect(rules.number(at: "result.outputs.0.maximum") == 0.5)
        try await waitUntil("the ceiling") { () async throws(TestSupportError) -> Bool in
            try await client.call("volume").number(at: "result.level") == 0.5
        }
        let free = try await client.call("output.setVolumeLimits", #"{"output":"speaker"}"#)
        #expect(free.number(at: "result.level") == 0.8 && free.number(at: "result.maximum") == nil, "\(free.line)")
        try await second.stop()
    }

    @Test("is lower where headphones are unplugged, and as it was chosen where they are back")
    func unplugged() async throws {
        let stage = try await SessionStage.playing(
            on: .headphones, configuration: "[outputs.speaker]\nvolume_max = 40\n[session]\nbecoming_noisy = false\n")
        try await stage.client.call("volume", #"{"level":0.9}"#)
        try await waitForLevel(0.9, ofNode: "fermata", stage)
        try await stage.system.removeSink(NullSink.headphones.name)
        let lower = try await stage.client.waitForEvent("player.volumeChanged") { $0.string(at: "params.source") == "limit" }
        #expect(lower.number(at: "params.level") == 0.4, "\(lower.line)")
        try await waitForLevel(0.4, ofNode: "fermata", stage)
        try await stage.system.addSink(.headphones)
        let back = try await stage.client.waitForEvent("player.volumeChanged") { $0.string(at: "params.source") == "output" }
        #expect(back.number(at: "params.level") == 0.9, "\(back.line)")
        try await waitForLevel(0.9, ofNode: "fermata", stage)
    }

    @Test("begins with the configured one once the daemon has started, and not again while it plays")
    func beginning() async throws {
        let stage = try await SessionStage.playing(configuration: "[outputs.default]\nvolume_at_start = 25\nvolume_max = 60\n")
        #expect(try await stage.client.call("volume").number(at: "result.level") == 0.25)
        try await waitForLevel(0.25, ofNode: "fermata", stage)
        try await stage.client.call("volume", #"{"level":0.5}"#)
        try await stage.client.call("pause")
        try await stage.client.call("play")
        let answer = try await limit(#"{"output":"speaker","atStart":0.1}"#, stage)
        #expect(answer.number(at: "result.level") == 0.5, "\(answer.line)")
    }

    @Test("is that of the sink where it is set there: both ways, without one in the stream, and lowered beyond the ceiling")
    func sink() async throws {
        let stage = try await SessionStage.playing()
        try await stage.client.call("volume", #"{"level":0.3}"#)
        try await waitForLevel(0.3, ofNode: "fermata", stage)
        _ = try await limit(#"{"output":"speaker","control":"sink"}"#, stage)
        try await waitForLevel(1, ofNode: "fermata", stage)
        try await stage.client.call("volume", #"{"level":0.6}"#)
        try await waitForLevel(0.6, ofNode: "speaker", stage)
        let node = try #require(try await stage.system.graph().node(named: "speaker"))
        try await stage.system.run("wpctl", ["set-volume", "\(node.id)", "0.45"])
        let event = try await stage.client.waitForEvent("player.volumeChanged") {
            $0.string(at: "params.source") == "system"
        }
        #expect(abs((event.number(at: "params.level") ?? 0) - 0.45) < 1e-3, "\(event.line)")
        _ = try await limit(#"{"output":"speaker","control":"sink","maximum":0.4}"#, stage)
        try await waitForLevel(0.4, ofNode: "speaker", stage)
        try await stage.system.run("wpctl", ["set-volume", "\(node.id)", "1.0"])
        try await waitForLevel(0.4, ofNode: "speaker", stage)
        let now = try await stage.client.call("volume")
        #expect(abs((now.number(at: "result.level") ?? 0) - 0.4) < 1e-3, "\(now.line)")
        // The sink goes, and nothing goes with it.
        _ = try await limit(#"{"output":"speaker"}"#, stage)
        try await waitForLevel(0.3, ofNode: "fermata", stage)
        #expect(try await stage.client.call("volume").number(at: "result.level") == 0.3)
    }

    @Test("refuses rules that are none")
    func refused() async throws {
        let stage = try await SessionStage.set()
        for parameters in [
            #"{"maximum":0.5}"#, #"{"output":"a","maximum":1.5}"#, #"{"output":"a","atStart":-0.1}"#,
            #"{"output":"a","control":"knob"}"#,
            #"{"output":"","maximum":0.5}"#,
        ] {
            let reply = try await stage.client.reply(to: "output.setVolumeLimits", parameters)
            #expect(reply.string(at: "error.message") != nil, "\(reply.line)")
        }
        #expect(try await stage.client.call("output.volumeLimits").string(at: "result.outputs.0.output") == nil)
    }
}
