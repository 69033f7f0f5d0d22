import CSQLite

/// The reason why a database could not be opened, read or written.
package struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure, for programs. The raw values are stable.
    package enum Code: String, Sendable {
        /// The file or its directory cannot be opened or made.
        case cannotOpen = "cannot-open"
        /// Another process uses the database for longer than the busy time-out.
        case busy
        /// The disk is full.
        case full
        /// The file or the disk may only be read.
        case readOnly = "read-only"
        /// The file is damaged, or no database at all.
        case damaged
        /// The file is a database of another program.
        case foreign
        /// An earlier version of this program has written the database.
        case olderSchema = "older-schema"
        /// A later version of this program has written the database.
        case newerSchema = "newer-schema"
        /// A row would break a rule of its table.
        case constraint
        /// A column does not have the type that is asked for, or there is no such column.
        case unexpectedValue = "unexpected-value"
        /// A value is longer than the database may hold.
        case tooLarge = "too-large"
        /// Nobody waits for the answer any more.
        case interrupted
        /// The disk failed, or any other error of SQLite.
        case failed
    }

    /// The kind of failure.
    package let code: Code
    /// A sentence for a person that says what failed, and on which database.
    package let message: String
    /// SQLite's extended result code; 0 if the error is not SQLite's.
    package let sqliteCode: Int32

    /// Makes an error with a sentence of its own.
    package init(_ code: Code, _ message: String, sqliteCode: Int32 = 0) {
        self.code = code
        self.message = message
        self.sqliteCode = sqliteCode
    }

    /// Makes the error for a result of SQLite.
    /// - Parameter operation: completes "the database PATH cannot …".
    init(_ result: Int32, operation: String, path: String, detail: String?) {
        let code = Code(result)
        var message = "the database \(path) cannot \(operation): \(detail ?? Self.reason(result))"
        if let advice = code.advice { message += "; \(advice)" }
        self.init(code, message, sqliteCode: result)
    }

    /// Whether SQLite has refused a statement for what it says, as where a table is missing or its name is taken, and not for what the disk,
    /// other processes or the rows are like.
    package var isAboutStatement: Bool { sqliteCode & 0xFF == SQLITE_ERROR }

    /// The sentence.
    package var description: String { message }

    private static func reason(_ result: Int32) -> String { unsafe String(cString: sqlite3_errstr(result)) }
}

extension DatabaseError.Code {
    fileprivate init(_ result: Int32) {
        // The lower byte of an extended result code is the plain one.
        self =
            switch result & 0xFF {
            case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .cannotOpen
            case SQLITE_BUSY, SQLITE_LOCKED: .busy
            case SQLITE_FULL: .full
            case SQLITE_READONLY: .readOnly
            case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
            case SQLITE_CONSTRAINT: .constraint
            case SQLITE_TOOBIG: .tooLarge
            case SQLITE_INTERRUPT: .interrupted
            default: .failed
            }
    }

    /// What a person can do; `nil` if nothing general can be said.
    fileprivate var advice: String? {
        switch self {
        case .cannotOpen: "check that its directory exists and may be written to"
        case .busy: "another program is using it: end that program, or try again"
        case .full: "free some space on the disk"
        case .readOnly: "check the permissions of the file and of its directory"
        default: nil
        }
    }
}
