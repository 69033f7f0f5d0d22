package import Database
import MediaTypes
import TagReading

/// What the place to go on from belongs to: a file, whether the library has it or not, or an address of the network.
package struct PlaceOwner: Hashable, Sendable {
    /// The bytes of the path, or of the address.
    package let path: [UInt8]
    /// The size and the stamp of the file, by which it is known where it was moved; `nil` for an address, and if nobody could read it.
    let content: (size: Int64, stamp: Int64)?

    /// Names the file at an absolute path. Reads some of it, so it waits for the disk.
    package init(file path: [UInt8]) {
        self.path = path
        guard let status = DirectoryListing.Status(path), status.isFile,
            let file = try? OpenMusicFile(path), let stamp = try? ContentStamp.of(file, size: status.identity.size)
        else {
            content = nil
            return
        }
        content = (status.identity.size, stamp)
    }

    /// Names media by their address. Reads some of a file, so it waits for the disk.
    package init(uri: String) {
        if let location = try? MediaLocation(uri: uri) { self.init(file: location.path) } else { self.init(address: uri) }
    }

    /// Names an address of the network.
    package init(address: String) {
        path = Array(address.utf8)
        content = nil
    }

    package static func == (one: PlaceOwner, other: PlaceOwner) -> Bool {
        one.path == other.path && one.content?.size == other.content?.size && one.content?.stamp == other.content?.stamp
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

// The places at which media was left, also media that the library does not have.
extension LibraryStore {
    /// How many places are kept; beyond that, the oldest are forgotten.
    private static let placeLimit = 20_000

    /// The place to go on from, in seconds; `nil` if there is none.
    package func place(of owner: PlaceOwner) throws(DatabaseError) -> Double? {
        guard let id = try keptIdentifier(of: owner) else { return nil }
        let milliseconds: Int64? = try database.value("SELECT milliseconds FROM positions WHERE song = ?", id)
        return milliseconds.map { Double($0) / 1_000 }
    }

    /// Keeps the place to go on from, in seconds; `nil` forgets it. On the disk when this returns.
    package func setPlace(_ seconds: Double?, of owner: PlaceOwner, at time: Double) throws(DatabaseError) {
        guard let seconds else {
            if let known = try keptIdentifier(of: owner) { try forgetPlaces([known]) }
            return
        }
        try keepMedia(owner) { id throws(DatabaseError) in
            try database.run(
                "INSERT OR REPLACE INTO positions VALUES (?, ?, ?)", id, Int64((seconds * 1_000).rounded()), time)
        }
        var old: [Int64] = []
        try database.forEachRow(
            "SELECT song FROM positions ORDER BY saved DESC, song LIMIT -1 OFFSET ?", Int64(Self.placeLimit)
        ) { row throws(DatabaseError) in old.append(try row.read(0)) }
        if !old.isEmpty { try forgetPlaces(old) }
    }

    /// Keeps what media is known by, and does `body` with its id in the same transaction.
    func keepMedia(_ owner: PlaceOwner, _ body: (Int64) throws(DatabaseError) -> Void) throws(DatabaseError) {
        // Before the transaction: what it reserves must not be given back.
        let id: Int64
        if let known = try keptIdentifier(of: owner) { id = known } else { id = try newIdentifier() }
        try database.connection.transaction(.deferred) { () throws(DatabaseError) in
            // What its tags say, only the library knows.
            try keep(song: id)
            // Addresses, and files that cannot be read, have a size that no file has. A file that was moved away keeps what is known of it.
            try database.run(
                """
                INSERT INTO kept_songs (id, path, size, stamp) VALUES (?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET path = excluded.path,
                    size = iif(excluded.size < 0, kept_songs.size, excluded.size),
                    stamp = iif(excluded.size < 0, kept_songs.stamp, excluded.stamp)
                """, id, owner.path, owner.content?.size ?? -1, owner.content?.stamp ?? 0)
            try body(id)
        }
    }

    /// Forgets places, and what was kept of their owners if that was all that the user has made of them.
    private func forgetPlaces(_ ids: [Int64]) throws(DatabaseError) {
        try database.connection.transaction(.deferred) { () throws(DatabaseError) in
            for id in ids {
                try database.run("DELETE FROM positions WHERE song = ?", id)
                try forgetMedia(id)
            }
        }
    }

    /// Forgets what media is known by if the user has made nothing of it.
    func forgetMedia(_ id: Int64) throws(DatabaseError) {
        try database.run(
            """
            DELETE FROM kept_songs WHERE id = ?1 AND id NOT IN (SELECT song FROM plays)
                AND id NOT IN (SELECT song FROM stickers) AND id NOT IN (SELECT song FROM positions)
                AND id NOT IN (SELECT id FROM songs)
            """, id)
    }

    /// The id under which something is kept of media: that of the song at its path, of media that was kept at its path, or of a file
    /// with the same sound that is no longer where it was.
    func keptIdentifier(of owner: PlaceOwner) throws(DatabaseError) -> Int64? {
        if let song = try song(at: owner.path)?.id { return song }
        if let id: Int64 = try database.value("SELECT id FROM kept_songs WHERE path = ?", owner.path) { return id }
        guard let content = owner.content else { return nil }
        var candidates: [(id: Int64, path: [UInt8])] = []
        let sql = "SELECT id, path FROM kept_songs WHERE stamp = ? AND size = ? LIMIT 16"
        try database.forEachRow(sql, content.stamp, content.size) { row throws(DatabaseError) in
            candidates.append((try row.read(0), try row.read(1)))
        }
        return candidates.first { DirectoryListing.Status($0.path) == nil }?.id
    }
}
