import Glibc

/// Who is at the other end of a connection, as the kernel recorded it when the connection was made.
struct PeerCredentials: Hashable, Sendable {
    /// The user.
    let user: uid_t
    /// The process.
    let process: pid_t

    /// Reads the credentials; `nil` where the kernel has none.
    init?(descriptor: CInt) {
        // The C library shows `struct ucred` to GNU sources only, which Swift's view of it is not: three 32-bit numbers.
        var credentials: (process: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
        var length = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { return nil }
        self.init(user: credentials.user, process: credentials.process)
    }

    /// Makes credentials.
    init(user: uid_t, process: pid_t) {
        self.user = user
        self.process = process
    }

    /// Whether the daemon of user `owner` answers: to that user and to root.
    func mayUse(daemonOf owner: uid_t) -> Bool { user == owner || user == 0 }
}
