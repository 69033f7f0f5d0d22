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

    /// Types keys into a shell that has read the completions of the client.
    private func words(
        of shell: InteractiveShell, typing keys: String, showing shown: [String] = []
    ) async throws -> [String] {
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
        return try await shell.words(
            typing: keys, after: try directory.write(place + setup, to: "setup"), showing: shown, environment: environment)
    }

    @Test("the commands of the library are offered", arguments: InteractiveShell.allCases.filter(\.isInstalled))
    func commands(shell: InteractiveShell) async throws {
        #expect(try await words(of: shell, typing: "fermata libr\tsea\tx") == ["fermata", "library", "search", "x"])
        let shown = ["search", "albums", "artists", "browse", "item", "update"]
        let line = try await words(of: shell, typing: "fermata library \t\t", showing: shown)
        #expect(line.prefix(2) == ["fermata", "library"])
        try daemon.stop()
    }

    @Test(
        "names of the library complete to words that the client gets as they are, and nothing in them is run",
        arguments: InteractiveShell.allCases.filter(\.isInstalled))
    func names(shell: InteractiveShell) async throws {
        let album = RecordingHandler.albums
        let names = [
            ("Kin", album.plain), ("St", album.colon), ("AC", album.slash), ("it", album.quote), ("100", album.glob),
        ]
        for (typed, name) in names {
            let words = try await words(of: shell, typing: "fermata play --album \(typed)\t")
            #expect(words == ["fermata", "play", "--album", name], "\(shell)")
        }
        let hostile = try await words(of: shell, typing: "fermata play --album x\t")
        // bash would take the dollars for variables, and run what is between backquotes, so it gets no such name.
        #expect(hostile == ["fermata", "play", "--album", shell == .bash ? "x" : album.hostile], "\(shell)")
        let backquotes = try await words(of: shell, typing: "fermata play --album y\t")
        #expect(backquotes == ["fermata", "play", "--album", shell == .bash ? "y" : album.backquotes], "\(shell)")
        #expect(!FileManager.default.fileExists(atPath: directory.file("hit")), "\(shell) has run a part of a name")
        try daemon.stop()
    }

    @Test(
        "kinds are offered beside files, and go on without a blank", arguments: InteractiveShell.allCases.filter(\.isInstalled))
    func kinds(shell: InteractiveShell) async throws {
        try directory.write("", to: "alone.flac")
        let shown = ["album:", "albumartist:", "year:", "playlist:", "alone.flac"]
        let line = try await words(of: shell, typing: "fermata play \t\t", showing: shown)
        #expect(line.prefix(2) == ["fermata", "play"])
        let genre = try await words(of: shell, typing: "fermata queue add gen\tRo\t")
        #expect(genre == ["fermata", "queue", "add", "genre:Rock & Roll"])
        let playlist = try await words(of: shell, typing: "fermata play --position 5 playl\tSun\t")
        #expect(playlist.last == "playlist:Sunday: late")
        try daemon.stop()
    }

    @Test(
        "names behind a kind complete to one word that the client gets as it is, and nothing in them is run",
        arguments: InteractiveShell.allCases.filter(\.isInstalled))
    func namesBehindKinds(shell: InteractiveShell) async throws {
        let album = RecordingHandler.albums
        let names = [
            ("Kin", album.plain), ("Kind\\ o", album.plain), ("St", album.colon), ("Star\\ Wars:\\ A", album.colon),
            ("AC", album.slash), ("it", album.quote), ("100", album.glob), ("x", album.hostile),
            ("y", album.backquotes),
        ]
        for (typed, name) in names {
            let words = try await words(of: shell, typing: "fermata play album:\(typed)\t")
            #expect(words == ["fermata", "play", "album:\(name)"], "\(shell)")
        }
        for typed in ["\"album:Kin", "'album:Kin", "album\\:Kin"] {
            let words = try await words(of: shell, typing: "fermata play \(typed)\t")
            #expect(words == ["fermata", "play", "album:\(album.plain)"], "\(shell)")
        }
        #expect(!FileManager.default.fileExists(atPath: directory.file("hit")), "\(shell) has run a part of a name")
        try daemon.stop()
    }

    @Test(
        "files complete with a slash behind a directory, and with blanks that are quoted, also behind other media",
        arguments: InteractiveShell.allCases.filter(\.isInstalled))
    func files(shell: InteractiveShell) async throws {
        try directory.write("", to: "Some songs/inside one.flac")
        let relative = try await words(of: shell, typing: "fermata play So\tin\t")
        #expect(relative == ["fermata", "play", "Some songs/inside one.flac"])
        let absolute = try await words(of: shell, typing: "fermata play album:x \(directory.path)/So\tin\t")
        #expect(absolute == ["fermata", "play", "album:x", directory.file("Some songs/inside one.flac")])
        try daemon.stop()
    }

    @Test(
        "a command that begins as another one is offered, and behind help the names of commands",
        arguments: InteractiveShell.allCases.filter(\.isInstalled))
    func commandNames(shell: InteractiveShell) async throws {
        for (typed, shown) in [
            ("play", ["playlist"]), ("stop", ["stop-after"]), ("room", ["rooms"]), ("help re", ["record", "replay-gain"]),
            ("help queue ", ["deduplicate", "shuffle"]),
        ] {
            let line = try await words(of: shell, typing: "fermata \(typed)\t\t", showing: shown)
            #expect(line.first == "fermata" && !line.contains { $0.hasSuffix(":") }, "\(shell): \(line)")
        }
        #expect(try await words(of: shell, typing: "fermata help libr\tgen\tx") == ["fermata", "help", "library", "genres", "x"])
        try daemon.stop()
    }

    @Test(
        "items are offered with their titles, and values of options by name",
        arguments: InteractiveShell.allCases.filter(\.isInstalled))
    func values(shell: InteractiveShell) async throws {
        for typed in ["play --item ", "queue remove ", "del "] {
            let line = try await words(of: shell, typing: "fermata \(typed)\t\t", showing: ["b.ogg"])
            #expect(!line.contains { $0.contains("b.ogg") }, "\(shell): \(line)")
        }
        let list = try await words(of: shell, typing: "fermata library browse --list recentlyA\tx")
        #expect(list.last == "x" && list.contains("recentlyAdded"), "\(shell): \(list)")
        let field = try await words(of: shell, typing: "fermata library search --field ti\tx")
        #expect(field == ["fermata", "library", "search", "--field", "title", "x"], "\(shell)")
        #expect(try await words(of: shell, typing: "fermata volume un\t") == ["fermata", "volume", "unmute"], "\(shell)")
        try daemon.stop()
    }
}
