import Glibc

/// The user and process at the other end of a connection, as the kernel recorded them when the connection was made.
struct PeerCredentials: Hashable, Sendable {
    /// The user id.
    let user: uid_t
    /// The process id.
    let process: pid_t

    /// Reads the credentials of the peer; `nil` if the kernel has none.
    init?(descriptor: CInt) {
        // The C library declares `struct ucred` for GNU sources only, and Swift does not import it as one. The structure is
        // three 32-bit numbers.
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

    /// Returns whether the daemon of user `owner` answers this peer: it answers that user and root.
    func mayUse(daemonOf owner: uid_t) -> Bool { user == owner || user == 0 }
}
