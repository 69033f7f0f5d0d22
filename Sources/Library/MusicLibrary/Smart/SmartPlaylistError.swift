/// What is wrong with the rules of a playlist.
package struct SmartPlaylistError: Error, Hashable, Sendable {
    /// Which rule it is and what is wrong with it, as the end of a sentence.
    package let message: String
}
