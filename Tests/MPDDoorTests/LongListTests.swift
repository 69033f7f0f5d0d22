import Database
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("a list that is longer than what may wait for a client, through MPD", .serialized)
struct LongListTests {
    /// How many directories there are, of which each has 800 kB of text.
    private static let count = 50

    private static func name(_ number: Int) -> String { number < 10 ? "d0\(number)" : "d\(number)" }

    /// A stage whose library knows songs that are no files.
    private func stage() async throws -> MPDStage {
        let stage = try await MPDStage.set(music: "music")
        let music = try stage.system.directory.makeDirectory("music")
        // It makes the databases.
        try await stage.scan()
        let library = try library(of: stage)
        for number in 0..<Self.count { try Songs.add(100, below: "\(music)/\(Self.name(number))", to: library, long: 8) }
        return stage
    }

    /// Another connection to the library of the daemon.
    private func library(of stage: MPDStage) throws(DatabaseError) -> LibraryStore {
        try LibraryStore(LibraryPlaces(directory: stage.daemon.stateDirectory), check: .never) { Issue.record("\($0)") }
    }

    private func remove(_ numbers: [Int], of stage: MPDStage) throws {
        let (library, music) = (try library(of: stage), stage.system.directory.file("music"))
        try library.transaction { () throws(DatabaseError) in
            for number in numbers {
                try library.database.run("DELETE FROM directories WHERE path = ?", Array("\(music)/\(Self.name(number))".utf8))
            }
        }
    }

    /// Whether the texts of directories were kept, which is done once a part is made.
    private func hasTexts(_ stage: MPDStage) -> Bool {
        let count = try? library(of: stage).database.value("SELECT count(*) FROM directory_texts", as: Int64.self)
        return (count ?? 0) > 0
    }

    /// Returns the whole answer to commands of a new client.
    private func ask(_ commands: String..., of stage: MPDStage) async throws -> [UInt8] {
        let client = try await stage.connect()
        for command in commands + ["close"] { try await client.send(command) }
        return try await client.rest()
    }

    /// Whether an answer has these rows, and `end` behind them. Nobody wants to see 40 MB if it has not.
    private func has(_ answer: [UInt8], _ rows: [UInt8], end: String = "OK\n") -> Bool { answer == rows + Array(end.utf8) }

    @Test("is all lists of its directories, for several clients, in a list of commands and after clients that left in the middle")
    func whole() async throws {
        let stage = try await stage()
        var rows: [UInt8] = []
        for number in 0..<Self.count {
            let answer = try await ask("listallinfo \(Self.name(number))", of: stage)
            try #require(answer.suffix(3).elementsEqual("OK\n".utf8))
            rows += answer.dropLast(3)
        }
        #expect(rows.count > 40_000_000)
        #expect(has(try await ask("listallinfo", of: stage), rows))
        let inList = try await ask("command_list_ok_begin", "listallinfo", "ping", "command_list_end", of: stage)
        #expect(has(inList, rows, end: "list_OK\nlist_OK\nOK\n"))

        // A client that does not read has a part of the answer waiting, and others are answered meanwhile.
        let memory = try MemoryUse.privateDirty(of: stage.daemon.process.processIdentifier)
        let slow = try await stage.connect()
        try await slow.send("listallinfo", "close")
        for _ in 0..<5 {
            #expect(try await stage.client.ask("count artist Artist") == ["songs: 5000", "playtime: 5000", "OK"])
        }
        let more = try MemoryUse.privateDirty(of: stage.daemon.process.processIdentifier) - memory
        #expect(more < 24 << 20, "the answer has 40 MB, and \(more) bytes more are used")
        #expect(has(try await slow.rest(), rows))

        // If each of these kept its part, there would be no room for others at the end.
        for _ in 0..<130 {
            let client = try await stage.connect()
            try await client.send("listallinfo")
            #expect(try await client.line() == "directory: d00")
        }
        #expect(has(try await ask("listallinfo", of: stage), rows))
    }

    @Test("goes on with what is there if the library changes in the middle")
    func changes() async throws {
        let stage = try await stage()
        let slow = try await stage.connect()
        try await slow.send("listallinfo")
        try await waitUntil("the first part") { hasTexts(stage) }
        try remove(Array(0..<5) + Array(25..<Self.count), of: stage)
        try await slow.send("close")
        let text = String(decoding: try await slow.rest(), as: UTF8.self)
        #expect(text.hasSuffix("\nOK\n"))
        var songs: [Substring: Int] = [:]
        for line in text.split(separator: "\n") where line.hasPrefix("file: ") {
            songs[line.dropFirst(6).prefix(3), default: 0] += 1
        }
        #expect(songs.values.allSatisfy { $0 == 100 })
        // The first part has three directories, and nobody knows how many more were made meanwhile.
        let sure = Array(0..<3) + Array(5..<25)
        #expect(Set(songs.keys).subtracting(["d03", "d04"]) == Set(sure.map { Substring(Self.name($0)) }))
    }
}
