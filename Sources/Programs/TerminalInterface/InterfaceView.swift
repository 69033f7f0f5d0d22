/// What the player in the terminal shows. Each has a key, in this order: 1 to 9, 0 and L.
package enum InterfaceView: String, CaseIterable, Hashable, Sendable {
    case now, queue, library, search, playlists, outputs, rooms, meters, chapters, why, lyrics

    /// The name for people.
    var title: String {
        switch self {
        case .now: "Now"
        case .queue: "Queue"
        case .library: "Library"
        case .search: "Search"
        case .playlists: "Playlists"
        case .outputs: "Outputs"
        case .rooms: "Rooms"
        case .meters: "Meters"
        case .chapters: "Chapters"
        case .why: "Why"
        case .lyrics: "Lyrics"
        }
    }

    /// The name where the names of all have to fit into 80 columns.
    var shortTitle: String {
        switch self {
        case .playlists: "Lists"
        case .outputs: "Output"
        case .chapters: "Chapter"
        default: title
        }
    }

    /// The key that leads there, as long as nobody has chosen another one.
    var key: String { self == .lyrics ? "L" : "\(((Self.allCases.firstIndex(of: self) ?? 0) + 1) % 10)" }

    /// The action that leads there.
    var action: InterfaceAction {
        switch self {
        case .now: .viewNow
        case .queue: .viewQueue
        case .library: .viewLibrary
        case .search: .viewSearch
        case .playlists: .viewPlaylists
        case .outputs: .viewOutputs
        case .rooms: .viewRooms
        case .meters: .viewMeters
        case .chapters: .viewChapters
        case .why: .viewWhy
        case .lyrics: .viewLyrics
        }
    }
}
