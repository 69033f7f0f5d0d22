import TestSupport
import Testing

@Suite("The levels of what plays", .serialized)
struct LevelTests {
    /// The threads of the daemon that measure levels.
    private func measures(_ stage: Stage) throws -> Bool {
        try ThreadActivity(of: stage.daemon.process.processIdentifier).names.contains("fermata-levels")
    }

    @Test("come to who names them, tell of the sound before the volume, fall to silence, and cost nobody else anything")
    func levels() async throws {
        let stage = try await Stage.set()
        let path = try await stage.write(AudioFixture.sine(frequency: 1_000, frameCount: 44_100 * 3, sampleRate: 44_100))
        try await stage.client.call("volume", "{\"level\":0.3}")
        try await stage.play(path)
        try await stage.client.waitForEvent("player.itemChanged")
        #expect(try !measures(stage), "nobody has asked")
        let listener = try stage.daemon.connect()
        try await listener.call("events.subscribe", #"{"types":["player.levels","player.spectrum"]}"#)
        let levels = try await listener.waitForEvent("player.levels") { ($0.number(at: "params.rms.0") ?? -120) > -20 }
        let (peak, rms) = (levels.number(at: "params.peak.0") ?? 0, levels.number(at: "params.rms.1") ?? 0)
        #expect(abs(peak - rms - 3.01) < 0.2, "a sine: \(levels)")
        let spectrum = try await listener.waitForEvent("player.spectrum")
        let bands = (0..<32).compactMap { spectrum.number(at: "params.bands.\($0)") }
        #expect(bands.count == 32)
        let loudest = bands.indices.max { bands[$0] < bands[$1] }
        #expect(loudest.map { (17...19).contains($0) } == true, "1 kHz: \(bands)")
        #expect(try measures(stage))
        try await stage.client.call("pause")
        try await listener.waitForEvent("player.levels") { $0.number(at: "params.peak.0") == -120 }
        try await listener.call("events.subscribe", #"{"types":["server."]}"#)
        try await waitUntil("the measuring to end") { (try? measures(stage)) == false }
    }

    @Test("follow the player into another format")
    func formats() async throws {
        let stage = try await Stage.set()
        let listener = try stage.daemon.connect()
        try await listener.call("events.subscribe", #"{"types":["player.levels"]}"#)
        for (rate, channels) in [(44_100, 2), (48_000, 1)] {
            let audio = AudioFixture.unique(frameCount: rate * 2, sampleRate: rate, channelCount: channels)
            try await stage.play(try await stage.write(audio, name: "\(rate)"))
            try await listener.waitForEvent("player.levels") {
                ($0.number(at: "params.peak.0") ?? -120) > -20 && ($0.number(at: "params.peak.1") != nil) == (channels == 2)
            }
        }
    }
}
