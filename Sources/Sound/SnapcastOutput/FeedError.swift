import Glibc
import SystemSupport

/// Why a server of rooms does not take the sound.
struct FeedError: Error, Hashable {
    /// What went wrong, for a person to read.
    let message: String

    init(_ message: String) { self.message = message }

    init(_ what: String, errno number: Int32) {
        let reason = systemReason(number)
        message = "\(what): \(reason)"
    }
}
