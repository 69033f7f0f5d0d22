import Glibc
import TestSupport
import Testing

@Suite("Media that cannot be played", .serialized)
struct BadMediaTests {
    @Test("each costs one error reply with its code, and what plays goes on")
    func table() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let daemon = try await DaemonProcess.start(in: system)
        let client = try daemon.connect()
        let good = system.directory.file("good.wav")
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 44_100 * 60), to: good)
        try await client.call("play", "{\"uri\":\"\(good)\"}")

        for (uri, code) in try await badMedia(in: system.directory) {
            let reply = try await client.reply(to: "play", "{\"uri\":\"\(uri)\"}")
            #expect(reply.errorName == code, "\(uri): \(reply.line)")
            #expect(reply.errorMessage?.isEmpty == false)
            let status = try await client.call("status")
            #expect(status.string(at: "result.state") == "playing", "\(uri)")
            #expect(status.string(at: "result.item.uri") == good, "\(uri)")
        }
        try await daemon.stop()
    }

    private func badMedia(in directory: TemporaryDirectory) async throws -> [(uri: String, code: String)] {
        let fifo = directory.file("fifo.wav")
        try #require(mkfifo(fifo, 0o600) == 0)
        let picture = directory.file("picture.mp3")
        try await Tool.run(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "color=size=16x16", "-frames:v", "1", "-f", "image2", picture])
        let video = directory.file("video.mp4")
        try await Tool.run(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x64:duration=1", "-c:v", "mpeg4", video])
        return [
            (directory.file("missing.flac"), "media_not_found"),
            (try directory.makeDirectory("without-sound"), "media_unreadable"),
            (fifo, "media_unreadable"),
            ("/dev/zero", "media_unreadable"),
            (try directory.write("", to: "empty.mp3"), "media_unsupported"),
            (try directory.write("These are words and no sound.\n", to: "text.flac"), "media_unsupported"),
            (try directory.write("#EXTM3U\n#EXTINF:1,\n\(video)\n", to: "evil.mp3"), "media_unsupported"),
            (try directory.write("ffconcat version 1.0\nfile '\(video)'\n", to: "concat.mp3"), "media_unsupported"),
            (picture, "media_unsupported"),
            (video, "media_unsupported"),
            ("relative.wav", "uri_not_allowed"),
            ("gopher://example.org/", "uri_not_allowed"),
        ]
    }

    @Test("bad items in a queue are reported and skipped")
    func skipped() async throws {
        let stage = try await Stage.set()
        let audio = AudioFixture.unique(frameCount: 30_000)
        let first = try await stage.write(audio[0..<10_000], name: "first")
        let last = try await stage.write(audio[10_000..<30_000], name: "last")
        let missing = stage.system.directory.file("missing.wav")
        let text = try stage.system.directory.write("no sound", to: "text.wav")
        let uris = [missing, first, text, missing, last].map { "\"\($0)\"" }.joined(separator: ",")
        try await stage.client.call("queue.add", "{\"uris\":[\(uris)],\"missing\":true}")
        let begun = try await stage.client.call("play")
        #expect(begun.string(at: "result.skipped.0.uri") == missing, "\(begun.line)")
        for code in ["media_not_found", "media_unsupported", "media_not_found"] {
            let event = try await stage.client.waitForEvent("player.itemFailed")
            #expect(event.string(at: "params.error.data.code") == code)
        }
        try await stage.waitForEnd()
        try await stage.expectExactly(audio)
        let status = try await stage.client.call("status")
        #expect(status.number(at: "result.queue.failed") == 3, "\(status.line)")
        #expect(status.string(at: "result.queue.failure")?.contains("missing.wav") == true, "\(status.line)")
        let page = try await stage.client.call("queue.list")
        #expect(page.string(at: "result.items.2.failure")?.contains("text.wav") == true, "\(page.line)")
        #expect(page.string(at: "result.items.1.failure") == nil)
        #expect(stage.daemon.log.contains("An item cannot be played."))
    }

    @Test("a file that is not there is refused, or left out beside others, unless it comes later")
    func missing() async throws {
        let stage = try await Stage.set()
        let there = try await stage.write(AudioFixture.unique(frameCount: 4_410), name: "there")
        let missing = stage.system.directory.file("nosuch.flac")
        let refused = try await stage.client.reply(to: "queue.add", "{\"uris\":[\"\(missing)\"]}")
        #expect(refused.errorName == "media_not_found", "\(refused.line)")
        let both = try await stage.client.call("queue.add", "{\"uris\":[\"\(missing)\",\"\(there)\"]}")
        #expect(both.number(at: "result.count") == 1 && both.string(at: "result.skipped.0.uri") == missing, "\(both.line)")
        let later = try await stage.client.call("queue.add", "{\"uris\":[\"\(missing)\"],\"missing\":true}")
        #expect(later.number(at: "result.count") == 1)
    }

    @Test("a file that shrinks while it is played ends early, which is told, and the next one follows")
    func shrinks() async throws {
        let stage = try await Stage.set()
        let path = try await stage.write(AudioFixture.unique(frameCount: 44_100 * 30), name: "shrinking")
        let next = try await stage.write(AudioFixture.unique(frameCount: 4_410), name: "next")
        try await stage.client.call("queue.add", "{\"uris\":[\"\(path)\",\"\(next)\"]}")
        try await stage.client.call("play")
        try await stage.client.waitForEvent("player.itemChanged")
        try #require(truncate(path, 1_000) == 0)
        let failed = try await stage.client.waitForEvent("player.itemFailed")
        #expect(failed.string(at: "params.error.data.code") == "media_corrupt")
        #expect(failed.string(at: "params.item.uri") == path)
        try await stage.client.waitForEvent("player.itemChanged") { $0.string(at: "params.item.uri") == next }
        try await stage.waitForEnd()
        try await stage.daemon.stop()
    }
}
