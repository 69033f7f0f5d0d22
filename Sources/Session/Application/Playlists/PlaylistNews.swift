/// What observers learn about a stored playlist. Changes that other programs make in its directory are not told.
package struct PlaylistNews: Hashable, Sendable {
    /// What has become of it.
    package enum Change: Hashable, Sendable {
        case made, edited, deleted
        /// Its rules may find other songs than when somebody has read it last. Told once, until somebody reads it again.
        case outdated
        /// It has this name now.
        case renamed(String)
    }

    package let name: String
    package let change: Change
}
