import FoundationEssentials
import TestSupport
import Testing

/// What newer releases of PipeWire and WirePlumber do by themselves, and what we then must not do a second time.
@Suite("What newer parts of the sound system do themselves", .serialized)
struct NewerPartsTests {
    private static let hasRoles = isThere("/usr/share/wireplumber/scripts/linking/rescan-media-role-links.lua")
    private static let hasEqualizer =
        ((try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []).contains {
            isThere("/usr/lib/\($0)/pipewire-0.3/libpipewire-module-parametric-equalizer.so")
        }

    private static func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// A sink for streams of one role, and what happens to those of roles of lower priority.
    private static func role(_ name: String, _ roles: String, priority: Int, others: String) -> String {
        """
        { type = pw-module, name = libpipewire-module-loopback, provides = role.\(name)
          arguments = { node.name = "role.\(name)" node.description = "\(name)"
            capture.props = { media.class = Audio/Sink device.intended-roles = [ \(roles) ] policy.role-based.target = true
              policy.role-based.priority = \(priority) policy.role-based.action.same-priority = "mix"
              policy.role-based.action.lower-priority = "\(others)" }
            playback.props = { target.object = "speaker" node.dont-fallback = true node.linger = true node.passive = true } } }
        """
    }

    /// The policy of roles, switched on.
    private static let policy = """
        wireplumber.components = [
        \(role("music", #""Music" "Multimedia""#, priority: 10, others: "mix"))
        \(role("bell", #""Notification""#, priority: 20, others: "duck"))
        \(role("call", #""Communication""#, priority: 30, others: "cork"))
        { type = virtual, provides = test.roles, requires = [ role.music role.bell role.call ] } ]
        wireplumber.profiles = { main = { test.roles = required } }

        """

    /// What is ours and what is the policy's in the volume of our sound.
    private struct Volumes: Equatable {
        var ours: [Double]
        var role: Double?
    }

    private func volumes(_ stage: SessionStage) async throws -> Volumes {
        let graph = try await stage.system.graph()
        let ours = try #require(graph.node(named: "fermata"))
        return Volumes(ours: ours.channelVolumes, role: graph.node(named: "output.role.music")?.volume)
    }

    /// How loud the speaker is in relation to the file, in the next half second.
    private func loudness(_ heard: SinkCapture, _ stage: SessionStage) async throws -> Double {
        let start = heard.frameCount + stage.system.options.maximumQuantum
        try await heard.waitForFrames(start + 22_050)
        let peak = try heard.audioSoFar()[start..<start + 22_050].samples.lazy.map { abs($0) }.max() ?? 0
        return Double(peak / (stage.audio.samples.lazy.map { abs($0) }.max() ?? 1))
    }

    private func waitForVolumes(_ before: Volumes, _ stage: SessionStage) async throws {
        try await waitUntil("the volume before, which was \(before)") { () async throws(TestSupportError) -> Bool in
            (try? await volumes(stage)) == before
        }
    }

    private func playing() async throws -> SessionStage {
        let stage = try await SessionStage.set(sessionManager: Self.policy)
        try await stage.play()
        try await stage.waitForPosition(0.5)
        return stage
    }

    /// How often the player has changed to that state, in its own history.
    private func count(of change: String, _ stage: SessionStage) async throws -> Int {
        let history = try await stage.client.call("session.history", #"{"limit": 50}"#)
        return (0..<50).filter { history.string(at: "result.\($0).change") == change }.count
    }

    @Test(
        "a call beside WirePlumber's priorities of roles pauses us once, and afterwards we play on as loud as before",
        .enabled(if: hasRoles, "needs WirePlumber 0.5"))
    func call() async throws {
        let stage = try await playing()
        let before = try await volumes(stage)
        let heard = try await SinkCapture.monitoring("speaker", in: stage.system, sampleRate: 44_100)
        let call = try await stage.startStream(role: "Communication")
        try await stage.waitForState("paused", reason: "interrupted")
        #expect(try await count(of: "paused", stage) == 1)
        try await call.stop()
        try await stage.waitForState("playing")
        let position = try await stage.standingFrame()
        try await stage.waitForPosition(Double(position) / 44_100 + 0.5)
        try await waitForVolumes(before, stage)
        #expect(abs(try await loudness(heard, stage) - 1) < 0.02)
        #expect(try await count(of: "paused", stage) == 1)
        #expect(try await count(of: "playing", stage) == 2)
    }

    @Test(
        "a notification beside WirePlumber's priorities of roles lowers us once, and then we are as loud as before",
        .enabled(if: hasRoles, "needs WirePlumber 0.5"))
    func notification() async throws {
        let stage = try await playing()
        let before = try await volumes(stage)
        let heard = try await SinkCapture.monitoring("speaker", in: stage.system, sampleRate: 44_100)
        // What is heard meanwhile is the music.
        let bell = try await stage.startStream(role: "Notification", volume: 0)
        // The policy lowers the sink of our role; we must not lower ourselves, too.
        try await waitUntil("the policy to lower the music") { () async throws(TestSupportError) -> Bool in
            (try? await volumes(stage))?.role.map { $0 < 0.9 } == true
        }
        let lowered = try await volumes(stage)
        #expect(lowered.ours == before.ours)
        let quieter = try await loudness(heard, stage)
        #expect(abs(quieter - (lowered.role ?? 0)) < 0.02, "\(quieter), and \(lowered)")
        #expect(try await stage.state() == "playing")
        try await bell.stop()
        try await waitForVolumes(before, stage)
        #expect(abs(try await loudness(heard, stage) - 1) < 0.02)
        #expect(try await count(of: "paused", stage) == 0)
    }

    @Test(
        "an equalizer of PipeWire's own is an output that the sound passes once, with the latency that it tells, while the quantum changes",
        .enabled(if: hasEqualizer, "needs PipeWire 1.4 or newer with module-parametric-equalizer"))
    func equalizer() async throws {
        let stage = try await SessionStage.playing()
        let settings = stage.system.directory.file("flat.txt")
        // Half as loud by 6.0206 dB: sound that had passed it twice would be a quarter.
        try stage.system.directory.write("Preamp: -6.0206 dB\nFilter 1: ON PK Fc 1000 Hz Gain 0.0 dB Q 1.000\n", to: "flat.txt")
        try await stage.system.addEqualizer("equalizer", settings: settings)
        try await stage.select("equalizer")
        try await stage.system.waitForLink(from: "fermata", to: "equalizer")
        try await stage.system.waitForLink(from: "equalizer-output", to: "speaker")
        // The output is what the sound leaves by, behind the equalizer.
        #expect(try await stage.client.call("route.get").string(at: "result.outputs.0.uid") == "speaker")
        let heard = try await SinkCapture.monitoring("speaker", in: stage.system, sampleRate: 44_100)
        for quantum in [256, 2_048, 512] {
            try await stage.system.limitQuantum(to: quantum)
            try await heard.waitForFrames(heard.frameCount + 22_050)
        }
        let told = try await stage.system.waitForGraph("the latency of the equalizer's ports") { graph in
            graph.node(named: "equalizer").flatMap { graph.latencyToEnd(of: $0) }
        }
        let latency = try #require(try await stage.client.call("session.get").number(at: "result.outputLatency"))
        #expect(told - 0.05 < latency && latency < told + 0.3)
        #expect(try await stage.state() == "playing")
        let loudest = stage.audio.samples.lazy.map { abs($0) }.max() ?? 0
        let peak = try await heard.stop().samples.lazy.map { abs($0) }.max() ?? 0
        #expect(abs(peak / loudest - 0.5) < 0.02, "\(peak) of \(loudest)")
    }

    @Test("a sink of a Bluetooth LE profile is an output of that type, also when it comes without a card")
    func bluetoothLE() async throws {
        let stage = try await SessionStage.set()
        let properties = """
            { factory.name = support.null-audio-sink node.name = buds node.description = Buds media.class = Audio/Sink \
            api.bluez5.profile = bap-sink priority.session = 10 object.linger = true }
            """
        try await stage.system.run("pw-cli", ["create-node", "adapter", properties])
        try await stage.select("buds")
        let outputs = try await stage.client.call("route.outputs")
        let place = try #require((0..<8).first { outputs.string(at: "result.\($0).uid") == "buds" })
        #expect(outputs.string(at: "result.\(place).type") == "bluetoothLE")
    }

    @Test("what carries MIDI is no output and no input")
    func midi() async throws {
        let stage = try await SessionStage.set()
        // A stream of music in events, which newer servers carry as UMP, and a node that plays it.
        for (name, kind) in [("keys", "Midi/Source"), ("synthesizer", "Midi/Sink")] {
            let properties =
                "{ factory.name = support.null-audio-sink node.name = \(name) media.class = \(kind) object.linger = true }"
            try await stage.system.run("pw-cli", ["create-node", "adapter", properties])
        }
        let _: Bool = try await stage.system.waitForGraph("both nodes") { graph in
            ["keys", "synthesizer"].allSatisfy { graph.node(named: $0) != nil } ? true : nil
        }
        // What comes behind them is seen, and so the daemon has seen them.
        try await stage.system.addSink(NullSink(name: "last", priority: 10))
        try await stage.select("last")
        let outputs = try await stage.client.call("route.outputs")
        #expect((0..<8).compactMap { outputs.string(at: "result.\($0).uid") }.sorted() == ["last", "speaker"])
        let inputs = try await stage.client.call("route.inputs")
        #expect(!inputs.line.contains("keys") && !inputs.line.contains("synthesizer"))
    }
}
