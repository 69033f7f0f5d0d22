import Glibc

/// Making directories.
package enum Directories {
    /// Why a directory is not there.
    package struct Failure: Error, Sendable, CustomStringConvertible {
        let path: String
        /// The system's number for the reason.
        let number = errno

        /// A sentence that names the directory.
        package var description: String { unsafe "the directory \(path) cannot be made: \(String(cString: strerror(number)))" }
    }

    /// Makes what is missing of the directory that holds `path`, as ``make(_:)`` does.
    package static func make(above path: String) throws(Failure) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
        try make(String(path[..<slash]))
    }

    /// Makes `path` and the directories above it, as far as they are missing, for nobody but us, whatever the umask.
    ///
    /// Places above that we may not write to are none of our business as long as they exist.
    package static func make(_ path: String) throws(Failure) {
        var end = path.startIndex
        while end < path.endIndex {
            end = path.utf8[end...].dropFirst().firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
            let directory = String(path[..<end])
            if unsafe mkdir(directory, 0o700) == 0 {
                guard unsafe chmod(directory, 0o700) == 0 else { throw Failure(path: directory) }
            } else if errno != EEXIST {
                let failure = Failure(path: directory)
                guard unsafe access(directory, F_OK) == 0 else { throw failure }
            }
        }
    }
}
