import Glibc
import JSON
import NIOCore
import NIOPosix
import Network
import TestSupport
import Testing

@testable import Application
@testable import PlayerModel

/// Writes a file that only the user reads.
func writeSecret(_ text: String, to path: String) throws {
    try writeFile(Array(text.utf8), to: path)
    #expect(chmod(path, 0o600) == 0)
}

@Suite("When services in the web are told", .serialized)
struct ListenSenderTests {
    private let directory: TemporaryDirectory
    private let log = RecordedLog()
    private let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    private let desk: NIOLoopBound<ListenDesk>

    init() throws {
        let directory = try TemporaryDirectory()
        self.directory = directory
        try writeSecret("t0ken\n", to: directory.file("token"))
        let (loop, logger) = (loop, log.logger)
        desk = try loop.submit {
            NIOLoopBound(
                ListenDesk(directory: directory.file("state"), eventLoop: loop, logger: logger), eventLoop: loop)
        }.wait()
    }

    private func on<Value: Sendable>(_ body: @escaping @Sendable (ListenDesk) -> Value) throws -> Value {
        try loop.submit { [desk] in body(desk.value) }.wait()
    }

    private func configure(_ server: ListenServer?, lastFM: Bool = false) throws {
        let token = directory.file("token")
        var settings = ListenSettings()
        if let server, lastFM {
            settings.lastFM = ListenSettings.LastFM(address: server.address + "/2.0/", key: "k", secretFile: token)
        } else if let server {
            settings.listenBrainz = ListenSettings.ListenBrainz(address: server.address, tokenFile: token)
        }
        let chosen = settings
        try on { $0.configure(chosen, NetworkConfiguration()) }
    }

    private func plays(_ title: String, id: Int64, seconds: Double = 200) throws {
        try on { desk in
            let item = QueueItem(id: id, uri: "/m/\(title).flac", title: title, artist: "A", duration: seconds)
            desk.plays(item, date: 1_790_000_000)
        }
    }

    /// Takes in that a song was heard for that part of its 200 seconds.
    private func heard(_ title: String, seconds: Double = 200, at time: Double = 1_790_000_000) throws {
        try on { desk in
            let item = QueueItem(id: 1, uri: "/m/\(title).flac", title: title, artist: "A", duration: 200)
            desk.heard(ListeningReport(item: item, seconds: seconds, duration: 200, startedAt: time, end: .completed))
        }
    }

    private var state: ListenSender.State? {
        (try? on { desk in desk.senders.first { $0.service == .listenBrainz }?.state }) ?? nil
    }

    /// The kind and the first title of each request.
    private func told(_ server: ListenServer) -> [String] {
        server.requests.map { request in
            let json = try? JSONValue(parsing: request.body)
            let title = json?["payload"]?.arrayValue?.first?["track_metadata"]?["track_name"]?.stringValue
            return "\(json?["listen_type"]?.stringValue ?? "") \(title ?? "")"
        }
    }

    private func waitUntilTold(_ server: ListenServer, _ expected: [String]) async throws {
        try await waitUntil("\(expected) to be told") { server.requests.count >= expected.count && state == .told }
        #expect(told(server) == expected)
    }

    @Test("what plays is told once, and again when it begins anew; what was heard comes once, without what played before")
    func once() async throws {
        let server = try await ListenServer.start()
        try configure(server)
        #expect(state == .ready)
        try plays("A", id: 1)
        try await waitUntilTold(server, ["playing_now A"])
        try plays("A", id: 1)
        try plays("B", id: 2)
        try await waitUntilTold(server, ["playing_now A", "playing_now B"])
        try heard("B", seconds: 5)
        try plays("B", id: 2)
        try await waitUntilTold(server, ["playing_now A", "playing_now B", "playing_now B"])
        try heard("B")
        let expected = ["playing_now A", "playing_now B", "playing_now B", "single B"]
        try await waitUntilTold(server, expected)
        try plays("C", id: 3)
        try await waitUntilTold(server, expected + ["playing_now C"])
    }

    @Test("what waits from an earlier run is told at once")
    func earlier() async throws {
        let store = ListenStore(.listenBrainz, directory: directory.file("state"), logger: log.logger)
        store.add(try makeListen("Before"))
        store.save()
        let server = try await ListenServer.start()
        try configure(server)
        try await waitUntilTold(server, ["single Before"])
    }

    @Test("a service is asked again by itself when it says so, what it refused comes then, and the log has it once")
    func again() async throws {
        let server = try await ListenServer.start("429 1")
        try configure(server)
        try heard("A")
        try await waitUntil("two attempts") { server.requests.count >= 2 }
        try heard("B", at: 1_790_000_500)
        let reason = "ListenBrainz wants fewer requests"
        try await waitUntil("both to wait") { state == .later(reason, waiting: 2) }
        // The same settings change nothing.
        try configure(server)
        #expect(state == .later(reason, waiting: 2))
        try server.answer("ok")
        try await waitUntil("both to be told") { state == .told }
        #expect(told(server).last == "import A")
        #expect(log.lines.count { $0.contains("A service is not told what is heard.") } == 1, "\(log.lines)")
        #expect(log.lines.count { $0.contains("A service is told what is heard again.") } == 1, "\(log.lines)")
    }

    @Test("what comes while a service is being told is told right afterwards")
    func meanwhile() async throws {
        let server = try await ListenServer.start()
        try configure(server)
        // The turn cannot have ended before the next line: the loop is not left in between.
        try on { desk in
            for (number, title) in ["A", "B"].enumerated() {
                let item = QueueItem(id: 1, uri: "/m/\(title).flac", title: title, artist: "A", duration: 200)
                let report = ListeningReport(
                    item: item, seconds: 200, duration: 200, startedAt: 1_790_000_000 + Double(number), end: .completed)
                desk.heard(report)
            }
            desk.plays(QueueItem(id: 3, uri: "/m/C.flac", title: "C", artist: "A", duration: 200), date: 1_790_000_300)
        }
        try await waitUntil("all to be told") { told(server).contains("playing_now C") && state == .told }
    }

    @Test("a service that is no longer named is left, whatever becomes of the question that was under way")
    func left() async throws {
        let server = try await ListenServer.start("slow")
        try configure(server)
        try heard("A")
        try await waitUntil("the question") { server.requests.count == 1 }
        try configure(nil)
        try await waitUntil("the thread to end") {
            (try? ThreadActivity(of: getpid()).names.contains("fermata-listens")) == false
        }
        #expect(try state == .off && !on { $0.isOn })
    }

    @Test("Last.fm does not hear of a short song that plays")
    func short() async throws {
        let store = ListenStore(.lastFM, directory: directory.file("state"), logger: log.logger)
        store.session = "session-key"
        store.save()
        let server = try await ListenServer.start()
        try configure(server, lastFM: true)
        try plays("Short", id: 1, seconds: 20)
        try plays("Long", id: 2)
        try await waitUntil("the long one") { server.requests.contains { $0.body.contains("track=Long") } }
        #expect(!server.requests.contains { $0.body.contains("track=Short") })
    }
}
