import Database
import Glibc
import Synchronization
import SystemSupport
import TagReading
import TestSupport
import Testing

@testable import MusicLibrary

/// What came in from other threads.
private final class Received<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    func append(_ value: Value) { values.withLock { $0.append(value) } }

    var all: [Value] { values.withLock { $0 } }
}

@Suite("The library with its threads")
struct LibraryTests {
    private let directory: TemporaryDirectory
    private let news = Received<String>()

    init() throws {
        directory = try TemporaryDirectory()
        try directory.makeDirectory("music")
    }

    private func library() -> Library {
        let places = LibraryPlaces(directory: directory.file("data"))
        return Library(places, roots: [Array(directory.file("music").utf8)]) { [news] event in
            switch event {
            case .scanBegan(let id): news.append("began \(id)")
            case .scanEnded(let id, .success(let progress)): news.append("ended \(id): \(progress.songsAdded) added")
            case .scanEnded(let id, .failure(let error)): news.append("failed \(id): \(error.code.rawValue)")
            case .loudness: break
            case .watching(let report): news.append("watching \(report.watchedDirectories)")
            case .problem(let sentence): news.append("problem: \(sentence)")
            }
        }
    }

    /// Asks the library and waits for the answer.
    private func ask<Value: Sendable>(
        _ library: Library, _ work: @escaping @Sendable (LibraryStore) throws(DatabaseError) -> Value
    ) async throws -> Value {
        let answers = Received<Result<Value, DatabaseError>>()
        library.ask(work) { answers.append($0) }
        return try await waitFor("the answer") { answers.all.first }.get()
    }

    private func songCount(_ library: Library) async throws -> Int64 {
        try await ask(library) { store throws(DatabaseError) in try store.statistics().songs }
    }

    private func close(_ library: Library) async throws {
        let closed = Received<Bool>()
        library.close { closed.append(true) }
        try await waitUntil("the end") { !closed.all.isEmpty }
    }

    @Test("answers questions while it scans, one scan after the other, and closes its databases at the end")
    func scans() async throws {
        let options = ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=0.2:r=48000"]
        for index in 0..<3 { try await Tool.run("ffmpeg", options + [directory.file("music/\(index).flac")]) }
        let library = library()
        #expect(library.scan(.init(depth: .directories)) == 1)
        _ = library.scan(.init(depth: .files))
        #expect(library.scan(.init(path: Array("/elsewhere".utf8), depth: .files)) == 3)
        #expect(try await songCount(library) >= 0)
        try await waitUntil("the scans in \(news.all)") { news.all.contains { $0.hasPrefix("ended 3") } }
        #expect(news.all == ["began 1", "ended 1: 3 added", "began 2", "ended 2: 0 added", "began 3", "ended 3: 0 added"])
        #expect(try await songCount(library) == 3)
        try await close(library)
        #expect(library.scan(.init(depth: .files)) == nil)
        for file in ["data/library.db-wal", "data/listening.db-wal"] {
            #expect(access(directory.file(file), F_OK) != 0, "\(file)")
        }
    }

    private func waitForIndex(_ library: Library) async throws {
        let isBehind: @Sendable (LibraryStore) throws(DatabaseError) -> Bool = { store throws(DatabaseError) in
            try store.isIndexBehindNow()
        }
        try await waitUntil("the index") { (try? await ask(library, isBehind)) == false }
    }

    @Test("finds songs as soon as they are scanned, and completes the index once no scan waits, or else with the next one")
    func indexAfterScans() async throws {
        let options = ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=0.2:r=48000"]
        try await Tool.run("ffmpeg", options + ["-metadata", "title=Überfahrt", directory.file("music/1.flac")])
        let found: @Sendable (LibraryStore) throws(DatabaseError) -> Int = { store throws(DatabaseError) in
            try store.search("uberfahrt").items.count
        }
        let first = library()
        #expect(first.scan(.init(depth: .directories)) == 1)
        try await waitUntil("the scan in \(news.all)") { news.all.contains("ended 1: 1 added") }
        #expect(try await ask(first, found) == 1)
        // As if the daemon had ended before.
        try await ask(first) { store throws(DatabaseError) in
            try store.transaction { () throws(DatabaseError) in
                try store.removeFromIndex(1)
                try store.setState("index_is_behind", 1)
            }
        }
        try await close(first)

        let second = library()
        #expect(second.scan(.init(depth: .directories)) == 1)
        try await waitForIndex(second)
        #expect(try await ask(second, found) == 1)
        try await close(second)
        #expect(news.all == ["began 1", "ended 1: 1 added", "began 1", "ended 1: 0 added"])
    }

    @Test("has a scan write after those who have somebody wait")
    func turns() async throws {
        let (turns, order) = (WritingTurns(), Received<String>())
        try turns.first { () throws(DatabaseError) in
            Task.detached {
                turns.letOthersWrite()
                order.append("the scan")
            }
            order.append("a question")
        }
        try await waitUntil("the scan") { order.all.count == 2 }
        #expect(order.all == ["a question", "the scan"])
    }

    @Test("has a scan write after a while although somebody has others wait without an end")
    func turnsWithoutEnd() async throws {
        let turns = WritingTurns(patience: 1_000_000)
        let flags = Monitor((isWriting: false, isOver: false, isFree: false))
        startOwnThread {
            try? turns.first { () throws(DatabaseError) in
                flags.withLock { $0.isWriting = true }
                // For longer than the test waits for anything.
                _ = flags.wait(until: MonotonicClock.nanoseconds + 120_000_000_000) { $0.isOver ? true : nil }
            }
        }
        try await waitUntil("somebody writes") { flags.withLock { $0.isWriting } }
        startOwnThread {
            turns.letOthersWrite()
            flags.withLock { $0.isFree = true }
        }
        try await waitUntil("the scan writes") { flags.withLock { $0.isFree } }
        flags.withLock { $0.isOver = true }
    }

    @Test("keeps what a door says about songs after a scan, of those that have changed only")
    func textsAfterScans() async throws {
        let options = ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=0.2:r=48000"]
        for name in ["a", "b"] {
            try directory.makeDirectory("music/\(name)")
            try await Tool.run("ffmpeg", options + [directory.file("music/\(name)/1.flac")])
        }
        let library = library()
        let written = Received<String>()
        let texts = { (form: Int64) in
            SongTexts(form: form) {
                { song, text in
                    written.append(String(decoding: song.path.suffix(8), as: UTF8.self))
                    text.append(1)
                }
            }
        }
        let kept = { (form: Int64) in
            try await ask(library) { store throws(DatabaseError) in
                try store.database.value("SELECT count(*) FROM directory_texts WHERE form = ?", form, as: Int64.self)
            }
        }
        library.setTexts(texts(7))
        #expect(library.scan(.init(depth: .directories)) == 1)
        try await waitUntil("the texts in \(news.all)") { (try? await kept(7)) == 2 }
        #expect(written.all.sorted() == ["a/1.flac", "b/1.flac"])
        try await Tool.run("ffmpeg", options + [directory.file("music/b/2.flac")])
        #expect(library.scan(.init(depth: .files)) == 2)
        try await waitUntil("the texts in \(news.all)") { written.all.count == 4 }
        #expect(written.all.suffix(2).sorted() == ["b/1.flac", "b/2.flac"])
        // A scan that finds nothing does not even look for those that are missing, unless somebody says something else.
        try await waitUntil("the texts") { (try? await kept(7)) == 2 }
        _ = try await ask(library) { store throws(DatabaseError) in try store.database.run("DELETE FROM directory_texts") }
        for id: Int64 in 3...4 {
            #expect(library.scan(.init(depth: .files)) == id)
            try await waitUntil("the scan in \(news.all)") { news.all.contains("ended \(id): 0 added") }
        }
        #expect(written.all.count == 4)
        library.setTexts(texts(8))
        #expect(library.scan(.init(depth: .directories)) == 5)
        try await waitUntil("the texts in \(news.all)") { (try? await kept(8)) == 2 }
        #expect(written.all.count == 7)
        try await close(library)
    }

    @Test("a question that nobody waits for ends, and the next one is answered; one that must not be lost goes on")
    func endedQuestion() async throws {
        let watch = QuestionWatch()
        let opening = StoreOpening(LibraryPlaces(directory: directory.file("data"))) { Issue.record("\($0)") }
        let thread = LibraryThread(opening, watch)
        let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
        let result = thread.perform(7) { store throws(DatabaseError) in
            watch.end(7)
            return try store.database.value(endless) ?? Int64(0)
        }
        #expect(throws: DatabaseError.self) { try result.get() }
        if case .failure(let error) = result { #expect(error.code == .interrupted) }
        let some = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 1000000) SELECT count(*) FROM n"
        for question in [8, nil] as [UInt64?] {
            let next = thread.perform(question) { store throws(DatabaseError) in try store.database.value(some) ?? Int64(0) }
            #expect(try next.get() == 1_000_000)
        }
        #expect(watch.longestQuestion > 0)
    }

    @Test("gives memory back once no question comes, and does nothing more")
    func rest() throws {
        let opening = StoreOpening(LibraryPlaces(directory: directory.file("data"))) { Issue.record("\($0)") }
        let thread = LibraryThread(opening, QuestionWatch())
        #expect(thread.patience == -1)
        let work: (LibraryStore) throws(DatabaseError) -> Void = { _ in
            let end = ContinuousClock.now + .milliseconds(30)
            while ContinuousClock.now < end {}
        }
        try thread.perform(nil, work).get()
        #expect(thread.patience > 0)
        thread.rest()
        #expect(thread.patience == -1)
        #expect(try thread.perform(nil) { store throws(DatabaseError) in try store.statistics().songs }.get() == 0)
        thread.close()
    }

    @Test("takes no more scans than it can remember, and takes equal ones for one")
    func scanLimit() async throws {
        let library = library()
        for index in 1...100 { _ = library.scan(.init(path: Array("/elsewhere/\(index % 50)".utf8), depth: .files)) }
        library.cancelScans()
        try await waitUntil("the end of the scans in \(news.all)") { library.scanProgress == nil }
        try await close(library)
        #expect(news.all.count(where: { $0.hasPrefix("began") }) <= 60)
    }

    @Test("directories that change while a scan waits that is about others are compared with these")
    func unitedChanges() async throws {
        let one = Library.ScanRequest(changed: [[2], [1]])
        #expect(one.adding([[1], [3]]) == Library.ScanRequest(changed: [[1], [2], [3]]))
        let many = (0..<ChangeCollector.directoryLimit).map { Array("/\($0)".utf8) }
        #expect(one.adding(many) == Library.ScanRequest(depth: .directories))
        let library = library()
        let ids = (1...100).map { library.scan(.init(changed: [Array("/elsewhere/\($0)".utf8)])) }
        #expect(!ids.contains(nil))
        try await waitUntil("the end of the scans in \(news.all)") { library.scanProgress == nil }
        try await close(library)
    }

    @Test("what must not be lost is kept once nothing writes any more, however long that takes")
    func busy() async throws {
        let library = library()
        try await ask(library) { store throws(DatabaseError) in
            try store.database.connection.execute("PRAGMA busy_timeout = 1")
        }
        let other = try LibraryStore(LibraryPlaces(directory: directory.file("data"))) { Issue.record("\($0)") }
        try other.database.connection.execute("BEGIN IMMEDIATE")
        let (attempts, answers) = (Received<Bool>(), Received<Bool>())
        library.keep { store throws(DatabaseError) -> Void in
            attempts.append(true)
            try store.setPlace(7, of: PlaceOwner(address: "http://localhost/a"), at: 1)
        } answer: { result in
            answers.append((try? result.get()) != nil)
        }
        try await waitUntil("another attempt") { attempts.all.count >= 2 || !answers.all.isEmpty }
        try other.database.connection.execute("COMMIT")
        try await waitUntil("the answer") { !answers.all.isEmpty }
        #expect(answers.all == [true])
        #expect(try other.place(of: PlaceOwner(address: "http://localhost/a")) == 7)
        try await close(library)
    }

    @Test("sets a damaged database aside while it runs, and reads everything again")
    func damage() async throws {
        try await Tool.run(
            "ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=0.2:r=48000", directory.file("music/one.flac")])
        let library = library()
        library.scan(.init(depth: .directories))
        try await waitUntil("the scan in \(news.all)") { news.all.contains("ended 1: 1 added") }
        try await waitForIndex(library)
        // The pages of the tables are overwritten in the file, and the log that would hide it is written into it before.
        try await ask(library) { store throws(DatabaseError) in
            try store.database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let path = directory.file("data/library.db")
        var bytes = try readFile(path)
        for index in 4_096..<bytes.count { bytes[index] = 0xA5 }
        let descriptor = open(path, O_WRONLY)
        #expect(descriptor >= 0)
        _ = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        Glibc.close(descriptor)
        // A reader may have pages in memory; a scan of all files reads the tables.
        library.scan(.init(depth: .files))
        try await waitUntil("the scan in \(news.all)") { news.all.contains("ended 3: 1 added") }
        #expect(news.all.contains { $0.hasPrefix("problem: ") && $0.contains("set aside") }, "\(news.all)")
        #expect(try await songCount(library) == 1)
        try await close(library)
    }

    @Test("reads everything into the database that takes the place of one that is damaged when it is opened")
    func damagedAtStart() async throws {
        try await Tool.run(
            "ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=0.2:r=48000", directory.file("music/one.flac")])
        try directory.makeDirectory("data")
        try writeFile([UInt8](repeating: 0xA5, count: 5_000), to: directory.file("data/library.db"))
        let library = library()
        #expect(try await songCount(library) == 0)
        try await waitUntil("the scan in \(news.all)") { news.all.contains("ended 1: 1 added") }
        try await close(library)
    }

    /// A library of one song, of whose search index some parts are overwritten, found by a search.
    private func searchDamagedIndex(where condition: String) async throws -> Library {
        let options = ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=0.2:r=48000", "-metadata", "title=Vltava"]
        try await Tool.run("ffmpeg", options + [directory.file("music/one.flac")])
        let first = library()
        first.scan(.init(depth: .directories))
        try await waitUntil("the scan in \(news.all)") { news.all.contains("ended 1: 1 added") }
        try await waitForIndex(first)
        try await ask(first) { store throws(DatabaseError) in
            try store.database.connection.execute("UPDATE search_parts_data SET block = x'ffffffffffffffffff' WHERE \(condition)")
        }
        // A connection keeps what it has read of the index; one that is new reads the damage.
        try await close(first)
        let second = library()
        await #expect(throws: DatabaseError.self) { try await search(second) }
        return second
    }

    private func search(_ library: Library) async throws -> [Int64] {
        try await ask(library) { store throws(DatabaseError) in try store.search("vltava").items }
    }

    @Test("makes a damaged search index anew, and reads no file for that")
    func damagedIndex() async throws {
        // The first rows are the structure of the index.
        let library = try await searchDamagedIndex(where: "id > 10")
        #expect(try await search(library).count == 1, "\(news.all)")
        #expect(library.scanProgress == nil && news.all == ["began 1", "ended 1: 1 added"], "\(news.all)")
        try await close(library)
    }

    @Test("reads everything again if a search index cannot be made anew")
    func lostIndex() async throws {
        let library = try await searchDamagedIndex(where: "id > 0")
        try await waitUntil("the second scan in \(news.all)") { news.all.filter { $0 == "ended 1: 1 added" }.count == 2 }
        #expect(try await search(library).count == 1, "\(news.all)")
        #expect(news.all.filter { $0.hasPrefix("problem: ") }.count == 1, "\(news.all)")
        try await close(library)
    }
}
