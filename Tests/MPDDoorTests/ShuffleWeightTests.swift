import TestSupport
import Testing

@Suite("songs that come sooner in a queue that shuffles", .serialized)
struct ShuffleWeightTests {
    /// Draws what is to come anew.
    private func draw(_ stage: MPDStage) async throws {
        for weights in ["[]", "[\"rating\"]"] {
            try await stage.control.call("player.setShuffleWeights", "{\"weights\":\(weights)}")
        }
    }

    @Test("are those that are rated higher, also when the ratings change while it plays")
    func ratings() async throws {
        let stage = try await MPDStage.set(music: "music")
        let client = stage.client
        try stage.system.directory.makeDirectory("music")
        for name in ["current", "one", "two"] {
            let path = stage.system.directory.file("music/\(name).flac")
            try await AudioFiles.encode(AudioFixture.sine(frequency: 440, frameCount: 441_000), to: path)
        }
        _ = try await client.ask("update")
        try await waitUntil("the scan") { () async throws(TestSupportError) -> Bool in try await stage.isAtRest() }
        for name in ["current", "one", "two"] { #expect(try await client.ask("add \(name).flac") == ["OK"]) }
        #expect(try await client.ask("play 0") == ["OK"])
        #expect(try await client.ask("pause 1") == ["OK"])
        #expect(try await client.ask("random 1") == ["OK"])
        for (high, low, place) in [("one", "two", "1"), ("two", "one", "2")] {
            #expect(try await client.ask("sticker set song \(low).flac rating 0") == ["OK"])
            #expect(try await client.ask("sticker set song \(high).flac rating 10") == ["OK"])
            // It weighs sixteen times as much as the other.
            var count = 0
            for _ in 0..<60 {
                try await draw(stage)
                if try await client.value("nextsong") == place { count += 1 }
            }
            #expect(count > 40, "\(high) comes next \(count) times of 60")
        }
    }
}
