/// An error in the test machinery itself, and not in the code under test.
package struct TestSupportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure, for tests that expect one.
    package enum Code: Hashable, Sendable {
        /// A condition was not met, or an answer did not come, before its deadline.
        case timedOut
        /// The surrounding task was cancelled.
        case cancelled
        /// A program could not be started or is not installed.
        case launchFailed
        /// A program ended with another status than 0.
        case programFailed
        /// A file or socket operation failed.
        case inputOutput
        /// A program or the daemon gave an answer that cannot be read.
        case unexpectedAnswer
    }

    /// The kind of failure.
    package let code: Code
    /// A sentence for the person who reads the test log.
    package let message: String

    /// Makes an error.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The kind and the sentence.
    package var description: String { "\(code): \(message)" }
}
