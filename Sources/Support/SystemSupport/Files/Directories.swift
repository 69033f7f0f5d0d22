import Glibc

/// Functions that make directories.
package enum Directories {
    /// The error if a directory cannot be made.
    package struct Failure: Error, Sendable, CustomStringConvertible {
        let path: String
        /// The system's `errno` value.
        package let number = errno

        /// A sentence that names the directory.
        package var description: String { "the directory \(path) cannot be made: \(systemReason(number))" }
    }

    /// Makes the directory that holds `path`, as ``make(_:)`` does.
    package static func make(above path: String) throws(Failure) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
        try make(String(path[..<slash]))
    }

    /// Makes `path` and the missing directories above it, with mode 0700 whatever the umask.
    ///
    /// A directory above `path` that exists is left as it is, even if we may not write to it.
    package static func make(_ path: String) throws(Failure) {
        var end = path.startIndex
        while end < path.endIndex {
            end = path.utf8[end...].dropFirst().firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
            let directory = String(path[..<end])
            if unsafe mkdir(directory, 0o700) == 0 {
                // Not through a link, if somebody has put one in its place meanwhile.
                guard unsafe fchmodat(AT_FDCWD, directory, 0o700, CInt(AT_SYMLINK_NOFOLLOW)) == 0 else {
                    throw Failure(path: directory)
                }
            } else if errno != EEXIST {
                let failure = Failure(path: directory)
                guard unsafe access(directory, F_OK) == 0 else { throw failure }
            }
        }
    }
}
