import Database

// Playlist files among the music: a scan notes that they are there, and reads none of them.
extension LibraryScanner {
    /// Notes the playlist files of a directory as they are now.
    /// - Parameter isNew: whether nothing is known of the directory yet.
    func note(playlistsOf listing: DirectoryListing, in directory: Int64, isNew: Bool) throws(DatabaseError) {
        let known = try isNew ? [] : store.playlists(in: directory)
        // What cannot be reached now is kept.
        let there = listing.playlists + known.filter { listing.unreachable.contains($0.name) }
        let different = Set(known).symmetricDifference(there)
        guard !different.isEmpty else { return }
        try store.setPlaylists(there, in: directory)
        let count = Set(different.map(\.name)).count
        control.update { $0.playlistsChanged += count }
    }
}
