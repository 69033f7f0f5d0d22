/// Why a stored playlist could not be read or changed.
package struct StoredPlaylistError: Error, Hashable, Sendable {
    /// The kinds of failures.
    package enum Code: Hashable, Sendable {
        /// No playlist can have that name.
        case badName
        case notFound
        /// A playlist of that name is there already.
        case exists
        /// The playlist has no entry at that place.
        case badIndex
        /// The playlist is not the one that the client has seen: somebody else has changed it.
        case changed
        /// The entries are found by rules, so none can be changed.
        case hasRules
        /// The rules cannot be followed.
        case badRules
        /// The playlist, or the number of playlists, would be too large.
        case limitExceeded
        /// The file is no list of entries, or cannot be read.
        case unreadable
        /// The file or its directory cannot be written.
        case unwritable
    }

    package let code: Code
    /// What failed, on what, for a person.
    package let message: String

    /// Makes an error.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
