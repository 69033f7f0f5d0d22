import FoundationEssentials
import Glibc
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
        let player = "sh -c 'echo $$ >number; exec \(client) tui \(options)'"
        let line = "stty -a >before; \(player); echo ended $?; stty -a >after; cmp before after && echo as before"
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

    /// The processes whose command line has a text.
    private static func processes(with text: String) -> [Int32] {
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { Int32($0) } ?? []
        return numbers.filter { number in
            let bytes = (try? readFile("/proc/\(number)/cmdline")) ?? []
            return String(decoding: bytes.map { $0 == 0 ? UInt8(ascii: " ") : $0 }, as: UTF8.self).contains(text)
        }
    }

    @Test("a signal ends what runs beside the player, and leaves the terminal as it was", arguments: [SIGTERM, SIGHUP])
    func signals(number: Int32) async throws {
        let stage = try await Stage.set()
        let terminal = try await Self.terminal(stage, "--view queue")
        try await terminal.waitFor("the queue") { $0[1].hasPrefix("Queue") }
        // A command that goes on for ever.
        let child = "--socket \(stage.daemon.socket) monitor"
        try await terminal.press(":")
        try await terminal.type("monitor")
        try await terminal.press("Enter")
        try await waitUntil("the command") { !Self.processes(with: child).isEmpty }
        let text = String(decoding: try readFile(stage.system.directory.file("number")), as: UTF8.self)
        let player = try #require(Int32(text.prefix { $0.isNumber }))
        #expect(kill(player, number) == 0)
        try await terminal.waitFor("ended \(128 + number)")
        try await terminal.waitFor("as before")
        try await waitUntil("the end of the command") { Self.processes(with: child).isEmpty }
        try await terminal.close()
        try await stage.daemon.stop()
    }

    @Test("Ctrl-Z gives the shell its terminal, and fg brings the player back with what has changed meanwhile")
    func suspends() async throws {
        let stage = try await Stage.set()
        let client = try BuiltProgram.path(of: "fermata")
        let line = """
            cd \(stage.system.directory.path)
            set -m
            stty -a >before
            \(client) tui --view queue
            stty -a >during; cmp before during && echo shell as before
            read line
            fg
            echo ended $?
            stty -a >after; cmp before after && echo as before
            """
        let terminal = try await TerminalScreen(running: line, environment: Self.environment(stage))
        try await terminal.waitFor("the queue") { $0[1].hasPrefix("Queue") }
        try await terminal.press("C-z")
        try await terminal.waitFor("shell as before")
        let path = try await stage.write(Self.music, name: "meanwhile")
        try await stage.client.call("queue.add", "{\"uris\":[\"\(path)\"]}")
        try await terminal.press("Enter")
        try await terminal.waitFor("the item that came meanwhile") {
            $0[2].contains("meanwhile") && $0[1].hasPrefix("Queue – 1 of 1")
        }
        try await terminal.press("q")
        try await terminal.waitFor("ended 0")
        try await terminal.waitFor("\nas before")
        try await terminal.close()
        try await stage.daemon.stop()
    }

    @Test(
        "a pasted text whose end is lost holds up the keys for two seconds and no longer; lyrics follow the song; marked items go together"
    )
    func looks() async throws {
        let stage = try await Stage.set()
        let path = try await stage.write(Self.music, name: "song")
        let lyrics = (0..<200).map { "[0\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60).00]words \($0)" }.joined(separator: "\n")
        try stage.system.directory.write(lyrics, to: "song.lrc")
        try await stage.client.call("queue.add", "{\"uris\":[\"\(path)\",\"\(path)\",\"\(path)\"]}")
        let terminal = try await Self.terminal(stage, "--view queue")
        try await terminal.waitFor("the queue") { $0[1].hasPrefix("Queue – 1 of 3") }
        try await terminal.press("Enter", "L")
        try await terminal.waitFor("the first line") { rows in rows.contains { $0.hasPrefix("▶ words 0") } }
        try await stage.client.call("seek", "{\"position\":100.2}")
        try await terminal.waitFor("the line of the new place") { rows in
            rows.contains { row in (100...130).contains { row.hasPrefix("▶ words \($0) ") } }
        }
        try await terminal.press("2", "g", "v", "G", "v")
        try await terminal.waitFor("the marks") { $0[1].hasSuffix("2 marked") && $0[2].dropFirst().hasPrefix("*") }
        try await terminal.press("d")
        try await terminal.waitFor("one item") { $0[1].hasSuffix("1 of 1") && $0[23].contains("Taken out: 2 items") }
        try await terminal.press("u")
        try await terminal.waitFor("three items") { $0[1].hasSuffix("of 3") }
        // The beginning of a pasted text without its end: what has come of it counts after a while, and then keys do.
        try await terminal.press("/")
        try await terminal.type("\u{1B}[200~lost")
        try await terminal.waitFor("what was pasted") { $0[23] == "/lost" }
        try await terminal.press("Escape")
        try await terminal.waitFor("the end of the search") { $0[23].contains("help") }
        try await terminal.press("q")
        try await terminal.waitFor("as before")
        try await terminal.close()
        try await stage.daemon.stop()
    }

    @Test(
        "through tmux a cover goes to a terminal that is known to show it there, and is blocks for every other one",
        arguments: [("kitty(0.35.0)", true, true), ("kitty(0.26.5)", true, false), ("kitty(0.35.0)", false, false)])
    func coverThroughTmux(name: String, passes: Bool, isSent: Bool) async throws {
        let stage = try await Stage.set()
        let path = try await Self.hostileFile(stage)
        try await stage.client.call("queue.add", "{\"uris\":[\"\(path)\"]}")
        try await waitUntil("the picture of the item") { () async throws(TestSupportError) -> Bool in
            try await stage.client.call("queue.list").line.contains(#""picture":true"#)
        }
        try await stage.client.call("play")
        let client = try BuiltProgram.path(of: "fermata")
        let wanted = isSent ? ["\u{1B}_Ga=T,U=1,f=24,", "\u{10EEEE}\u{305}\u{305}"] : ["▀▀"]
        let output = try await TerminalScreen.output(
            in: name, passing: passes, running: "\(client) tui", until: wanted.map { Array($0.utf8) },
            environment: Self.environment(stage))
        #expect(String(decoding: output, as: UTF8.self).contains("_G") == isSent)
        try await stage.daemon.stop()
    }
}
