import Glibc
import JSON
import Network
import SystemSupport
import TestSupport
import Testing

@testable import Application

@Suite("Telling services in the web what was heard", .serialized)
struct ListenTurnTests {
    private let directory: TemporaryDirectory
    private let log = RecordedLog()

    init() throws {
        directory = try TemporaryDirectory()
        try writeFile(Array("t0ken\nmore\n".utf8), to: directory.file("token"))
        #expect(chmod(directory.file("token"), 0o600) == 0)
    }

    private func store(_ service: ListenService = .listenBrainz) -> ListenStore {
        ListenStore(service, directory: directory.file("state"), logger: log.logger)
    }

    private func run(
        _ store: ListenStore, _ server: ListenServer, lastFM: Bool = false, playing: Listen? = nil, mayAsk: Bool = true,
        stop: ListenStop = ListenStop()
    ) -> ListenTurn.Outcome {
        let token = directory.file("token")
        let settings: ListenTurn.Settings =
            lastFM
            ? .lastFM(ListenSettings.LastFM(address: server.address + "/2.0/", key: "k", secretFile: token))
            : .listenBrainz(ListenSettings.ListenBrainz(address: server.address, tokenFile: token))
        return ListenTurn(
            settings: settings, network: NetworkConfiguration(), store: store, logger: log.logger, stop: stop, playing: playing,
            mayAsk: mayAsk, signsIn: lastFM
        ).run()
    }

    private func titles(_ request: ListenServer.Request) throws -> [String] {
        try JSONValue(parsing: request.body)["payload"]?.arrayValue?.compactMap {
            $0["track_metadata"]?["track_name"]?.stringValue
        }
            ?? []
    }

    @Test("what waits survives a crash, and is told in its order by one request, then what plays; nothing is told twice")
    func offline() async throws {
        let server = try await ListenServer.start("503")
        let first = store()
        for number in 0..<5 {
            first.add(try makeListen("S\(number)", at: 1_790_000_000 + Double(number)))
            // The service knows a listen again by its time.
            first.add(try makeListen("again", at: 1_790_000_000 + Double(number)))
        }
        #expect(run(first, server) == .failed(.later("ListenBrainz has answered with status 503")))
        // Nobody has ended that one.
        let second = store()
        second.load()
        #expect(second.count == 5 && run(second, server, mayAsk: false) == .nothing && server.requests.count == 1)
        try server.answer("ok")
        #expect(run(second, server, playing: try makeListen("now")) == .told)
        let requests = server.requests
        #expect(requests.count == 3 && requests.allSatisfy { $0.authorization == "Token t0ken" })
        #expect(try titles(requests[1]) == ["S0", "S1", "S2", "S3", "S4"] && titles(requests[2]) == ["now"])
        let third = store()
        third.load()
        #expect(third.count == 0 && run(third, server) == .nothing && server.requests.count == 3)
    }

    @Test("of many songs, the one that the service does not take is given up, and no other")
    func refused() async throws {
        let server = try await ListenServer.start("bad S3")
        let store = store()
        for number in 0..<7 { store.add(try makeListen("S\(number)", at: 1_790_000_000 + Double(number))) }
        #expect(run(store, server, playing: try makeListen("S3")) == .told)
        var taken: [String] = []
        for request in server.requests {
            let titles = try titles(request)
            if !titles.contains("S3") { taken += titles }
        }
        #expect(taken == ["S0", "S1", "S2", "S4", "S5", "S6"] && store.count == 0)
        #expect(log.lines.joined().contains("A service does not take a song that was heard."))
    }

    @Test(
        "a hostile or broken service costs nothing: the song waits, and no secret is told",
        arguments: ["html", "deep", "huge", "close", "500", "429 7", "302", "401", "error 11", "error 9", "today"])
    func hostile(_ mode: String) async throws {
        let server = try await ListenServer.start(mode)
        for lastFM in [false, true] where lastFM || !mode.hasPrefix("error") && mode != "today" {
            let store = store(lastFM ? .lastFM : .listenBrainz)
            store.session = lastFM ? "session-key" : nil
            store.add(try makeListen())
            let outcome = run(store, server, lastFM: lastFM)
            guard case .failed(let failure) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(store.count == 1)
            #expect(!"\(failure)\(log.lines)".contains("t0ken") && !"\(failure)\(log.lines)".contains("session-key"))
            #expect((store.session == nil) == (!lastFM || mode == "error 9"))
        }
    }

    @Test("a service that does not answer is left at once when the daemon ends")
    func slow() async throws {
        let server = try await ListenServer.start("slow")
        let store = store()
        store.add(try makeListen())
        let stop = ListenStop()
        let outcome = Monitor<ListenTurn.Outcome?>(nil)
        let this = self
        try OwnThread.start(name: "test") {
            let found = this.run(store, server, stop: stop)
            outcome.withLock { $0 = found }
        }
        try await waitUntil("the question") { server.requests.count == 1 }
        stop.end()
        try await waitUntil("the end") { outcome.withLock { $0 != nil } }
        #expect(store.count == 1)
    }

    @Test("Last.fm is asked for a token once, told nothing before a person has allowed it, and everything afterwards")
    func signIn() async throws {
        let server = try await ListenServer.start()
        let first = store(.lastFM)
        first.add(try makeListen("S0"))
        for _ in 0..<2 {
            guard case .failed(.needsPerson(let sentence)) = run(first, server, lastFM: true) else {
                Issue.record("nobody has allowed it")
                return
            }
            #expect(sentence.contains("\(server.address)/api/auth/?api_key=k&token=request-token"))
        }
        try server.allow()
        #expect(run(first, server, lastFM: true, playing: try makeListen("now")) == .told)
        let methods = server.requests.map(\.body)
        let order = ["auth.getToken", "auth.getSession", "auth.getSession", "track.scrobble", "track.updateNowPlaying"]
        #expect(methods.count == order.count && zip(methods, order).allSatisfy { $0.contains("method=\($1)") })
        #expect(methods[3].contains("sk=session-key") && methods[3].contains("timestamp%5B0%5D=1790000000"))
        // The next run knows the session, and only the user reads it.
        let second = store(.lastFM)
        second.load()
        #expect(second.session == "session-key" && second.count == 0)
        var status = stat()
        #expect(stat(directory.file("state/listens-lastfm.json"), &status) == 0 && status.st_mode & 0o077 == 0)
    }

    @Test("a file that everybody can read, that is no file, or that has no token is not used, and nobody is asked")
    func secrets() async throws {
        let server = try await ListenServer.start()
        let store = store()
        store.add(try makeListen())
        #expect(chmod(directory.file("token"), 0o644) == 0)
        for content in ["t0ken", "", "to ken", String(repeating: "x", count: 5_000)] {
            try writeFile(Array(content.utf8), to: directory.file("token"))
            if content != "t0ken" { #expect(chmod(directory.file("token"), 0o600) == 0) }
            guard case .failed(.needsPerson(let sentence)) = run(store, server) else {
                Issue.record("\(content)")
                continue
            }
            #expect(sentence.contains(directory.file("token")) && !sentence.contains("t0ken"))
        }
        #expect(throws: ListenFailure.self) { try SecretFile.firstLine("/dev/zero") }
        #expect(throws: ListenFailure.self) { try SecretFile.firstLine(directory.path) }
        #expect(server.requests.isEmpty && store.count == 1)
    }

    @Test("no more wait than there is room for: the oldest are given up")
    func bounded() throws {
        let store = store()
        for number in 0..<ListenStore.most + 3 { store.add(try makeListen(at: 1_790_000_000 + Double(number))) }
        #expect(store.count == ListenStore.most && store.first(1).first?.startedAt == 1_790_000_003)
    }
}
