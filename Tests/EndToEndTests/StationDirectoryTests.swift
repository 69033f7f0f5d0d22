import Glibc
import TestSupport
import Testing

@Suite("Stations of the directory", .serialized)
struct StationDirectoryTests {
    private static let uuid = "960e57c5-0601-11e8-ae97-52543be04c81"

    /// A server that speaks as the directory does, and is the station as well. The station is at `old.mp3` until that is taken away; then the
    /// directory says that it is at `new.mp3`.
    private func serve() async throws -> MediaServer {
        let server = try await MediaServer.start()
        let sound = AudioFixture.sine(frequency: 440, frameCount: 44_100 * 4)
        for name in ["old", "new"] {
            try await AudioFiles.encode(
                sound, options: ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0"],
                to: server.directory.file("\(name).mp3"))
        }
        let station = """
            {"stationuuid":"\(Self.uuid)","name":"Radio Test","url":"\(stream(server, "old"))","favicon":"\(server.address("logo.png"))","votes":3,"codec":"MP3",\
            "bitrate":128,"lastcheckok":1,"clickcount":1,"tags":"test","countrycode":"DE","language":"german"}
            """
        let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        try writeFile(head + [UInt8](repeating: 0, count: 92), to: server.directory.file("logo.png"))
        for name in ["search", "byuuid"] { try server.directory.write("[\(station)]", to: name) }
        try server.directory.write(
            "{\"ok\":true,\"stationuuid\":\"\(Self.uuid)\",\"name\":\"Radio Test\",\"url\":\"\(stream(server, "new"))\"}",
            to: Self.uuid)
        return server
    }

    private func stream(_ server: MediaServer, _ name: String) -> String {
        server.address("\(name).mp3?metaint=4000&type=audio/mpeg&name=\(name)&titles=Song%20of%20\(name)&rate=40000")
    }

    private func set(_ server: MediaServer) async throws -> Stage {
        let root = String(server.address("").dropLast())
        return try await Stage.set(
            configuration: "[network]\ntimeout_seconds = 2\n[radio]\nenabled = true\nserver = \"\(root)\"\n")
    }

    private func asked(_ server: MediaServer, _ part: String) -> Int { server.requests.count { $0.contains(part) } }

    @Test(
        "are found, played with their names and titles, counted once, kept, and found again at another address when theirs is gone"
    )
    func station() async throws {
        let server = try await serve()
        let stage = try await set(server)
        let found = try await stage.client.call("radio.search", "{\"name\":\"test\",\"country\":\"de\"}")
        #expect(found.string(at: "result.stations.0.station") == Self.uuid)
        let uri = try #require(found.string(at: "result.stations.0.uri"))
        #expect(uri == stream(server, "old") + "#station=" + Self.uuid)

        try await stage.client.call("radio.play", "{\"station\":\"\(Self.uuid)\"}")
        try await stage.client.waitForEvent("player.metadataChanged") { $0.string(at: "params.tags.title") == "Song of old" }
        let queue = try await stage.client.call("queue.list")
        #expect(queue.string(at: "result.items.0.uri") == uri)
        try await waitUntil("the directory to be told that it plays") { asked(server, "/json/url/") == 1 }

        for _ in 0..<2 {
            let kept = try await stage.client.call("radio.keep", "{\"station\":\"\(Self.uuid)\"}")
            #expect(kept.number(at: "result.length") == 1)
        }
        let list = try await stage.client.call("playlist.get", "{\"name\":\"Radio\"}")
        #expect(list.string(at: "result.entries.0.uri") == uri && list.string(at: "result.entries.0.title") == "Radio Test")

        let picture = try await waitFor("the logo to be there") { () async throws(TestSupportError) -> ControlMessage? in
            let reply = try await stage.client.reply(to: "media.picture")
            return reply.errorName == nil ? reply : nil
        }
        #expect(picture.number(at: "result.size") == 100 && picture.string(at: "result.type") == "image/png")

        // The station moves. What was kept is heard where it is now.
        try await stage.client.call("stop")
        unlink(server.directory.file("old.mp3"))
        try await stage.client.call("play", "{\"uri\":\"playlist:Radio\"}")
        try await stage.client.waitForEvent("player.metadataChanged") { $0.string(at: "params.tags.title") == "Song of new" }
        #expect(asked(server, "/json/url/") == 2 && asked(server, "/new.mp3") > 0)
        let status = try await stage.client.call("status")
        #expect(status.string(at: "result.state") == "playing" || status.string(at: "result.state") == "buffering")
    }

    @Test("without a directory are refused, and an address with a number is played like any other")
    func off() async throws {
        let server = try await serve()
        let stage = try await Stage.set(configuration: "[network]\ntimeout_seconds = 2\n")
        for (method, parameters) in [
            ("radio.search", "{}"), ("radio.list", "{\"of\":\"tags\"}"), ("radio.play", "{\"station\":\"\(Self.uuid)\"}"),
        ] {
            #expect(try await stage.client.reply(to: method, parameters).errorName == "radio_unavailable")
        }
        try await stage.client.call("play", "{\"uri\":\"\(stream(server, "old"))#station=\(Self.uuid)\"}")
        try await stage.client.waitForEvent("player.metadataChanged") { $0.string(at: "params.tags.title") == "Song of old" }
        #expect(asked(server, "/json/") == 0)
    }

    @Test("that fall silent while they play are opened anew, where they are now")
    func moving() async throws {
        let server = try await serve()
        let stage = try await set(server)
        try await stage.client.call(
            "play", "{\"uri\":\"\(stream(server, "old"))&cut=200000&status=404&after=2#station=\(Self.uuid)\"}")
        try await stage.client.waitForEvent("player.metadataChanged") { $0.string(at: "params.tags.title") == "Song of old" }
        try await stage.client.waitForEvent("player.metadataChanged") { $0.string(at: "params.tags.title") == "Song of new" }
    }
}
