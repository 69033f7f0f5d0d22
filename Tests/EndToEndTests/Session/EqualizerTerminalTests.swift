import Glibc
import TestSupport
import Testing

@Suite(
    "The curve of an equaliser on a terminal", .serialized,
    .enabled(if: access("/usr/bin/tmux", X_OK) == 0, "needs tmux"))
struct EqualizerTerminalTests {
    /// What a program gets that does not write to a terminal.
    private static let columns = 80

    /// What the client printed within a tmux of its own, byte for byte, and what was to be seen then.
    private func run(_ command: String, for daemon: DaemonProcess, in directory: TemporaryDirectory) async throws -> (
        printed: String, seen: [Substring]
    ) {
        let environment = [
            "PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "HOME": directory.path,
            "FERMATA_SOCKET": daemon.socket,
        ]
        let printed = directory.file("printed")
        func tmux(_ arguments: String...) async throws(TestSupportError) -> String {
            let all = ["-u", "-S", directory.file("tmux"), "-f", "/dev/null"] + arguments
            return String(decoding: try await Tool.run("tmux", all, environment: environment), as: UTF8.self)
        }
        // Nothing is printed before its copy is taken. A tmux that a test has lost ends by itself.
        let line = "tmux wait-for begin; \(command); timeout 120 cat"
        _ = try await tmux("new-session", "-d", "-x", "\(Self.columns)", "-y", "40", line)
        _ = try await tmux("pipe-pane", "-o", "cat > '\(printed)'")
        _ = try await tmux("wait-for", "-S", "begin")
        try await waitUntil("the curve") { () async throws(TestSupportError) -> Bool in
            ((try? readFile(printed)).map { String(decoding: $0, as: UTF8.self) } ?? "").contains("over")
        }
        let screen = try await tmux("capture-pane", "-p")
        _ = try await tmux("kill-server")
        let lines = screen.split(separator: "\n").prefix { !$0.contains("over") }
        return (String(decoding: try readFile(printed), as: UTF8.self), Array(lines))
    }

    private func daemon(in system: PrivateSoundSystem) async throws -> DaemonProcess {
        try await DaemonProcess.start(
            in: system, configuration: "[outputs.default]\nequalizer = \"Filter 1: ON PK Fc 1000 Hz Gain 6 dB Q 1\"\n")
    }

    @Test("within tmux, which draws no sixels, is in blocks, and what is asked and answered leaves nothing on the screen")
    func multiplexer() async throws {
        let system = try await PrivateSoundSystem.start()
        let daemon = try await daemon(in: system)
        let client = try BuiltProgram.path(of: "fermata")
        let (printed, seen) = try await run("'\(client)' equalizer default; echo over", for: daemon, in: system.directory)
        #expect(printed.contains("\u{1B}[c") && !printed.contains("\u{1B}P"), "asked, and no picture")
        let plain = try await Tool.run(
            client, ["equalizer", "default", "--plain"],
            environment: ["FERMATA_SOCKET": daemon.socket, "LC_ALL": "C.UTF-8"])
        // Lines of the screen end where their text does.
        let wanted = String(decoding: plain, as: UTF8.self).split(separator: "\n").map(Self.trimmed)
        #expect(wanted.contains { $0.contains("█") } && seen.map(Self.trimmed) == wanted, "\(seen)")
        try await daemon.stop()
    }

    @Test("that draws no pictures, or wants plain text, and in a file is text without a single order to a terminal")
    func plain() async throws {
        let system = try await PrivateSoundSystem.start()
        let daemon = try await daemon(in: system)
        let client = "'\(try BuiltProgram.path(of: "fermata"))' equalizer default"
        let file = system.directory.file("curve")
        let (printed, _) = try await run(
            "TERM=dumb \(client); NO_COLOR=1 \(client); \(client) --plain; \(client) > '\(file)'; echo over", for: daemon,
            in: system.directory)
        #expect(printed.split(whereSeparator: \.isNewline).count { $0.contains("20k Hz") } == 3, "\(printed)")
        #expect(!printed.contains("\u{1B}"))
        let text = String(decoding: try readFile(file), as: UTF8.self)
        #expect(text.contains("20k Hz") && !text.contains("\u{1B}"))
        try await daemon.stop()
    }

    private static func trimmed(_ line: Substring) -> Substring {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
