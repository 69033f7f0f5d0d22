import Glibc

/// What went wrong between the daemon and the system around it.
package struct DesktopError: Error, Equatable, Sendable {
    /// What kind of failure it is.
    package enum Code: String, Sendable {
        /// The service manager's notification socket did not take a message.
        case notificationFailed
        /// What the service manager passed is not what a socket unit of Fermata passes.
        case badActivation
        /// Signals cannot be waited for.
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

    /// An error out of libsystemd's convention of negative `errno` values.
    init(_ code: Code, _ what: String, result: CInt) {
        let reason = unsafe String(cString: strerror(-result))
        self.init(code, "\(what): \(reason)")
    }
}

extension DesktopError: CustomStringConvertible {
    /// The sentence for a person.
    package var description: String { message }
}
