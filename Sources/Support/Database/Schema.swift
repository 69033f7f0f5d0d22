/// The tables of a database, as the steps by which they came about.
///
/// A step that was released is never changed: databases have it behind them. What changes is a further step.
package struct Schema: Sendable {
    /// The number in the file's header that says whose database it is.
    package let applicationID: Int32
    /// The SQL of each step. A database whose version is n has the first n steps behind it.
    package let migrations: [String]

    /// Makes a schema. `applicationID` is not 0, which is the number of a file that nobody has claimed.
    package init(applicationID: Int32, migrations: [String]) {
        self.applicationID = applicationID
        self.migrations = migrations
    }

    /// Brings the database behind `connection` to the last version, in one transaction: a crash leaves it at the version that it
    /// had.
    /// - Throws: `foreign` if the file is another program's, `newerSchema` if it has more steps behind it than are known.
    package func migrate(_ connection: borrowing Connection) throws(DatabaseError) {
        let path = connection.path
        let owner = try connection.integer("PRAGMA application_id")
        let version = try connection.integer("PRAGMA user_version")
        let tables = try connection.integer("SELECT count(*) FROM sqlite_schema")
        guard owner == Int64(applicationID) || owner == 0 && version == 0 && tables == 0 else {
            throw DatabaseError(.foreign, "\(path) is a database of another program; name another file, or move it away")
        }
        guard version <= migrations.count, version >= 0 else {
            throw DatabaseError(
                .newerSchema,
                "the database \(path) was written by a later version of fermatad (\(version), this one knows \(migrations.count)): install that version, or move the file away"
            )
        }
        guard version < migrations.count || owner == 0 else { return }
        // Nothing of the connection is captured by a closure: it is borrowed here.
        try connection.execute("BEGIN IMMEDIATE")
        do throws(DatabaseError) {
            for step in migrations[Int(version)...] { try connection.execute(step) }
            try connection.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(migrations.count); COMMIT")
        } catch {
            try? connection.execute("ROLLBACK")
            throw error
        }
    }
}
