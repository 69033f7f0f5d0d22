import Database
import TagReading
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("An answer that is kept")
struct KeptAnswerTests {
    private let directory: TemporaryDirectory
    private let store: LibraryStore
    private let scan: LibraryStore

    init() throws {
        directory = try TemporaryDirectory()
        let places = LibraryPlaces(directory: directory.file("data"))
        store = try LibraryStore(places) { Issue.record("\($0)") }
        scan = try LibraryStore(places) { Issue.record("\($0)") }
    }

    /// Asks how many directories there are, and returns the answer and whether it was made for that.
    private func ask(_ question: String, bytes: Int = 8) throws -> (count: Int64, isMade: Bool) {
        var isMade = false
        let count = try store.kept(for: question, size: { _ in bytes }) { () throws(DatabaseError) -> Int64 in
            isMade = true
            return try store.database.value("SELECT count(*) FROM directories") ?? 0
        }
        return (count, isMade)
    }

    private static let place = FileIdentity(size: 1, modified: 1, device: 1, inode: 1)

    private func addDirectory(_ name: String, by writer: LibraryStore) throws {
        try writer.transaction { () throws(DatabaseError) in
            _ = try writer.addDirectory(Array("/\(name)".utf8), parent: nil, Self.place)
        }
    }

    @Test("is made once for each question, and again after any change of the library")
    func changes() throws {
        #expect(try ask("a") == (0, true) && ask("a") == (0, false))
        #expect(try ask("b") == (0, true) && ask("a") == (0, false))
        try addDirectory("by a scan", by: scan)
        #expect(try ask("a") == (1, true) && ask("b") == (1, true) && ask("a") == (1, false))
        try addDirectory("by ourselves", by: store)
        #expect(try ask("a") == (2, true) && ask("a") == (2, false))
        #expect(throws: DatabaseError.self) {
            try scan.transaction { () throws(DatabaseError) in
                _ = try scan.database.run("DELETE FROM directories")
                throw DatabaseError(.constraint, "taken back")
            }
        }
        #expect(try ask("a") == (2, false))
    }

    @Test("makes room for others, and is not kept if it is larger than all that may be kept")
    func bounds() throws {
        #expect(try ask("huge", bytes: KeptAnswers.limit + 1).isMade && ask("huge", bytes: KeptAnswers.limit + 1).isMade)
        #expect(try ask("half", bytes: KeptAnswers.limit / 2).isMade && ask("other half", bytes: KeptAnswers.limit / 2).isMade)
        #expect(try !ask("half").isMade && !ask("other half").isMade)
        #expect(try ask("one more").isMade && ask("half").isMade)
        for number in 0...KeptAnswers.mostAnswers { #expect(try ask("question \(number)").isMade) }
        #expect(try ask("question 0").isMade && !ask("question \(KeptAnswers.mostAnswers)").isMade)
    }

    @Test("is not written between what a scan reads and what it adds, which would end that scan")
    func scanThatLists() throws {
        var isKept = false
        try scan.writingFiles { () throws(DatabaseError) in
            _ = try scan.rootDirectories()
            isKept = try store.database.connection.transactionIfFree { () throws(DatabaseError) in try store.setState("kept", 1) }
            _ = try scan.addDirectory(Array("/music".utf8), parent: nil, Self.place)
        }
        #expect(try !isKept && ask("a").count == 1)
    }
}
