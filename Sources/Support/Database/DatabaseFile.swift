import Glibc
import SystemSupport

/// A database in a file: opened, checked after a crash, and set aside if it is damaged.
package struct DatabaseFile: Sendable {
    /// The file. SQLite keeps two more beside it while the database is open, PATH-wal and PATH-shm.
    package let path: String
    private let schema: Schema
    private let durability: Connection.Durability

    /// Names the file of a database; touches nothing.
    package init(path: String, schema: Schema, durability: Connection.Durability) {
        self.path = path
        self.schema = schema
        self.durability = durability
    }

    /// When every page of a database is checked as it is opened.
    package enum Check: Sendable {
        /// Not at all: this process has it open already, so it looks as if it was left open. A damaged one is not set aside.
        case never
        /// If the last process did not close it.
        case ifLeftOpen
        /// In any case: a call has failed with `damaged`.
        case always
        /// Not at all, and the database is set aside: it cannot be repaired, although its pages are whole.
        case setAside
    }

    /// Opens the database for the calling thread, and makes it with the directories above it if there is none.
    ///
    /// A database with tables, triggers or views other than those of the schema counts as damaged: a trigger may have every change fail. What
    /// cannot be made again keeps its tables as they are, and loses foreign triggers and views. So does a cache that an earlier version has
    /// written; what cannot be made again is refused then, and left alone.
    ///
    /// A damaged database is renamed to `PATH.damaged`, and a new one takes its place. A cache is renamed over an older one of that name; what
    /// cannot be made again gets the next free of the names `PATH.damaged-2` and so on.
    /// - Parameters:
    ///   - check: when to check every page.
    ///   - report: gets a sentence about a database that is set aside.
    package func open(_ check: Check = .ifLeftOpen, report: (String) -> Void) throws(DatabaseError) -> Connection {
        do throws(Directories.Failure) {
            try Directories.make(above: path)
        } catch {
            throw DatabaseError(.cannotOpen, "the database \(path) cannot be made: \(error.description)")
        }
        do throws(DatabaseError) {
            return try openWhole(check, report)
        } catch {
            guard error.code == .damaged, check != .never else { throw error }
            let name = freeName
            report("\(path) is set aside as \(name): \(error.message)")
            try setAside(as: name)
            return try openWhole(.never, report)
        }
    }

    private func openWhole(_ check: Check, _ report: (String) -> Void) throws(DatabaseError) -> Connection {
        if check == .setAside { throw DatabaseError(.damaged, "the database \(path) cannot be repaired") }
        // SQLite removes the write-ahead log when the last connection is closed.
        let wasLeftOpen = unsafe access(path + "-wal", F_OK) == 0
        let connection = try Connection(path: path, durability: durability)
        if check == .always || check == .ifLeftOpen && wasLeftOpen {
            let faults = try connection.faults()
            if let first = faults.first {
                throw DatabaseError(.damaged, "the database \(path) is damaged: \(first)")
            }
        }
        try makeTables(in: connection)
        if check != .never { try expel(connection, report) }
        return connection
    }

    private func makeTables(in connection: borrowing Connection) throws(DatabaseError) {
        do throws(DatabaseError) {
            try schema.make(in: connection)
        } catch {
            let isOldCache = error.code == .olderSchema && durability == .cache
            guard isOldCache || error.isAboutStatement && hasNameInTheWay(connection) else { throw error }
            throw DatabaseError(.damaged, error.message)
        }
    }

    /// Whether something that fermatad has not made has the name of one of its tables, so that this cannot be made.
    private func hasNameInTheWay(_ connection: borrowing Connection) -> Bool {
        guard let (missing, foreign) = try? schema.differences(in: connection) else { return false }
        let names = Set(foreign.map(\.name))
        return missing.contains { names.contains($0.name) }
    }

    /// Has nothing in the database that the schema does not make.
    private func expel(_ connection: borrowing Connection, _ report: (String) -> Void) throws(DatabaseError) {
        let (missing, foreign) = try schema.differences(in: connection)
        if let first = missing.first(where: { durability == .cache || !foreign.map(\.name).contains($0.name) }) {
            throw DatabaseError(.damaged, "the database \(path) has not the \(first.kind) \"\(first.name)\" of fermatad's making")
        }
        guard let first = foreign.first else { return }
        guard durability == .full else {
            throw DatabaseError(
                .damaged, "the database \(path) has the \(first.kind) \"\(first.name)\", which is not of fermatad's making")
        }
        for object in foreign where object.isInTheWay {
            try connection.execute("DROP \(object.kind) \(object.quotedName)")
            report("the \(object.kind) \"\(object.name)\" was removed from the database \(path): it is not of fermatad's making")
        }
    }

    /// The most damaged databases of one name that are kept, so that a bad disk cannot fill up with them.
    private static let damagedLimit = 100

    /// The name under which a damaged database is kept.
    private var freeName: String {
        let first = "\(path).damaged"
        guard durability == .full, unsafe access(first, F_OK) == 0 else { return first }
        let further = (2...Self.damagedLimit).map { "\(first)-\($0)" }
        return further.first { unsafe access($0, F_OK) != 0 } ?? first
    }

    private func setAside(as name: String) throws(DatabaseError) {
        for suffix in ["-wal", "-shm", ""] {
            guard unsafe rename(path + suffix, name + suffix) != 0, errno != ENOENT else { continue }
            let reason = systemReason()
            throw DatabaseError(.cannotOpen, "the damaged database \(path)\(suffix) cannot be renamed: \(reason); move it away")
        }
    }
}
