import Glibc
import SystemSupport

/// The socket that clients connect to, made by us or passed by the service manager.
struct ListeningSocket {
    /// The descriptor: listening, non-blocking, closed on exec.
    let descriptor: CInt
    /// The path to remove at the end; `nil` for a socket that is not ours.
    let path: String?
    /// Which socket was made at the path; `nil` for a socket that is not ours.
    var made: SocketIdentity?
    /// Whether only programs of this machine reach the socket, and the kernel knows their users.
    var isLocal = true
    /// The lock, which keeps a second daemon off the path as long as it is open; `nil` for a socket that is not ours.
    let lock: CInt?

    /// How many connections may wait to be accepted. The kernel's default upper limit is 4,096.
    private static let backlog: CInt = 1_024

    /// Makes a socket at `path`, mode 0600, and missing directories above it, mode 0700.
    ///
    /// A lock file next to it decides between two daemons that start at once. With the lock held, a socket on which no program
    /// answers is left from a crash, and is replaced.
    static func bind(path: String) throws(LineServerError) -> ListeningSocket {
        // Checked first: a path that is too long must not leave a directory or a lock file behind.
        try withSocketAddress(path) { _, _ in }
        do { try Directories.make(above: path) } catch { throw LineServerError(code: .system, message: "\(error)") }
        let lock = try lock(path: path)
        do {
            try removeStale(path: path)
            let descriptor = try listen(path: path)
            return ListeningSocket(descriptor: descriptor, path: path, made: SocketIdentity(at: path), lock: lock)
        } catch {
            unlock(lock)
            throw error
        }
    }

    /// Takes a socket of one of these families that the service manager listens on. It is not removed at the end.
    static func adopt(_ descriptor: CInt, families: [CInt] = [AF_UNIX]) throws(LineServerError) -> ListeningSocket {
        guard let family = option(SO_DOMAIN, of: descriptor), families.contains(family),
            option(SO_TYPE, of: descriptor) == CInt(SOCK_STREAM.rawValue),
            option(SO_ACCEPTCONN, of: descriptor) == 1
        else {
            throw LineServerError(
                code: .notListening,
                message: "descriptor \(descriptor) is not a listening \(families == [AF_UNIX] ? "Unix " : "")stream socket")
        }
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
            fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0
        else { throw .system("cannot set the flags of the socket passed as descriptor \(descriptor)") }
        return ListeningSocket(descriptor: descriptor, path: nil, isLocal: family == AF_UNIX, lock: nil)
    }

    /// Removes the socket from the file system, unless something else is in its place by now, and releases its lock. The descriptor
    /// has another owner by then.
    func remove() {
        if let path, let made, SocketIdentity(at: path) == made { unlink(path) }
        releaseLock()
    }

    /// Releases the lock, so that other daemons can lock the path.
    func releaseLock() {
        if let lock { Self.unlock(lock) }
    }

    /// Unlocks the file before closing it: a program that is just being started may hold the descriptor until it runs.
    private static func unlock(_ lock: CInt) {
        flock(lock, LOCK_UN)
        close(lock)
    }

    private static func listen(path: String) throws(LineServerError) -> CInt {
        let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw .system("cannot make a socket") }
        // The file gets the mode of the socket's inode without the bits of the umask: never more than 0600. `chmod` restores
        // bits that an unusual umask removed, before a client can connect.
        guard fchmod(descriptor, 0o600) == 0,
            try withSocketAddress(path, { address, length in Glibc.bind(descriptor, address, length) }) == 0,
            // Not through a link, if somebody has put one in its place meanwhile.
            fchmodat(AT_FDCWD, path, 0o600, AT_SYMLINK_NOFOLLOW) == 0, Glibc.listen(descriptor, backlog) == 0
        else {
            let error = LineServerError.system("cannot listen on \(path)")
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func option(_ name: CInt, of descriptor: CInt) -> CInt? {
        var value: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }
}

/// Which socket of the file system something is. A value.
struct SocketIdentity: Hashable {
    private let device: UInt64
    private let inode: UInt64

    /// Looks at `path`; `nil` if no socket is there. A link is none.
    init?(at path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
}
