import FoundationEssentials
import TestSupport
import Testing

@Suite("Completion in real shells", .serialized)
struct CompletionTests {
    private let daemon: DaemonDouble
    private let directory: TemporaryDirectory

    init() throws {
        daemon = try DaemonDouble()
        directory = try TemporaryDirectory()
    }

    /// What the client prints for each shell.
    private static let scripts = Dictionary(
        uniqueKeysWithValues: InteractiveShell.allCases.map { shell in
            (shell, Result { try ClientProcess.run("--generate-completion-script", shell.rawValue).output })
        })

    /// Types lines into a shell that has read the completions of the client; each says what it has to become.
    private func type(_ lines: [Typed], into shell: InteractiveShell) async throws {
        let completions = try directory.write(try Self.scripts[shell]?.get() ?? "", to: "fermata.\(shell)")
        let setup =
            switch shell {
            case .bash, .fish: ". \(completions)"
            case .zsh: "autoload -U compinit; compinit -u -d \(directory.file("dump")); . \(completions)"
            }
        // What is typed may name files there.
        let place = "cd \(directory.path); "
        var environment = ProcessInfo.processInfo.environment
        let programs = ClientProcess.path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
        environment["PATH"] = "\(programs):\(environment["PATH"] ?? "")"
        environment["FERMATA_SOCKET"] = daemon.path
        environment["HIT"] = directory.file("hit")
        let words = try await shell.words(
            of: lines.map(\.line), after: try directory.write(place + setup, to: "setup"), environment: environment)
        try #require(words.count == lines.count)
        for (line, words) in zip(lines, words) {
            #expect(line.isRight(words), "\(shell) makes \(words) of: fermata \(line.line.keys)")
        }
        #expect(!FileManager.default.fileExists(atPath: directory.file("hit")), "\(shell) has run a part of a name")
        try daemon.stop()
    }

    /// A line, and whether its words are right.
    private struct Typed {
        let line: InteractiveShell.Line
        let isRight: ([String]) -> Bool

        init(_ keys: String, showing shown: [String] = [], isRight: @escaping ([String]) -> Bool) {
            line = .init("fermata " + keys, showing: shown)
            self.isRight = isRight
        }

        init(_ keys: String, becomes words: String...) { self.init(keys) { $0 == ["fermata"] + words } }
    }

    @Test("the commands of the library are offered", arguments: InteractiveShell.allCases.filter(\.isInstalled))
    func commands(shell: InteractiveShell) async throws {
        let shown = ["search", "albums", "artists", "browse", "item", "update"]
        try await type(
            [
                Typed("libr\tsea\tx", becomes: "library", "search", "x"),
                Typed("library \t\t", showing: shown) { $0.prefix(2) == ["fermata", "library"] },
            ], into: shell)
    }

    @Test(
        "names of the library complete to words that the client gets as they are, and nothing in them is run",
        arguments: InteractiveShell.allCases.filter(\.isInstalled))
    func names(shell: InteractiveShell) async throws {
        let album = RecordingHandler.albums
        let names = [
            ("Kin", album.plain), ("St", album.colon), ("AC", album.slash), ("it", album.quote), ("100", album.glob),
            // bash would take the dollars for variables, and run what is between backquotes, so it gets no such name.
            ("x", shell == .bash ? "x" : album.hostile), ("y", shell == .bash ? "y" : album.backquotes),
        ]
        try await type(names.map { Typed("play --album \($0)\t", becomes: "play", "--album", $1) }, into: shell)
    }

    @Test(
        "kinds are offered beside files, and go on without a blank", arguments: InteractiveShell.allCases.filter(\.isInstalled))
    func kinds(shell: InteractiveShell) async throws {
        try directory.write("", to: "alone.flac")
        let shown = ["album:", "albumartist:", "year:", "playlist:", "alone.flac"]
        try await type(
            [
                Typed("play \t\t", showing: shown) { $0.prefix(2) == ["fermata", "play"] },
                Typed("queue add gen\tRo\t", becomes: "queue", "add", "genre:Rock & Roll"),
                Typed("play --position 5 playl\tSun\t") { $0.last == "playlist:Sunday: late" },
            ], into: shell)
    }

    @Test(
        "names behind a kind complete to one word that the client gets as it is, and nothing in them is run",
        arguments: InteractiveShell.allCases.filter(\.isInstalled))
    func namesBehindKinds(shell: InteractiveShell) async throws {
        let album = RecordingHandler.albums
        let names = [
            ("album:Kin", album.plain), ("album:Kind\\ o", album.plain), ("album:St", album.colon),
            ("album:Star\\ Wars:\\ A", album.colon), ("album:AC", album.slash), ("album:it", album.quote),
            ("album:100", album.glob), ("album:x", album.hostile), ("album:y", album.backquotes),
            ("\"album:Kin", album.plain), ("'album:Kin", album.plain), ("album\\:Kin", album.plain),
        ]
        try await type(names.map { Typed("play \($0)\t", becomes: "play", "album:\($1)") }, into: shell)
    }

    @Test(
        "files complete with a slash behind a directory, and with blanks that are quoted, also behind other media",
        arguments: InteractiveShell.allCases.filter(\.isInstalled))
    func files(shell: InteractiveShell) async throws {
        try directory.write("", to: "Some songs/inside one.flac")
        let absolute = directory.file("Some songs/inside one.flac")
        try await type(
            [
                Typed("play So\tin\t", becomes: "play", "Some songs/inside one.flac"),
                Typed("play album:x \(directory.path)/So\tin\t", becomes: "play", "album:x", absolute),
            ], into: shell)
    }

    @Test(
        "a command that begins as another one is offered, and behind help the names of commands",
        arguments: InteractiveShell.allCases.filter(\.isInstalled))
    func commandNames(shell: InteractiveShell) async throws {
        let offered = [
            ("play", ["playlist"]), ("stop", ["stop-after"]), ("room", ["rooms"]), ("help re", ["record", "replay-gain"]),
            ("help queue ", ["deduplicate", "shuffle"]),
        ].map { typed, shown in
            Typed("\(typed)\t\t", showing: shown) { $0.first == "fermata" && !$0.contains { $0.hasSuffix(":") } }
        }
        try await type(
            offered + [Typed("help libr\tgen\tx", becomes: "help", "library", "genres", "x")], into: shell)
    }

    @Test(
        "items are offered with their titles, and values of options by name",
        arguments: InteractiveShell.allCases.filter(\.isInstalled))
    func values(shell: InteractiveShell) async throws {
        let items = ["play --item ", "queue remove ", "del "].map { typed in
            Typed("\(typed)\t\t", showing: ["b.ogg"]) { !$0.contains { $0.contains("b.ogg") } }
        }
        try await type(
            items + [
                Typed("library browse --list recentlyA\tx") { $0.last == "x" && $0.contains("recentlyAdded") },
                Typed("library search --field ti\tx", becomes: "library", "search", "--field", "title", "x"),
                Typed("volume un\t", becomes: "volume", "unmute"),
            ], into: shell)
    }
}
