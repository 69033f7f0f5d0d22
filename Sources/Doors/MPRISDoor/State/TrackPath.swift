import MessageBus

/// The object paths that name the items of the queue. An id is never used again, so a path always means the same item.
enum TrackPath {
    private static let prefix = "/org/fermata/track/"
    /// The path that the specification has for no track.
    static let none: ObjectPath = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

    /// Returns the path of the item with this id; ``none`` for no item.
    static func path(of id: Int64?) -> ObjectPath {
        guard let id, id >= 0 else { return none }
        return ObjectPath(stringLiteral: "\(prefix)\(id)")
    }

    /// Returns the id of the item that `path` names; `nil` for every other path.
    static func id(of path: ObjectPath) -> Int64? {
        guard path.description.hasPrefix(prefix) else { return nil }
        let digits = path.description.dropFirst(prefix.count)
        guard let id = Int64(digits), id >= 0, String(id) == digits else { return nil }
        return id
    }
}
