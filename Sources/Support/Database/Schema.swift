/// The tables of a database, as one version of the program has them.
///
/// Who changes the tables raises the version. A database of an earlier one is made anew if it can be. Otherwise it gets what is new, if it
/// is of the version before and the schema says what that is, and is left alone if not.
package struct Schema: Sendable {
    /// The number in the file's header that says whose database it is.
    package let applicationID: Int32
    /// The number in the file's header that says which tables it has.
    package let version: Int32
    /// The SQL that makes the tables in an empty database.
    package let tables: String
    /// The SQL that makes what the version before did not have; `nil` if a database of that version is not to be changed.
    package let sinceLast: String?
    /// Of how many versions before that SQL makes this one.
    package let keptVersions: Int32

    /// Makes a schema. Neither `applicationID` nor `version` is 0: these are the numbers of a file that nobody has claimed.
    package init(applicationID: Int32, version: Int32, tables: String, sinceLast: String? = nil, keptVersions: Int32 = 1) {
        self.applicationID = applicationID
        self.version = version
        self.tables = tables
        self.sinceLast = sinceLast
        self.keptVersions = keptVersions
    }

    /// Makes the tables in the database behind `connection` if it is empty, or those that its version did not have, in one transaction.
    /// - Throws: `foreign` if the file is another program's, `olderSchema` or `newerSchema` if it has another version of the tables.
    package func make(in connection: borrowing Connection) throws(DatabaseError) {
        let path = connection.path
        let state = try State(of: connection)
        if state == .empty { return try make(tables, in: connection, from: state) }
        guard state.owner == Int64(applicationID) else {
            throw DatabaseError(.foreign, "\(path) is a database of another program; name another file, or move it away")
        }
        let found = state.version
        guard found != Int64(version) else { return }
        if let sinceLast, (Int64(version) - Int64(keptVersions)..<Int64(version)).contains(found) {
            return try make(sinceLast, in: connection, from: state)
        }
        let isNewer = found > Int64(version)
        throw DatabaseError(
            isNewer ? .newerSchema : .olderSchema,
            """
            the database \(path) was written by \(isNewer ? "a later" : "an earlier") version of fermatad (\(found), this one knows \
            \(version)): install that version, or move the file away
            """)
    }

    /// What a database says of its tables.
    private struct State: Equatable {
        /// Of a file that nobody has claimed.
        static let empty = State(owner: 0, version: 0, isEmpty: true)

        let owner: Int64
        let version: Int64
        let isEmpty: Bool

        private init(owner: Int64, version: Int64, isEmpty: Bool) {
            (self.owner, self.version, self.isEmpty) = (owner, version, isEmpty)
        }

        init(of connection: borrowing Connection) throws(DatabaseError) {
            // In one statement, because another process may change all three between two.
            var statement = try connection.prepare(
                """
                SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
                FROM pragma_application_id, pragma_user_version
                """)
            var found: State?
            try statement.forEachRow { row throws(DatabaseError) in
                found = State(owner: try row.read(0), version: try row.read(1), isEmpty: try row.read(2) as Int64 == 0)
            }
            self = found ?? .empty
        }
    }

    /// Makes tables and states the version, if the database is still as it was found. Else another process has made them while this one
    /// waited for it, and everything is judged anew.
    private func make(_ tables: String, in connection: borrowing Connection, from state: State) throws(DatabaseError) {
        // Nothing of the connection is captured by a closure: it is borrowed here.
        try connection.execute("BEGIN IMMEDIATE")
        let isAsFound: Bool
        do throws(DatabaseError) {
            isAsFound = try State(of: connection) == state
            if isAsFound {
                try connection.execute(tables)
                try connection.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
            }
            try connection.execute(isAsFound ? "COMMIT" : "ROLLBACK")
        } catch {
            try? connection.execute("ROLLBACK")
            throw error
        }
        if !isAsFound { try make(in: connection) }
    }
}
