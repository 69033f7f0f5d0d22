import Glibc

/// The stickers that MPD has kept of songs: a database of SQLite, which is opened for reading only.
///
/// The library is loaded when it is needed: no other command of the client has to pay for it.
struct StickerFile {
    /// What MPD has kept of a song under a name.
    struct Sticker: Hashable {
        /// The path of the song, relative to the directory of music.
        let song: String
        let name: String
        let value: String
    }

    /// Why the stickers cannot be read: the end of a sentence.
    struct Failure: Error {
        let reason: String
    }

    /// The most stickers that are read.
    static let limit = 1_000_000

    private let library: SQLiteLibrary

    init() throws(Failure) { library = try SQLiteLibrary() }

    /// Reads the stickers of songs, and how many there are of other things.
    func read(_ path: String) throws(Failure) -> (songs: [Sticker], others: Int) {
        var connection: OpaquePointer?
        let status = library.open(path, &connection, SQLiteLibrary.readOnly, nil)
        defer { _ = library.close(connection) }
        guard status == SQLiteLibrary.ok else { throw library.failure(connection) }
        var statement: OpaquePointer?
        let query = "SELECT type, uri, name, value FROM sticker ORDER BY uri, name"
        guard library.prepare(connection, query, -1, &statement, nil) == SQLiteLibrary.ok else {
            throw library.failure(connection)
        }
        defer { _ = library.finalize(statement) }
        var (stickers, others): ([Sticker], Int) = ([], 0)
        while stickers.count < Self.limit {
            let status = library.step(statement)
            if status == SQLiteLibrary.done { return (stickers, others) }
            guard status == SQLiteLibrary.row else { throw library.failure(connection) }
            let texts = (0..<4).map { library.text(statement, CInt($0)) }
            guard texts[0] == "song" else {
                others += 1
                continue
            }
            stickers.append(Sticker(song: texts[1], name: texts[2], value: texts[3]))
        }
        throw Failure(reason: "it has more than \(Self.limit) stickers")
    }
}

/// The functions of SQLite that reading needs.
private struct SQLiteLibrary {
    static let (ok, row, done, readOnly): (CInt, CInt, CInt, CInt) = (0, 100, 101, 1)

    let open: @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>, CInt, UnsafePointer<CChar>?) -> CInt
    let close: @convention(c) (OpaquePointer?) -> CInt
    let prepare:
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>, CInt, UnsafeMutablePointer<OpaquePointer?>,
            UnsafeMutablePointer<UnsafePointer<CChar>?>?
        ) -> CInt
    let step: @convention(c) (OpaquePointer?) -> CInt
    let finalize: @convention(c) (OpaquePointer?) -> CInt
    private let columnText: @convention(c) (OpaquePointer?, CInt) -> UnsafePointer<UInt8>?
    private let columnBytes: @convention(c) (OpaquePointer?, CInt) -> CInt
    private let message: @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?

    init() throws(StickerFile.Failure) {
        guard let handle = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL) else {
            throw StickerFile.Failure(reason: "SQLite (libsqlite3-0) is not installed")
        }
        func function<Function>(_ name: String) throws(StickerFile.Failure) -> Function {
            guard let symbol = dlsym(handle, name) else { throw StickerFile.Failure(reason: "SQLite has no function \(name)") }
            return unsafeBitCast(symbol, to: Function.self)
        }
        open = try function("sqlite3_open_v2")
        close = try function("sqlite3_close")
        prepare = try function("sqlite3_prepare_v2")
        step = try function("sqlite3_step")
        finalize = try function("sqlite3_finalize")
        columnText = try function("sqlite3_column_text")
        columnBytes = try function("sqlite3_column_bytes")
        message = try function("sqlite3_errmsg")
    }

    /// The text of a column of the current row.
    func text(_ statement: OpaquePointer?, _ column: CInt) -> String {
        guard let start = columnText(statement, column) else { return "" }
        return String(decoding: UnsafeBufferPointer(start: start, count: Int(columnBytes(statement, column))), as: UTF8.self)
    }

    func failure(_ connection: OpaquePointer?) -> StickerFile.Failure {
        StickerFile.Failure(reason: message(connection).map { String(cString: $0) } ?? "SQLite does not say why")
    }
}
