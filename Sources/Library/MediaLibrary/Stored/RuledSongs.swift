package import Playlists

/// What finds the songs of playlists with rules. Any thread that may wait.
package protocol RuledSongs: Sendable {
    /// The songs that follow rules now, in their order.
    /// - Parameters:
    ///   - rules: the bytes of the file.
    ///   - name: the playlist, for errors.
    ///   - directory: has the playlists that the rules may name.
    func songs(
        by rules: [UInt8], of name: String, in directory: PlaylistDirectory
    ) throws(StoredPlaylistError) -> [PlaylistEntry]

    /// Throws if nobody could follow the rules.
    func check(_ rules: [UInt8], of name: String) throws(StoredPlaylistError)
}

/// For those who have no library: no playlist with rules can be read.
package struct NoSongs: RuledSongs {
    /// Makes it.
    package init() {}

    package func songs(
        by rules: [UInt8], of name: String, in directory: PlaylistDirectory
    ) throws(StoredPlaylistError) -> [PlaylistEntry] {
        throw StoredPlaylistError(.unreadable, "the playlist \(name) has rules, and there is no library to follow them in")
    }

    package func check(_ rules: [UInt8], of name: String) throws(StoredPlaylistError) {}
}
