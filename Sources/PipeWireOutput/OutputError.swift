import CPipeWire
import Glibc

/// Why something of PipeWire could not be made or done.
package struct OutputError: Error, Hashable, Sendable {
    /// What failed; stable, for programs.
    package enum Code: String, Hashable, Sendable {
        /// Nothing could be made at all: out of memory or descriptors, or a broken installation.
        case library
        /// No server answers. The output tries again by itself.
        case server
        /// The server is there, the stream could not be made.
        case stream
    }

    package let code: Code
    /// For a person.
    package let message: String

    init(_ code: Code, _ what: String, errno number: Int32) {
        self.code = code
        let reason = unsafe String(cString: strerror(number))
        message = "\(what): \(reason)"
    }
}
