/// The error if the session refuses a request. Nothing was changed.
package struct SessionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error; its meaning never changes.
    package enum Code: String, Hashable, Sendable {
        case incompatibleCategory = "session_incompatible_category"
        case badOption = "session_bad_option"
        case cannotInterruptOthers = "session_cannot_interrupt_others"
        case insufficientPriority = "session_insufficient_priority"
        case notActive = "session_not_active"
        case busy = "session_busy"
        case mediaServicesFailed = "media_services_failed"
        case noRoute = "no_route"
        case outputNotFound = "output_not_found"
        case limitExceeded = "limit_exceeded"
        case invalidParameter = "invalid_params"
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
