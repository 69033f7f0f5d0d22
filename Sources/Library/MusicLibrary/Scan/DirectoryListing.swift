import Glibc
import Media
import Playlists
import SystemSupport

extension FileIdentity {
    init(_ status: stat) {
        self.init(
            size: Int64(status.st_size),
            modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec),
            device: Int64(truncatingIfNeeded: status.st_dev), inode: Int64(truncatingIfNeeded: status.st_ino))
    }
}

/// The music files, the playlist files and the directories in one directory, as they are now.
struct DirectoryListing {
    /// The status of a file or directory, of which symbolic links are followed.
    struct Status {
        let identity: FileIdentity
        let isDirectory: Bool
        let isFile: Bool
        /// Whether it is a symbolic link that was not followed.
        let isLink: Bool

        /// Asks for the status of `path`.
        /// - Parameter followsLink: whether the status of a symbolic link is that of what it leads to.
        /// - Returns: `nil` if there is nothing, or nothing that can be reached.
        init?(_ path: [UInt8], followsLink: Bool = true) {
            var status = stat()
            let name = path.map { CChar(truncatingIfNeeded: $0) } + [0]
            guard unsafe (followsLink ? stat(name, &status) : lstat(name, &status)) == 0 else { return nil }
            self.init(status)
        }

        /// What there is at a path.
        enum Answer {
            case there(Status)
            case missing
            /// Nobody can tell, or it exists and leads nowhere: a disk or a server is away, or the access is denied.
            case unreachable
        }

        /// Asks for the status of `path`, of which symbolic links are followed, and why there is none.
        static func ask(_ path: [UInt8]) -> Answer {
            var status = stat()
            let name = path.map { CChar(truncatingIfNeeded: $0) } + [0]
            if unsafe stat(name, &status) == 0 { return .there(Status(status)) }
            guard saysMissing(errno) else { return .unreachable }
            // A symbolic link that leads nowhere is there itself.
            return unsafe lstat(name, &status) != 0 && saysMissing(errno) ? .missing : .unreachable
        }

        /// Whether an error of the system says that there is nothing at a path, or that what was a directory is a file.
        private static func saysMissing(_ code: Int32) -> Bool { code == ENOENT || code == ENOTDIR }

        /// Asks for the status of a name in an open directory; symbolic links are followed.
        /// - Returns: `nil` if there is nothing, or nothing that can be reached.
        init?(_ name: [UInt8], in directory: Int32) {
            var status = stat()
            let name = name.map { CChar(truncatingIfNeeded: $0) } + [0]
            guard unsafe fstatat(directory, name, &status, 0) == 0 else { return nil }
            self.init(status)
        }

        private init(_ status: stat) {
            isLink = status.st_mode & S_IFMT == S_IFLNK
            identity = FileIdentity(status)
            isDirectory = status.st_mode & S_IFMT == S_IFDIR
            isFile = status.st_mode & S_IFMT == S_IFREG
        }
    }

    /// The names of the music files, with their status; `nil` for one that nobody knows, whose status is that of the file once it is open.
    private(set) var files: [(name: [UInt8], identity: FileIdentity?)] = []
    /// The names of the directories, in the order of their bytes.
    private(set) var directories: [[UInt8]] = []
    /// The names among ``directories`` that are those of CUE sheets, which count as directories of their tracks.
    private(set) var sheets: [[UInt8]] = []
    /// The playlist files, CUE sheets among them, in the order of the bytes of their names: no more than ``LibraryPlaylist/limit``.
    private(set) var playlists: [LibraryPlaylist] = []
    /// Names of what exists, but cannot be reached: a link to a disk that is not there. What is known below them is kept.
    private(set) var unreachable: Set<[UInt8]> = []
    /// The file that says what is left out in the directory and below it; `nil` if there is none.
    private(set) var ignoreFile: FileIdentity?
    /// Whether the directory has no entry at all, as a place has at which nothing is mounted.
    private(set) var isEmpty = true

    /// The name of the file with which a directory is left out whole.
    private static let markOfNoMusic = Array(".nomedia".utf8)

    /// Whether a name is left out in every directory: hidden files are no music, and some programs keep half-written ones there.
    static func isHidden(_ name: [UInt8]) -> Bool { name.first == UInt8(ascii: ".") }

    /// Whether a directory says that nothing in it and below it is music.
    static func isLeftOutWhole(_ directory: [UInt8]) -> Bool {
        Status(directory + [UInt8(ascii: "/")] + markOfNoMusic, followsLink: false) != nil
    }

    /// Whether a directory has no entry at all; `nil` if it cannot be read. Looks at no more than its first entries.
    static func isEmpty(directory path: [UInt8]) -> Bool? {
        guard let stream = unsafe opendir(path.map { CChar(truncatingIfNeeded: $0) } + [0]) else { return nil }
        defer { unsafe closedir(stream) }
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else { return errno == 0 ? true : nil }
            let name = unsafe DirectoryEntry.name(of: entry)
            if name != [0x2E], name != [0x2E, 0x2E] { return false }
        }
    }

    /// Reads the directory at `path`; `nil` if it cannot be read.
    /// - Parameters:
    ///   - ignoreFiles: give the patterns of what is left out.
    ///   - reach: how far symbolic links are followed; those that lead further are left out.
    ///   - isKnown: whether a name is that of a known file, whose status is asked for.
    init?(
        _ path: [UInt8], root: [UInt8], _ ignoreFiles: inout IgnoreFiles, reach: ScanReach = .anywhere,
        isKnown: ([UInt8]) -> Bool = { _ in true }
    ) {
        guard let stream = unsafe opendir(path.map { CChar(truncatingIfNeeded: $0) } + [0]) else { return nil }
        defer { unsafe closedir(stream) }
        var entries: [(name: [UInt8], kind: Int32)] = []
        var hasIgnoreFile = false
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            let name = unsafe DirectoryEntry.name(of: entry)
            guard name != [0x2E], name != [0x2E, 0x2E] else { continue }
            isEmpty = false
            guard !Self.isHidden(name) else {
                if name == Self.markOfNoMusic { return }
                if name == IgnorePatterns.fileName { hasIgnoreFile = true }
                continue
            }
            entries.append((name, Int32(unsafe entry.pointee.d_type)))
        }
        guard errno == 0 else { return nil }
        if hasIgnoreFile { ignoreFile = Status(IgnorePatterns.fileName, in: unsafe dirfd(stream))?.identity }
        let ignored = ignoreFiles.patterns(in: path, root: root, hasFile: hasIgnoreFile)
        for (name, kind) in entries where !ignored.match(name) {
            let isMusic = AudioSuffixes.match(name)
            let playlist = isMusic ? nil : PlaylistFormat(path: name)
            if kind == Int32(DT_REG), !isMusic, playlist == nil { continue }
            if kind == Int32(DT_REG), isMusic, !isKnown(name) {
                files.append((name, nil))
                continue
            }
            if kind == Int32(DT_DIR) {
                directories.append(name)
                continue
            }
            guard let status = Status(name, in: unsafe dirfd(stream)) else {
                unreachable.insert(name)
                continue
            }
            guard reach.allows(path + [UInt8(ascii: "/")] + name) else { continue }
            if status.isDirectory {
                directories.append(name)
            } else if status.isFile, isMusic {
                files.append((name, status.identity))
            } else if status.isFile, let playlist {
                if playlist == .cue { sheets.append(name) }
                playlists.append(LibraryPlaylist(name: name, status.identity))
            }
        }
        playlists.sort { $0.name.lexicographicallyPrecedes($1.name) }
        if playlists.count > LibraryPlaylist.limit { playlists.removeSubrange(LibraryPlaylist.limit...) }
        directories += sheets
        directories.sort { $0.lexicographicallyPrecedes($1) }
    }

    /// Leaves out files that are the sound of sheets, and takes those that have a sheet themselves for directories of its tracks.
    /// - Parameter withoutSheets: names of sheets that are no directories, because they do not count.
    mutating func separate(targets: Set<[UInt8]>, withSheets: Set<[UInt8]>, withoutSheets: Set<[UInt8]>) {
        if !withoutSheets.isEmpty { directories.removeAll(where: withoutSheets.contains) }
        guard !targets.isEmpty || !withSheets.isEmpty else { return }
        directories += files.map(\.name).filter { withSheets.contains($0) && !targets.contains($0) }
        files.removeAll { targets.contains($0.name) || withSheets.contains($0.name) }
        directories.sort { $0.lexicographicallyPrecedes($1) }
    }
}
