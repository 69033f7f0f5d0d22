import Glibc
import Playlists
import SystemSupport

/// The bytes of a playlist's file, and what tells whether it is still the same.
struct PlaylistFile {
    /// What tells whether a file has changed.
    private struct Identity: Equatable {
        let device: UInt64
        let inode: UInt64
        let size: Int64
        let modified: Int64
        let changed: Int64

        init(_ status: stat) {
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
            size = Int64(status.st_size)
            modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
            changed = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
        }
    }

    let bytes: [UInt8]
    /// The path without symbolic links: what is replaced is the file, and not a link to it.
    private let path: String
    private let identity: Identity
    private let mode: mode_t

    /// Reads a file.
    init(reading path: String) throws(StoredPlaylistError) {
        guard let resolved = unsafe realpath(path, nil) else { throw Self.unreadable(path, FileFailure(system: errno)) }
        defer { unsafe free(resolved) }
        self.path = unsafe String(cString: resolved)
        let (bytes, status) = try Self.read(path)
        self.bytes = bytes
        identity = Identity(status)
        mode = status.st_mode & 0o777
    }

    /// Reads the file at `path`, which may be a link: the user names it.
    private static func read(_ path: String) throws(StoredPlaylistError) -> (bytes: [UInt8], status: stat) {
        let file = try open(path)
        guard file.size <= Playlist.sizeLimit else {
            throw StoredPlaylistError(.limitExceeded, "\(path) is larger than the \(Playlist.sizeLimit >> 20) MiB of a playlist")
        }
        var status = stat()
        guard unsafe fstat(file.descriptor.number, &status) == 0,
            let bytes = AtomicFile.read(file.descriptor.number, count: file.size)
        else { throw unreadable(path, FileFailure(system: errno)) }
        return (bytes, status)
    }

    private static func open(_ path: String) throws(StoredPlaylistError) -> RegularFile {
        do throws(FileFailure) { return try RegularFile.open(path, followsLinks: true) } catch { throw unreadable(path, error) }
    }

    /// Writes new content in the place of the old one. A crash leaves one of the two whole.
    /// - Throws: ``StoredPlaylistError/Code/changed`` if the file is no longer the one that was read.
    func replace(_ bytes: [UInt8]) throws(StoredPlaylistError) {
        try Self.write(path, bytes) { new throws(StoredPlaylistError) in
            _ = fchmod(new.number, mode)
            var status = stat()
            guard unsafe stat(path, &status) == 0, Identity(status) == identity else {
                throw StoredPlaylistError(.changed, "\(path) was changed by another program at the same time: look at it again")
            }
            do throws(FileFailure) { try new.replace() } catch { throw Self.unwritable(path, error) }
        }
    }

    /// Writes a new file. A crash leaves it whole, or none.
    /// - Throws: ``StoredPlaylistError/Code/exists`` if there is one at `path`.
    static func make(_ path: String, _ bytes: [UInt8]) throws(StoredPlaylistError) {
        try write(path, bytes) { new throws(StoredPlaylistError) in
            do throws(FileFailure) { try new.publish() } catch {
                if error.number == EEXIST { throw StoredPlaylistError(.exists, "there is a file \(path) already") }
                throw unwritable(path, error)
            }
        }
    }

    /// Brings `bytes` to the disk under a hidden name, and has `name` give the file its own name.
    private static func write(
        _ path: String, _ bytes: [UInt8], name: (inout NewFile) throws(StoredPlaylistError) -> Void
    ) throws(StoredPlaylistError) {
        NewFile.removeLeftovers(in: String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
        var new = try beside(path)
        do throws(FileFailure) { try new.write(bytes) } catch { throw unwritable(path, error) }
        try name(&new)
    }

    private static func beside(_ path: String) throws(StoredPlaylistError) -> NewFile {
        do throws(FileFailure) { return try NewFile(for: path, mode: 0o666) } catch { throw unwritable(path, error) }
    }

    static func unreadable(_ path: String, _ error: FileFailure) -> StoredPlaylistError {
        guard error.number != ENOENT else { return StoredPlaylistError(.notFound, "there is no file \(path)") }
        return StoredPlaylistError(.unreadable, "\(path) cannot be read: \(error)")
    }

    static func unwritable(_ path: String, _ reason: FileFailure) -> StoredPlaylistError {
        let help =
            [EROFS, EACCES, EPERM].contains(reason.number)
            ? ": the daemon may not write there (the service needs ReadWritePaths for it)" : ""
        return StoredPlaylistError(.unwritable, "\(path) cannot be written: \(reason)\(help)")
    }
}
