import Media

/// Why something on the network did not work, before it is known whether to try again.
enum NetworkFailure: Error, Hashable {
    /// The connection or the far end failed: the end of a sentence. Another try may help.
    case failed(String)
    /// Nothing came in time. Another try may help.
    case timedOut
    /// The owner wants something else.
    case interrupted
    /// It is no use to try again.
    case refused(MediaError)

    /// The sentence, where the owner did not end it.
    var reason: String {
        switch self {
        case .failed(let text): text
        case .timedOut: "nothing came in time"
        case .interrupted: "interrupted"
        case .refused(let error): error.message
        }
    }
}
