import CSQLite
import SystemSupport

/// Owns a connection to one SQLite database.
///
/// Not `Sendable`: the connection and its statements belong to the thread that has made them. SQLite's own lock around each call
/// is therefore switched off.
@safe package struct Connection: ~Copyable {
    /// What a crash of the whole machine may cost.
    package enum Durability: Sendable {
        /// The last transactions may be lost; the database stays whole. For what can be made again.
        case cache
        /// A transaction that has returned is on the disk.
        case full
    }

    /// When a transaction begins to wait for other writers.
    package enum Begin: String, Sendable {
        /// At its beginning, where nothing has to be taken back; for the database and all that are attached to it.
        case immediate = "IMMEDIATE"
        /// With the first statement that writes; for the database that is written only.
        case deferred = "DEFERRED"
    }

    /// The file.
    package let path: String
    let handle: OpaquePointer

    /// The path of a database that is in memory alone, and ends with its connection.
    static let inMemory = ":memory:"
    /// The longest time in milliseconds for which a call waits while another process writes.
    private static let busyTimeout: Int32 = 5_000
    /// The longest value and the longest row, in bytes. SQLite's own limit of 1 GB would let a damaged file ask for that much memory.
    private static let lengthLimit: Int32 = 64 << 20
    /// The pages that a connection keeps in memory, in KiB, and the size that the write-ahead log shrinks to, in bytes.
    package static let cacheSize = 2_000
    private static let logSize = 16 << 20
    /// After how many pages in the write-ahead log they are moved to the database: what SQLite has by itself.
    package static let logLimit = 1_000

    /// Opens the database at `path`, and makes it if there is none. Its directory has to exist. A new file
    /// has mode 0600.
    ///
    /// Neither schema nor damage is looked at: ``DatabaseFile`` does that.
    package init(path: String, durability: Durability) throws(DatabaseError) {
        unsafe handle = try unsafe Self.open(path, durability)
        self.path = path
    }

    /// What SQLite is told before the first database is opened. If it is too late for it, SQLite works as well.
    private static let configuration = fermata_sqlite_count_no_memory()

    private static func open(_ path: String, _ durability: Durability) throws(DatabaseError) -> OpaquePointer {
        _ = configuration
        guard sqlite3_threadsafe() != 0 else {
            throw DatabaseError(.failed, "SQLite was built for one thread only: install Debian's libsqlite3-0")
        }
        if path != inMemory {
            for suffix in PrivateFile.companions where PrivateFile.stranger(at: path + suffix) != nil {
                // The database has lost nothing by it: what is there was never written by SQLite.
                RegularFile.setAside(path + suffix)
            }
            if let reason = PrivateFile.stranger(at: path) {
                throw DatabaseError(.damaged, "the database \(path) cannot be used: \(reason)")
            }
            PrivateFile.make(path)
        }
        var opened: OpaquePointer?
        let flags =
            SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOFOLLOW
        var result = unsafe sqlite3_open_v2(PrivateFile.resolved(path), &opened, flags, nil)
        guard let handle = unsafe opened else {
            throw DatabaseError(result, operation: "be opened", path: path, detail: nil)
        }
        if result == SQLITE_OK {
            unsafe sqlite3_busy_timeout(handle, busyTimeout)
            unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, lengthLimit)
            // A schema in a foreign file may not call functions that have effects. Damaged cells are found when their page is
            // read.
            let settings = """
                PRAGMA trusted_schema = OFF;
                PRAGMA cell_size_check = ON;
                PRAGMA journal_mode = WAL;
                PRAGMA synchronous = \(durability == .full ? "FULL" : "NORMAL");
                PRAGMA foreign_keys = ON;
                -- The service may write no temporary file, and SQLite makes one for a large sort or table, and to take back a statement.
                -- Not later: this removes the temporary tables that are there.
                PRAGMA temp_store = MEMORY;
                PRAGMA cache_size = -\(cacheSize);
                PRAGMA journal_size_limit = \(logSize);
                """
            result = unsafe sqlite3_exec(handle, settings, nil, nil, nil)
        }
        guard result == SQLITE_OK else {
            let detail = unsafe String(cString: sqlite3_errmsg(handle))
            // A connection that could not be opened has to be closed, too.
            unsafe sqlite3_close_v2(handle)
            throw DatabaseError(result, operation: "be opened", path: path, detail: detail)
        }
        return unsafe handle
    }

    deinit {
        // Statements that still exist keep the connection until they are gone.
        unsafe sqlite3_close_v2(handle)
    }

    /// Runs statements that have no values and return no rows, one after the other.
    package func execute(_ sql: String) throws(DatabaseError) {
        let result = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard result == SQLITE_OK else { throw failure("be changed", result) }
    }

    /// Adds the database at `path`, which must be there, under the name `name`.
    package func attach(_ path: String, as name: String) throws(DatabaseError) {
        if let reason = PrivateFile.stranger(at: path) {
            throw DatabaseError(.damaged, "the database \(path) cannot be used: \(reason)")
        }
        var statement = try prepare("ATTACH DATABASE ? AS \(name)")
        try statement.run(PrivateFile.resolved(path))
    }

    /// Compiles one statement. Keep the statements that are used again: compiling takes longer than most of them run.
    package func prepare(_ sql: String) throws(DatabaseError) -> Statement {
        var compiled: OpaquePointer?
        let result = unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
        guard result == SQLITE_OK else { throw failure("take the statement \"\(sql)\"", result) }
        guard let compiled = unsafe compiled else {
            throw DatabaseError(.failed, "the database \(path) was given an empty statement")
        }
        return unsafe Statement(owning: compiled, path: path)
    }

    /// Runs `body` in a transaction that may write. If `body` throws, nothing of what it wrote remains.
    ///
    /// A transaction inside another belongs to it: it takes effect with the outer one.
    package func transaction<Result>(
        _ begin: Begin = .immediate, _ body: () throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        let isInner = isInTransaction
        try execute(isInner ? "SAVEPOINT inner_transaction" : "BEGIN \(begin.rawValue)")
        do throws(DatabaseError) {
            let value = try body()
            try execute(isInner ? "RELEASE inner_transaction" : "COMMIT")
            return value
        } catch {
            // Some errors, such as a full disk, have already ended the transaction.
            if isInTransaction {
                try? execute(isInner ? "ROLLBACK TO inner_transaction; RELEASE inner_transaction" : "ROLLBACK")
            }
            throw error
        }
    }

    /// Runs `body` in a transaction, unless another connection writes: for what may be left out. It waits for nobody.
    /// - Returns: whether it was done.
    package func transactionIfFree(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) -> Bool {
        unsafe sqlite3_busy_timeout(handle, 0)
        defer { unsafe sqlite3_busy_timeout(handle, Self.busyTimeout) }
        do throws(DatabaseError) {
            try transaction(.deferred, body)
            return true
        } catch {
            if error.code == .busy { return false }
            throw error
        }
    }

    /// Whether a transaction has begun.
    package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// The row id that the last `INSERT` has made.
    package var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// How many rows the last statement has inserted, changed or deleted.
    package var changeCount: Int { unsafe Int(sqlite3_changes64(handle)) }

    /// The integer that a statement without values, such as a `PRAGMA`, returns in its first row.
    package func integer(_ sql: String) throws(DatabaseError) -> Int64 {
        var statement = try prepare(sql)
        var value: Int64?
        try statement.forEachRow { row throws(DatabaseError) in
            if value == nil { value = try row.read(0) }
        }
        guard let value else { throw DatabaseError(.unexpectedValue, "the database \(path) has no answer to \"\(sql)\"") }
        return value
    }

    /// The faults that SQLite finds in the pages of the whole file, ten at most; none if all are whole. Reads every page. What a search index
    /// holds is left out, which newer releases check too: it is made anew from the texts, and no reason to give up the rest.
    package func faults() throws(DatabaseError) -> [String] {
        var statement = try prepare("PRAGMA integrity_check(10)")
        var faults: [String] = []
        try statement.forEachRow { row throws(DatabaseError) in faults.append(try row.read(0)) }
        return faults == ["ok"] ? [] : faults.filter { !$0.contains("inverted index for FTS5 table") }
    }

    func failure(_ operation: String, _ result: Int32) -> DatabaseError {
        let detail = unsafe String(cString: sqlite3_errmsg(handle))
        return DatabaseError(result, operation: operation, path: path, detail: detail)
    }
}
