import Database
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import Application
@testable import MusicLibrary

@Suite("Questions of clients to the library")
struct LibraryDeskTests {
    private static let (first, second) = (Origin(.control, client: 1), Origin(.control, client: 2))

    /// A desk on an event loop of its own, and the answers in the order in which they came.
    private final class Bench: Sendable {
        private let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        private let desk: NIOLoopBound<LibraryDesk>
        private let log = RecordedLog()
        let answers = Mutex<[String]>([])

        init(_ places: LibraryPlaces, music: String) throws {
            let (loop, logger) = (loop, log.logger)
            desk = try loop.submit {
                let desk = LibraryDesk(places, eventLoop: loop, logger: logger)
                var settings = LibrarySettings()
                (settings.directories, settings.scansAtStart) = ([music], false)
                desk.configure(settings, isStart: true)
                return NIOLoopBound(desk, eventLoop: loop)
            }.wait()
        }

        /// Has `work` done. The answer is `name`, with the error behind it if there was one.
        func ask(_ name: String, of client: Origin, keeps: Bool = false, _ work: @escaping LibraryWork<Void>) {
            loop.execute { [self] in
                let desk = desk.value
                let answer = { [self] (result: Result<Void, LibraryError>) in
                    let text: String =
                        switch result {
                        case .success: name
                        case .failure(.database(let error)): "\(name): \(error.code)"
                        case .failure(let error): "\(name): \(error)"
                        }
                    answers.withLock { $0.append(text) }
                }
                if keeps {
                    desk.keep(for: client, work, answer: answer)
                } else {
                    desk.ask(for: client, length: .short, work, answer: answer)
                }
            }
        }

        /// Has stickers follow what has become of playlists.
        func follow(_ moves: [PlaylistMove]) { loop.execute { [self] in moves.forEach { desk.value.follow($0) } } }

        /// Has a client leave.
        func leave(_ client: Origin) { loop.execute { [self] in desk.value.clientLeft(client) } }

        func waitFor(_ expected: [String]) async throws {
            try await waitUntil("\(expected) in \(answers.withLock { $0 })") { answers.withLock { $0.count } >= expected.count }
            #expect(answers.withLock { $0 } == expected)
        }
    }

    @Test("what a client notes while a scan writes for long is kept after that, in its order, and others ask meanwhile")
    func busy() async throws {
        let directory = try TemporaryDirectory()
        try directory.makeDirectory("music")
        let places = LibraryPlaces(directory: directory.file("data"))
        let bench = try Bench(places, music: directory.file("music"))
        bench.ask("open", of: Self.first) { store throws(DatabaseError) in
            try store.database.connection.execute("PRAGMA busy_timeout = 1")
        }
        try await bench.waitFor(["open"])
        let scan = try LibraryStore(places) { Issue.record("\($0)") }
        try scan.database.connection.execute("BEGIN IMMEDIATE")
        let attempts = Atomic(0)
        let note: LibraryWork<Void> = { store throws(DatabaseError) in
            attempts.add(1, ordering: .relaxed)
            try store.transaction { () throws(DatabaseError) in try store.setState("noted", 1) }
        }
        bench.ask("refused", of: Self.second, note)
        try await bench.waitFor(["open", "refused: busy"])
        bench.ask("kept", of: Self.first, keeps: true, note)
        bench.ask("next", of: Self.first) { _ in }
        try await waitUntil("another attempt") { attempts.load(ordering: .relaxed) >= 3 }
        bench.ask("other", of: Self.second) { _ in }
        try await bench.waitFor(["open", "refused: busy", "other"])
        try scan.database.connection.execute("COMMIT")
        try await bench.waitFor(["open", "refused: busy", "other", "kept", "next"])
        #expect(try scan.state("noted") == 1)
    }

    @Test("the stickers of a thousand playlists follow these while the library is busy, and before what is noted of a new one")
    func playlists() async throws {
        let directory = try TemporaryDirectory()
        try directory.makeDirectory("music")
        let places = LibraryPlaces(directory: directory.file("data"))
        let bench = try Bench(places, music: directory.file("music"))
        bench.ask("open", of: Self.first) { store throws(DatabaseError) in
            try store.database.connection.execute("PRAGMA busy_timeout = 1")
            for number in 0..<1_000 { try store.setSticker("mood", "calm", of: .playlist("p\(number)")) }
        }
        try await bench.waitFor(["open"])
        let scan = try LibraryStore(places) { Issue.record("\($0)") }
        try scan.database.connection.execute("BEGIN IMMEDIATE")
        bench.follow((0..<998).map { .deleted("p\($0)") } + [.renamed("p998", to: "q"), .renamed("q", to: "r")])
        bench.leave(Self.first)
        bench.ask("noted", of: Self.second, keeps: true) { store throws(DatabaseError) in
            try store.setSticker("mood", "new", of: .playlist("p0"))
        }
        bench.ask("asked", of: Self.first) { _ in }
        try await bench.waitFor(["open", "asked"])
        try scan.database.connection.execute("COMMIT")
        try await bench.waitFor(["open", "asked", "noted"])
        var left: [String] = []
        try scan.forEachOwner(of: .playlist, noted: "mood", .any) { name, value throws(DatabaseError) in
            left.append("\(name): \(value)")
            return true
        }
        #expect(left == ["p0: new", "p999: calm", "r: calm"])
    }
}
