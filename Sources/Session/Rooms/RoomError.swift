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
    /// The configuration names no source for announcements.
    case noAnnouncements
    /// The server has no stream whose sound it takes at that port.
    case noStream(port: UInt16)
    /// None of the rooms is there: their names.
    case away([String])
    /// An announcement names more rooms than it may, which are so many.
    case tooManyRooms(Int)
    /// What is lent cannot be written down.
    case notKept
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
        case .noAnnouncements: "nothing can be announced in rooms: snapcast.announcements in the configuration names no source"
        case .noStream(let port):
            "the Snapcast server has no tcp source with the port \(port) for announcements; snapcast.announcements names it"
        case .away(let names):
            "nobody would hear it: \(names.prefix(8).joined(separator: ", ")) \(names.count == 1 ? "is" : "are") away"
        case .tooManyRooms(let limit): "an announcement may be heard in \(limit) rooms at most"
        case .notKept: "the rooms are not lent to an announcement, because that cannot be written down in the state directory"
        }
    }
}
