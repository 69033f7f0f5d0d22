import Glibc
import SystemSupport

/// An error between the daemon and the system around it.
package struct DesktopError: Error, Equatable, Sendable {
    /// What kind of failure it is.
    package enum Code: String, Sendable {
        /// The service manager's notification socket did not take a message.
        case notificationFailed
        /// The service manager passed something other than what a socket unit of Fermata passes.
        case badActivation
        /// The daemon cannot wait for signals.
        case noSignals
    }

    /// What kind of failure it is.
    package let code: Code
    /// The sentence for a person.
    package let message: String

    /// Makes an error.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Makes an error from a `result` in libsystemd's convention of negative `errno` values.
    init(_ code: Code, _ what: String, result: CInt) {
        let reason = systemReason(-result)
        self.init(code, "\(what): \(reason)")
    }
}

extension DesktopError: CustomStringConvertible {
    /// The sentence for a person.
    package var description: String { message }
}
