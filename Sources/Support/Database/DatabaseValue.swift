import CSQLite

/// A type whose values a database can hold.
///
/// Its requirements touch SQLite's statement; ``Statement`` and ``Row`` call them.
package protocol DatabaseValue {
    /// Gives SQLite a copy of the value for the parameter `index`, counted from 1. Returns SQLite's result.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32

    /// Reads column `index`, counted from 0; `nil` if its value has another type. The column has to exist.
    init?(column index: Int32, of statement: OpaquePointer)
}

extension Int64: DatabaseValue {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        unsafe sqlite3_bind_int64(statement, index, self)
    }

    package init?(column index: Int32, of statement: OpaquePointer) {
        guard unsafe sqlite3_column_type(statement, index) == SQLITE_INTEGER else { return nil }
        self = unsafe sqlite3_column_int64(statement, index)
    }
}

extension Double: DatabaseValue {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        unsafe sqlite3_bind_double(statement, index, self)
    }

    package init?(column index: Int32, of statement: OpaquePointer) {
        // SQLite keeps 3.0 as an integer where that takes less room.
        let type = unsafe sqlite3_column_type(statement, index)
        guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else { return nil }
        self = unsafe sqlite3_column_double(statement, index)
    }
}

extension String: DatabaseValue {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        var text = self
        return text.withUTF8 { bytes in unsafe bindText(bytes, to: statement, at: index) }
    }

    package init?(column index: Int32, of statement: OpaquePointer) {
        // Bytes of a damaged file that are no UTF-8 become U+FFFD.
        let text: String? = unsafe withText(ofColumn: index, of: statement) { unsafe String(decoding: $0, as: UTF8.self) }
        guard let text else { return nil }
        self = text
    }
}

/// A text as its bytes in UTF-8. Nothing is looked at on the way: to check and count the characters of many texts takes longer than to
/// read them.
package struct UTF8Text: DatabaseValue, Hashable, Sendable {
    /// The bytes.
    package let bytes: [UInt8]

    /// Takes bytes that are UTF-8.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        unsafe bytes.withUnsafeBufferPointer { unsafe bindText($0, to: statement, at: index) }
    }

    package init?(column index: Int32, of statement: OpaquePointer) {
        let bytes: [UInt8]? = unsafe withText(ofColumn: index, of: statement) { unsafe Array($0) }
        guard let bytes else { return nil }
        self.bytes = bytes
    }
}

/// Gives SQLite a copy of UTF-8 for a parameter. Returns SQLite's result.
private func bindText(_ bytes: UnsafeBufferPointer<UInt8>, to statement: OpaquePointer, at index: Int32) -> Int32 {
    unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        // An empty text may have no address, which SQLite would take for NULL.
        guard let start = characters.baseAddress else {
            return unsafe sqlite3_bind_text(statement, index, "", 0, fermata_sqlite_transient())
        }
        return unsafe sqlite3_bind_text64(
            statement, index, start, UInt64(characters.count), fermata_sqlite_transient(), UInt8(SQLITE_UTF8))
    }
}

/// Calls `body` with the bytes of the text in a column; returns `nil` if its value has another type.
private func withText<Result>(
    ofColumn index: Int32, of statement: OpaquePointer, _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result? {
    guard unsafe sqlite3_column_type(statement, index) == SQLITE_TEXT else { return nil }
    // SQLite asks for the bytes first and their number afterwards.
    let start = unsafe sqlite3_column_text(statement, index)
    let count = unsafe Int(sqlite3_column_bytes(statement, index))
    return unsafe body(UnsafeBufferPointer(start: start, count: count))
}

extension [UInt8]: DatabaseValue {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        unsafe withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, unsafe !bytes.isEmpty else {
                return unsafe sqlite3_bind_zeroblob(statement, index, 0)
            }
            return unsafe sqlite3_bind_blob64(statement, index, start, UInt64(bytes.count), fermata_sqlite_transient())
        }
    }

    package init?(column index: Int32, of statement: OpaquePointer) {
        guard unsafe sqlite3_column_type(statement, index) == SQLITE_BLOB else { return nil }
        // SQLite asks for the bytes first and their number afterwards. No bytes have no address.
        let start = unsafe sqlite3_column_blob(statement, index)
        let count = unsafe Int(sqlite3_column_bytes(statement, index))
        self = unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}

extension Optional: DatabaseValue where Wrapped: DatabaseValue {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        guard let self else { return unsafe sqlite3_bind_null(statement, index) }
        return unsafe self.bind(to: statement, at: index)
    }

    package init?(column index: Int32, of statement: OpaquePointer) {
        if unsafe sqlite3_column_type(statement, index) == SQLITE_NULL {
            self = .none
        } else if let value = unsafe Wrapped(column: index, of: statement) {
            self = .some(value)
        } else {
            return nil
        }
    }
}
