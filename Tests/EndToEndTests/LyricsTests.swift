import TestSupport
import Testing

@Suite("Lyrics", .serialized)
struct LyricsTests {
    @Test("of a file beside the music or in its tags are shown, and each line is told when it is heard")
    func heard() async throws {
        let stage = try await Stage.set()
        let client = stage.client
        let song = stage.system.directory.file("song.flac")
        try await Tool.run(
            "ffmpeg",
            ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=20:r=48000", "-metadata", "lyrics=Plain one\nPlain two", song])
        let own = try await client.call("media.lyrics", "{\"uri\":\"\(song)\"}")
        #expect(own.string(at: "result.source") == "tags")
        #expect(own.string(at: "result.lines.1.text") == "Plain two")
        #expect(own.number(at: "result.lines.0.start") == nil)

        let lines = "[00:00.00]One\n[00:02.00]<00:02.00>Two <00:03.00>words\n[00:12.00]Three\n"
        try writeFile(Array(lines.utf8), to: stage.system.directory.file("song.lrc"))
        let beside = try await client.call("media.lyrics", "{\"uri\":\"\(song)\"}")
        #expect(beside.string(at: "result.source") == "file")
        #expect(beside.number(at: "result.lines.1.words.1.start") == 3)

        try await stage.play(song)
        // Who subscribes to all events follows the lines.
        try await client.waitForEvent("player.lyricLine") { $0.string(at: "params.line.text") == "One" }
        let second = try await client.waitForEvent("player.lyricLine") { $0.string(at: "params.line.text") == "Two words" }
        let status = try await client.call("status")
        let (seconds, read) = (status.number(at: "result.position.seconds"), status.number(at: "result.position.monotonic"))
        let told = try #require(second.number(at: "params.time"))
        let place = try #require(seconds) + told - (try #require(read))
        #expect(second.number(at: "params.line.start") == 2 && place >= 1.999, "told at \(place) s")
        try await client.call("seek", "{\"position\":13}")
        try await client.waitForEvent("player.lyricLine") { $0.string(at: "params.line.text") == "Three" }
        #expect(try await client.call("media.lyrics").number(at: "result.current") == 2)
        // Of media without lyrics, no line is heard.
        let other = stage.system.directory.file("other.wav")
        try await Tool.run("ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=5:r=48000", other])
        try await stage.play(other)
        try await client.waitForEvent("player.lyricLine") { $0.string(at: "params.line.text") == nil }
        #expect(try await client.call("media.lyrics").value(at: "result.lines", as: [String].self) == [])
        let absent = try await client.reply(to: "media.lyrics", "{\"uri\":\"/nowhere.flac\"}")
        #expect(absent.errorName == "media_not_found", "\(absent.line)")
        try await stage.daemon.stop()
    }
}
