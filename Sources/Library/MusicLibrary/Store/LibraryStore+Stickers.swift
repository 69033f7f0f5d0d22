package import Database
import MediaTypes

/// What has stickers: a song, or something else that is known by its name.
package enum StickerOwner: Hashable, Sendable {
    /// The song with an id.
    case song(Int64)
    /// A stored playlist.
    case playlist(String)
    /// A value of a tag. The tag is named as the doors name it.
    case tag(String, value: String)
    /// A condition for songs, in the words of the door that knows it.
    case filter(String)
    /// A folder by its path, and the addresses that begin with a text. Only this daemon knows of them.
    case folder(String), feed(String)

    /// The kind and the name in the database; `nil` for a song.
    fileprivate var other: (kind: String, name: String)? {
        switch self {
        case .song: nil
        case .playlist(let name): (StickerKind.playlist.text, name)
        case .tag(let tag, let value): (StickerKind.tag(tag).text, value)
        case .filter(let text): (StickerKind.filter.text, text)
        case .folder(let path): ("folder", path)
        case .feed(let address): ("feed", address)
        }
    }
}

/// A kind of things that have stickers.
package enum StickerKind: Hashable, Sendable {
    case song, playlist, filter
    case tag(String)

    /// The kind in the database.
    var text: String {
        switch self {
        case .song: "song"
        case .playlist: "playlist"
        case .filter: "filter"
        case .tag(let name): "tag:" + name
        }
    }

    fileprivate init?(_ text: String) {
        switch text {
        case "song": self = .song
        case "playlist": self = .playlist
        case "filter": self = .filter
        default:
            guard text.hasPrefix("tag:") else { return nil }
            self = .tag(String(text.dropFirst(4)))
        }
    }
}

/// What the value of a sticker has to be. Small and capital letters of ASCII are the same where a part is compared.
package enum StickerCondition: Hashable, Sendable {
    case any
    case equals(String), isLess(String), isGreater(String)
    /// The value, as far as it begins with a whole number, compares with a number.
    case equalsNumber(String), isLessNumber(String), isGreaterNumber(String)
    case contains(String), startsWith(String)

    /// The condition as SQL, in which `?1` is the value.
    fileprivate var sql: String {
        switch self {
        case .any: "?1 IS NOT NULL"
        case .equals: "value = ?1"
        case .isLess: "value < ?1"
        case .isGreater: "value > ?1"
        case .equalsNumber: "CAST(value AS INT) = ?1"
        case .isLessNumber: "CAST(value AS INT) < ?1"
        case .isGreaterNumber: "CAST(value AS INT) > ?1"
        case .contains: "instr(lower(value), lower(?1)) > 0"
        case .startsWith: "substr(lower(value), 1, length(?1)) = lower(?1)"
        }
    }

    fileprivate var value: String {
        switch self {
        case .any: ""
        case .equals(let value), .isLess(let value), .isGreater(let value), .equalsNumber(let value), .isLessNumber(let value),
            .isGreaterNumber(let value), .contains(let value), .startsWith(let value):
            value
        }
    }
}

// Stickers, which the user gives to songs and to other things.
extension LibraryStore {
    /// The longest name, value, and name of an owner, in bytes.
    private static let (stickerNameLimit, stickerValueLimit, ownerLimit) = (256, 64 << 10, 8 << 10)
    /// The most stickers of one owner, and the most of all that are no songs.
    private static let (stickersOfOwner, otherStickers) = (Int64(1_000), Int64(100_000))

    /// Keeps a value under a name, such as a rating; `nil` removes it. On the disk when this returns.
    package func setSticker(_ name: String, _ value: String?, of owner: StickerOwner) throws(DatabaseError) {
        guard let value else { return try removeStickers(of: owner, named: name) }
        try Self.check(name, value, owner)
        try changeStickers(of: owner) { () throws(DatabaseError) in
            try checkRoom(for: name, of: owner)
            try write(name, value, of: owner, over: "excluded.value")
        }
    }

    /// Adds a number to the value of a sticker, or takes it away; a sticker that is not there gets the number as its value. As far as a
    /// value is no number, it counts nothing.
    package func countSticker(
        _ name: String, by number: String, isLess: Bool = false, of owner: StickerOwner
    ) throws(DatabaseError) {
        try Self.check(name, number, owner)
        try changeStickers(of: owner) { () throws(DatabaseError) in
            try checkRoom(for: name, of: owner)
            try write(name, number, of: owner, over: "CAST(value \(isLess ? "-" : "+") excluded.value AS TEXT)")
        }
    }

    /// Removes the sticker of a name, or all of an owner without one.
    package func removeStickers(of owner: StickerOwner, named name: String? = nil) throws(DatabaseError) {
        try changeStickers(of: owner) { () throws(DatabaseError) in
            switch owner {
            case .song(let id):
                try database.run("DELETE FROM stickers WHERE song = ?1 AND name = coalesce(?2, name)", id, name)
            default:
                guard let other = owner.other else { return }
                try database.run(
                    "DELETE FROM other_stickers WHERE kind = ?1 AND owner = ?2 AND name = coalesce(?3, name)", other.kind,
                    other.name, name)
            }
        }
    }

    /// The stickers of an owner, in the order of the bytes of their names. A name is its bytes: a letter with a mark in one character is
    /// another name than in two.
    package func listStickers(of owner: StickerOwner) throws(DatabaseError) -> [(name: String, value: String)] {
        var stickers: [(String, String)] = []
        let read = { (row: borrowing Row) throws(DatabaseError) in stickers.append((try row.read(0), try row.read(1))) }
        switch owner {
        case .song(let id):
            try database.forEachRow("SELECT name, value FROM stickers WHERE song = ? ORDER BY name", id, body: read)
        default:
            guard let other = owner.other else { break }
            try database.forEachRow(
                "SELECT name, value FROM other_stickers WHERE kind = ? AND owner = ? ORDER BY name", other.kind, other.name,
                body: read)
        }
        return stickers
    }

    /// The value of an owner's sticker whose name has these bytes; `nil` if there is none.
    package func sticker(_ name: String, of owner: StickerOwner) throws(DatabaseError) -> String? {
        if case .song(let id) = owner {
            return try database.value("SELECT value FROM stickers WHERE song = ? AND name = ?", id, name)
        }
        guard let other = owner.other else { return nil }
        return try database.value(
            "SELECT value FROM other_stickers WHERE kind = ? AND owner = ? AND name = ?", other.kind, other.name, name)
    }

    // MARK: Looking

    /// Calls `body` with each song that has a sticker of this name for which the condition holds, by id, and with its value, until it
    /// returns `false`.
    /// - Parameter place: the id behind which it begins.
    package func forEachSong(
        noted name: String, _ condition: StickerCondition, after place: Int64 = 0,
        _ body: (LibrarySong, String) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) {
        try checkEffort(of: condition, in: "stickers WHERE name = ?2", name)
        try reading { () throws(DatabaseError) in
            var (last, isMore) = (place, true)
            while isMore {
                var part: [(song: Int64, value: String)] = []
                let sql = """
                    SELECT song, value FROM stickers WHERE name = ?2 AND song > ?3 AND \(condition.sql) ORDER BY song LIMIT 100
                    """
                try database.forEachRow(sql, condition.value, name, last) { row throws(DatabaseError) in
                    part.append((try row.read(0), try row.read(1)))
                }
                for sticker in part {
                    guard let song = try song(sticker.song) else { continue }
                    guard try body(song, sticker.value) else { return }
                }
                (last, isMore) = (part.last?.song ?? last, part.count == 100)
            }
        }
    }

    /// Calls `body` with each owner of a kind that has a sticker of this name for which the condition holds, by the bytes of its name, and
    /// with the value, until it returns `false`.
    package func forEachOwner(
        of kind: StickerKind, noted name: String, _ condition: StickerCondition,
        _ body: (String, String) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) {
        try checkEffort(of: condition, in: "other_stickers WHERE name = ?2", name)
        // No owner has an empty name that would come before all.
        var (last, isMore) = (String?.none, true)
        while isMore {
            var part: [(owner: String, value: String)] = []
            let sql = """
                SELECT owner, value FROM other_stickers
                WHERE name = ?2 AND kind = ?3 AND (?4 IS NULL OR owner > ?4) AND \(condition.sql) ORDER BY owner LIMIT 100
                """
            try database.forEachRow(sql, condition.value, name, kind.text, last) { row throws(DatabaseError) in
                part.append((try row.read(0), try row.read(1)))
            }
            for sticker in part { guard try body(sticker.owner, sticker.value) else { return } }
            (last, isMore) = (part.last?.owner ?? last, part.count == 100)
        }
    }

    /// How many bytes may be compared to find a text in values: about a second, in which other clients wait.
    private static let effort = Double(1 << 31)

    /// Refuses to look for a text in values if that would take too long: at each place of a value, all of the text may be compared.
    /// - Parameter table: the table and which of its rows, as SQL, in which `?2` is the name.
    private func checkEffort(of condition: StickerCondition, in table: String, _ name: String) throws(DatabaseError) {
        guard case .contains(let text) = condition else { return }
        let sql = "SELECT total(max(0, length(CAST(value AS BLOB)) - ?1 + 1)) FROM \(table)"
        let places: Double = try database.value(sql, Int64(text.utf8.count), name) ?? 0
        guard places * Double(text.utf8.count) <= Self.effort else {
            throw DatabaseError(
                .tooLarge, "to look for so long a text in so many stickers would take too long: look for less of it")
        }
    }

    /// The names that stickers have, each with the kinds of their owners, in the order of the bytes.
    package func stickerNames() throws(DatabaseError) -> [(name: String, kind: StickerKind)] {
        var names: [(String, StickerKind)] = []
        let sql = """
            SELECT DISTINCT name, 'song' FROM stickers UNION SELECT DISTINCT name, kind FROM other_stickers ORDER BY 1, 2
            """
        try database.forEachRow(sql) { row throws(DatabaseError) in
            let kind: String = try row.read(1)
            if let kind = StickerKind(kind) { names.append((try row.read(0), kind)) }
        }
        return names
    }

    // MARK: Changes

    private static func check(_ name: String, _ value: String, _ owner: StickerOwner) throws(DatabaseError) {
        guard (1...stickerNameLimit).contains(name.utf8.count), value.utf8.count <= stickerValueLimit else {
            throw DatabaseError(
                .tooLarge, "the name of a sticker has 1 to \(stickerNameLimit) bytes, and its value \(stickerValueLimit) at most")
        }
        guard owner.other?.name.utf8.count ?? 0 <= ownerLimit else {
            throw DatabaseError(.tooLarge, "what has a sticker has a name of \(ownerLimit) bytes at most")
        }
    }

    private func changeStickers(of owner: StickerOwner, _ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
        if case .song(let id) = owner { return try change(id, body) }
        // Deferred: only the user's database is written, so a scan that writes the other one is not in the way.
        try database.connection.transaction(.deferred, body)
    }

    /// Refuses a new sticker if there are too many.
    private func checkRoom(for name: String, of owner: StickerOwner) throws(DatabaseError) {
        guard try sticker(name, of: owner) == nil else { return }
        guard try listStickers(of: owner).count < Self.stickersOfOwner else {
            throw DatabaseError(.tooLarge, "it has \(Self.stickersOfOwner) stickers, which is the limit: remove some")
        }
        guard owner.other != nil else { return }
        guard try database.value("SELECT count(*) FROM other_stickers") ?? Int64(0) < Self.otherStickers else {
            throw DatabaseError(
                .tooLarge,
                "playlists, tags and conditions have \(Self.otherStickers) stickers, which is the limit: remove some")
        }
    }

    /// Writes a value.
    /// - Parameter new: the value that takes the place of another one, as SQL.
    private func write(_ name: String, _ value: String, of owner: StickerOwner, over new: String) throws(DatabaseError) {
        switch owner {
        case .song(let id):
            try database.run(
                "INSERT INTO stickers VALUES (?, ?, ?) ON CONFLICT (song, name) DO UPDATE SET value = \(new)", id, name, value)
        default:
            guard let other = owner.other else { return }
            try database.run(
                """
                INSERT INTO other_stickers VALUES (?, ?, ?, ?)
                ON CONFLICT (kind, owner, name) DO UPDATE SET value = \(new)
                """, other.kind, other.name, name, value)
        }
    }
}
