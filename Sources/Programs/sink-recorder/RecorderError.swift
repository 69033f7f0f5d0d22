import Glibc

/// The reason why there is no recording, or why it ended.
struct RecorderError: Error, CustomStringConvertible {
    /// A sentence for the log.
    let description: String

    init(_ description: String) { self.description = description }

    /// Makes an error with the reason that the system gave.
    static func system(_ what: String) -> RecorderError {
        RecorderError("\(what): \(unsafe String(cString: strerror(errno)))")
    }
}
