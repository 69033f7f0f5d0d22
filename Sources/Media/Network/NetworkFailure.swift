import MediaTypes

/// Why an operation on the network failed, before it is known whether to try again.
enum NetworkFailure: Error, Hashable {
    /// The connection or the server failed; the text is the end of a sentence. Another try may help.
    case failed(String)
    /// Nothing came before the time-out. Another try may help.
    case timedOut
    /// The reader wants something else.
    case interrupted
    /// Another try is of no use.
    case refused(MediaError)

    /// The reason in words: the end of a sentence.
    var reason: String {
        switch self {
        case .failed(let text): text
        case .timedOut: "nothing came in time"
        case .interrupted: "interrupted"
        case .refused(let error): error.message
        }
    }
}
