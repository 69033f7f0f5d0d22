import TestSupport
import Testing

@Suite("The daemon at rest", .serialized)
struct RestTests {
    @Test("paused and stopped it sleeps: no thread wakes, and no pool of threads is there", arguments: ["pause", "stop"])
    func sleeps(method: String) async throws {
        let stage = try await Stage.set()
        try await stage.play(try await stage.write(AudioFixture.unique(frameCount: 44_100 * 20)))
        try await stage.client.waitForEvent("player.itemChanged")
        try await stage.client.call(method)
        let process = stage.daemon.process.processIdentifier
        // Something may still be on its way: the saved state, a sink that falls asleep. A timer would come again and again.
        try await stage.daemon.rest()
        let names = try ThreadActivity(of: process).names
        #expect(names.contains("fermata-control"))
        #expect(!names.contains { $0.contains("qos") || $0.contains("dispatch") }, "\(names)")
        try await stage.daemon.stop()
    }

    @Test("scanned and asked, a library wakes no thread until something happens, watched or not", arguments: [true, false])
    func library(isWatched: Bool) async throws {
        let music = try TemporaryDirectory()
        try music.makeDirectory("album")
        let sound = AudioFixture.unique(frameCount: 44_100)
        try AudioFiles.writeWave(sound, bits: 16, to: music.file("album/old.wav"))
        let stage = try await Stage.set(
            configuration: "[library]\ndirectories = [\"\(music.path)\"]\nwatch = \(isWatched)\n")
        let client = stage.client
        if isWatched {
            // It may be so before this client hears anything.
            try await waitUntil("the watch") { () async throws(TestSupportError) -> Bool in
                try await client.call("library.statistics").number(at: "result.watching.directories") == 2
            }
        }
        // Once more, beside the scan at the start.
        let scan = try #require(try await client.call("library.update", #"{"files":true}"#).number(at: "result.scan"))
        try await client.waitForEvent("library.progress") {
            $0.number(at: "params.scan") == scan && $0.string(at: "params.state") == "done"
        }
        #expect(try await client.call("library.statistics").number(at: "result.songs") == 1)
        let process = stage.daemon.process.processIdentifier
        try await stage.daemon.rest()
        #expect(try ThreadActivity(of: process).names.contains("fermata-watch") == isWatched)
        try AudioFiles.writeWave(sound, bits: 16, to: music.file("album/new.wav"))
        if !isWatched { try await client.call("library.update") }
        try await client.waitForEvent("library.changed") {
            $0.number(at: "params.scan") ?? 0 > scan && $0.number(at: "params.added") == 1
        }
        try await stage.daemon.stop()
    }
}
