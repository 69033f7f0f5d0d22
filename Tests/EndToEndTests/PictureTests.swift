import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("Pictures and tags of albums over the control socket", .serialized)
struct PictureTests {
    private func song(_ name: String, in directory: TemporaryDirectory) async throws -> String {
        let path = directory.file(name)
        let picture = directory.file("red.png")
        try await Tool.run(
            "ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", "color=c=red:s=16x16", "-frames:v", "1", picture])
        let inputs = ["-f", "lavfi", "-i", "sine=d=60:r=8000", "-i", picture, "-map", "0", "-map", "1"]
        let options = ["-c:v", "copy", "-disposition:v", "attached_pic"]
        let tags = ["title=T", "album_artist=Various", "track=3/12", "date=1999", "genre=Jazz"].flatMap { ["-metadata", $0] }
        try await Tool.run("ffmpeg", ["-nostdin", "-y"] + inputs + options + tags + [path])
        return path
    }

    @Test("show in status and queue, come as files and bytes, and are there after a restart")
    func all() async throws {
        let system = try await PrivateSoundSystem.start()
        let song = try await song("a.flac", in: system.directory)
        let plain = system.directory.file("b.wav")
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 48_000, sampleRate: 48_000), to: plain)
        let first = try await DaemonProcess.start(in: system)
        let client = try first.connect()
        #expect(try await client.reply(to: "media.picture").string(at: "error.data.code") == "nothing_to_play")
        try await client.call("play", "{\"uri\":\"\(song)\"}")
        try await client.call("pause")
        try await client.call("queue.add", "{\"uris\":[\"\(plain)\"]}")
        let status = try await client.call("status")
        #expect(status.string(at: "result.item.albumArtist") == "Various" && status.number(at: "result.item.trackNumber") == 3)
        #expect(status.number(at: "result.item.trackTotal") == 12 && status.string(at: "result.item.date") == "1999")
        #expect(status.string(at: "result.item.genre") == "Jazz" && status.value(at: "result.item.picture") == true)

        let picture = try await client.call("media.picture", "{\"data\":true}")
        #expect(picture.string(at: "result.source") == "embedded" && picture.string(at: "result.type") == "image/png")
        let uri = try #require(picture.string(at: "result.uri"))
        let data = try #require(picture.string(at: "result.data").flatMap { Data(base64Encoded: $0) })
        let folder = "file://\(system.directory.file("cache/fermata/pictures/"))"
        #expect(uri.hasPrefix(folder))
        #expect(try Data(contentsOf: URL(filePath: String(uri.dropFirst("file://".count)))) == data)
        #expect(try await client.call("media.picture").string(at: "result.data") == nil)

        let none = try await client.reply(to: "media.picture", "{\"uri\":\"\(plain)\"}")
        #expect(none.string(at: "error.data.code") == "picture_not_found")
        try system.directory.write("GIF89a...", to: "Folder.gif")
        let beside = try await client.call("media.picture", "{\"uri\":\"\(plain)\"}")
        #expect(beside.string(at: "result.uri") == "file://\(system.directory.file("Folder.gif"))")
        let unknown = try await client.reply(to: "media.picture", "{\"item\":99}")
        #expect(unknown.string(at: "error.data.code") == "queue_item_not_found")

        try await first.stop()
        let second = try await DaemonProcess.start(in: system)
        let restored = try await second.connect().call("status")
        #expect(restored.string(at: "result.item.albumArtist") == "Various" && restored.value(at: "result.item.picture") == true)
        try await second.stop()
    }
}
