public import ControlProtocol

/// Why a call of the daemon has no answer: a code for programs, and a sentence for people.
public struct FermataError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failures.
    public enum Code: Hashable, Sendable {
        /// The daemon has refused the call; ``FermataError/refusal`` says why.
        case refused
        /// What was given to this library makes no sense, such as a path that is too long for a socket.
        case misused
        /// No daemon answers: none runs, it has closed the connection, or it has let the time-out pass.
        case unreachable
        /// The daemon has answered with something that this version of the library does not understand.
        case misunderstood
    }

    /// What kind of failure it is.
    public let code: Code
    /// What failed, and on what.
    public let message: String
    /// The daemon's own error, with its code and details; `nil` unless the code is ``Code/refused``.
    public let refusal: ControlError?

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
        refusal = nil
    }

    /// Makes the error for a refusal of the daemon.
    package init(_ refusal: ControlError) {
        code = .refused
        message = refusal.message
        self.refusal = refusal
    }

    /// The sentence.
    public var description: String { message }
}
