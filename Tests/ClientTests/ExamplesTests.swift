import ArgumentParser
import ControlProtocol
import FoundationEssentials
import Glibc
import JSON
import TestSupport
import Testing

@testable import fermata

@Suite("The examples in the documentation", .serialized)
struct ExamplesTests {
    private static let docs = String(#filePath.dropLast("Tests/ClientTests/ExamplesTests.swift".count)) + "docs/"

    /// Runs a line of the shell with the programs of this machine.
    private func run(_ line: String, socket: String) throws -> ClientProcess.Outcome {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return try ClientProcess(shell: line, environment: ["FERMATA_SOCKET": socket, "PATH": path]).wait()
    }

    @Test("the client in Python prints what is playing, and follows it through a restart")
    func python() throws {
        let daemon = try DaemonDouble()
        let once = try run("python3 \(Self.docs)examples/follow.py --once", socket: daemon.path)
        #expect(once.status == 0 && once.output.hasPrefix("playing: Evil") && once.output.hasSuffix(", at 84 s\n"), "\(once)")
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let client = try ClientProcess(
            shell: "exec python3 \(Self.docs)examples/follow.py", environment: ["FERMATA_SOCKET": daemon.path, "PATH": path])
        #expect(try client.readLine().hasPrefix("playing: "))
        try daemon.publish(.playerStateChanged(state: .paused, reason: .user, previousState: .playing), pausing: true)
        #expect(try client.readLine().hasPrefix("paused: "))
        try daemon.stop()
        #expect(try client.readLine() == "no daemon")
        let second = try DaemonDouble(at: daemon.path)
        try blockUntil("the second daemon") { try client.readLine() != "no daemon" }
        client.signal(SIGTERM)
        _ = client.wait()
        try second.stop()
    }

    @Test("the client in the shell calls any method, and its status says whether that worked")
    func shell() throws {
        let daemon = try DaemonDouble()
        let call = "sh \(Self.docs)examples/call.sh "
        let good = try run(call + #"player.stopAfter '{"minutes": 30, "fade": 20}'"#, socket: daemon.path)
        #expect(good.status == 0 && good.output.contains(#""result":{"state":"playing""#), "\(good)")
        #expect(try daemon.requests().last == Asked("player.stopAfter", ["minutes": 30, "fade": 20]))
        let refused = try run(call + "play '{\"uri\": \"/missing\"}'", socket: daemon.path)
        #expect(refused.status == 1 && refused.output.contains("media_not_found"), "\(refused)")
        #expect(try run(call + "status", socket: daemon.path).status == 0)
        try daemon.stop()
        #expect(try run(call + "status", socket: daemon.path).status == 3)
    }

    @Test("the client in Swift lists all pages of the queue")
    func swift() throws {
        let daemon = try DaemonDouble()
        let folder = try TemporaryDirectory()
        let program = folder.file("list-queue")
        let built = try run("swiftc \(Self.docs)examples/ListQueue.swift -o \(program)", socket: daemon.path)
        try #require(built.status == 0, "\(built)")
        let listed = try run(program, socket: daemon.path)
        #expect(listed == ClientProcess.Outcome(status: 0, output: "9 /a/b.ogg\n10 C\n", error: ""))
        try daemon.stop()
        #expect(try run(program, socket: daemon.path).status == 1)
    }

    @Test("the program with FermataKit says what plays, follows it, and ends with the daemon")
    func library() throws {
        let daemon = try DaemonDouble()
        let program = ClientProcess.path.dropLast("fermata".count) + "NowPlaying"
        let client = try ClientProcess(
            shell: "exec \(program) | cat -v", environment: ["FERMATA_SOCKET": daemon.path, "PATH": "/usr/bin:/bin"])
        try blockUntil("the subscription") { try daemon.subscriptions() == 1 }
        let item = Wire.QueueItem(id: 8, uri: "/b.flac", title: "Blue in Green")
        try daemon.publish(.playerItemChanged(item: item, reason: .next))
        try daemon.stop()
        let outcome = client.wait()
        #expect(outcome.output.hasPrefix("Evil") && outcome.output.contains("\nBlue in Green\n"), "\(outcome)")
        #expect(outcome.output.contains("closed the connection"), "\(outcome)")
    }

    /// The lines in the code of a page that call the client.
    private static func commands(of page: String) throws -> [String] {
        let text = try String(decoding: Data(contentsOf: URL(filePath: docs + page)), as: UTF8.self)
        return text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("fermata ") }.map(String.init)
    }

    /// Splits a line up to its first pipe into words, as a shell does; enough for these pages.
    private static func words(_ line: String) -> [String] {
        var words: [String] = []
        for match in line.matches(of: /'([^']*)'|"([^"]*)"|(\|)|([^\s'"|]+)/) {
            if match.3 != nil { break }
            words.append(String(match.1 ?? match.2 ?? match.4 ?? ""))
        }
        return words
    }

    @Test("every command in the tables for people who come from mpc and mpv is one that the client understands")
    func tables() throws {
        let page = try String(decoding: Data(contentsOf: URL(filePath: Self.docs + "coming-from-mpc.md")), as: UTF8.self)
        let commands = page.matches(of: /`(fermata[^`]*)`/).map { String($0.1) }
        #expect(commands.count >= 60)
        for command in commands {
            let words = RawArguments.withSharedOptionsLast(Array(Self.words(command).dropFirst()))
            #expect(CommandNames.mistake(in: words) == nil)
            #expect(throws: Never.self, "\(command)") { try Fermata.parseAsRoot(words) }
        }
    }

    @Test("every command on the pages is one that the client understands", arguments: ["recipes.md", "first-steps.md"])
    func pages(page: String) throws {
        let commands = try Self.commands(of: page)
        #expect(commands.count >= 3)
        for command in commands {
            let words = RawArguments.withSharedOptionsLast(Array(Self.words(command).dropFirst()))
            #expect(throws: Never.self, "\(command)") { try Fermata.parseAsRoot(words) }
        }
    }
}
