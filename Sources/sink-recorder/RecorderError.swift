import Glibc

/// Why there is no recording, or no more of it.
struct RecorderError: Error, CustomStringConvertible {
    /// A sentence for the log.
    let description: String

    init(_ description: String) { self.description = description }

    /// With the reason that the system gave.
    static func system(_ what: String) -> RecorderError {
        RecorderError("\(what): \(unsafe String(cString: strerror(errno)))")
    }
}
