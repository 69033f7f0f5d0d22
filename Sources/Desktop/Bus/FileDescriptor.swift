import Glibc

/// Owns a file descriptor and closes it.
struct FileDescriptor: ~Copyable {
    /// The number, for calls that only use it.
    let number: CInt

    /// Takes over `number`.
    init(owning number: CInt) { self.number = number }

    /// A descriptor of one's own for what `number` stands for, or nil where none is left (EMFILE).
    init?(duplicating number: CInt) {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { return nil }
        self.number = copy
    }

    deinit { close(number) }
}
