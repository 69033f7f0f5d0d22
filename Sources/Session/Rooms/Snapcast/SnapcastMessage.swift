import JSON

/// What is wrong with what a server sends. Nothing more is believed of it on that connection.
struct SnapcastMistake: Error, Hashable, Sendable {
    /// What is wrong, to follow the name of the server.
    let message: String

    static let tooMuch = SnapcastMistake(message: "sends more than anybody can listen to")
}

/// What a server sends. A value.
enum SnapcastMessage: Hashable, Sendable {
    /// The answer to the request with that number.
    case answer(Int64, JSONValue)
    /// A request is refused: what the server says of it.
    case refusal(Int64, String)
    /// Somebody or something has changed.
    case notice(method: String, JSONValue)
    /// The server has told a whole status that nobody asked for, and that was not read.
    case unreadUpdate

    /// Whether it answers a request.
    var isAnswer: Bool {
        switch self {
        case .answer, .refusal: true
        case .notice, .unreadUpdate: false
        }
    }

    /// The deepest nesting that is read; the server's own messages are nested nine deep.
    private static let depth = 24
    /// How many messages one line may have. The server tells in one line what another program has changed by one: all rooms at most.
    private static let mostInLine = 1_000

    /// Returns the messages of a line: one, or several in an array. What is none of these is left out.
    static func all(in line: [UInt8]) throws(SnapcastMistake) -> [SnapcastMessage] {
        if isAboutStreams(line) { return [] }
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(parsing: line, maximumDepth: depth)
        } catch {
            throw SnapcastMistake(message: "sends what is no JSON: \(error)")
        }
        switch json {
        case .object: return [SnapcastMessage(json)].compactMap(\.self)
        case .array(let elements):
            guard elements.count <= mostInLine else {
                throw SnapcastMistake(message: "sends more than \(mostInLine) messages in one line")
            }
            return elements.compactMap(SnapcastMessage.init)
        default: throw SnapcastMistake(message: "sends JSON that is no message")
        }
    }

    private init?(_ json: JSONValue) {
        if let method = json["method"]?.stringValue {
            self = .notice(method: method, json["params"] ?? .null)
        } else if let id = json["id"]?.integerValue {
            if let error = json["error"] {
                let text = error["data"]?.stringValue ?? error["message"]?.stringValue ?? "no reason"
                self = .refusal(id, SnapcastNotice.shortened(text))
            } else {
                self = .answer(id, json["result"] ?? .null)
            }
        } else {
            return nil
        }
    }

    /// Whether the line is a notice about a stream: it has everything that the stream plays, comes with every change of that, and concerns
    /// no room. The server sorts the names of members.
    static func isAboutStreams(_ line: [UInt8]) -> Bool {
        line.starts(with: #"{"jsonrpc":"2.0","method":"Stream."#.utf8)
    }

    /// Whether the line is a notice with everything that the server knows: somebody has changed groups, or a room is gone.
    static func isUpdate(_ line: [UInt8]) -> Bool {
        line.starts(with: #"{"jsonrpc":"2.0","method":"Server.OnUpdate""#.utf8)
    }
}
