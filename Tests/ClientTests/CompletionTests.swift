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

    /// Types keys into a shell that has read the completions of the client.
    private func words(
        of shell: InteractiveShell, typing keys: String, showing shown: [String] = []
    ) async throws -> [String] {
        let script = try ClientProcess.run("--generate-completion-script", shell.rawValue).output
        let completions = try directory.write(script, to: "fermata.\(shell)")
        let setup =
            switch shell {
            case .bash, .fish: ". \(completions)"
            case .zsh: "autoload -U compinit; compinit -u -d \(directory.file("dump")); . \(completions)"
            }
        var environment = ProcessInfo.processInfo.environment
        let programs = ClientProcess.path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
        environment["PATH"] = "\(programs):\(environment["PATH"] ?? "")"
        environment["FERMATA_SOCKET"] = daemon.path
        environment["HIT"] = directory.file("hit")
        return try await shell.words(
            typing: keys, after: try directory.write(setup, to: "setup"), showing: shown, environment: environment)
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
        // bash would take the dollars for variables, so it gets no such name.
        #expect(hostile == ["fermata", "play", "--album", shell == .bash ? "x" : album.hostile], "\(shell)")
        #expect(!FileManager.default.fileExists(atPath: directory.file("hit")), "\(shell) has run a part of a name")
        try daemon.stop()
    }
}
