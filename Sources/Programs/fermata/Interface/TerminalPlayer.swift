import ArgumentParser
import FermataKit
import Glibc
import SystemSupport
import TerminalCells
import TerminalInterface

struct TerminalPlayer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tui", abstract: "Show the player in the terminal, with keys.",
        discussion: """
            Views: what is heard with its cover, queue, library, search, playlists,
            outputs, rooms, meters, chapters, why and lyrics. A key of 1 to 9, 0 or L
            chooses one, ? lists all keys, / searches everything, and : takes a command
            of fermata. Enter adds; p plays at once; u takes either back. The music goes
            on when it ends.

            The file $XDG_CONFIG_HOME/fermata/tui.toml may choose keys, colours and the
            first view. With --plain nothing is drawn: each change is a line, for
            readers of screens.

            EXAMPLES
              fermata tui
              fermata tui --view queue
              fermata tui --plain
            """)

    @Flag(help: "Write one line for each change and draw nothing: for readers of screens.") var plain = false
    @Option(
        help: ArgumentHelp("The view that it begins with.", valueName: "view"),
        completion: .list(InterfaceView.allCases.map(\.rawValue)))
    var view: String?
    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        if options.json { throw ValidationError("--json does not go with a player for people; see 'fermata monitor'") }
        if let view, InterfaceView(rawValue: view) == nil {
            let known = InterfaceView.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("no view is called '\(Terminal.harmless(view))': there are \(known)")
        }
    }

    func run() throws {
        guard isatty(STDIN_FILENO) == 1, Terminal.isInteractive else {
            throw ClientFailure.usage("'fermata tui' needs a terminal; 'fermata status --watch' and 'fermata monitor' do not")
        }
        var settings = SettingsFile.read()
        if let view = view.flatMap(InterfaceView.init) { settings.view = view }
        let path = try SocketPath.resolve(options.socket, instance: options.instance)
        let isPlain = plain || !TerminalKind.canDraw
        let terminal = try RawTerminal(isPlain: isPlain, hasMouse: settings.hasMouse)
        var loop = InterfaceLoop(
            settings, path: path, isPlain: isPlain, signals: try SignalPipe(InterfaceLoop.signals), terminal: terminal)
        try loop.run()
    }
}

/// What the environment says of the terminal.
enum TerminalKind {
    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value[0] != 0 else { return nil }
        return String(cString: value)
    }

    /// Whether the cursor can be moved on it.
    static var canDraw: Bool { variable("TERM").map { $0 != "dumb" } ?? false }

    /// Whether colours are wanted.
    static var hasColours: Bool { variable("NO_COLOR") == nil }

    /// Whether it has more than 256 colours.
    static var hasMixedColours: Bool { variable("COLORTERM").map { ["truecolor", "24bit"].contains($0) } ?? false }

    /// Whether texts are UTF-8 there.
    static var readsUTF8: Bool {
        let locale = (variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") ?? "").lowercased()
        return locale.contains("utf-8") || locale.contains("utf8")
    }
}

/// The file of what somebody has chosen for the player in the terminal.
enum SettingsFile {
    /// The most bytes that it may have.
    private static let limit = 1 << 20

    /// Reads the file; what cannot be read counts for nothing, and is told.
    static func read() -> InterfaceSettings {
        guard let path = path() else { return InterfaceSettings() }
        do throws(FileFailure) {
            let bytes = try RegularFile.read(path, atMost: limit, followsLinks: true)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                return InterfaceSettings(complaint: "it is not UTF-8, and does not count")
            }
            return InterfaceSettings(text)
        } catch {
            return error.number == ENOENT ? InterfaceSettings() : InterfaceSettings(complaint: "it cannot be read: \(error)")
        }
    }

    /// By the rule of the XDG base directories, the variable counts only if it holds an absolute path.
    private static func path() -> String? {
        if let home = getenv("XDG_CONFIG_HOME").map({ String(cString: $0) }), home.hasPrefix("/") {
            return home + "/fermata/tui.toml"
        }
        guard let home = getenv("HOME").map({ String(cString: $0) }), home.hasPrefix("/") else { return nil }
        return home + "/.config/fermata/tui.toml"
    }
}
