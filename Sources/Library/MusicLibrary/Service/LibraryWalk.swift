/// A walk over all songs below some directories that goes on in parts: first a directory's own songs, then those of the directories in
/// it, in the order of ``LibraryStore/walk(from:_:)``. A value, which keeps its place between two parts and holds no lock meanwhile.
///
/// Each part is what the library has at its time. No song comes twice, and none is left out that was there all the time, unless a scan
/// changes its place: it was moved, or it has other tags in a directory whose songs take several parts. If the directory of the place is
/// gone, the walk goes on behind where it was.
package struct LibraryWalk: Sendable {
    /// Where a walk has come to.
    struct Place: Sendable {
        /// The directory at which it began.
        let start: [UInt8]
        /// The directory that it has seen last.
        var directory: [UInt8]
        /// The song of it that it has seen last; `nil` if it has seen all.
        var song: TrackPlace?
    }

    /// What comes next, which spares looking for the place. Ids mean something in one version of the library only.
    struct Next: Sendable {
        var version: LibraryVersion?
        /// The songs of the last directory that are left, last first.
        var songs: [Int64] = []
        /// Whether more songs are left than these.
        var hasMoreSongs = false
        /// The directories that are left below the start, last first, without those in them.
        var directories: [Int64] = []
        /// Whether more directories are left than these.
        var hasMoreDirectories = false
    }

    /// The directories at which the walk begins later, last first.
    var starts: [[UInt8]]
    /// Where the walk is; `nil` before its first directory.
    var place: Place?
    var next = Next()
    /// Whether the directories in a directory are seen as well.
    let isDeep: Bool
    /// How many ids of each kind are kept between two parts. For what comes behind them, the place is looked for.
    private let mostIDs: Int

    /// Makes a walk over what is in these directories, one after the other. Those that the library does not have are left out.
    /// - Parameters:
    ///   - isDeep: whether the directories in them are seen as well.
    ///   - mostIDs: how many directories, and how many songs, are remembered between two parts; at least one.
    package init(from directories: [[UInt8]], isDeep: Bool = true, mostIDs: Int = 100_000) {
        starts = directories.reversed()
        self.isDeep = isDeep
        self.mostIDs = mostIDs
    }

    /// Whether everything was seen.
    package var isDone: Bool {
        starts.isEmpty && place?.song == nil && next.directories.isEmpty && !next.hasMoreDirectories
    }

    /// How many bytes of memory the ids take.
    package var byteCount: Int { (next.songs.count + next.directories.count) * MemoryLayout<Int64>.size }

    /// Forgets the ids of what comes last, if there are too many.
    mutating func shorten() {
        if next.songs.count > mostIDs { (next.songs, next.hasMoreSongs) = (Array(next.songs.suffix(mostIDs)), true) }
        if next.directories.count > mostIDs {
            (next.directories, next.hasMoreDirectories) = (Array(next.directories.suffix(mostIDs)), true)
        }
    }
}

/// What a part of a walk says of a directory: all of its songs or, if these are too many, some of them.
package struct WalkedFolder {
    package let folder: LibraryFolder
    /// The text about the songs.
    package let text: [UInt8]
    /// Whether these are the first songs of the directory.
    package let isBeginning: Bool
    /// Whether no more songs of the directory follow.
    package let isEnd: Bool
}

/// A version of the library, as one store sees it: two that are equal have the same directories and songs.
struct LibraryVersion: Hashable, Sendable {
    /// Another one in each store, and after each of its transactions.
    let own: UInt64
    /// Another one whenever another connection has changed the database.
    let others: Int64?
}
