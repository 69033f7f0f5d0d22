import Glibc

extension ListeningSocket {
    /// Locks the path against other daemons.
    ///
    /// The lock file stays when the daemon ends: removing it would let two others lock two different files.
    static func lock(path: String) throws(LineServerError) -> CInt {
        let lockPath = path + ".lock"
        // Non-blocking, so that nothing in its place is waited for.
        let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0o600)
        guard descriptor >= 0 else { throw .system("cannot open the lock file \(lockPath)") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let failure = errno == EWOULDBLOCK ? alreadyRunning(path) : .system("cannot lock \(lockPath)")
            close(descriptor)
            throw failure
        }
        return descriptor
    }

    /// Removes a socket on which no program answers. Call it with the lock held.
    static func removeStale(path: String) throws(LineServerError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw LineServerError(
                code: .occupied, message: "\(path) exists and is not a socket: remove it, or listen on another path")
        }
        // For a socket of the service manager there is no lock of ours, so a connection has to show whether a program answers.
        // A full backlog also means that one does.
        let probe = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard probe >= 0 else { throw .system("cannot make a socket") }
        defer { close(probe) }
        let connected = try withSocketAddress(path) { address, length in connect(probe, address, length) } == 0
        if connected || errno != ECONNREFUSED && errno != ENOENT { throw alreadyRunning(path) }
        guard unlink(path) == 0 || errno == ENOENT else { throw .system("cannot remove the stale socket \(path)") }
    }

    private static func alreadyRunning(_ path: String) -> LineServerError {
        LineServerError(code: .alreadyRunning, message: "another fermatad already answers on \(path)")
    }
}
