import Glibc

/// Owns a file descriptor and closes it.
package struct FileDescriptor: ~Copyable, Sendable {
    /// The number, for calls that only use it.
    package let number: CInt

    /// Takes over `number`, which must be an open descriptor.
    package init(owning number: CInt) { self.number = number }

    /// Makes a second descriptor for the same open file as `number`, or returns `nil` if the process has too many open
    /// (EMFILE).
    package init?(duplicating number: CInt) {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { return nil }
        self.number = copy
    }

    /// Gives the descriptor up without closing it, and returns its number: it has another owner from now on.
    package consuming func release() -> CInt {
        let number = number
        discard self
        return number
    }

    deinit { close(number) }
}
