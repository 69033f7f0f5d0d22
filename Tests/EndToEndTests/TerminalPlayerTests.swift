import FoundationEssentials
import TestSupport
import Testing

@Suite("The player in a terminal", .serialized)
struct TerminalPlayerTests {
    private static func environment(_ stage: Stage, _ more: [String: String] = [:]) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment.merging(more) { $1 }
        environment["FERMATA_SOCKET"] = stage.daemon.socket
        environment["XDG_CONFIG_HOME"] = stage.system.directory.path
        environment["LC_ALL"] = "C.UTF-8"
        environment["NO_COLOR"] = more["NO_COLOR"]
        return environment
    }

    private static func terminal(
        _ stage: Stage, _ options: String = "", rows: Int = 24, columns: Int = 80, _ more: [String: String] = [:]
    ) async throws -> TerminalScreen {
        let client = try BuiltProgram.path(of: "fermata")
        // What the terminal is like is told before and afterwards.
        let line = "stty -a >before; \(client) tui \(options); echo ended $?; stty -a >after; cmp before after && echo as before"
        return try await TerminalScreen(
            rows: rows, columns: columns, running: "cd \(stage.system.directory.path)\n\(line)",
            environment: environment(stage, more))
    }

    private static let music = AudioFixture.unique(frameCount: 44_100 * 600, seed: 5)

    /// A file whose title would clear the screen, name the window, and go on in another line.
    private static func hostileFile(_ stage: Stage) async throws -> String {
        let path = stage.system.directory.file("hostile.flac")
        let title = "Evil\u{1B}[2J\u{1B}]0;owned\u{7}\nrow\u{9B}31m 日本\u{202E}x"
        let cover = stage.system.directory.file("cover.png")
        try await Tool.run("ffmpeg", ["-loglevel", "error", "-f", "lavfi", "-i", "color=red:s=64x64", "-frames:v", "1", cover])
        try await AudioFiles.encode(music, options: ["-metadata", "title=\(title)", "-metadata", "artist=Ann"], to: path)
        return path
    }

    @Test("keys play, add, take back and end; a hostile title is shown and obeyed by nobody; the terminal is as it was before")
    func plays() async throws {
        let stage = try await Stage.set()
        let path = try await Self.hostileFile(stage)
        try await stage.client.call("queue.add", "{\"uris\":[\"\(path)\"]}")
        try await stage.client.waitForEvent("queue.changed")
        let terminal = try await Self.terminal(stage, "--view queue")
        try await terminal.waitFor("the title in its row") { rows in
            rows.count == 24 && rows[2].contains("Evil") && rows[2].contains("[2J") && rows[2].contains("日本")
                && rows[1].hasPrefix("Queue – 1 of 1")
        }
        try await terminal.press("Enter")
        try await terminal.waitFor("the item as what is heard") { $0[2].hasPrefix("▶") && $0[21].contains("playing: Evil") }
        let status = try await stage.client.call("status")
        #expect(status.string(at: "result.state") == "playing")
        try await terminal.press("1")
        try await terminal.waitFor("the cover in blocks") { rows in rows.count { $0.contains("▀▀▀▀▀▀▀▀") } >= 8 }
        try await terminal.press("Space")
        try await terminal.waitFor("the pause") { $0[21].contains("paused") }
        try await terminal.press("2", "C")
        try await terminal.waitFor("the empty queue") {
            $0[2].contains("The queue is empty") && $0[23].contains("u brings it back")
        }
        try await terminal.press("u")
        try await terminal.waitFor("the queue that came back") { $0[2].contains("Evil") && $0[23].contains("Taken back") }
        try await terminal.press(":")
        try await terminal.type("queue li")
        try await terminal.press("Tab")
        try await terminal.waitFor("the completed word") { $0[23].hasPrefix(":queue list") }
        try await terminal.press("Enter")
        try await terminal.waitFor("the output of the command") { $0[1].contains("queue list") && $0[1].contains("closes") }
        try await terminal.press("q", "q")
        try await terminal.waitFor("ended 0")
        try await terminal.waitFor("as before")
        try await terminal.close()
        try await stage.daemon.stop()
    }

    @Test("sizes change under it, a paste is typed, signals leave the terminal as it was, and it waits for a daemon that went")
    func endures() async throws {
        let stage = try await Stage.set()
        let terminal = try await Self.terminal(stage, "--view queue")
        try await terminal.waitFor("the queue") { $0[1].hasPrefix("Queue") }
        for (rows, columns) in [(2, 5), (60, 300), (5, 33), (24, 80)] {
            try await terminal.resize(rows: rows, columns: columns)
            try await terminal.waitFor("\(rows) rows") { $0.count == rows && !$0.allSatisfy(\.isEmpty) }
        }
        try await terminal.press("/")
        try await terminal.paste("pasted\ntext")
        try await terminal.waitFor("what was pasted") { $0[23] == "/pasted text" }
        // Another key at once would be one with alt.
        try await terminal.press("Escape")
        try await terminal.waitFor("the end of the search") { $0[23].contains("help") }
        try await terminal.press("2")
        try await stage.daemon.stop()
        try await terminal.waitFor("that the daemon is away") {
            $0[23].contains("does not answer") || $0[23].contains("no fermatad answers")
        }
        let daemon = try await DaemonProcess.start(in: stage.system)
        try await terminal.waitFor("the daemon that came back") { $0[23].contains("help") && $0[21].contains("stopped") }
        try await terminal.press("C-c")
        try await terminal.waitFor("ended 0")
        try await terminal.waitFor("as before")
        try await terminal.close()
        try await daemon.stop()
    }

    @Test("for readers of screens each change is a line, and the cursor stands in the last one")
    func plain() async throws {
        let stage = try await Stage.set()
        let path = try await stage.write(Self.music, name: "song")
        try await stage.client.call("queue.add", "{\"uris\":[\"\(path)\"]}")
        let terminal = try await Self.terminal(stage, "--plain --view queue")
        try await terminal.waitFor("song.wav")
        try await terminal.press("Enter")
        try await terminal.waitFor("playing")
        try await terminal.press("C")
        try await terminal.waitFor("The queue is empty. u brings it back.")
        let rows = try await terminal.rows()
        let cursor = try await terminal.cursor()
        #expect(cursor.row == rows.lastIndex { !$0.isEmpty })
        #expect(!rows.contains { $0.contains("─") || $0.contains("█") })
        try await terminal.press("q")
        try await terminal.waitFor("as before")
        try await terminal.close()
        try await stage.daemon.stop()
    }
}
