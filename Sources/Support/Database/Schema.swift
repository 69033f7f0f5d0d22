/// The tables of a database, as one version of the program has them.
///
/// Who changes the tables raises the version. A database of an earlier one is made anew if it can be, and left alone otherwise.
package struct Schema: Sendable {
    /// The number in the file's header that says whose database it is.
    package let applicationID: Int32
    /// The number in the file's header that says which tables it has.
    package let version: Int32
    /// The SQL that makes the tables in an empty database.
    package let tables: String

    /// Makes a schema. Neither `applicationID` nor `version` is 0: these are the numbers of a file that nobody has claimed.
    package init(applicationID: Int32, version: Int32, tables: String) {
        self.applicationID = applicationID
        self.version = version
        self.tables = tables
    }

    /// Makes the tables in the database behind `connection` if it is empty, in one transaction.
    /// - Throws: `foreign` if the file is another program's, `olderSchema` or `newerSchema` if it has another version of the tables.
    package func make(in connection: borrowing Connection) throws(DatabaseError) {
        let path = connection.path
        let owner = try connection.integer("PRAGMA application_id")
        let found = try connection.integer("PRAGMA user_version")
        if owner == 0, found == 0, try connection.integer("SELECT count(*) FROM sqlite_schema") == 0 {
            // Nothing of the connection is captured by a closure: it is borrowed here.
            try connection.execute("BEGIN IMMEDIATE")
            do throws(DatabaseError) {
                try connection.execute(tables)
                try connection.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version); COMMIT")
                return
            } catch {
                try? connection.execute("ROLLBACK")
                throw error
            }
        }
        guard owner == Int64(applicationID) else {
            throw DatabaseError(.foreign, "\(path) is a database of another program; name another file, or move it away")
        }
        guard found != Int64(version) else { return }
        let isNewer = found > Int64(version)
        throw DatabaseError(
            isNewer ? .newerSchema : .olderSchema,
            """
            the database \(path) was written by \(isNewer ? "a later" : "an earlier") version of fermatad (\(found), this one knows \
            \(version)): install that version, or move the file away
            """)
    }
}
