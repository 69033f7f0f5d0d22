package import Database

// What is noted when a song was heard.
extension LibraryStore {
    /// Counts a play or a skip of the song at a path, at `time` in seconds since 1970. Returns the song's id; `nil` if the library has
    /// no song there, and notes nothing then.
    package func note(_ count: ListeningCount?, ofSongAt path: [UInt8], at time: Double) throws(DatabaseError) -> Int64? {
        guard let song = try song(at: path)?.id else { return nil }
        switch count {
        case .play: try countPlay(of: song, at: time)
        case .skip: try countSkip(of: song, at: time)
        case nil: break
        }
        return song
    }
}

/// As what one listening counts.
package enum ListeningCount: Hashable, Sendable {
    case play, skip
}
