import Database
import Glibc
import TestSupport
import Testing

@Suite("A database")
struct ConnectionTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.file("sub/test.db") }
    private let schema = Schema(
        applicationID: 77, version: 3, tables: "CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")

    init() throws { directory = try TemporaryDirectory() }

    private func file(_ schema: Schema? = nil) -> DatabaseFile {
        DatabaseFile(path: path, schema: schema ?? self.schema, durability: .full)
    }

    /// Opens the file and expects that nothing is set aside.
    private func opened(_ schema: Schema? = nil) throws(DatabaseError) -> Connection {
        try file(schema).open { Issue.record("\($0)") }
    }

    private func names(_ connection: borrowing Connection) throws(DatabaseError) -> [String] {
        var statement = try connection.prepare("SELECT name FROM things ORDER BY id")
        var names: [String] = []
        try statement.forEachRow { row throws(DatabaseError) in names.append(try row.read(0)) }
        return names
    }

    @Test("gives back each kind of value as it was, also the empty ones")
    func values() throws {
        let connection = try opened()
        try connection.execute("CREATE TABLE kinds (a ANY, b ANY, c ANY, d ANY, e ANY) STRICT")
        var insert = try connection.prepare("INSERT INTO kinds VALUES (?, ?, ?, ?, ?)")
        try insert.run(Int64.min, 1.5, "Ü\u{0}\u{1F3B5}", [UInt8](0...255), nil as String?)
        try insert.run(Int64.max, 3.0, "", [] as [UInt8], "there" as String?)
        var select = try connection.prepare("SELECT * FROM kinds ORDER BY rowid")
        var rows: [(Int64, Double, String, [UInt8], String?)] = []
        try select.forEachRow { row throws(DatabaseError) in
            rows.append((try row.read(0), try row.read(1), try row.read(2), try row.read(3), try row.read(4)))
        }
        #expect(rows.count == 2)
        #expect(rows[0] == (Int64.min, 1.5, "Ü\u{0}\u{1F3B5}", [UInt8](0...255), nil))
        #expect(rows[1] == (Int64.max, 3.0, "", [], "there"))
    }

    @Test("gets its tables once when several open it at the same time, also those that its version did not have")
    func raced() async throws {
        let newer = Schema(
            applicationID: 77, version: 4, tables: schema.tables + "; CREATE TABLE others (id INTEGER PRIMARY KEY)",
            sinceLast: "CREATE TABLE others (id INTEGER PRIMARY KEY)")
        for round in 0..<40 {
            let path = directory.file("raced-\(round).db")
            // Each is there already, half of them with the version before: SQLite itself lets one alone make a file.
            let first = try Connection(path: path, durability: .full)
            if round.isMultiple(of: 2) { try schema.make(in: first) }
            let failures = await withTaskGroup(of: String?.self, returning: [String].self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        do throws(DatabaseError) {
                            let connection = try Connection(path: path, durability: .full)
                            try newer.make(in: connection)
                            return nil
                        } catch { return error.message }
                    }
                }
                return await group.reduce(into: []) { if let failure = $1 { $0.append(failure) } }
            }
            #expect(failures.isEmpty)
        }
    }

    @Test("says which column has another type than the one asked for, and which does not exist")
    func unexpectedValues() throws {
        let connection = try opened()
        try connection.execute("INSERT INTO things VALUES (1, 'one')")
        var select = try connection.prepare("SELECT id, name FROM things")
        for column in [1, 2, -1, .max] {
            let error = #expect(throws: DatabaseError.self) {
                try select.forEachRow { row throws(DatabaseError) in
                    let _: Int64 = try row.read(column)
                }
            }
            #expect(error?.code == .unexpectedValue)
            #expect(error?.message.contains(column == 1 ? "name" : "\(column)") == true)
        }
        // The statement can be used again after that.
        #expect(try select.firstRow { row throws(DatabaseError) -> Int64 in try row.read(0) } == 1)
    }

    @Test("refuses a statement that gets too few values or too many")
    func valueCount() throws {
        let connection = try opened()
        var insert = try connection.prepare("INSERT INTO things VALUES (?, ?)")
        #expect(throws: DatabaseError.self) { try insert.run(Int64(1)) }
        #expect(throws: DatabaseError.self) { try insert.run(Int64(1), "one", "two") }
        try insert.run(Int64(1), "one")
        #expect(try names(connection) == ["one"])
    }

    @Test("makes no temporary files: a service may have no place for them")
    func temporary() throws {
        let connection = try opened()
        #expect(try connection.integer("PRAGMA temp_store") == 2)
        let numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 8000)"
        try connection.execute("INSERT INTO things \(numbers) SELECT i, hex(randomblob(200)) FROM n")
        try connection.execute("CREATE TEMP TABLE passing AS SELECT * FROM things")
        try connection.transaction { () throws(DatabaseError) in
            try connection.execute("UPDATE passing SET name = name || '!'; CREATE INDEX things_name ON things (name)")
            #expect(temporaryFiles().isEmpty)
        }
        // The rows are sorted while the first of them is read.
        var sorted = try connection.prepare("SELECT name FROM passing ORDER BY name DESC")
        var open: [String]?
        try sorted.forEachRow { _ throws(DatabaseError) in open = open ?? temporaryFiles() }
        #expect(open?.isEmpty == true)
    }

    /// The files that SQLite has made in a place for temporary ones and that this process has open.
    private func temporaryFiles() -> [String] {
        (0..<1_024).compactMap { descriptor -> String? in
            var target = [UInt8](repeating: 0, count: 4_096)
            let count = target.withUnsafeMutableBytes { bytes -> Int in
                guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return 0 }
                return readlink("/proc/self/fd/\(descriptor)", start, bytes.count)
            }
            let path = String(decoding: target.prefix(max(0, count)), as: UTF8.self)
            return path.contains("etilqs_") ? path : nil
        }
    }

    @Test("keeps nothing of a transaction that throws, and all of one that returns")
    func transactions() throws {
        let connection = try opened()
        let error = #expect(throws: DatabaseError.self) {
            try connection.transaction { () throws(DatabaseError) in
                try connection.execute("INSERT INTO things VALUES (1, 'one')")
                try connection.execute("INSERT INTO things VALUES (1, 'again')")
            }
        }
        #expect(error?.code == .constraint && error?.message.contains(path) == true)
        #expect(try names(connection) == [])
        try connection.transaction { () throws(DatabaseError) in
            try connection.execute("INSERT INTO things VALUES (1, 'one')")
            // An inner transaction that fails takes back only its own part.
            try? connection.transaction { () throws(DatabaseError) in
                try connection.execute("INSERT INTO things VALUES (2, 'two')")
                try connection.execute("INSERT INTO things VALUES (2, 'two')")
            }
            try connection.execute("INSERT INTO things VALUES (3, 'three')")
        }
        #expect(try names(connection) == ["one", "three"])
        #expect(connection.lastInsertedRow == 3 && connection.changeCount == 1)
    }

    @Test(
        "of another version is neither changed nor set aside",
        arguments: [(2, DatabaseError.Code.newerSchema), (4, .olderSchema)] as [(Int32, DatabaseError.Code)])
    func otherVersion(version: Int32, code: DatabaseError.Code) throws {
        do { try opened().execute("INSERT INTO things VALUES (1, 'one')") }
        let other = Schema(applicationID: 77, version: version, tables: schema.tables)
        let error = #expect(throws: DatabaseError.self) { _ = try opened(other) }
        #expect(error?.code == code && error?.message.contains(path) == true)
        #expect(try names(try opened()) == ["one"])
    }

    @Test("of the version before gets what is new, and keeps what it has; of an older one it stays as it is")
    func newTables() throws {
        do { try opened().execute("INSERT INTO things VALUES (1, 'one')") }
        let more = "CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT;"
        func next(_ version: Int32) -> Schema {
            Schema(applicationID: 77, version: version, tables: "\(schema.tables); \(more)", sinceLast: more)
        }
        let error = #expect(throws: DatabaseError.self) { _ = try opened(next(5)) }
        #expect(error?.code == .olderSchema)
        let wrong = Schema(applicationID: 77, version: 4, tables: schema.tables, sinceLast: more + "DROP TABLE nothing;")
        #expect(throws: DatabaseError.self) { _ = try opened(wrong) }
        let connection = try opened(next(4))
        #expect(try names(connection) == ["one"])
        try connection.execute("INSERT INTO more VALUES (1)")
        #expect(try names(try opened(next(4))) == ["one"])
    }

    @Test("that is a cache of an earlier version is set aside, and begins anew; one of a later version stays")
    func otherCache() throws {
        do { try opened().execute("INSERT INTO things VALUES (1, 'one')") }
        func cache(_ version: Int32, _ reports: inout [String]) throws(DatabaseError) -> Connection {
            let other = Schema(applicationID: 77, version: version, tables: schema.tables)
            return try DatabaseFile(path: path, schema: other, durability: .cache).open { reports.append($0) }
        }
        var reports: [String] = []
        let error = #expect(throws: DatabaseError.self) { _ = try cache(2, &reports) }
        #expect(error?.code == .newerSchema && reports.isEmpty)
        #expect(try names(try cache(4, &reports)) == [])
        #expect(reports.count == 1 && reports[0].contains("an earlier version"), "\(reports)")
        #expect(try names(try cache(4, &reports)) == [] && reports.count == 1)
    }

    @Test("is empty if its tables cannot be made")
    func failedTables() throws {
        let wrong = Schema(applicationID: 77, version: 3, tables: "\(schema.tables); DROP TABLE nothing")
        #expect(throws: DatabaseError.self) { _ = try opened(wrong) }
        let connection = try opened()
        #expect(try names(connection) == [])
    }

    @Test("of another program is neither changed nor set aside")
    func foreign() throws {
        do { _ = try opened() }
        let error = #expect(throws: DatabaseError.self) { _ = try opened(Schema(applicationID: 78, version: 3, tables: "")) }
        #expect(error?.code == .foreign && error?.message.contains(path) == true)
        _ = try opened()
    }

    @Test("that cannot be made again is kept each time that it is damaged")
    func damagedAgain() throws {
        do { _ = try opened() }
        var reports: [String] = []
        for letter in ["first", "second", "third"] {
            let bytes = Array(repeating: Array("the \(letter) letter, which is no database;".utf8), count: 5).flatMap { $0 }
            try writeFile(bytes, to: path)
            _ = try DatabaseFile(path: path, schema: schema, durability: .full).open { reports.append($0) }
        }
        #expect(reports.count == 3 && reports[2].contains("\(path).damaged-3"), "\(reports)")
        for (name, letter) in [("", "first"), ("-2", "second"), ("-3", "third")] {
            #expect(String(decoding: try readFile("\(path).damaged\(name)").prefix(13), as: UTF8.self).contains(letter.prefix(5)))
        }
    }

    @Test("that is damaged is set aside, said so, and made anew", arguments: ["no database", "torn"])
    func damage(kind: String) throws {
        do {
            let connection = try opened()
            try connection.transaction { () throws(DatabaseError) in
                for index in 0..<500 { try connection.execute("INSERT INTO things VALUES (\(index), hex(zeroblob(200)))") }
            }
        }
        var bytes = try readFile(path)
        if kind == "torn" {
            // The head is whole; pages behind it are not. The log says that the last process did not close the database.
            bytes.replaceSubrange(4_096 * 2..<4_096 * 6, with: repeatElement(0xAA, count: 4_096 * 4))
            try writeFile([], to: path + "-wal")
        } else {
            bytes = Array("this is a letter, and no database at all; it is longer than the head of one, which has 100 bytes".utf8)
            bytes += bytes
        }
        try writeFile(bytes, to: path)
        var reports: [String] = []
        let connection = try file().open { reports.append($0) }
        #expect(reports.count == 1 && reports.first?.contains("\(path).damaged") == true, "\(reports)")
        #expect(try names(connection) == [])
        #expect(try readFile(path + ".damaged") == bytes)
    }

    @Test("is checked on demand, and whole after a process that was killed while it wrote")
    func killed() async throws {
        do { _ = try opened() }
        let writer = try await ChildProcess.launch(
            "sh",
            [
                "-c",
                "i=1; while :; do echo \"INSERT INTO things VALUES ($i, hex(randomblob(1000)));\"; i=$((i + 1)); done | exec sqlite3 \(path)",
            ])
        let path = path
        try await waitUntil("rows in \(path)") { (fileLength(path + "-wal") ?? 0) > 200_000 }
        writer.signalGroup(SIGKILL)
        try await writer.waitForExit()
        let connection = try opened()
        #expect(try connection.faults() == [])
        #expect(try !names(connection).isEmpty)
        _ = try file().open(.always) { Issue.record("\($0)") }
    }

    @Test("belongs to the user alone, with the files beside it")
    func permissions() throws {
        let connection = try opened()
        try connection.execute("INSERT INTO things VALUES (1, 'one')")
        for suffix in ["", "-wal", "-shm"] {
            var status = stat()
            #expect(stat(path + suffix, &status) == 0 && status.st_mode & 0o777 == 0o600, "\(suffix)")
        }
    }

    @Test("says what is wrong if it cannot be opened, and what to do")
    func cannotOpen() throws {
        try directory.write("a file", to: "sub")
        let error = #expect(throws: DatabaseError.self) { _ = try opened() }
        #expect(error?.code == .cannotOpen && error?.message.contains(path) == true)
        let connection = Result { () throws(DatabaseError) in try Connection(path: directory.path, durability: .cache).path }
        guard case .failure(let second) = connection else {
            Issue.record("a directory was opened as a database")
            return
        }
        #expect(second.code == .cannotOpen && second.sqliteCode != 0)
    }

    @Test(
        "a link or a pipe in the place of a database, or of what is kept beside it, is set aside and neither followed nor waited for",
        .timeLimit(.minutes(10)), arguments: ["", "-wal", "-shm", "-journal"], [false, true])
    func strangers(suffix: String, isLink: Bool) throws {
        do {
            let connection = try opened()
            try connection.execute("INSERT INTO things VALUES (1, 'one')")
        }
        let target = try directory.write("mine", to: "target")
        unlink(path + suffix)
        #expect((isLink ? symlink(target, path + suffix) : mkfifo(path + suffix, 0o600)) == 0)
        var reports: [String] = []
        let connection = try file().open { reports.append($0) }
        try connection.execute("INSERT INTO things VALUES (2, 'two')")
        // What is beside the database is not part of it.
        #expect(try names(connection) == (suffix.isEmpty ? ["two"] : ["one", "two"]))
        #expect(reports.count == (suffix.isEmpty ? 1 : 0), "\(reports)")
        #expect(try readFile(target) == Array("mine".utf8))
    }

    @Test("the way to the directory of a database may lead over links")
    func linkedDirectory() throws {
        try directory.makeDirectory("real")
        #expect(symlink("real", directory.file("sub")) == 0)
        let connection = try opened()
        try connection.execute("INSERT INTO things VALUES (1, 'one')")
        try connection.attach(path, as: "again")
        #expect(access(directory.file("real/test.db"), F_OK) == 0)
    }
}
