import Glibc
import SystemSupport

/// Files that only the user may read, and that nobody has put something else in the place of.
enum PrivateFile {
    /// What SQLite keeps beside a database.
    static let companions = ["-wal", "-shm", "-journal"]

    /// Makes an empty file with mode 0600 at `path`; does nothing if there is a file, or if none can be made. SQLite itself
    /// would make it for everybody, and gives the files that it makes beside a database the mode of the database.
    static func make(_ path: String) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns `path` with a directory that leads over no link: SQLite, told to follow none, takes no link in the whole path, and the
    /// directory is the user's.
    static func resolved(_ path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else { return path }
        guard let directory = unsafe realpath(String(path[..<slash]), nil) else { return path }
        defer { unsafe free(directory) }
        return unsafe String(cString: directory) + path[slash...]
    }

    /// Returns what is wrong with `path` if something is there that is no file of ours: SQLite would follow a link, and wait for ever for
    /// a pipe.
    static func stranger(at path: String) -> String? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        // SQLite itself says that it cannot open a directory.
        case S_IFREG, S_IFDIR: return nil
        case S_IFLNK: return "it is a link"
        default: return "it is no regular file"
        }
    }
}
