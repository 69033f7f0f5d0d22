import Glibc

/// Why a file or a directory cannot be used.
package struct FileFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system's `errno` value; 0 if the system would let us use what is there, and we do not want to.
    package let number: CInt
    /// The reason, to stand behind a colon, such as "it is a link".
    package let description: String

    /// Makes the failure of a system call.
    package init(system number: CInt) {
        self.number = number
        description = systemReason(number)
    }

    /// Makes the failure of something that is there and that we do not use.
    init(unwanted description: String) {
        number = 0
        self.description = description
    }

    /// Whether something is there that is not ours.
    package var isUnwanted: Bool { number == 0 }
}
