import CPipeWire
import Glibc
import SystemSupport

/// Why an object of PipeWire could not be made, or an operation failed.
package struct OutputError: Error, Hashable, Sendable {
    /// What failed. The codes are stable, so programs may compare them.
    package enum Code: String, Hashable, Sendable {
        /// The library could make nothing: memory or descriptors have run out, or the installation is broken.
        case library
        /// No server answers. The output tries again by itself.
        case server
        /// The server is there, but the stream could not be made.
        case stream
    }

    /// What failed, for programs.
    package let code: Code
    /// What went wrong, for a person to read.
    package let message: String

    init(_ code: Code, _ what: String, errno number: Int32) {
        self.code = code
        let reason = systemReason(number)
        message = "\(what): \(reason)"
    }
}
