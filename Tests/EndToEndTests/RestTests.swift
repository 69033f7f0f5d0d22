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
        try await waitUntil("three seconds in which no thread wakes", poll: .zero) {
            () async throws(TestSupportError) -> Bool in
            let before = try ThreadActivity(of: process)
            try? await Task.sleep(for: .seconds(3))
            return try ThreadActivity(of: process).wakeUps(since: before).isEmpty
        }
        let names = try ThreadActivity(of: process).names
        #expect(names.contains("fermata-control"))
        #expect(!names.contains { $0.contains("qos") || $0.contains("dispatch") }, "\(names)")
        try await stage.daemon.stop()
    }

    @Test("a library that was asked, and whose directories are watched, wakes no thread until something changes there")
    func library() async throws {
        let music = try TemporaryDirectory()
        try music.makeDirectory("album")
        let stage = try await Stage.set(
            configuration: "[library]\ndirectories = [\"\(music.path)\"]\nwatch = true\n")
        try await stage.client.waitForEvent("library.watching") { $0.number(at: "params.directories") == 2 }
        try await stage.client.call("library.statistics")
        let process = stage.daemon.process.processIdentifier
        try await waitUntil("three seconds in which no thread wakes", poll: .zero) {
            () async throws(TestSupportError) -> Bool in
            let before = try ThreadActivity(of: process)
            try? await Task.sleep(for: .seconds(3))
            return try ThreadActivity(of: process).wakeUps(since: before).isEmpty
        }
        #expect(try ThreadActivity(of: process).names.contains("fermata-watch"))
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 44_100), bits: 16, to: music.file("album/new.wav"))
        try await stage.client.waitForEvent("library.changed") { $0.number(at: "params.added") == 1 }
        try await stage.daemon.stop()
    }
}
