import Glibc
import Logging
import Testing

@testable import Desktop

@Suite("the log in the journal")
struct JournalTests {
    @Test("standard error is the journal only if it is the very stream that the variable names")
    func detection() throws {
        var status = stat()
        var ends: [CInt] = [0, 0]
        pipe(&ends)
        defer { ends.forEach { close($0) } }
        try #require(fstat(ends[1], &status) == 0)
        let name = "\(status.st_dev):\(status.st_ino)"
        #expect(JournalStream.isJournal(ends[1], environment: ["JOURNAL_STREAM": name]))
        for other in [
            "\(status.st_dev):\(status.st_ino + 1)", "\(status.st_dev + 1):\(status.st_ino)", "", ":", "1", "a:b", name + ":",
        ] {
            #expect(!JournalStream.isJournal(ends[1], environment: ["JOURNAL_STREAM": other]), "\(other)")
        }
        #expect(!JournalStream.isJournal(ends[1], environment: [:]))
        #expect(!JournalStream.isJournal(1_000_000, environment: ["JOURNAL_STREAM": name]))
    }

    @Test("an entry has the message, its place and its metadata in fields of their own")
    func fields() {
        let event = LogEvent(
            level: .error, message: "two\nlines", metadata: nil, source: "Tests", file: "Tests/A.swift", function: "f()",
            line: 12)
        let entry = JournalFields(event, metadata: ["uri": "/a=b", "underrunFrames": "3"], label: "player")
        #expect(
            entry.fields.map { String(decoding: $0, as: UTF8.self) } == [
                "MESSAGE=two\nlines", "PRIORITY=3", "SYSLOG_IDENTIFIER=fermatad", "CODE_FILE=Tests/A.swift", "CODE_LINE=12",
                "CODE_FUNC=f()", "FERMATA_LOGGER=player", "FERMATA_UNDERRUN_FRAMES=3", "FERMATA_URI=/a=b",
            ])
    }

    @Test(
        "field names are what the journal takes",
        arguments: [
            ("uri", "URI"), ("underrunFrames", "UNDERRUN_FRAMES"), ("média-x", "M_DIA_X"), ("URL", "URL"), ("a1B", "A1_B"),
            ("", ""),
        ])
    func fieldNames(key: String, name: String) {
        #expect(JournalFields.name(of: key) == "FERMATA_\(name)")
        #expect(JournalFields.name(of: String(repeating: "x", count: 100)).count == 64)
    }

    @Test("priorities are those of syslog", arguments: zip(Logger.Level.allCases, [7, 7, 6, 5, 4, 3, 2]))
    func priority(level: Logger.Level, priority: Int) { #expect(level.syslogPriority == priority) }

    @Test("sending where no journal listens harms nothing")
    func noJournal() {
        let logger = Logger(label: "test") { DaemonLogHandler(to: JournalLog(label: $0), level: LogLevelBox(.info)) }
        logger.info("a test of Fermata", metadata: ["test": "1"])
    }
}
