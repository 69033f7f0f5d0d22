/// Why the directory of stations was not asked, or gave no answer that can be used.
package struct RadioError: Error, Hashable, Sendable {
    /// The kinds of failures.
    package enum Code: Hashable, Sendable {
        /// The configuration turns the directory off.
        case off
        /// The directory has no such station.
        case stationNotFound
        /// The client has asked too much at once, or there is no thread or descriptor for it.
        case limitExceeded
        /// No server of the directory gives an answer that can be used.
        case failed
        /// Somebody has cancelled the question.
        case cancelled
    }

    package let code: Code
    /// What failed, on what, for a person.
    package let message: String

    /// Makes an error.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    static let off = RadioError(.off, "the directory of radio stations is off (radio.enabled in config.toml)")
}
