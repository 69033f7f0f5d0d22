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
        guard let resolved = unsafe realpath(path, nil) else { throw Self.unreadable(path, errno) }
        defer { unsafe free(resolved) }
        self.path = unsafe String(cString: resolved)
        // Non-blocking: if somebody put a pipe in the file's place, `open` does not wait for a writer.
        let number = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard number >= 0 else { throw Self.unreadable(path, errno) }
        let descriptor = FileDescriptor(owning: number)
        var status = stat()
        guard unsafe fstat(descriptor.number, &status) == 0 else { throw Self.unreadable(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw StoredPlaylistError(.unreadable, "\(path) is no regular file") }
        guard Int64(status.st_size) <= Int64(Playlist.sizeLimit) else {
            throw StoredPlaylistError(.limitExceeded, "\(path) is larger than the \(Playlist.sizeLimit >> 20) MiB of a playlist")
        }
        guard let bytes = DurableFile.read(descriptor.number, count: Int(status.st_size)) else {
            throw Self.unreadable(path, errno)
        }
        self.bytes = bytes
        identity = Identity(status)
        mode = status.st_mode & 0o777
    }

    /// Writes new content in the place of the old one. A crash leaves one of the two whole.
    /// - Throws: ``StoredPlaylistError/Code/changed`` if the file is no longer the one that was read.
    func replace(_ bytes: [UInt8]) throws(StoredPlaylistError) {
        let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        try Self.writeBeside(path, in: directory, bytes) { descriptor, hidden throws(StoredPlaylistError) in
            _ = fchmod(descriptor, mode)
            var status = stat()
            guard unsafe stat(path, &status) == 0, Identity(status) == identity else {
                throw StoredPlaylistError(.changed, "\(path) was changed by another program at the same time: look at it again")
            }
            return unsafe rename(hidden, path) == 0 ? 0 : errno
        }
    }

    /// Writes a new file. A crash leaves it whole, or none.
    /// - Throws: ``StoredPlaylistError/Code/exists`` if there is one at `path`.
    static func make(_ path: String, in directory: String, _ bytes: [UInt8]) throws(StoredPlaylistError) {
        try writeBeside(path, in: directory, bytes) { _, hidden throws(StoredPlaylistError) in
            let error = FileSystem.publish(hidden, as: path)
            if error == EEXIST { throw StoredPlaylistError(.exists, "there is a file \(path) already") }
            return error
        }
    }

    /// Brings `bytes` to the disk under a hidden name, has `publish` give the file its own name, and makes that last.
    private static func writeBeside(
        _ path: String, in directory: String, _ bytes: [UInt8],
        publish: (_ descriptor: Int32, _ hidden: String) throws(StoredPlaylistError) -> CInt
    ) throws(StoredPlaylistError) {
        let hidden = "\(directory)/.fermata-playlist.new"
        let descriptor = try claim(hidden)
        var error = DurableFile.write(bytes, to: descriptor.number)
        do throws(StoredPlaylistError) {
            if error == 0 { error = try publish(descriptor.number, hidden) }
        } catch {
            _ = unsafe unlink(hidden)
            throw error
        }
        guard error == 0 else {
            _ = unsafe unlink(hidden)
            throw unwritable(path, error)
        }
        error = DurableFile.syncDirectory(directory)
        guard error == 0 else { throw unwritable(path, error) }
    }

    /// Opens the file with the hidden name, which a crash may have left, for this process alone: another daemon may use the same
    /// directory.
    private static func claim(_ hidden: String) throws(StoredPlaylistError) -> FileDescriptor {
        for _ in 0..<100 {
            let number = unsafe open(hidden, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
            guard number >= 0 else { throw unwritable(hidden, errno) }
            let descriptor = FileDescriptor(owning: number)
            var (here, there) = (stat(), stat())
            guard flock(descriptor.number, LOCK_EX) == 0, unsafe fstat(descriptor.number, &here) == 0 else {
                throw unwritable(hidden, errno)
            }
            guard here.st_mode & S_IFMT == S_IFREG, here.st_nlink <= 1 else {
                throw StoredPlaylistError(.unwritable, "\(hidden) is in the way: remove it")
            }
            // Whoever had it before has given it its own name by now, or has removed it.
            guard unsafe stat(hidden, &there) == 0, here.st_ino == there.st_ino, here.st_dev == there.st_dev else { continue }
            if here.st_size == 0 { return descriptor }
            // Left by a crash, with the mode of another file.
            _ = unsafe unlink(hidden)
        }
        throw StoredPlaylistError(.unwritable, "\(hidden) cannot be used: other programs change it all the time")
    }

    static func unreadable(_ path: String, _ error: CInt) -> StoredPlaylistError {
        guard error != ENOENT else { return StoredPlaylistError(.notFound, "there is no file \(path)") }
        return StoredPlaylistError(.unreadable, unsafe "\(path) cannot be read: \(String(cString: strerror(error)))")
    }

    static func unwritable(_ path: String, _ error: CInt) -> StoredPlaylistError {
        let reason = unsafe String(cString: strerror(error))
        let help =
            error == EROFS || error == EACCES || error == EPERM
            ? ": the daemon may not write there (the service needs ReadWritePaths for it)" : ""
        return StoredPlaylistError(.unwritable, "\(path) cannot be written: \(reason)\(help)")
    }
}
