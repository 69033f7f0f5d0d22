/// A connection that keeps its compiled statements, by their text. Belongs to the thread that has made it.
package final class CachedConnection {
    /// The connection.
    package let connection: Connection
    private var kept: [Text: KeptStatement] = [:]

    /// The most statements that are kept: those of a part of the program, each written out in its code.
    private static let limit = 200

    /// The text of a statement. Texts are long, and seldom of one length: hashing all of one takes longer than comparing two.
    private struct Text: Hashable {
        let sql: String

        init(_ sql: String) { self.sql = sql }

        func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8.count) }
    }

    private final class KeptStatement {
        var statement: Statement

        init(_ statement: consuming Statement) { self.statement = statement }
    }

    /// Takes over a connection.
    package init(_ connection: consuming Connection) { self.connection = connection }

    /// Runs a statement and drops its rows.
    package func run<each Value: DatabaseValue>(_ sql: String, _ values: repeat each Value) throws(DatabaseError) {
        let text = Text(sql)
        let taken = try take(text)
        defer { kept[text] = taken }
        try taken.statement.run(repeat each values)
    }

    /// Runs a statement with the values that `bind` gives: see ``Statement/run(binding:)``.
    package func run(_ sql: String, binding bind: (inout BoundValues) -> Void) throws(DatabaseError) {
        let text = Text(sql)
        let taken = try take(text)
        defer { kept[text] = taken }
        try taken.statement.run(binding: bind)
    }

    /// Runs a statement with the values that `bind` gives, and calls `body` with each row.
    package func forEachRow(
        _ sql: String, binding bind: (inout BoundValues) -> Void, body: (borrowing Row) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        let text = Text(sql)
        let taken = try take(text)
        defer { kept[text] = taken }
        try taken.statement.forEachRow(binding: bind, body: body)
    }

    /// Runs a statement and calls `body` with each row.
    package func forEachRow<each Value: DatabaseValue>(
        _ sql: String, _ values: repeat each Value, body: (borrowing Row) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        let text = Text(sql)
        let taken = try take(text)
        defer { kept[text] = taken }
        try taken.statement.forEachRow(repeat each values, body: body)
    }

    /// Runs a statement and returns what `body` makes of the first row; `nil` if there is none.
    package func firstRow<each Value: DatabaseValue, Result>(
        _ sql: String, _ values: repeat each Value, body: (borrowing Row) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result? {
        let text = Text(sql)
        let taken = try take(text)
        defer { kept[text] = taken }
        return try taken.statement.firstRow(repeat each values, body: body)
    }

    /// Returns the first column of the first row; `nil` if there is none.
    package func value<each Value: DatabaseValue, Result: DatabaseValue>(
        _ sql: String, _ values: repeat each Value, as type: Result.Type = Result.self
    ) throws(DatabaseError) -> Result? {
        try firstRow(sql, repeat each values) { row throws(DatabaseError) -> Result in try row.read(0) }
    }

    /// Takes a statement out while it runs, so that another run of the same text inside the first has one of its own.
    private func take(_ text: Text) throws(DatabaseError) -> KeptStatement {
        if let found = kept.removeValue(forKey: text) { return found }
        if kept.count >= Self.limit { kept.removeAll() }
        return KeptStatement(try connection.prepare(text.sql))
    }
}
