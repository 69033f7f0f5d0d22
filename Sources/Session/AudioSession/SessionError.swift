/// The error if the session refuses a request. Nothing was changed.
package struct SessionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: CaseIterable, Hashable, Sendable {
        /// The category of the session does not allow it.
        case incompatibleCategory
        /// The option or mode does not go with the category.
        case badOption
        /// An interruption of higher priority is in force.
        case insufficientPriority
        /// The sound server is away.
        case mediaServicesFailed
        /// There is no usable output.
        case noRoute
        /// No output has that uid.
        case outputNotFound
        /// No input has that uid, or there is none.
        case inputNotFound
        /// Recording is not allowed.
        case permissionDenied
        /// Clients hold as many interruptions as they may.
        case limitExceeded
        /// As many requests for permission to record wait as may.
        case tooManyRequests
        /// As many equalisers are chosen as may be.
        case tooManyFilters
        /// As many outputs have rules for their volume as may.
        case tooManyVolumeRules
        /// No such request for permission to record waits.
        case requestNotFound
        /// A value is out of range, or names nothing.
        case invalidParameter
    }

    /// The kind of error.
    package let code: Code
    /// A sentence for a person.
    package let message: String

    /// Makes an error.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The sentence for a person.
    package var description: String { message }
}
