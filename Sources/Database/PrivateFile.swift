import Glibc

/// Files that only the user may read.
enum PrivateFile {
    /// Makes an empty file with mode 0600 at `path`; does nothing if there is a file, or if none can be made. SQLite itself
    /// would make it for everybody, and gives the files that it makes beside a database the mode of the database.
    static func make(_ path: String) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }
}
