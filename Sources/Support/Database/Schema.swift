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

    /// Makes a schema. Neither `applicationID` nor `version` is 0: these are the numbers of a file that nobody has claimed.
    package init(applicationID: Int32, version: Int32, tables: String, sinceLast: String? = nil) {
        self.applicationID = applicationID
        self.version = version
        self.tables = tables
        self.sinceLast = sinceLast
    }

    /// Makes the tables in the database behind `connection` if it is empty, or those that its version did not have, in one transaction.
    /// - Throws: `foreign` if the file is another program's, `olderSchema` or `newerSchema` if it has another version of the tables.
    package func make(in connection: borrowing Connection) throws(DatabaseError) {
        let path = connection.path
        let owner = try connection.integer("PRAGMA application_id")
        let found = try connection.integer("PRAGMA user_version")
        if owner == 0, found == 0, try connection.integer("SELECT count(*) FROM sqlite_schema") == 0 {
            return try make(tables, in: connection)
        }
        guard owner == Int64(applicationID) else {
            throw DatabaseError(.foreign, "\(path) is a database of another program; name another file, or move it away")
        }
        guard found != Int64(version) else { return }
        if let sinceLast, found == Int64(version) - 1 { return try make(sinceLast, in: connection) }
        let isNewer = found > Int64(version)
        throw DatabaseError(
            isNewer ? .newerSchema : .olderSchema,
            """
            the database \(path) was written by \(isNewer ? "a later" : "an earlier") version of fermatad (\(found), this one knows \
            \(version)): install that version, or move the file away
            """)
    }

    /// Makes tables and states the version.
    private func make(_ tables: String, in connection: borrowing Connection) throws(DatabaseError) {
        // Nothing of the connection is captured by a closure: it is borrowed here.
        try connection.execute("BEGIN IMMEDIATE")
        do throws(DatabaseError) {
            try connection.execute(tables)
            try connection.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version); COMMIT")
        } catch {
            try? connection.execute("ROLLBACK")
            throw error
        }
    }
}
