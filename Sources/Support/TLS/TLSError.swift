/// Why TLS cannot be spoken.
package struct TLSError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure.
    package enum Code: Hashable, Sendable {
        /// GnuTLS is not installed.
        case libraryMissing
        /// The certificate is none.
        case badCertificate
        /// The key is none that can be used.
        case badKey
        /// The key is that of another certificate.
        case keyOfAnother
        /// A file cannot be read or written.
        case file
        /// GnuTLS refuses.
        case refused
    }

    /// What kind of failure.
    package let code: Code
    /// What failed, as a sentence for a person.
    package let description: String

    /// Makes an error.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
