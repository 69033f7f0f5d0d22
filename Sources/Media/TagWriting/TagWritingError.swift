import Glibc
import SystemSupport

/// Why nothing was written into a file.
package struct TagWritingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of reason it is.
    package enum Code: String, CaseIterable, Sendable {
        /// Nobody can write gains into this kind of file here, or into this one.
        case unsupported
        /// The file does not keep to its own format.
        case damaged
        /// Something in it is larger than it may be.
        case excessive
        /// There is no such file.
        case notFound
        /// The name is that of a part of a file, such as a track of a CUE sheet.
        case partOfFile
        /// It is no regular file, or it cannot be read.
        case unreadable
        /// It is not the file any more that was measured, or that was read before.
        case changed
        /// It has further names, which would keep the old content.
        case severalNames
        /// Nobody may write to it.
        case readOnly
        /// The new file could not have the owner, the rights or the attributes of the old one.
        case notKept
        /// The disk is full.
        case noSpace
        /// The system refuses to write.
        case notWritten
        /// What was read back is not what was written.
        case notReadBack
    }

    package let code: Code
    /// The reason, to stand behind the name of the file and a colon, for a person.
    package let description: String

    /// Makes it.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Makes the failure of a system call that writes.
    init(writing number: CInt) {
        let isFull = [ENOSPC, EDQUOT].contains(number)
        let isReadOnly = [EROFS, EACCES, EPERM].contains(number)
        self.init(isFull ? .noSpace : isReadOnly ? .readOnly : .notWritten, "it cannot be written: \(systemReason(number))")
    }

    static func damaged(_ what: String) -> TagWritingError {
        TagWritingError(.damaged, "\(what) is not as its format says, and is left alone")
    }

    static func unsupported(_ sentence: String) -> TagWritingError { TagWritingError(.unsupported, sentence) }
}
