import CSQLite

/// Owns a compiled statement of a ``Connection``. Belongs to the connection's thread.
@safe package struct Statement: ~Copyable {
    private let statement: OpaquePointer
    private let path: String

    init(owning statement: OpaquePointer, path: String) {
        unsafe self.statement = unsafe statement
        self.path = path
    }

    deinit { unsafe sqlite3_finalize(statement) }

    /// Runs the statement to its end with `values` for its parameters, from left to right. Rows that it returns are dropped.
    package mutating func run<each Value: DatabaseValue>(_ values: repeat each Value) throws(DatabaseError) {
        try forEachRow(repeat each values) { _ throws(DatabaseError) in }
    }

    /// Runs the statement to its end with the values that `bind` gives, for its parameters from left to right. For statements that run for
    /// each of many songs: values of any types take longer than the statement itself.
    package mutating func run(binding bind: (inout BoundValues) -> Void) throws(DatabaseError) {
        try self.bind(bind)
        defer { reset() }
        while try step() {}
    }

    /// Runs the statement with the values that `bind` gives, and calls `body` with each row. As fast as ``run(binding:)``.
    package mutating func forEachRow(
        binding bind: (inout BoundValues) -> Void, body: (borrowing Row) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        try self.bind(bind)
        defer { reset() }
        let row = unsafe Row(statement: statement, path: path)
        while try step() { try body(row) }
    }

    private func bind(_ bind: (inout BoundValues) -> Void) throws(DatabaseError) {
        var values = unsafe BoundValues(statement)
        bind(&values)
        try check(values.result, values.count)
    }

    /// Runs the statement with `values` for its parameters, and calls `body` with each row that it returns.
    ///
    /// The row is only there while `body` runs.
    package mutating func forEachRow<each Value: DatabaseValue>(
        _ values: repeat each Value, body: (borrowing Row) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        try bind(repeat each values)
        defer { reset() }
        let row = unsafe Row(statement: statement, path: path)
        while try step() { try body(row) }
    }

    /// Runs the statement with `values` for its parameters, and returns what `body` makes of the first row; `nil` if there is none.
    package mutating func firstRow<each Value: DatabaseValue, Result>(
        _ values: repeat each Value, body: (borrowing Row) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result? {
        try bind(repeat each values)
        defer { reset() }
        guard try step() else { return nil }
        return try body(unsafe Row(statement: statement, path: path))
    }

    private func bind<each Value: DatabaseValue>(_ values: repeat each Value) throws(DatabaseError) {
        var index: Int32 = 0
        for value in repeat each values {
            index += 1
            let result = unsafe value.bind(to: statement, at: index)
            if result != SQLITE_OK { try check(result, index) }
        }
        try check(SQLITE_OK, index)
    }

    /// Checks that the last of `index` values was taken, and that none is missing.
    private func check(_ result: Int32, _ index: Int32) throws(DatabaseError) {
        guard result == SQLITE_OK else {
            throw DatabaseError(result, operation: "take value \(index) of a statement", path: path, detail: nil)
        }
        // A parameter that is left out would silently be NULL.
        guard unsafe sqlite3_bind_parameter_count(statement) == index else {
            throw DatabaseError(.failed, "a statement for the database \(path) was given \(index) values, which is too few")
        }
    }

    /// Goes to the next row; returns whether there is one.
    private func step() throws(DatabaseError) -> Bool {
        let result = unsafe sqlite3_step(statement)
        switch result {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let detail = unsafe String(cString: sqlite3_errmsg(sqlite3_db_handle(statement)))
            throw DatabaseError(result, operation: "run a statement", path: path, detail: detail)
        }
    }

    /// Ends the run and lets go of the values: an open run would keep the write-ahead log from being shortened.
    private func reset() {
        unsafe sqlite3_reset(statement)
        unsafe sqlite3_clear_bindings(statement)
    }
}

/// The values for the parameters of a statement, from left to right.
@safe package struct BoundValues: ~Copyable {
    private let statement: OpaquePointer
    /// How many were given, or the number of the first that SQLite did not take.
    fileprivate private(set) var count: Int32 = 0
    /// SQLite's result for that one.
    fileprivate private(set) var result = SQLITE_OK

    fileprivate init(_ statement: OpaquePointer) { unsafe self.statement = unsafe statement }

    package mutating func add(_ value: Int64) { unsafe take(sqlite3_bind_int64(statement, count + 1, value)) }
    package mutating func add(_ value: Double) { unsafe take(sqlite3_bind_double(statement, count + 1, value)) }
    package mutating func add(_ value: [UInt8]) { unsafe take(value.bind(to: statement, at: count + 1)) }
    package mutating func add(_ value: UTF8Text) { unsafe take(value.bind(to: statement, at: count + 1)) }
    package mutating func addNull() { unsafe take(sqlite3_bind_null(statement, count + 1)) }
    package mutating func add(_ value: Int64?) { if let value { add(value) } else { addNull() } }
    package mutating func add(_ value: UTF8Text?) { if let value { add(value) } else { addNull() } }

    private mutating func take(_ result: Int32) {
        guard self.result == SQLITE_OK else { return }
        self.result = result
        count += 1
    }
}

/// One row that a statement has returned, while it is the current one.
@safe package struct Row: ~Copyable {
    let statement: OpaquePointer
    let path: String
    private let columnCount: Int32

    fileprivate init(statement: OpaquePointer, path: String) {
        unsafe self.statement = unsafe statement
        self.path = path
        columnCount = unsafe sqlite3_column_count(statement)
    }

    /// Returns the value of a column, counted from 0.
    /// - Throws: `unexpectedValue` if the column has another type than is asked for, or if there is no such column.
    package func read<Value: DatabaseValue>(_ column: Int) throws(DatabaseError) -> Value {
        guard let value = unsafe Value(column: try index(column), of: statement) else {
            throw otherType(column, "\(Value.self)")
        }
        return value
    }

    /// Returns the integer in a column. Faster than ``read(_:)``, where many rows are read.
    package func integer(_ column: Int) throws(DatabaseError) -> Int64 {
        guard let value = unsafe Int64(column: try index(column), of: statement) else { throw otherType(column, "Int64") }
        return value
    }

    /// Returns the integer in a column; `nil` if it has none.
    package func integerIfAny(_ column: Int) throws(DatabaseError) -> Int64? {
        let index = try index(column)
        return unsafe sqlite3_column_type(statement, index) == SQLITE_NULL ? nil : try integer(column)
    }

    /// Returns the bytes of the text in a column, as they are. They are UTF-8 unless the file is damaged.
    package func utf8(_ column: Int) throws(DatabaseError) -> [UInt8] {
        guard let value = unsafe UTF8Text(column: try index(column), of: statement) else { throw otherType(column, "UTF8Text") }
        return value.bytes
    }

    /// Returns the bytes in a column.
    package func bytes(_ column: Int) throws(DatabaseError) -> [UInt8] {
        guard let value = unsafe [UInt8](column: try index(column), of: statement) else { throw otherType(column, "bytes") }
        return value
    }

    /// Returns the bytes in a column; `nil` if it has none.
    package func bytesIfAny(_ column: Int) throws(DatabaseError) -> [UInt8]? {
        let index = try index(column)
        return unsafe sqlite3_column_type(statement, index) == SQLITE_NULL ? nil : try bytes(column)
    }

    private func index(_ column: Int) throws(DatabaseError) -> Int32 {
        guard let index = Int32(exactly: column), index >= 0, index < columnCount else {
            throw DatabaseError(.unexpectedValue, "the database \(path) has no column \(column) in an answer")
        }
        return index
    }

    private func otherType(_ column: Int, _ type: String) -> DatabaseError {
        let name = unsafe sqlite3_column_name(statement, Int32(column)).map { unsafe String(cString: $0) } ?? "\(column)"
        return DatabaseError(.unexpectedValue, "the database \(path) has a value of another type than \(type) in \(name)")
    }
}
