package import AudioTypes
import MediaTypes

/// Where and how new items are added to the queue.
package struct QueueInsertion: Hashable, Sendable {
    /// The place for new items.
    package enum Place: Hashable, Sendable {
        case end
        /// In front of the item at an index; clamped.
        case index(Int)
        /// Right behind the current item. The new items are played next even if the queue shuffles.
        case next
    }

    package var place: Place
    /// Whether items are left out whose media is in the queue already, or comes twice.
    package var isUnique: Bool
    /// Whether files are added that are not there, or cannot be read, because they come later.
    package var takesMissing: Bool
    /// Which of several audio tracks is played of each; `nil` if nobody has chosen.
    package var track: TrackChoice?
    /// The playlist whose entries are added, by its name, path or address; `nil` if they are of none.
    package var playlist: String?

    package init(_ place: Place = .end, isUnique: Bool = false, takesMissing: Bool = false, track: TrackChoice? = nil) {
        self.place = place
        self.isUnique = isUnique
        self.takesMissing = takesMissing
        self.track = track
    }

    /// What every client may see of a playlist whose entries were added, and what is kept of it: its name, its place below the music, or its
    /// address without user and password; `nil` for another file, and for a name that is longer than any path.
    static func shown(playlist: String) -> String? {
        guard playlist.utf8.count <= 4_096, playlist.utf8.first != UInt8(ascii: "/") else { return nil }
        if MediaAddress.isWeb(playlist) { return MediaAddress.shown(playlist) }
        return playlist.prefix(5).lowercased() == "file:" || playlist.contains("://") ? nil : playlist
    }
}
