/// A table, an index, a trigger or a view of a database.
struct SchemaObject: Hashable {
    /// The word that SQLite has for it.
    let kind: String
    let name: String
    /// The statement that has made it; empty for an index that SQLite makes itself, and where it is SQLite's own matter.
    let sql: String

    /// Whether it may have every change fail, and holds nothing itself.
    var isInTheWay: Bool { kind == "trigger" || kind == "view" }

    /// The name as a statement has it.
    var quotedName: String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}

extension Schema {
    /// What the ends of the names are that an index of texts gives to tables of its own. Their form is a matter of SQLite's version.
    private static let endsOfIndexTables = ["_data", "_idx", "_content", "_docsize", "_config"]

    /// Returns what a database of this version should have and has not, and what it has and this schema does not make.
    func differences(
        in connection: borrowing Connection
    ) throws(DatabaseError) -> (missing: [SchemaObject], foreign: [SchemaObject]) {
        let model = try Connection(path: Connection.inMemory, durability: .cache)
        try make(in: model)
        let ours = try Self.objects(of: model)
        let there = try Self.objects(of: connection)
        return (ours.subtracting(there).sorted { $0.name < $1.name }, there.subtracting(ours).sorted { $0.name < $1.name })
    }

    private static func objects(of connection: borrowing Connection) throws(DatabaseError) -> Set<SchemaObject> {
        // Names with this beginning are SQLite's.
        var statement = try connection.prepare(
            "SELECT type, name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
        var objects: Set<SchemaObject> = []
        try statement.forEachRow { row throws(DatabaseError) in
            let name: String = try row.read(1)
            let isOfIndex = endsOfIndexTables.contains { name.hasSuffix($0) }
            objects.insert(SchemaObject(kind: try row.read(0), name: name, sql: isOfIndex ? "" : try row.read(2)))
        }
        return objects
    }
}
