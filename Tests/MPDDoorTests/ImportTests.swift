import TestSupport
import Testing

@Suite("Moving in from a real MPD", .serialized)
struct ImportTests {
    /// Has a real MPD make playlists, stickers, a queue and modes, ends it, and returns the path of its configuration.
    private func leaveMPD(_ stage: MPDStage) async throws -> String {
        let directory = stage.system.directory
        let socket = directory.file("real.sock")
        try directory.makeDirectory("real lists")
        _ = try directory.write(
            """
            playlist_directory "\(directory.file("real lists"))" # with a blank
            sticker_file "\(directory.file("sticker.sql"))"
            """, to: "more.conf")
        let configuration = try directory.write(
            """
            # MPD's own
            music_directory "\(directory.file("music"))/"
            include "more.conf"
            db_file "\(directory.file("real.db"))"
            state_file "\(directory.file("real.state"))"
            bind_to_address "\(socket)"
            password "secret@read,add"
            default_permissions "read,add,control,admin"
            restore_paused "yes"
            audio_output {
                type "null"
                name "Nowhere"
                mixer_type "software"
            }
            """, to: "mpd.conf")
        let mpd = try await ChildProcess.launch(
            "mpd", ["--no-daemon", configuration], output: .file(directory.file("mpd.log")),
            error: .file(directory.file("mpd.log")))
        try await waitUntil("MPD") { isListening(at: socket) }
        let client = try await MPDTestClient(connectingTo: socket)
        _ = try await client.ask("update")
        try await waitUntil("MPD's scan") { () async throws(TestSupportError) -> Bool in
            do { return try await client.value("updating_db") == nil } catch {
                throw TestSupportError(.unexpectedAnswer, "\(error)")
            }
        }
        for command in [
            "add a", "save Old", "addid http://h.example/radio", "addtagid 4 Title \"On the air\"", "addtagid 4 Genre Talk",
            "playlistadd \"With Radio\" a/2.flac", "playlistadd \"With Radio\" http://h.example/x",
            "sticker set song a/1.flac rating 5", "sticker set song b/4.flac \"a mood\" \"so = so\"", "random 0", "repeat 1",
            "consume 1", "prio 7 2:3", "rangeid 1 1.5:4", "play 1", "seekcur 2", "pause 1", "setvol 40",
        ] {
            #expect(try await client.ask(command).last == "OK", "\(command)")
        }
        try await waitUntil("the pause") { () async throws(TestSupportError) -> Bool in
            do { return try await client.value("state") == "pause" } catch {
                throw TestSupportError(.unexpectedAnswer, "\(error)")
            }
        }
        _ = try await mpd.stop(15)
        return configuration
    }

    private func run(_ stage: MPDStage, _ arguments: String...) async throws -> String {
        let home = stage.system.directory.file("home")
        let output = try await Tool.run(
            "env",
            ["HOME=\(home)", "XDG_CONFIG_HOME=\(home)/.config", try BuiltProgram.path(of: "fermata"), "import-mpd"] + arguments
                + ["--socket", stage.daemon.socket])
        return String(decoding: output, as: UTF8.self)
    }

    @Test("everything that a real MPD has left behind is taken over, once, and what is not is named")
    func wholeWay() async throws {
        let stage = try await MPDStage.withSongs()
        let (directory, client) = (stage.system.directory, stage.client)
        let configuration = try await leaveMPD(stage)
        let written = directory.file("home/.config/fermata/config.toml")

        let trial = try await run(stage, "--dry-run", configuration)
        for words in [
            "would write \(written)", "would save the playlist Old: 3 entries", "would note 2 stickers", "would put 4 songs",
        ] {
            #expect(trial.contains(words), "\(words): \(trial)")
        }
        #expect(try await client.ask("listplaylists") == ["OK"])
        #expect(try await client.value("playlistlength") == "0")
        #expect(fileLength(written) == nil)

        let report = try await run(stage, configuration)
        for words in [
            "playlists: 2 saved", "stickers: 2 noted", "queue: 4 items", "volume: 40%", "paused at 0:02 of item 2",
            "tags of streams: 1",
        ] {
            #expect(report.contains(words), "\(words): \(report)")
        }
        let songs = ["0:file: a/1.flac", "1:file: a/2.flac", "2:file: a/3.flac", "3:file: http://h.example/radio"]
        #expect(try await client.ask("playlist") == songs + ["OK"])
        let radio = try await client.ask("playlistinfo 3")
        #expect(radio.contains("Title: On the air") && radio.contains("Genre: Talk"), "\(radio)")
        for (name, value) in [
            ("state", "pause"), ("song", "1"), ("volume", "40"), ("repeat", "1"), ("consume", "1"), ("random", "0"),
        ] {
            #expect(try await client.value(name) == value, "\(name)")
        }
        #expect(report.contains("priorities: 1") && report.contains("parts of songs: 1"), "\(report)")
        #expect(try await client.ask("playlistinfo 2").contains("Prio: 7"))
        #expect(try await client.ask("playlistinfo 0").contains("Range: 1.500-4.000"))
        let elapsed = try #require(try await client.value("elapsed").flatMap { Double($0) })
        #expect(elapsed >= 2 && elapsed < 4, "\(elapsed)")
        #expect(try await client.ask("listplaylist Old") == ["file: a/1.flac", "file: a/2.flac", "file: a/3.flac", "OK"])
        #expect(try await client.ask("listplaylist \"With Radio\"") == ["file: a/2.flac", "file: http://h.example/x", "OK"])
        #expect(try await client.ask("sticker get song b/4.flac \"a mood\"") == ["sticker: a mood=so = so", "OK"])
        #expect(try await client.ask("sticker get song a/1.flac rating") == ["sticker: rating=5", "OK"])

        // The file is one that the daemon takes.
        _ = try await Tool.run(try DaemonProcess.executable(), ["--check-config", "--config", written])
        let text = String(decoding: try readFile(written), as: UTF8.self)
        for line in [
            "directories = [\"\(directory.file("music"))\"]", "password = [\"secret@read,add\"]", "restore = \"paused\"",
            "default_permissions = [\"read\", \"add\", \"control\", \"admin\"]",
        ] { #expect(text.contains(line), "\(line): \(text)") }

        // Again: nothing is doubled, and nothing that is there is written over.
        let again = try await run(stage, configuration)
        for words in ["playlists: 0 saved, 2 are there already", "config.toml needs no change", "without --replace-queue"] {
            #expect(again.contains(words), "\(words): \(again)")
        }
        #expect(try await client.value("playlistlength") == "4")
        #expect(String(decoding: try readFile(written), as: UTF8.self) == text)

        // All of it is taken back in one command.
        let undone = try await run(stage, "--undo")
        #expect(undone.contains("playlists: 2 removed") && undone.contains("queue: 4 items removed"), "\(undone)")
        #expect(fileLength(written) == nil)
        #expect(try await client.ask("listplaylists") == ["OK"])
        for (name, value) in [("playlistlength", "0"), ("repeat", "0"), ("consume", "0")] {
            #expect(try await client.value(name) == value, "\(name)")
        }
    }

    @Test("settings are merged into a configuration with comments, and an empty directory of music takes none away")
    func merges() async throws {
        let stage = try await MPDStage.withSongs()
        let directory = stage.system.directory
        try directory.makeDirectory("home/.config/fermata")
        let before = """
            # mine
            [library]
            directories = ["\(directory.file("music"))"] # all of it
            [playback]
            replay_gain = "off" # quiet

            """
        let file = try directory.write(before, to: "home/.config/fermata/config.toml")
        let configuration = try directory.write(
            """
            music_directory "\(try directory.makeDirectory("nothing"))"
            bind_to_address "localhost"
            replaygain "album"
            """, to: "mpd.conf")
        let report = try await run(stage, configuration)
        #expect(report.contains("playback.replay_gain = \"album\", before: \"off\""), "\(report)")
        #expect(report.contains("is empty, so library.directories stays"), "\(report)")
        let text = String(decoding: try readFile(file), as: UTF8.self)
        #expect(text.hasPrefix(before.replacing("\"off\" # quiet", with: "\"album\" # quiet")), "\(text)")
        #expect(text.contains("[mpd]\nlisten = [\"127.0.0.1:6600\"]"), "\(text)")
        _ = try await run(stage, "--undo")
        #expect(String(decoding: try readFile(file), as: UTF8.self) == before)
    }

    @Test("on a terminal it says what it would do and asks, and does it only if the answer is yes", arguments: ["n", "", "y"])
    func question(answer: String) async throws {
        let stage = try await MPDStage.withSongs()
        let directory = stage.system.directory
        let configuration = try directory.write(
            "music_directory \"\(directory.file("music"))\"\nreplaygain \"album\"\n", to: "mpd.conf")
        let written = directory.file("home/.config/fermata/config.toml")
        let shown = try await onTerminal(stage, typing: answer, [configuration])
        let question = try #require(shown.firstRange(of: "Take this over? [y/N]"), "\(shown)")
        #expect(shown[..<question.lowerBound].contains("would write \(written)"), "\(shown)")
        let rest = shown[question.upperBound...]
        if answer == "y" {
            #expect(rest.contains("--undo"), "\(shown)")
            #expect(String(decoding: try readFile(written), as: UTF8.self).contains("replay_gain = \"album\""))
        } else {
            #expect(rest.contains("nothing was changed"), "\(shown)")
            #expect(fileLength(written) == nil)
        }
        // Who has said yes before is not asked.
        let unasked = try await onTerminal(stage, typing: "n", ["--yes", configuration])
        #expect(!unasked.contains("Take this over?") && fileLength(written) != nil, "\(unasked)")
    }

    /// Imports on a terminal, where somebody types a line, and returns what is shown there.
    private func onTerminal(_ stage: MPDStage, typing line: String, _ arguments: [String]) async throws -> String {
        let home = stage.system.directory.file("home")
        let words =
            ["env", "HOME=\(home)", "XDG_CONFIG_HOME=\(home)/.config", try BuiltProgram.path(of: "fermata"), "import-mpd"]
            + arguments + ["--socket", stage.daemon.socket]
        let command = words.map { "'\($0)'" }.joined(separator: " ")
        let output = try await Tool.run(
            "sh", ["-c", "printf '%s\\n' \"$2\" | script --quiet --command \"$1\" /dev/null", "sh", command, line])
        return String(decoding: output, as: UTF8.self)
    }

    @Test("a queue in whose place that of MPD came is back after --undo, with its modes and its volume")
    func replacedQueue() async throws {
        let stage = try await MPDStage.withSongs()
        let (directory, client) = (stage.system.directory, stage.client)
        for command in ["add b/4.flac", "add a/1.flac", "repeat 0", "random 1", "setvol 70"] {
            #expect(try await client.ask(command).last == "OK", "\(command)")
        }
        let before = try await client.ask("playlist")
        #expect(before.count == 3)
        _ = try directory.write(
            "sw_volume: 40\nrepeat: 1\nrandom: 0\nplaylist_begin\n0:a/2.flac\n1:a/3.flac\nplaylist_end\n", to: "real.state")
        let configuration = try directory.write(
            "music_directory \"\(directory.file("music"))\"\nstate_file \"\(directory.file("real.state"))\"\n", to: "mpd.conf")
        let report = try await run(stage, "--replace-queue", configuration)
        #expect(report.contains("the 2 items in it are the playlist \"Before import-mpd\" now"), "\(report)")
        #expect(try await client.ask("playlist") == ["0:file: a/2.flac", "1:file: a/3.flac", "OK"])
        for (name, value) in [("repeat", "1"), ("random", "0"), ("volume", "40")] {
            #expect(try await client.value(name) == value, "\(name)")
        }
        // Another import takes the place of the first one, and not of what was there before both.
        let again = try await run(stage, "--replace-queue", configuration)
        #expect(!again.contains("are the playlist"), "\(again)")
        #expect(try await client.ask("listplaylists").count { $0.hasPrefix("playlist:") } == 1)
        let undone = try await run(stage, "--undo")
        #expect(undone.contains("queue: as it was before"), "\(undone)")
        #expect(try await client.ask("playlist") == before)
        for (name, value) in [("repeat", "0"), ("random", "1"), ("volume", "70")] {
            #expect(try await client.value(name) == value, "\(name)")
        }
        // Nothing is left of the import, and there is nothing more to take back.
        #expect(try await client.ask("listplaylists") == ["OK"])
        await #expect(throws: TestSupportError.self) { try await run(stage, "--undo") }
    }

    @Test("a queue that was to consume one song only goes on with that")
    func consumesOnce() async throws {
        let stage = try await MPDStage.withSongs()
        let directory = stage.system.directory
        _ = try directory.write("consume: oneshot\nplaylist_begin\n0:a/1.flac\nplaylist_end\n", to: "real.state")
        let configuration = try directory.write(
            """
            music_directory "\(directory.file("music"))"
            state_file "\(directory.file("real.state"))"
            """, to: "mpd.conf")
        let report = try await run(stage, configuration)
        #expect(report.contains("consume once"), "\(report)")
        #expect(try await stage.client.value("consume") == "oneshot")
    }

    @Test("files of MPD that are missing or damaged are named, and the rest is taken over")
    func damaged() async throws {
        let stage = try await MPDStage.withSongs()
        let directory = stage.system.directory
        try directory.makeDirectory("real lists")
        _ = try directory.write("a/1.flac\nspotify://x\n", to: "real lists/Good.m3u")
        _ = try directory.write("no database", to: "sticker.sql")
        let configuration = try directory.write(
            """
            music_directory "\(directory.file("music"))"
            playlist_directory "\(directory.file("real lists"))"
            sticker_file "\(directory.file("sticker.sql"))"
            state_file "\(directory.file("gone"))"
            this is wrong
            """, to: "mpd.conf")
        let report = try await run(stage, configuration)
        for words in [
            "playlists: 1 saved", "Good: 1 entries that fermatad cannot play", "the stickers of", "the state",
            "line 5: unexpected text",
        ] { #expect(report.contains(words), "\(words): \(report)") }
        #expect(try await stage.client.ask("listplaylist Good") == ["file: a/1.flac", "OK"])
    }
}
