import TestSupport
import Testing

@Suite("Smart playlists of the daemon", .serialized)
struct SmartPlaylistTests {
    /// A daemon with three songs in its library, which are 1, 2 and 3 seconds long and titled by that.
    private struct Setting {
        let system: PrivateSoundSystem
        let daemon: DaemonProcess
        let client: ControlClient

        static func set() async throws -> Setting {
            let system = try await PrivateSoundSystem.start()
            let directory = system.directory
            try directory.makeDirectory("music")
            for seconds in 1...3 {
                try await Tool.run(
                    "ffmpeg",
                    [
                        "-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=\(seconds):r=8000", "-metadata", "title=T\(seconds)",
                        directory.file("music/\(seconds).flac"),
                    ])
            }
            let configuration = """
                [library]
                directories = ["\(directory.file("music"))"]
                playlists = "\(directory.file("lists"))"
                scan_at_start = false
                """
            let daemon = try await DaemonProcess.start(in: system, configuration: configuration)
            let client = try daemon.connect()
            try await client.call("events.subscribe")
            try await client.call("library.update")
            _ = try await client.waitForEvent("library.changed")
            return Setting(system: system, daemon: daemon, client: client)
        }

        func titles(_ name: String) async throws -> [String] {
            let reply = try await client.call("playlist.get", "{\"name\":\"\(name)\"}")
            let count = try #require(reply.value(at: "result.length", as: Int.self))
            return (0..<count).compactMap { reply.string(at: "result.entries.\($0).title") }
        }

        /// Writes rules, which are no text of JSON yet.
        func setRules(_ name: String, _ rules: String) async throws {
            let text = rules.replacing("\"", with: "\\\"")
            try await client.call("playlist.setRules", "{\"name\":\"\(name)\",\"rules\":\"\(text)\"}")
        }
    }

    @Test("one is made by rules, read, played, named by others and told to be outdated once after each look")
    func wholeWay() async throws {
        let setting = try await Setting.set()
        let client = setting.client
        let rules = #"{"all": [{"gt": {"duration": 1.5}}], "sort": "-duration"}"#
        try await setting.setRules("Long", rules)
        let made = try await client.waitForEvent("playlist.changed")
        #expect(made.string(at: "params.change") == "created")
        let list = try await client.call("playlist.list")
        #expect(list.value(at: "result.playlists.0.smart", as: Bool.self) == true, "\(list.line)")
        #expect(try await setting.titles("Long") == ["T3", "T2"])
        let read = try await client.call("playlist.rules", #"{"name":"Long"}"#)
        #expect(read.string(at: "result.rules") == rules)
        try await setting.setRules("Short", #"{"all":[{"notInPlaylist":{"name":"Long"}}]}"#)
        #expect(try await setting.titles("Short") == ["T1"])
        try await client.call("queue.add", #"{"uris":["playlist:Long"]}"#)
        #expect(
            try await client.queue() == [3, 2].map { setting.system.directory.file("music/\($0).flac") })
        // Changes of entries are refused, and so are rules of a list of entries.
        for (method, parameters) in [
            ("playlist.add", #"{"name":"Long","uris":["/x.flac"]}"#), ("playlist.remove", #"{"name":"Long","index":0}"#),
            ("playlist.move", #"{"name":"Long","from":0,"to":1}"#), ("playlist.save", #"{"name":"Long","mode":"replace"}"#),
        ] {
            let reply = try await client.reply(to: method, parameters)
            #expect(reply.errorName == "playlist_has_rules", "\(reply.line)")
        }
        try await client.call("playlist.save", #"{"name":"Plain"}"#)
        for (method, parameters, name) in [
            ("playlist.rules", #"{"name":"Plain"}"#, "invalid_params"),
            ("playlist.setRules", #"{"name":"Plain","rules":"{\"all\":[{\"is\":{\"year\":1}}]}"}"#, "playlist_exists"),
            ("playlist.setRules", #"{"name":"New","rules":"{\"all\":[{\"is\":{\"yeer\":1}}]}"}"#, "invalid_params"),
            (
                "playlist.setRules", #"{"name":"Long","rules":"{\"all\":[{\"is\":{\"year\":1}}]}","revision":"x"}"#,
                "playlist_changed"
            ),
            ("playlist.get", #"{"name":"New"}"#, "playlist_not_found"),
        ] {
            let reply = try await client.reply(to: method, parameters)
            #expect(reply.errorName == name, "\(reply.line)")
        }
        // A cycle is found, and named.
        try await setting.setRules("Long", #"{"all":[{"inPlaylist":{"name":"Short"}}]}"#)
        let cycle = try await client.reply(to: "playlist.get", #"{"name":"Long"}"#)
        #expect(cycle.errorName == "playlist_failed" && cycle.line.contains("depend on themselves"), "\(cycle.line)")
    }

    @Test("the reader of one learns that its songs may be others when a song is noted, and not when it was not read again")
    func outdated() async throws {
        let setting = try await Setting.set()
        let client = setting.client
        try await setting.setRules("Loved", #"{"all":[{"is":{"loved":true}}]}"#)
        _ = try await client.waitForEvent("playlist.changed")
        let found = try await client.call("library.search", #"{"text":"T2"}"#)
        let song = try #require(found.value(at: "result.songs.0.song", as: Int.self), "\(found.line)")
        #expect(try await setting.titles("Loved") == [])
        func note(_ value: String) async throws {
            try await client.call("sticker.set", "{\"song\":\(song),\"name\":\"loved\",\"value\":\"\(value)\"}")
        }
        try await note("1")
        let told = try await client.waitForEvent("playlist.changed")
        #expect(told.string(at: "params.change") == "outdated" && told.string(at: "params.name") == "Loved", "\(told.line)")
        // Nobody has read it since, so nothing is told until the deletion.
        try await note("0")
        try await client.call("playlist.delete", #"{"name":"Loved"}"#)
        let last = try await client.waitForEvent("playlist.changed")
        #expect(last.string(at: "params.change") == "deleted", "\(last.line)")
    }
}
