package import Database
package import MediaTypes

// Speeds that media, albums, folders and feeds have of their own: notes of the name `speed`, which clients see and set as well.
extension LibraryStore {
    /// The most pieces of media that have one.
    private static let mediaLimit = Int64(20_000)

    /// Whether anything has a speed of its own.
    package func hasSpeeds() throws(DatabaseError) -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM stickers WHERE name = ?1) OR EXISTS (SELECT 1 FROM other_stickers WHERE name = ?1)
            """
        return try database.value(sql, SpeedNote.name, as: Int64.self) == 1
    }

    /// The notes of those owners that have one, as they are written.
    package func speedNotes(of owners: [SpeedOwner]) throws(DatabaseError) -> [(owner: SpeedOwner, text: String)] {
        var notes: [(SpeedOwner, String)] = []
        for owner in owners {
            let noted: StickerOwner
            if let other = owner.stickerOwner {
                noted = other
            } else if let id = try keptIdentifier(of: PlaceOwner(uri: owner.name)) {
                noted = .song(id)
            } else {
                continue
            }
            if let text = try sticker(SpeedNote.name, of: noted) { notes.append((owner, text)) }
        }
        return notes
    }

    /// Keeps a speed; `nil` forgets it. On the disk when this returns.
    package func setSpeed(_ speed: Double?, of owner: SpeedOwner) throws(DatabaseError) {
        let text = speed.map(SpeedNote.text)
        if let other = owner.stickerOwner { return try setSticker(SpeedNote.name, text, of: other) }
        let media = PlaceOwner(uri: owner.name)
        guard let text else {
            guard let id = try keptIdentifier(of: media) else { return }
            try removeStickers(of: .song(id), named: SpeedNote.name)
            return try database.connection.transaction(.deferred) { () throws(DatabaseError) in try forgetMedia(id) }
        }
        // Beyond the limit, those that have one can still get another one.
        let known = try keptIdentifier(of: media)
        let isNew = try known.map { id throws(DatabaseError) in try sticker(SpeedNote.name, of: .song(id)) == nil } ?? true
        if isNew, try database.value("SELECT count(*) FROM stickers WHERE name = ?", SpeedNote.name) ?? 0 >= Self.mediaLimit {
            throw DatabaseError(
                .tooLarge,
                "\(Self.mediaLimit) items have a speed of their own, which is the limit: forget one (speed off --for item)")
        }
        try keepMedia(media) { id throws(DatabaseError) in
            try database.run(
                "INSERT OR REPLACE INTO stickers VALUES (?, ?, ?)", id, SpeedNote.name, text)
        }
    }
}

extension SpeedOwner {
    /// What has the note; `nil` for media, which have an id.
    fileprivate var stickerOwner: StickerOwner? {
        switch kind {
        case .item: nil
        // As clients of MPD name the tag.
        case .album: .tag("Album", value: name)
        case .folder: .folder(name)
        case .feed: .feed(name)
        }
    }
}
