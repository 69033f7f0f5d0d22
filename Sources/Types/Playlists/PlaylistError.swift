/// Why a playlist cannot be read at all, or not be changed.
package struct PlaylistError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with the playlist, for a person: the end of a sentence that begins with the playlist's name.
    package let description: String
    /// Whether the playlist is, or would become, too large.
    package let isLimit: Bool

    init(_ description: String, isLimit: Bool = false) {
        self.description = description
        self.isLimit = isLimit
    }
}
