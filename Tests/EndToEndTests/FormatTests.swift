import TestSupport
import Testing

@Suite("Tracks of several formats", .serialized)
struct FormatTests {
    @Test("are each played as they are, at their own rate, where the output follows the format")
    func follows() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 48_000))
        let recorder = try await SinkCapture.driven(in: system, sampleRate: 48_000, sleeps: true)
        let daemon = try await DaemonProcess.start(in: system, configuration: "[playback]\nfollow_format = true\n")
        let client = try daemon.connect()
        try await client.call("events.subscribe")
        let first = AudioFixture.unique(frameCount: 48_000, sampleRate: 48_000)
        let other = AudioFixture.unique(frameCount: 44_100, seed: 2)
        let last = AudioFixture.unique(frameCount: 48_000, sampleRate: 48_000, seed: 3)
        var paths: [String] = []
        for (index, audio) in [first, other, last].enumerated() {
            paths.append(system.directory.file("\(index).wav"))
            try AudioFiles.writeWave(audio, to: paths[index])
        }
        try await client.call("queue.add", "{\"uris\":[\"\(paths.joined(separator: "\",\""))\"]}")
        try await client.call("play")
        let events = try await client.events(through: "player.itemChanged") { $0.string(at: "params.reason") == "end" }.all
        let configurations = events.filter { $0.method == "session.configurationChanged" }
        let rates = configurations.compactMap { $0.number(at: "params.sampleRate") }
        #expect(rates.filter { $0 > 0 }.reduce(into: []) { if $0.last != $1 { $0.append($1) } } == [48_000, 44_100, 48_000])
        let items = events.filter { $0.method == "player.itemChanged" }.map { $0.string(at: "params.item.uri") }
        #expect(items == paths + [nil])
        let states = events.filter { $0.method == "player.stateChanged" }.map { $0.string(at: "params.state") }
        #expect(states == ["playing", "stopped"])
        // The recorder runs at the rate of the first and the last: of those, every frame; what is between it has converted.
        let captured = try await recorder.stop()
        let sound = captured[captured.soundingRange]
        for (audio, part) in [
            (first, sound[0..<first.soundingRange.count]),
            (last, sound[sound.frameCount - last.soundingRange.count..<sound.frameCount]),
        ] {
            let result = SampleComparison(of: part, with: audio)
            #expect(result.isExact && result.matchingFrames == audio.soundingRange.count, "\(result)\n\(daemon.log)")
        }
    }
}
