import Glibc

/// What can be done in a directory, as a look at it shows. The look waits for the disk.
package struct DirectoryLook: Hashable, Sendable {
    /// The system's words for why the directory cannot be used; `nil` if it can.
    package let reason: String?
    /// How many bytes this user may still write on its disk; `nil` if the system does not say.
    package let free: Int64?

    /// Looks whether the directory at `path` can be read, and, with `writing`, whether files can be made in it. One to write to need not be
    /// there, if it can be made.
    package init(_ path: String, writing: Bool) {
        let wanted = writing ? R_OK | W_OK | X_OK : R_OK | X_OK
        var path = path
        while unsafe writing && path.utf8.count > 1 && access(path, F_OK) != 0 && errno == ENOENT {
            let above = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
            path = above.isEmpty ? "/" : above
        }
        reason = unsafe access(path, wanted) == 0 ? nil : systemReason()
        var disk = statvfs()
        // A file system without blocks, such as one of the network, counts none.
        if unsafe statvfs(path, &disk) == 0, disk.f_blocks > 0 {
            let (bytes, isTooMuch) = Int64(clamping: disk.f_bavail).multipliedReportingOverflow(
                by: Int64(clamping: disk.f_frsize))
            free = isTooMuch ? .max : bytes
        } else {
            free = nil
        }
    }
}
