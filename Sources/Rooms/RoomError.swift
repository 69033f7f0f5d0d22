/// The reason why something about rooms was not done.
package enum RoomError: Error, Hashable, Sendable {
    /// The configuration names no server.
    case notConfigured
    /// The server is not there, or does not answer. A sentence says why.
    case unavailable(String)
    /// No room has that name or id.
    case notFound(String)
    /// Several rooms have that name: their ids.
    case ambiguous(String, ids: [String])
    /// The server has refused it. A sentence says what it said.
    case refused(String)
    /// So many requests wait for the server already, which is the limit.
    case tooManyWaiting(Int)
}

extension RoomError: CustomStringConvertible {
    /// A sentence for a person.
    package var description: String {
        switch self {
        case .notConfigured: "there are no rooms: snapcast.control in the configuration names no server"
        case .unavailable(let sentence), .refused(let sentence): sentence
        case .notFound(let name): "there is no room called \"\(name)\""
        case .ambiguous(let name, let ids):
            "\(ids.count) rooms are called \"\(name)\"; name one by its id: \(ids.prefix(8).joined(separator: ", "))"
        case .tooManyWaiting(let limit): "\(limit) requests wait for the Snapcast server, which is the limit"
        }
    }
}
