package import Database

/// What has become of a stored playlist.
package enum PlaylistMove: Hashable, Sendable {
    case deleted(String)
    case renamed(String, to: String)

    /// The names whose stickers change.
    fileprivate var names: [String] {
        switch self {
        case .deleted(let name): [name]
        case .renamed(let name, let new): [name, new]
        }
    }
}

// Stickers that go with their playlists.
extension LibraryStore {
    /// Has the stickers of playlists follow what has become of these, in that order: all of it, or nothing if it fails. A playlist takes
    /// its stickers along to a new name. Those that were left at that name go, also if it has none itself.
    /// - Returns: whether there were any.
    package func follow(_ moves: [PlaylistMove]) throws(DatabaseError) -> Bool {
        var isAny = false
        // Nothing is written, and nobody waited for, where there is nothing to change.
        for move in moves where !isAny {
            for name in move.names where !isAny { isAny = try !listStickers(of: .playlist(name)).isEmpty }
        }
        guard isAny else { return false }
        let kind = StickerKind.playlist.text
        // Deferred: only the user's database is written, so a scan that writes the other one is not in the way.
        try database.connection.transaction(.deferred) { () throws(DatabaseError) in
            for move in moves {
                switch move {
                case .deleted(let name): try database.run("DELETE FROM other_stickers WHERE kind = ? AND owner = ?", kind, name)
                case .renamed(let name, let new):
                    try database.run("DELETE FROM other_stickers WHERE kind = ? AND owner = ?", kind, new)
                    try database.run("UPDATE other_stickers SET owner = ? WHERE kind = ? AND owner = ?", new, kind, name)
                }
            }
        }
        return true
    }
}
