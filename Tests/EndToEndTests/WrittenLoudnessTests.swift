import TestSupport
import Testing

@Suite("Writing the measured loudness into files", .serialized)
struct WrittenLoudnessTests {
    private func write(_ stage: Stage, _ arguments: String...) async throws -> String {
        let output = try await Tool.run(
            try BuiltProgram.path(of: "fermata"), ["library", "write-loudness", "--socket", stage.daemon.socket] + arguments)
        return String(decoding: output, as: UTF8.self)
    }

    private func item(_ path: String, on stage: Stage) async throws -> ControlMessage {
        try await stage.client.call("library.item", "{\"uri\":\"\(path)\"}")
    }

    @Test("has other programs see what the library has, keeps songs what they are, and measures nothing again")
    func writes() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let capture = try await SinkCapture.driven(in: system, sampleRate: 44_100, channels: ["FL", "FR"])
        let music = try system.directory.makeDirectory("music")
        let daemon = try await DaemonProcess.start(
            in: system, configuration: "[library]\ndirectories = [\"\(music)\"]\n[playback]\nreplay_gain = \"track\"\n")
        let stage = Stage(system: system, capture: capture, daemon: daemon, client: try daemon.connect())
        try await stage.client.call("events.subscribe")
        let paths = ["flac", "opus", "mp3", "m4a"].map { "\(music)/song.\($0)" }
        for (index, path) in paths.enumerated() {
            let sound = AudioFixture.unique(frameCount: 2 * 44_100, seed: UInt32(index + 1)).times(0.1)
            try await AudioFiles.encode(sound, options: ["-metadata", "title=\(index)", "-metadata", "album=A"], to: path)
        }
        try await stage.client.call("library.update", "{\"loudness\":true}")
        try await stage.client.waitForEvent("library.loudness") {
            $0.string(at: "params.state") == "idle" && $0.number(at: "params.measured") == 4
        }
        var before: [(song: Double, gain: Double)] = []
        for path in paths {
            let told = try await item(path, on: stage)
            before.append(
                (
                    try #require(told.number(at: "result.song")),
                    try #require(told.number(at: "result.measuredGain.trackGain"), "\(told.line)")
                ))
        }
        let rated = Int(before[0].song)
        try await stage.client.call("sticker.set", "{\"song\":\(rated),\"name\":\"rating\",\"value\":\"8\"}")
        let bytes = try paths.map { try readFile($0) }
        #expect(try await write(stage, "--dry-run") == "loudness: 4 would be written\n")
        #expect(try paths.map { try readFile($0) } == bytes)
        #expect(try await write(stage, music) == "loudness: 4 written\n")
        try await stage.client.waitForEvent("library.changed") { $0.number(at: "params.changed") == 4 }
        for (path, before) in zip(paths, before) {
            let told = try await item(path, on: stage)
            #expect(told.number(at: "result.song") == before.song)
            #expect(told.number(at: "result.measuredGain.trackGain") == before.gain)
            let stated = try #require(told.number(at: "result.replayGain.trackGain"), "\(told.line)")
            #expect(abs(stated - before.gain) < 0.003 && told.number(at: "result.replayGain.albumGain") != nil, "\(told.line)")
        }
        #expect(try await item(paths[0], on: stage).string(at: "result.stickers.rating") == "8")
        let all = try await stage.client.call("library.statistics")
        #expect(all.number(at: "result.loudness.measured") == 4 && all.number(at: "result.loudness.left") == 0, "\(all.line)")
        try await stage.play(paths[0])
        let status = try await stage.client.call("status")
        #expect(status.string(at: "result.format.replayGainFrom") == "tags", "\(status.line)")
        #expect(abs((status.number(at: "result.format.replayGain") ?? 0) - before[0].gain) < 0.01, "\(status.line)")
        #expect(try await write(stage) == "loudness: 0 written, 4 have tags\n")
        #expect(try await write(stage, "--replace", paths[0], music) == "loudness: 0 written, 4 state the same\n")
        await #expect(throws: TestSupportError.self) { try await write(stage, "/elsewhere") }
        try await stage.daemon.stop()
    }
}
