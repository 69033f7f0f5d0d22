// Stored playlists.
extension Request {
    /// The requests about stored playlists. Indices count from 0; `revision` is the content that a change is meant for.
    package enum Playlist: Hashable, Sendable {
        /// Lists them.
        case list
        /// Reads the entries of one.
        case get(name: String, offset: Int, limit: Int)
        /// Saves the queue, or what addresses stand for.
        case save(name: String, mode: Wire.PlaylistSaving, uris: [String]?)
        /// Adds what addresses stand for.
        case add(name: String, uris: [String], position: Int?, revision: String?)
        /// Moves entries.
        case move(name: String, from: Int, count: Int, to: Int, revision: String?)
        /// Removes entries.
        case remove(name: String, index: Int, count: Int, revision: String?)
        /// Gives one another name.
        case rename(name: String, to: String)
        /// Deletes one.
        case delete(name: String)
    }
}
