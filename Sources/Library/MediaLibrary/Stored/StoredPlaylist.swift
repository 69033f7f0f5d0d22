package import Playlists

/// A playlist in the directory of stored playlists.
package struct StoredPlaylist: Hashable, Sendable {
    /// The name of the file without its suffix.
    package let name: String
    /// The path of the file.
    package let path: String
    /// The last change of the file, in seconds since 1970.
    package let modified: Double
    /// The size of the file in bytes.
    package let size: Int64

    /// Whether the file has rules, by which its songs are found.
    package var hasRules: Bool { path.hasSuffix(PlaylistName.rulesSuffix) }
}

/// An entry of a stored playlist.
package struct StoredEntry: Hashable, Sendable {
    /// What the entry stands for; without ``problem``, an absolute path or a URL that can be played. Otherwise the line as it is.
    package let entry: PlaylistEntry
    /// Why the entry cannot be played, as the end of a sentence; `nil` if nothing is known against it.
    package let problem: String?
}

/// What a stored playlist holds.
package struct StoredContents: Hashable, Sendable {
    package let entries: [StoredEntry]
    /// A text that another content of the file does not have; of a file with rules, other songs.
    package let revision: String
    /// Whether the entries were found by rules.
    package let hasRules: Bool
}

/// A change of the entries of a stored playlist. Indices count from 0.
package enum PlaylistEdit: Hashable, Sendable {
    /// Puts entries in front of the one at an index; at the end without one.
    case insert([PlaylistEntry], at: Int?)
    /// Removes the entries from `start` on, up to the one before `end`. `clips`: as far as there are any.
    case remove(start: Int, end: Int, clips: Bool = false)
    /// Moves `count` entries from `start` on, so that the first of them has the index `to` afterwards.
    case move(start: Int, count: Int, to: Int)
}

/// What saving does with a playlist that is there already.
package enum PlaylistSaving: String, CaseIterable, Hashable, Sendable {
    /// Nothing: it is an error.
    case create
    /// The new entries take the place of all others.
    case replace
    /// The new entries follow the others.
    case append
}

/// A stored playlist after a change.
package struct PlaylistOutcome: Hashable, Sendable {
    /// How many entries it has.
    package let count: Int
    package let revision: String
    /// Whether the playlist is new.
    package let isNew: Bool
    /// Whether the file is another one than before.
    package let hasChanged: Bool
}
