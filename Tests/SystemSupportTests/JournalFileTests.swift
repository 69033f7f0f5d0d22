import Glibc
import SystemSupport
import TestSupport
import Testing

@Suite("A journal behind a sealed file")
struct JournalFileTests {
    private let directory: TemporaryDirectory
    private let journal: JournalFile
    private let path: String
    private let records = [#"{"a":1}"#, #"{"b":"\n"}"#, "[]"]

    init() throws {
        directory = try TemporaryDirectory()
        journal = JournalFile(directory: directory.path, name: "kept", largestSize: 1 << 20)
        path = directory.file("kept.journal")
    }

    private func appendAll() throws { for record in records { _ = try journal.append(json: Array(record.utf8).span) } }

    private func read(_ journal: JournalFile, atMost count: Int = .max) -> (records: [String], reports: [String]) {
        var (read, reports): ([String], [String]) = ([], [])
        journal.read(
            { json in
                read.append(String(decoding: json, as: UTF8.self))
                return read.count < count
            }, report: { reports.append($0) })
        return (read, reports)
    }

    @Test("has the records in the order in which they were added, until no more are wanted")
    func order() throws {
        #expect(read(journal) == ([], []))
        try appendAll()
        #expect(read(journal) == (records, []))
        #expect(read(journal, atMost: 2) == (Array(records.prefix(2)), []))
        #expect(try journal.append(json: Array("1".utf8).span) == fileLength(path))
    }

    @Test("cut at any byte, has the whole records in front of it")
    func cut() throws {
        try appendAll()
        let whole = try readFile(path)
        let ends = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        for length in 0...whole.count {
            try writeFile(Array(whole.prefix(length)), to: path)
            let (found, reports) = read(journal)
            #expect(found == Array(records.prefix(ends.count { $0 <= length })), "cut to \(length) bytes")
            #expect(reports.isEmpty == (length == 0 || ends.contains(length)), "\(reports)")
        }
    }

    @Test("with any bit changed, has none but the records in front of it")
    func flips() throws {
        try appendAll()
        let whole = try readFile(path)
        let ends = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        for bit in 0..<whole.count * 8 {
            var damaged = whole
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            try writeFile(damaged, to: path)
            let (found, reports) = read(journal)
            #expect(found == Array(records.prefix(ends.count { $0 <= bit / 8 })) && reports.count == 1, "bit \(bit)")
        }
    }

    @Test("whatever else has its name, is written, and follows no link", .timeLimit(.minutes(10)), arguments: 0..<3)
    func strangers(kind: Int) throws {
        let target = try directory.write("mine", to: "target")
        switch kind {
        case 0: mkfifo(path, 0o600)
        case 1: symlink(target, path)
        default: mkdir(path, 0o700)
        }
        #expect(read(journal).records.isEmpty && read(journal).reports.count <= 1)
        try appendAll()
        #expect(read(journal) == (records, []))
        #expect(try readFile(target) == Array("mine".utf8))
    }

    @Test("larger than any that is written is set aside unread")
    func tooLarge() throws {
        try appendAll()
        #expect(truncate(path, 100 << 30) == 0)
        let (found, reports) = read(journal)
        #expect(found.isEmpty && reports.first?.contains("107374182400 bytes") == true, "\(reports)")
        #expect(fileLength(path) == nil)
    }

    @Test("takes the place of another one, and leaves none where there is none of its own")
    func replaced() throws {
        let other = JournalFile(directory: directory.path, name: "kept.previous", largestSize: 1 << 20)
        try appendAll()
        journal.replace(other)
        #expect(read(journal) == ([], []) && read(other) == (records, []))
        journal.replace(other)
        #expect(read(other) == ([], []))
    }
}
