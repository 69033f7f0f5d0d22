// The library of music, and what the user has noted of its songs.
extension Request {
    /// The requests to the library of music.
    package enum Library: Hashable, Sendable {
        /// Finds songs by their texts.
        case search(text: String, field: String?, LibraryPage)
        /// Lists the albums.
        case albums(LibraryPage)
        /// Lists the years of songs.
        case years
        /// Lists the names that songs have in a role.
        case names(role: String, LibraryPage)
        /// Lists songs.
        case browse(LibraryPlace, LibraryPage)
        /// Describes a song. `readsFile`: also with what only its file says.
        case item(LibraryItem, readsFile: Bool)
        /// Brings the library up to date.
        case update(path: String?, comparesFiles: Bool, readsFiles: Bool)
        /// Ends the scans.
        case cancelUpdate
        /// Counts what there is.
        case statistics
        /// Finds the picture of a song.
        case picture(song: Int64, withData: Bool)
    }

    /// A part of a list.
    package struct LibraryPage: Hashable, Sendable {
        /// The place to go on from; `nil` for the beginning.
        package var after: String?
        /// How many at most.
        package var limit: Int

        /// Makes a part.
        package init(after: String? = nil, limit: Int = 100) {
            self.after = after
            self.limit = limit
        }
    }

    /// The songs that ``Library/browse(_:_:)`` lists.
    package enum LibraryPlace: Hashable, Sendable {
        /// Those of a directory, with the directories in it.
        case directory(String)
        case album(Int64)
        /// Those that have a name in any role.
        case name(Int64)
        case year(Int)
        case recentlyAdded, recentlyPlayed, neverPlayed
        /// Some by chance.
        case random(seed: Int)
    }

    /// A song by one of its names.
    package enum LibraryItem: Hashable, Sendable {
        case song(Int64)
        case uri(String)
    }

    /// The requests about what the user has noted of songs.
    package enum Sticker: Hashable, Sendable {
        /// Reads one.
        case get(song: Int64, name: String)
        /// Writes one.
        case set(song: Int64, name: String, value: String)
        /// Removes one.
        case delete(song: Int64, name: String)
        /// Lists those of a song.
        case list(song: Int64)
        /// Finds the songs that have one.
        case find(name: String, LibraryPage)
    }
}
