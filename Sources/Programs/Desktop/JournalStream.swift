import Glibc

/// Finds out whether standard error goes to the journal.
package enum JournalStream {
    /// Returns whether `descriptor` is the stream that `JOURNAL_STREAM` in `environment` names as `DEVICE:INODE`.
    ///
    /// The variable alone is not enough: a shell inherits it too, and its output may be redirected (`systemd.exec(5)`).
    package static func isJournal(_ descriptor: CInt = STDERR_FILENO, environment: [String: String]) -> Bool {
        guard let stream = environment["JOURNAL_STREAM"] else { return false }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return false }
        let parts = stream.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let device = UInt64(parts[0]), let inode = UInt64(parts[1]) else { return false }
        return device == UInt64(status.st_dev) && inode == UInt64(status.st_ino)
    }
}
