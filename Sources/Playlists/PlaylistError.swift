/// Why a playlist cannot be read at all.
package struct PlaylistError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with the playlist, for a person: the end of a sentence that begins with the playlist's name.
    package let description: String

    init(_ description: String) { self.description = description }
}
