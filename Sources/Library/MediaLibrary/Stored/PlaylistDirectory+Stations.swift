package import MediaTypes
package import Playlists

extension PlaylistDirectory {
    /// Adds a station of the directory of radio stations to a playlist, which is made if it is missing. One that is there already, at
    /// whatever address, stays as it is.
    package func keep(
        _ entry: PlaylistEntry, of station: StationID, in name: String
    ) throws(StoredPlaylistError) -> PlaylistOutcome {
        if let contents = try contentsIfThere(of: name),
            contents.entries.contains(where: { StationAddress.station(in: $0.entry.uri) == station })
        {
            return PlaylistOutcome(
                count: contents.entries.count, revision: contents.revision, isNew: false, hasChanged: false)
        }
        return try edit(name, .insert([entry], at: nil), revision: nil, makesMissing: true)
    }

    private func contentsIfThere(of name: String) throws(StoredPlaylistError) -> StoredContents? {
        do throws(StoredPlaylistError) {
            return try contents(of: name)
        } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
    }
}
