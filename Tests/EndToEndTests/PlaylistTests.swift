import TestSupport
import Testing

@Suite("Playlists given to the daemon", .serialized)
struct PlaylistTests {
    @Test("the tracks of a CUE sheet are heard as the whole file, with nothing in between")
    func cue() async throws {
        let stage = try await Stage.set()
        let audio = AudioFixture.unique(frameCount: 100_000)
        _ = try await stage.write(audio, name: "album")
        let sheet = try stage.system.directory.write(
            """
            FILE "album.wav" WAVE
              TRACK 01 AUDIO
                TITLE "One"
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                TITLE "Two"
                INDEX 01 00:01:07
            """, to: "album.cue")
        try await stage.client.call("queue.add", "{\"uris\":[\"\(sheet)\"]}")
        let queue = try await stage.client.call("queue.list")
        #expect(queue.string(at: "result.items.0.title") == "One")
        #expect(queue.value(at: "result.length", as: Int.self) == 2)
        try await stage.client.call("play")
        try await stage.waitForEnd()
        try await stage.expectExactly(audio)
    }

    @Test("a list that is missing or holds nothing is refused, and the queue stays")
    func refused() async throws {
        let system = try await PrivateSoundSystem.start()
        let daemon = try await DaemonProcess.start(in: system)
        let client = try daemon.connect()
        let missing = try await client.reply(to: "queue.add", "{\"uris\":[\"\(system.directory.file("no.m3u"))\"]}")
        #expect(missing.errorName == "media_not_found", "\(missing.line)")
        let empty = try system.directory.write("#EXTM3U\n", to: "empty.m3u")
        let refused = try await client.reply(to: "queue.add", "{\"uris\":[\"\(empty)\"]}")
        #expect(refused.errorName == "media_unsupported", "\(refused.line)")
        let queue = try await client.call("queue.list")
        #expect(queue.value(at: "result.length", as: Int.self) == 0)
        try await daemon.stop()
    }
}
