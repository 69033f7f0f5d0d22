import ControlProtocol
import JSON
import TestSupport
import Testing

@Suite("Moving in from MPD, at the command line", .serialized)
struct ImportMPDTests {
    private func run(_ daemon: DaemonDouble, _ folder: TemporaryDirectory, _ arguments: [String]) throws -> ClientProcess.Outcome
    {
        try ClientProcess.run(
            ["import-mpd", "--config", folder.file("config.toml")] + arguments, socket: daemon.path,
            environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin"])
    }

    @Test("--undo keeps the playlist with the former queue if the queue does not take all of it")
    func keepsPlaylist() throws {
        let (daemon, folder) = (try DaemonDouble(), try TemporaryDirectory())
        for (playlist, isKept) in [("Half", true), ("Whole", false)] {
            try writeFile(
                Array(#"{"items":[9],"replacedQueue":"\#(playlist)"}"#.utf8), to: folder.file("config.toml.import-mpd"))
            let before = try daemon.requests().count
            let outcome = try run(daemon, folder, ["--undo"])
            #expect(outcome.status == 0 && outcome.output.contains("\"\(playlist)\"") == isKept, "\(outcome)")
            let asked = try daemon.requests().dropFirst(before)
            #expect(asked.contains(Asked("playlist.delete", ["name": .string(playlist)])) != isKept)
        }
        try daemon.stop()
    }

    @Test("a playlist with a name that is not UTF-8 is read")
    func namesOfPlaylists() throws {
        let (daemon, folder) = (try DaemonDouble(), try TemporaryDirectory())
        let line = "cd '\(folder.path)' && printf '/a.flac\\n' >\"$(printf 'caf\\351.m3u')\""
        #expect(try ClientProcess(shell: line, environment: ["PATH": "/usr/bin:/bin"]).wait().status == 0)
        try writeFile(Array("playlist_directory \"\(folder.path)\"\n".utf8), to: folder.file("mpd.conf"))
        let outcome = try run(daemon, folder, ["--yes", folder.file("mpd.conf")])
        #expect(outcome.output.contains("playlists: 1 saved"), "\(outcome)")
        #expect(try daemon.requests().contains { "\($0)".contains("café") })
        try daemon.stop()
    }

    @Test(
        "a file that is no configuration of MPD is refused with a sentence, and nothing is changed",
        arguments: ["", "\n# nothing\n", "music_directory \"/m\"\n\0\u{1}", "}\n"])
    func otherFiles(text: String) throws {
        let (daemon, folder) = (try DaemonDouble(), try TemporaryDirectory())
        try writeFile(Array(text.utf8), to: folder.file("mpd.conf"))
        let outcome = try run(daemon, folder, ["--yes", folder.file("mpd.conf")])
        #expect(outcome.status == 1 && outcome.error.contains("is no configuration of MPD"), "\(outcome)")
        #expect(try daemon.requests().isEmpty)
        try daemon.stop()
    }
}
