/// What the line of a playlist's entry names.
package enum EntryTarget: Hashable, Sendable {
    /// An absolute path or a URL, which can be played.
    case address(String)
    /// A path that begins somewhere else: at the playlist, or at a directory of music.
    case relative([UInt8])
    /// A path of another system, as it is written. What it means has to be found.
    case foreign([UInt8])
    /// Nothing that can be played; the end of a sentence says why.
    case unusable(String)
}

extension PlaylistText {
    /// What an entry names.
    package func target(_ index: Int) -> EntryTarget { LocationResolver.target(of: location(index)) }

    /// The line of an entry as text.
    package func shownLocation(_ index: Int) -> String { location(index).text }
}
