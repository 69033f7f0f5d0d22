/// What observers learn about a stored playlist. Changes that other programs make in its directory are not told.
package struct PlaylistNews: Hashable, Sendable {
    /// What has become of it.
    package enum Change: Hashable, Sendable {
        case made, edited, deleted
        /// It has this name now.
        case renamed(String)
    }

    package let name: String
    package let change: Change
}
