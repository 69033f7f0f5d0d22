package import Database
import Media
import SystemSupport
import TagReading

/// Brings the library up to date with the directories of music.
///
/// It runs on the store's thread, and reads files on threads of its own at idle priority. A directory that is not there, or at which
/// nothing is mounted, loses nothing. Each directory is read once, whichever symbolic links lead to it.
package final class LibraryScanner {
    /// How much is compared.
    package enum Depth: Sendable {
        /// A directory whose time of change is the same costs one system call. Tags that a program has changed in place are not
        /// noticed.
        case directories
        /// Every file is compared by size and time of change.
        case files
        /// Every file is read, whatever it looks like: a program may have changed its tags and put back the time of change.
        case contents
    }

    struct PendingDirectory {
        let path: [UInt8]
        let parent: Int64?
        /// Whether the path is a directory of music or another beginning: it may be a symbolic link, which is followed.
        var isStart = false
        /// Whether the path is a symbolic link that is followed now.
        var isLink = false
        /// Whether the directory above is as it was at the last scan.
        var isParentUnchanged = false
        /// Whether the database has it, with the files in it.
        var isKnown = false
    }

    struct PendingFile: Sendable {
        let directory: Int64
        let directoryPath: [UInt8]
        let name: [UInt8]
        let known: Int64?

        var path: [UInt8] { directoryPath + [UInt8(ascii: "/")] + name }
    }

    private struct DirectoryIdentity: Hashable {
        let device: Int64
        let inode: Int64
    }

    let store: LibraryStore
    let roots: [[UInt8]]
    let notes: ReadingNotes?
    let report: (String) -> Void
    private let readerCount: Int
    private let followsOutside: Bool
    let retriesLeftOut: Bool

    private(set) var control = ScanControl()
    private var visited: Set<DirectoryIdentity> = []
    private var ignoreFiles = IgnoreFiles()
    /// The files of patterns as the last scan has seen them, by the ids of their directories.
    var knownIgnoreFiles: [Int64: FileIdentity] = [:]
    /// The names of the sheets of one directory that count, as this scan has found them.
    var countingSheets: (directory: [UInt8], names: Set<[UInt8]>)?
    /// Symbolic links to directories. They are followed at the end, so that a directory is known by its own name.
    private var links: [PendingDirectory] = []
    /// Whether the system makes what is on a device, by the numbers of the devices that this scan has seen.
    private var virtualDevices: [Int64: Bool] = [:]
    /// Files that are not read.
    var leftOut: [[UInt8]: LibraryStore.LeftOutFile] = [:]
    /// How many sentences this scan had to say.
    var sentenceCount = 0
    /// Files that wait to be read.
    private var files: [PendingFile] = []
    /// The threads that read files; there are some while a scan runs.
    private var readers: FileReaders?
    /// The threads that list directories; there are some while a scan runs that compares every file.
    private var listers: DirectoryListers?
    /// Directories that are complete once `files` are written.
    private var listed: [ListedDirectory] = []
    /// Directories with files that cannot be read now: the next scan tries again.
    var incomplete: Set<Int64> = []

    /// From how many files on they are read, to be written in one transaction, and the most of them.
    private static let batchSize = 1_024
    /// How many batches are read ahead of the one that is written: with one, threads that read would wait while directories are listed.
    /// Their tags wait in memory.
    private static let batchesAhead = 2
    /// How many threads list directories ahead. With a cold cache, each of them waits for the disk most of the time.
    private static let listerCount = 4
    /// The most directories of one transaction: the disk may be slow, and others wait for it.
    private static let directoryLimit = 128
    /// A directory that was changed less than this many nanoseconds ago may change again without another time of change.
    private static let settlingTime: Int64 = 2_000_000_000

    /// Makes a scanner.
    /// - Parameters:
    ///   - roots: the directories of music: absolute paths, without a slash at the end. One below another is part of that.
    ///   - readerCount: how many threads read files.
    ///   - followsOutside: whether symbolic links are followed out of the directories.
    ///   - retriesLeftOut: whether files are read again during whose reading the daemon has ended before.
    ///   - notes: where it is noted which files are being read.
    ///   - report: gets sentences about files that are left out, and about tags that are.
    package init(
        store: LibraryStore, roots: [[UInt8]], readerCount: Int = 2, followsOutside: Bool = true,
        retriesLeftOut: Bool = false, notes: ReadingNotes? = nil, report: @escaping (String) -> Void = { _ in }
    ) {
        self.store = store
        self.roots = roots
        self.readerCount = max(1, readerCount)
        self.followsOutside = followsOutside
        self.retriesLeftOut = retriesLeftOut
        self.notes = notes
        self.report = report
    }

    /// Compares all directories with the database, and reads what is new or changed. After the last of several scans,
    /// ``LibraryStore/settle()`` has to be called.
    /// - Returns: what was done. ``ScanControl/progress`` of `control` has it while the scan runs.
    @discardableResult
    package func scan(_ depth: Depth, control: ScanControl = ScanControl()) throws(DatabaseError) -> ScanProgress {
        try run(depth, roots.map { Start(path: $0, root: $0) }, isRecursive: true, control, forgetsOtherRoots: true)
    }

    /// Compares one directory and everything below it, file by file. If `path` is a file, or is gone, its directory is compared.
    /// A path that is below no directory of music is left alone, and what a scan of everything leaves out is left out here too.
    /// - Parameter readsAll: whether every file is read, also one that has not changed.
    @discardableResult
    package func update(
        _ path: [UInt8], readsAll: Bool = false, control: ScanControl = ScanControl()
    ) throws(DatabaseError) -> ScanProgress {
        let slash = UInt8(ascii: "/")
        guard let root = roots.first(where: { path.isWithin($0) }),
            !path.split(separator: slash).contains([0x2E, 0x2E])
        else { return ScanProgress() }
        var existing = path
        while existing != root, DirectoryListing.Status(existing)?.isDirectory != true {
            existing.removeSubrange((existing.lastIndex(of: slash) ?? 0)...)
        }
        return try run(
            readsAll ? .contents : .files, Start.all(at: [existing], below: roots), isRecursive: existing == path, control)
    }

    /// Compares these directories file by file, and everything in directories that are new in them. What is below no directory of music is
    /// left alone.
    @discardableResult
    package func update(
        changed directories: [[UInt8]], control: ScanControl = ScanControl()
    ) throws(DatabaseError) -> ScanProgress {
        // One that is gone is missing in the directory above, which has changed too.
        let there = directories.filter { roots.contains($0) || DirectoryListing.Status($0)?.isDirectory == true }
        return try run(.files, Start.all(at: there, below: roots), isRecursive: false, readsNew: true, control)
    }

    private func run(
        _ depth: Depth, _ starts: [Start], isRecursive: Bool, readsNew: Bool = false,
        _ control: ScanControl, forgetsOtherRoots: Bool = false
    ) throws(DatabaseError) -> ScanProgress {
        self.control = control
        (visited, links, ignoreFiles) = ([], [], IgnoreFiles())
        (files, listed, incomplete) = ([], [], [])
        (virtualDevices, sentenceCount, countingSheets) = ([:], 0, nil)
        try leaveOutInterrupted()
        let reach = ScanReach(roots: roots, followsOutside: followsOutside)
        readers = FileReaders(threadLimit: readerCount, notes: notes, control)
        listers = depth == .directories ? nil : DirectoryListers(threadLimit: Self.listerCount, reach: reach)
        try store.beginScan()
        // Also where the scan fails.
        defer {
            (readers, listers) = (nil, nil)
            try? store.enforceReferences()
        }
        try noticeIgnoreFiles()
        if forgetsOtherRoots {
            // A directory that was below another one and is one of music now must not vanish with that one. Those that are below
            // one now get their parent when they are visited.
            for root in roots {
                if let known = try store.directory(root), known.parent != nil { try store.move(directory: known.id, below: nil) }
            }
            for old in try store.rootDirectories() where !roots.contains(old.path) {
                // One that is below a directory of music now is visited with that, unless it is gone.
                let isBelow = roots.contains { old.path.isWithin($0) }
                if !isBelow || DirectoryListing.Status(old.path) == nil { try store.vanish(directory: old.id) }
            }
        }
        for start in starts where !control.isCancelled {
            if let leftOut = start.leftOut {
                try forget(leftOut)
                continue
            }
            if start.path != start.root, !reach.allows(start.path) {
                try forget(start.path)
                continue
            }
            let first = try parent(of: start.path, root: start.root)
            var pending = [PendingDirectory(path: start.path, parent: first, isStart: true)]
            while !pending.isEmpty || !links.isEmpty, !control.isCancelled {
                try visitSome { directory throws(DatabaseError) in
                    let below = try visit(directory, before: pending, root: start.root, reach, depth)
                    if isRecursive { pending += below }
                    if readsNew {
                        // The file of a sheet may have changed, or its sound, which the directory above tells.
                        for directory in below {
                            let isNew = try store.directory(directory.path) == nil
                            if isNew || Self.mayHaveTracks(directory.path) { pending.append(directory) }
                        }
                    }
                } next: {
                    pending.popLast() ?? takeLink()
                }
                if files.count >= Self.batchSize { try readFiles() }
            }
        }
        try readFiles()
        try writeBatches(ahead: 0)
        // Directories in which nothing was to be read, and those of which only what is below them was.
        if !listed.isEmpty || !incomplete.isEmpty {
            try store.transaction { () throws(DatabaseError) in
                try finish(listed)
                for directory in incomplete { try store.setUnlisted(directory: directory) }
            }
        }
        try store.enforceReferences()
        if !control.isCancelled { try recogniseRetagged() }
        if control.isCancelled {
            control.update { $0.wasCancelled = true }
        } else {
            try removeVanished()
        }
        try store.finishChanges(now: CalendarClock.seconds)
        return control.progress
    }

    /// Compares the next directories, until enough files wait. All of them are in one transaction, because a transaction takes as long as
    /// the rest of the work for a directory.
    private func visitSome(
        _ visit: (PendingDirectory) throws(DatabaseError) -> Void, next: () -> PendingDirectory?
    ) throws(DatabaseError) {
        // A sheet has a transaction of its own: it writes songs, and with them what the user has made.
        var sheet: PendingDirectory?
        try store.writingFiles { () throws(DatabaseError) in
            for _ in 0..<Self.directoryLimit where files.count < Self.batchSize && !control.isCancelled {
                guard let directory = next() else { return }
                guard !Self.mayHaveTracks(directory.path) else {
                    sheet = directory
                    return
                }
                try visit(directory)
            }
        }
        if let sheet { try visit(sheet) }
    }

    /// Whether a path may be that of a CUE sheet, or of a file with one among its tags.
    private static func mayHaveTracks(_ path: [UInt8]) -> Bool {
        let name = path.nameInPath
        return AudioSuffixes.match(name) || SheetTrack.isSheet(name)
    }

    private func takeLink() -> PendingDirectory? { links.isEmpty ? nil : links.removeFirst() }

    /// The id of the directory above, which is made if it is missing; `nil` for a root.
    private func parent(of path: [UInt8], root: [UInt8]) throws(DatabaseError) -> Int64? {
        guard path != root, let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        let above = Array(path[..<slash])
        if let known = try store.directory(above) { return known.id }
        guard let status = DirectoryListing.Status(above) else { return nil }
        return try store.addDirectory(above, parent: try parent(of: above, root: root), status.identity)
    }

    /// Compares one directory, and returns the directories in it, last first.
    private func visit(
        _ pending: PendingDirectory, before others: [PendingDirectory], root: [UInt8], _ reach: ScanReach, _ depth: Depth
    ) throws(DatabaseError) -> [PendingDirectory] {
        let path = pending.path
        let ahead = pending.isStart || pending.isLink ? nil : listers?.take(path, before: others, root: root)
        guard let status = ahead?.status ?? DirectoryListing.Status(path, followsLink: pending.isStart || pending.isLink) else {
            return keep(path)
        }
        if status.isLink {
            links.append(PendingDirectory(path: path, parent: pending.parent, isLink: true))
            return []
        }
        guard status.isDirectory else {
            guard status.isFile, pending.parent != nil, Self.mayHaveTracks(path) else { return keep(path) }
            try visitSheet(pending, status.identity, depth)
            return []
        }
        let identity = status.identity
        guard !isVirtual(identity.device, path) else {
            if let known = try store.directory(path) { try store.vanish(directory: known.id) }
            return []
        }
        // A run that compares a part of the directories has not seen the one that the link leads to.
        if pending.isLink || pending.isStart && path != root && DirectoryListing.Status(path, followsLink: false)?.isLink == true,
            try isKnownElsewhere(identity, than: path)
        {
            if let known = try store.directory(path) { try store.vanish(directory: known.id) }
            return []
        }
        guard visited.insert(DirectoryIdentity(device: identity.device, inode: identity.inode)).inserted else {
            // What is below it was visited, too.
            if ahead != nil { listers?.forget() }
            // Known by its own name: what an earlier scan has found behind a link is there twice.
            if pending.isLink, let known = try store.directory(path) { try store.vanish(directory: known.id) }
            return []
        }
        control.update { $0.directories += 1 }
        let known = try store.directory(path)
        if let known, known.parent != pending.parent { try store.move(directory: known.id, below: pending.parent) }
        if depth == .directories, let known, known.modified == identity.modified, known.inode == identity.inode,
            known.device == identity.device
        {
            control.update { $0.unchangedDirectories += 1 }
            return try store.paths(in: known.id).map { PendingDirectory(path: $0, parent: known.id, isParentUnchanged: true) }
        }
        let songs = if let known { try store.songs(in: known.id) } else { KnownSongs() }
        let time = ahead?.time ?? CalendarClock.seconds
        let now =
            ahead?.listing ?? DirectoryListing(path, root: root, &ignoreFiles, reach: reach, isKnown: { songs[$0] != nil })
        guard var listing = now else { return keep(path) }
        if listing.isEmpty, let known, try isPlaceOfDisk(known, now: identity) { return keep(path) }
        let id = if let known { known.id } else { try store.addDirectory(path, parent: pending.parent, identity) }
        try note(ignoreFile: listing.ignoreFile, of: id)
        try note(playlistsOf: listing, in: id, isNew: known == nil)
        // Nothing is known in one that is new.
        let below = if known == nil { [[UInt8]]() } else { try store.paths(in: id) }
        applySheets(to: &listing, in: path, knownBelow: below)
        let filesBefore = files.count
        let hasGone = try compare(listing, with: id, path, songs, below, readsAll: depth == .contents)
        let isSettled = time * 1e9 - Double(identity.modified) > Double(Self.settlingTime)
        // What is gone is removed at the end of the scan. One that does not get there must not find the directory unchanged the next
        // time.
        let isComplete = isSettled && listing.unreachable.isEmpty && !hasGone
        let seen = ListedDirectory(id: id, identity: identity, modified: isComplete ? identity.modified : 0)
        // What the database has already is not written again.
        if files.count > filesBefore || known?.isAt(seen) != true { listed.append(seen) }
        let knownBelow = Set(below)
        return listing.directories.reversed().map { name in
            let place = path + [UInt8(ascii: "/")] + name
            return PendingDirectory(path: place, parent: id, isKnown: knownBelow.contains(place))
        }
    }

    /// Whether the system makes what is in a directory: there is no music in the tree of processes, and no end to it.
    private func isVirtual(_ device: Int64, _ path: [UInt8]) -> Bool {
        if let known = virtualDevices[device] { return known }
        let isVirtual = FileSystem.isVirtual(path)
        virtualDevices[device] = isVirtual
        return isVirtual
    }

    /// Whether a directory is known under another name, by which it is still there.
    private func isKnownElsewhere(_ identity: FileIdentity, than path: [UInt8]) throws(DatabaseError) -> Bool {
        for other in try store.paths(device: identity.device, inode: identity.inode) where other != path {
            // The database may have a number that another directory has by now.
            guard let there = DirectoryListing.Status(other)?.identity else { continue }
            if there.device == identity.device, there.inode == identity.inode { return true }
        }
        return false
    }

    /// Notes that a file has to be read that was a disc and may be a song again.
    func addFile(_ path: [UInt8], in directory: Int64) throws(DatabaseError) {
        let name = Array(path.nameInPath)
        // A scan that did not get to its end has written it before. Its directory takes it for gone, as it takes all discs.
        let known = try store.songs(in: directory)[name]?.id
        if let known { try store.reappear(song: known) }
        if try isLeftOut(path, nil) { return }
        files.append(
            PendingFile(directory: directory, directoryPath: Array(path.directoryInPath), name: name, known: known))
    }

    /// Leaves what is known of a directory that cannot be reached or read.
    private func keep(_ path: [UInt8]) -> [PendingDirectory] {
        control.update { if $0.unavailable.count < 100 { $0.unavailable.append(path) } }
        return []
    }

    /// Notes which files of a directory have to be read, and what is gone from it. Returns whether anything is.
    private func compare(
        _ listing: DirectoryListing, with id: Int64, _ path: [UInt8], _ songs: KnownSongs, _ directories: [[UInt8]],
        readsAll: Bool
    ) throws(DatabaseError) -> Bool {
        var hasGone = false
        var known = songs
        for (name, identity) in listing.files {
            let song = known.take(name)
            if let song, song.identity == identity, !readsAll { continue }
            if !leftOut.isEmpty, try isLeftOut(path + [UInt8(ascii: "/")] + name, identity) { continue }
            files.append(PendingFile(directory: id, directoryPath: path, name: name, known: song?.id))
        }
        for (name, song) in known.left where !listing.unreachable.contains(name) {
            try store.vanish(song: song.id)
            hasGone = true
        }
        guard !directories.isEmpty else { return hasGone }
        let there = Set(listing.directories)
        for below in directories {
            let name = Array(below[(path.count + 1)...])
            guard !there.contains(name), !listing.unreachable.contains(name), let gone = try store.directory(below) else {
                continue
            }
            try store.vanish(directory: gone.id)
            hasGone = true
        }
        return hasGone
    }

    /// Has the files that wait read, and writes what was read before.
    private func readFiles() throws(DatabaseError) {
        while !files.isEmpty, !control.isCancelled {
            let batch = Array(files.prefix(Self.batchSize))
            files.removeFirst(batch.count)
            readers?.read(batch, completing: files.isEmpty ? listed : [])
            if files.isEmpty { listed = [] }
            try writeBatches(ahead: Self.batchesAhead)
        }
    }

    /// Writes what was read, each batch in one transaction, until no more than so many batches are left.
    private func writeBatches(ahead count: Int) throws(DatabaseError) {
        while let readers, readers.batchCount > count, let batch = readers.takeBatch() {
            try store.transaction { () throws(DatabaseError) in
                for (file, outcome) in zip(batch.files, batch.outcomes) { try write(file, outcome) }
                try finish(batch.completes)
            }
        }
    }

    /// Notes that everything in these directories is in the database.
    private func finish(_ directories: [ListedDirectory]) throws(DatabaseError) {
        guard !control.isCancelled else { return }
        for directory in directories {
            let modified = incomplete.contains(directory.id) ? 0 : directory.modified
            try store.finish(directory: directory.id, directory.identity, modified: modified)
        }
    }
}

extension KnownDirectory {
    /// Whether the database has the directory as a scan has found it.
    fileprivate func isAt(_ now: ListedDirectory) -> Bool {
        device == now.identity.device && inode == now.identity.inode && modified == now.modified
    }
}

/// A directory that is complete once its files are written.
struct ListedDirectory: Sendable {
    let id: Int64
    let identity: FileIdentity
    /// The time of change that it gets; 0 if it has to be listed the next time.
    let modified: Int64
}
