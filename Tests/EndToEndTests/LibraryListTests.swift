import TestSupport
import Testing

@Suite("Lists of the library over the control socket", .serialized)
struct LibraryListTests {
    @Test("a directory, an album and the songs with a note come in parts, each behind the one before")
    func parts() async throws {
        let music = try TemporaryDirectory()
        try music.makeDirectory("album/inner")
        // The numbers of the tracks are against the names of the files.
        let titles = ["one", "two", "three"]
        for (index, title) in titles.enumerated() {
            try await write(["title=\(title)", "album=Box", "track=\(index + 1)"], to: music.file(Self.path(index)), index)
        }
        try await write(["title=inner"], to: music.file("album/inner/other.flac"), 3)
        let stage = try await Stage.set(configuration: "[library]\ndirectories = [\"\(music.path)\"]\n")
        let client = stage.client
        try await waitUntil("the songs") { () async throws(TestSupportError) -> Bool in
            try await client.call("library.statistics").number(at: "result.songs") == 4
        }
        let directory = try await parts(of: "library.browse", #""path":"album""#, "title", client)
        #expect(directory.values == titles)
        #expect(directory.first.string(at: "result.directories.0.path") == "album/inner")
        #expect(directory.last.string(at: "result.directories.0.path") == nil)
        let album = try #require(try await client.call("library.albums").number(at: "result.albums.0.album"))
        let box = try await parts(of: "library.browse", #""album":\#(Int(album))"#, "title", client).values
        #expect(box == titles)
        for (index, title) in titles.enumerated() {
            let found = try await client.call("library.item", "{\"uri\":\"\(music.file(Self.path(index)))\"}")
            let song = try #require(found.number(at: "result.song"))
            try await client.call("sticker.set", #"{"song":\#(Int(song)),"name":"mood","value":"\#(title)"}"#)
        }
        let noted = try await parts(of: "sticker.find", #""name":"mood""#, "value", client).values
        #expect(noted.count == 3 && Set(noted) == Set(titles))
        try await stage.daemon.stop()
    }

    @Test("a list goes on only from a place of its own")
    func strangePlace() async throws {
        let music = try TemporaryDirectory()
        let stage = try await Stage.set(configuration: "[library]\ndirectories = [\"\(music.path)\"]\n")
        for (method, parameters) in [
            ("library.search", #""text":"x""#), ("library.albums", #""limit":1"#), ("library.artists", #""limit":1"#),
            ("library.browse", #""limit":1"#), ("library.browse", #""album":1"#), ("library.browse", #""name":1"#),
            ("library.browse", #""year":1999"#), ("library.browse", #""list":"recentlyAdded""#),
            ("library.browse", #""list":"recentlyPlayed""#), ("library.browse", #""list":"neverPlayed""#),
            ("library.browse", #""list":"random""#), ("sticker.find", #""name":"mood""#),
        ] {
            let reply = try await stage.client.reply(to: method, "{\(parameters),\"after\":\"elsewhere\"}")
            #expect(reply.errorName == "invalid_params", "\(method) \(parameters): \(reply.line)")
        }
        try await stage.daemon.stop()
    }

    private static func path(_ index: Int) -> String { "album/\(9 - index) it's.flac" }

    /// Makes a file with tags.
    private func write(_ tags: [String], to path: String, _ index: Int) async throws {
        let sound = AudioFixture.unique(frameCount: 44_100, seed: UInt32(index + 1))
        try await AudioFiles.encode(sound, options: tags.flatMap { ["-metadata", $0] }, to: path)
    }

    /// Asks for a list song by song, and returns what each says under a name, and the first and the last answer.
    private func parts(
        of method: String, _ parameters: String, _ name: String, _ client: ControlClient
    ) async throws -> (values: [String], first: ControlMessage, last: ControlMessage) {
        let first = try await client.call(method, "{\(parameters),\"limit\":1}")
        var (values, last) = ([first.string(at: "result.songs.0.\(name)")], first)
        while let next = last.string(at: "result.next") {
            last = try await client.call(method, "{\(parameters),\"limit\":1,\"after\":\"\(next)\"}")
            #expect(last.string(at: "result.songs.1.\(name)") == nil)
            // The last part may turn out to be empty.
            if let value = last.string(at: "result.songs.0.\(name)") { values.append(value) }
            try #require(values.count < 100)
        }
        return (values.compactMap(\.self), first, last)
    }
}
