import AudioTypes
package import Decoding
import Glibc
package import Media
import MediaTypes
import Network
package import PlayerModel
import Playlists

/// Replaces playlists by their entries, and directories by their files. It reads disks and the network, so it needs a thread
/// that may wait.
package struct PlaylistExpansion: Sendable {
    /// How many of the entries that were left out are reported one by one.
    private static let mostSkipped = 100

    /// How many levels of playlists inside playlists are followed.
    private static let deepest = 8

    /// The items to add to a queue, which gives them their ids.
    package private(set) var items: [QueueItem] = []
    /// The entries that were left out. If they are too many, the last one says how many more there are.
    package var skipped: [SkippedEntry] {
        guard omitted > 0, let last = reported.last else { return reported }
        return reported + [SkippedEntry(uri: last.uri, message: "\(omitted) more are left out")]
    }

    /// The items to add, and the entries that were left out.
    package var list: MediaList { MediaList(items: items, skipped: skipped) }

    private var reported: [SkippedEntry] = []
    /// How many entries were left out in addition to those in `reported`.
    private var omitted = 0
    /// The first address that was left out as a whole, and the error for it.
    private var refusal: (error: MediaError, uri: String)?
    /// The paths of the playlist files that are being read, the outermost one first.
    private var open: [[UInt8]] = []

    private let limit: Int
    private let network: AnyMediaOpening?
    private let stored: PlaylistDirectory?
    private let scope: ListScope
    private let cancellation: CancellationToken
    /// Whether files that were asked for by name are left out if they are not there, or cannot be read.
    private let refusesMissing: Bool

    /// Returns whether an address may stand for more than one item, so that it has to be read first.
    package static func mayBeMany(_ uri: String) -> Bool {
        if PlaylistName.name(inAddress: uri) != nil { return true }
        if MediaAddress.isWeb(uri) { return isRemotePlaylist(uri) }
        guard let location = try? MediaLocation(uri: uri) else { return false }
        // To check thousands of sound files on a cold disk would take seconds.
        return !AudioSuffixes.match(location.path.fileName) && SheetTrack.split(location.path) == nil
    }

    /// Reads each of `uris`, and the playlists and directories that they name in turn. A file whose name has the suffix of a
    /// sound file stays as it is; other files are opened to see whether they are sound. Addresses that cannot be used are left
    /// out. If no item remains, the error for the first of them is thrown.
    /// - Parameters:
    ///   - limit: the largest number of items for which there is room.
    ///   - network: reads playlists of the network; if it is `nil`, their addresses stay as they are.
    ///   - stored: the stored playlists, whose addresses are `playlist:NAME`; `nil` for none.
    ///   - scope: what may be among the items; everything else is left out.
    ///   - refusesMissing: whether files of `uris` are left out if they are not there, or cannot be read. Entries of lists stay.
    /// - Throws: `media_not_found`, `media_unreadable`, `media_unsupported` if there is nothing to play in an address, the
    ///   errors of the network, `queue_full`, and `superseded` once `cancellation` is cancelled.
    package init(
        _ uris: [String], limit: Int = 100_000, network: AnyMediaOpening? = nil, stored: PlaylistDirectory? = nil,
        scope: ListScope = .everything, refusesMissing: Bool = false, cancellation: CancellationToken = CancellationToken()
    ) throws(PlaybackError) {
        self.init(
            limit: limit, network: network, stored: stored, scope: scope, refusesMissing: refusesMissing,
            cancellation: cancellation)
        for uri in uris {
            do throws(MediaError) {
                try addOrSkip(uri)
            } catch {
                throw PlaybackError(error, uri: uri)
            }
            guard items.count <= limit else { throw PlayQueue.full(limit, items.count, beside: 0) }
        }
        if items.isEmpty, let refusal { throw PlaybackError(refusal.error, uri: refusal.uri) }
    }

    private init(
        limit: Int, network: AnyMediaOpening?, stored: PlaylistDirectory?, scope: ListScope, refusesMissing: Bool = false,
        cancellation: CancellationToken
    ) {
        self.limit = limit
        self.network = network
        self.stored = stored
        self.scope = scope
        self.refusesMissing = refusesMissing
        self.cancellation = cancellation
    }

    /// Adds the items that an address stands for, or notes why the address cannot be used.
    /// - Throws: only if nothing more can be added: reading was cancelled, or the daemon has too many threads or open files.
    private mutating func addOrSkip(_ uri: String) throws(MediaError) {
        do throws(MediaError) {
            if cancellation.isCancelled { throw MediaError(.cancelled, "reading lists was given up") }
            try add(uri)
        } catch {
            if error.code == .cancelled || error.code == .limitExceeded { throw error }
            if refusal == nil { refusal = (error, uri) }
            skip([SkippedEntry(uri: uri, message: error.description)])
        }
    }

    private mutating func add(_ uri: String) throws(MediaError) {
        if let name = PlaylistName.name(inAddress: uri) { return try addStored(name, 0..<Int.max, uri) }
        try scope.check(uri)
        if MediaAddress.isWeb(uri) {
            // A network playlist that another playlist names is read when it is played, as stations are.
            guard let network, open.isEmpty, Self.isRemotePlaylist(uri) else { return items.append(QueueItem(id: 0, uri: uri)) }
            return try add(network.list(at: uri, reach: scope.reach, cancellation: cancellation), uri)
        }
        if let part = MediaRange.split(uri) {
            if let location = try? MediaLocation(uri: part.file) { try checkThere(location) }
            return items.append(QueueItem(id: 0, uri: uri))
        }
        guard let location = try? MediaLocation(uri: uri) else { return items.append(QueueItem(id: 0, uri: uri)) }
        // To check thousands of sound files on a cold disk would take seconds. A directory with such a name can be given with a
        // slash at its end.
        if !Self.mayBeMany(uri) {
            try checkThere(location)
            return items.append(QueueItem(id: 0, uri: uri))
        }
        if Self.isDirectory(location) { return try addDirectory(location) }
        if let format = PlaylistFormat(path: location.path) { return try add(uri, location, format) }
        try checkSound(location)
        items.append(QueueItem(id: 0, uri: uri))
    }

    /// Throws if the file exists and is not sound: for pictures and texts, if a client names all files of a folder. A file that
    /// cannot be read stays, unless such files are refused: it may be there later.
    private func checkSound(_ location: MediaLocation) throws(MediaError) {
        do throws(MediaError) {
            _ = try MediaProbe.describe(location, cancellation: cancellation)
        } catch {
            if [.unsupported, .cancelled, .limitExceeded].contains(error.code) { throw error }
        }
        try checkThere(location)
    }

    /// Throws if the file is not there or cannot be read, and such files are refused. It is not opened: to open thousands takes seconds.
    private func checkThere(_ location: MediaLocation) throws(MediaError) {
        guard refusesMissing, open.isEmpty else { return }
        guard let track = SheetTrack.split(location.path) else { return try FileSource.check(location) }
        if let sheet = try? MediaLocation(path: track.sheet) { try FileSource.check(sheet) }
    }

    private mutating func skip(_ entries: [SkippedEntry]) {
        let room = max(0, Self.mostSkipped - reported.count)
        reported += entries.prefix(room)
        omitted += max(0, entries.count - room)
    }
}

// MARK: - Directories

extension PlaylistExpansion {
    private static func isDirectory(_ location: MediaLocation) -> Bool {
        status(of: location).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    private static func status(of location: MediaLocation) -> stat? {
        let path = location.path.map { CChar(truncatingIfNeeded: $0) } + [0]
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status : nil
    }

    private mutating func addDirectory(_ location: MediaLocation) throws(MediaError) {
        guard !Self.isRoot(location) else {
            throw MediaError(.unsupported, "/ is the whole system: name the directory in it that holds music")
        }
        let walk = try DirectoryWalk(location.path, limit: limit - items.count, cancellation: cancellation)
        skip(walk.skipped)
        guard !walk.files.isEmpty else {
            let reason = walk.skipped.first.map { ": \($0.message)" } ?? ""
            throw MediaError(.unreadable, "the directory \(location.name) has no sound files in it\(reason)")
        }
        var tracks = try tracks(of: walk)
        for path in walk.files where items.count <= limit {
            // The tracks stand in the place of the first file of their sheet.
            items += tracks.removeValue(forKey: path) ?? [QueueItem(id: 0, uri: LocationResolver.uri(ofAbsolutePath: path))]
        }
    }

    private static func isRoot(_ location: MediaLocation) -> Bool {
        guard let root = try? MediaLocation(path: [UInt8(ascii: "/")]), let all = status(of: root), let one = status(of: location)
        else { return false }
        return all.st_dev == one.st_dev && all.st_ino == one.st_ino
    }

    /// Returns what CUE sheets say of the files in a directory, as the library has them: the tracks in the place of the first file of a
    /// sheet, and nothing in the place of its others. ``DirectorySheets`` says which sheets count.
    private mutating func tracks(of walk: DirectoryWalk) throws(MediaError) -> [[UInt8]: [QueueItem]] {
        var tracks: [[UInt8]: [QueueItem]] = [:]
        for (directory, paths) in Dictionary(grouping: walk.sheets, by: \.directory) {
            if cancellation.isCancelled { throw MediaError(.cancelled, "reading lists was given up") }
            for sheet in DirectorySheets(paths.map { Array($0.fileName) }, in: directory, cancellation: cancellation).counting {
                for path in sheet.files { tracks[path] = [] }
                if let first = sheet.files.first { tracks[first] = sheet.entries.map { QueueItem($0) } }
            }
        }
        return tracks
    }
}

// MARK: - Playlists of the network

extension PlaylistExpansion {
    /// Returns whether the address has the name of a playlist. A CUE sheet does not count: it points into local files.
    private static func isRemotePlaylist(_ uri: String) -> Bool {
        // To take an address apart takes longer, and few are of lists.
        let path = uri.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        // Blanks behind an address are no part of it.
        guard let last = path.lastIndex(where: { $0 > UInt8(ascii: " ") }), PlaylistFormat(path: path[...last]) != nil else {
            return false
        }
        guard let address = try? WebAddress(uri), let format = PlaylistFormat(path: address.path.utf8) else { return false }
        return format != .cue
    }

    private mutating func add(_ list: StationList?, _ uri: String) throws(MediaError) {
        guard let list else { return items.append(QueueItem(id: 0, uri: uri)) }
        var refusal: MediaError?
        var usable: [QueueItem] = []
        for var entry in list.items {
            do throws(MediaError) {
                _ = try WebAddress(entry.location)
                entry.isPublicOnly = list.reach == .publicOnly
                usable.append(entry)
            } catch {
                refusal = refusal ?? error
                skip([SkippedEntry(uri: uri, message: error.description)])
            }
        }
        skip(list.faults.map { SkippedEntry(uri: uri, message: $0) })
        guard !usable.isEmpty else {
            throw refusal ?? MediaError(.unsupported, "the playlist \(MediaAddress.shown(uri)) has no entry that can be played")
        }
        // A list of one address is that of a station. The list itself goes into the queue: it is read anew each time it is
        // played, because the address may have changed by then.
        items += usable.count == 1 ? [QueueItem(id: 0, uri: uri, title: usable[0].title)] : usable
    }
}

// MARK: - Playlist files

extension PlaylistExpansion {
    /// Reads the entries of one playlist file, which may have none.
    /// - Parameter path: the bytes of the absolute path.
    /// - Throws: `media_not_found`, `media_unreadable`, and `media_unsupported` if the file is no playlist; `queue_full` if it stands for
    ///   more than `limit` items.
    package init(
        file path: [UInt8], limit: Int, network: AnyMediaOpening?, stored: PlaylistDirectory,
        scope: ListScope = .everything, cancellation: CancellationToken
    ) throws(PlaybackError) {
        self.init(limit: limit, network: network, stored: stored, scope: scope, cancellation: cancellation)
        let uri = LocationResolver.uri(ofAbsolutePath: path)
        do throws(MediaError) {
            let location = try MediaLocation(path: path)
            guard let format = PlaylistFormat(path: path) else {
                throw MediaError(.unsupported, "\(location.name) does not have the name of a playlist")
            }
            // A file without a byte is a list without entries.
            let status = Self.status(of: location)
            let isEmpty = status.map { $0.st_mode & S_IFMT == S_IFREG && $0.st_size == 0 } ?? false
            if !isEmpty { try addEntries(of: try Self.read(location, format), at: location, uri) }
        } catch {
            throw PlaybackError(error, uri: uri)
        }
        guard items.count <= limit else { throw PlayQueue.full(limit, items.count, beside: 0) }
    }

    private static func read(_ location: MediaLocation, _ format: PlaylistFormat) throws(MediaError) -> Playlist {
        // One byte more than is allowed, so that the parser refuses a file that is too large.
        let bytes = try FileSource.contents(of: location, limit: Playlist.sizeLimit + 1)
        do throws(PlaylistError) {
            return try Playlist(ListCharacterSet.inUTF8(bytes), format: format, directory: location.path.directory)
        } catch {
            throw MediaError(.unsupported, "the playlist \(location.name) \(error)")
        }
    }

    private mutating func add(_ uri: String, _ location: MediaLocation, _ format: PlaylistFormat) throws(MediaError) {
        let name = location.name
        let before = items.count
        let playlist = try Self.read(location, format)
        guard playlist.isStream || !playlist.entries.isEmpty else {
            let reason = playlist.faults.first.map { ". \($0)" } ?? ""
            throw MediaError(.unsupported, "the playlist \(name) has no entry that can be played\(reason)")
        }
        try addEntries(of: playlist, at: location, uri)
        guard items.count > before else {
            throw MediaError(.unsupported, "the playlist \(name) has no entry that can be played")
        }
    }

    private mutating func addEntries(
        of playlist: Playlist, at location: MediaLocation, _ uri: String
    ) throws(MediaError) {
        if playlist.isStream { return items.append(QueueItem(id: 0, uri: uri)) }
        skip(playlist.faults.map { SkippedEntry(uri: uri, message: $0) })
        open.append(location.path)
        defer { open.removeLast() }
        var finder = NameFinder(admits: scope.admits)
        let (directory, isSheet) = (location.path.directory, SheetTrack.isSheet(location.path))
        for entry in playlist.entries where items.count <= limit {
            if cancellation.isCancelled { throw MediaError(.cancelled, "reading lists was given up") }
            if let found = finder.find(entry, in: directory, isSheet: isSheet) {
                try add(found)
            } else {
                let name = MediaAddress.shown(entry.uri)
                skip([SkippedEntry(uri: uri, message: "the entry \(name) is left out: it is a path of another system")])
            }
        }
    }

    /// Adds an entry of a playlist. If the entry is itself a playlist or a directory, adds what is in it.
    private mutating func add(_ entry: PlaylistEntry) throws(MediaError) {
        do throws(MediaError) {
            try scope.check(entry.uri)
        } catch {
            return skip([SkippedEntry(uri: entry.uri, message: error.description)])
        }
        guard entry.range == nil, let location = try? MediaLocation(uri: entry.uri), Self.mayBeMany(entry.uri),
            PlaylistFormat(path: location.path) != nil || Self.isDirectory(location)
        else { return items.append(QueueItem(entry)) }
        guard open.count < Self.deepest, !open.contains(location.path) else {
            let reason = open.contains(location.path) ? "it names itself" : "too many playlists name each other"
            return skip([SkippedEntry(uri: entry.uri, message: "the playlist \(location.name) is left out: \(reason)")])
        }
        try addOrSkip(entry.uri)
    }

    /// Reads the entries of a stored playlist whose indices are in `part`. A playlist without entries stands for no items.
    package init(
        playlist name: String, _ part: Range<Int>, limit: Int, network: AnyMediaOpening?, stored: PlaylistDirectory,
        scope: ListScope = .everything, cancellation: CancellationToken
    ) throws(PlaybackError) {
        self.init(limit: limit, network: network, stored: stored, scope: scope, cancellation: cancellation)
        let uri = PlaylistName.scheme + name
        do throws(MediaError) { try addStored(name, part, uri) } catch { throw PlaybackError(error, uri: uri) }
        guard items.count <= limit else { throw PlayQueue.full(limit, items.count, beside: 0) }
    }

    private mutating func addStored(_ name: String, _ part: Range<Int>, _ uri: String) throws(MediaError) {
        guard let stored else { throw MediaError(.notAllowed, "\(uri) is no file") }
        let contents: StoredContents
        do throws(StoredPlaylistError) {
            contents = try stored.contents(of: name)
        } catch {
            throw MediaError(error.code == .notFound || error.code == .badName ? .notFound : .unreadable, error.message)
        }
        for entry in contents.entries[part.clamped(to: contents.entries.indices)] where items.count <= limit {
            if let problem = entry.problem {
                skip([SkippedEntry(uri: entry.entry.uri, message: "it is left out: \(problem)")])
            } else {
                try add(entry.entry)
            }
        }
    }
}

extension [UInt8] {
    /// The directory of an absolute path.
    fileprivate var directory: [UInt8] { Array(self[..<Swift.max(lastIndex(of: UInt8(ascii: "/")) ?? 0, 1)]) }

    /// The part behind the last slash.
    fileprivate var fileName: ArraySlice<UInt8> { lastIndex(of: UInt8(ascii: "/")).map { self[($0 + 1)...] } ?? self[...] }
}
