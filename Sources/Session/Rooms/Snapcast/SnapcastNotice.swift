import AudioTypes
import JSON

/// What a server tells of the house. A value whose numbers and texts are within bounds, whatever the server says.
enum SnapcastNotice: Hashable, Sendable {
    /// All of it.
    case house(House)
    /// Something of a room, by its id.
    case room(String, RoomPart)
    /// Something of a group, by its id.
    case group(String, GroupPart)

    enum RoomPart: Hashable, Sendable {
        case volume(percent: Int?, isMuted: Bool?)
        /// In milliseconds.
        case latency(Int)
        case name(String)
        case presence(Bool)
        /// Everything but its group.
        case everything(Room)
    }

    enum GroupPart: Hashable, Sendable {
        case name(String)
        case mute(Bool)
        case stream(String)
    }

    /// Reads a notice; `nil` if it tells nothing that counts here.
    init?(method: String, _ parameters: JSONValue) throws(SnapcastMistake) {
        if method == "Server.OnUpdate" {
            self = .house(try House(told: parameters))
            return
        }
        guard let id = Self.id(parameters["id"]) else { return nil }
        switch method {
        case "Client.OnVolumeChanged":
            let volume = parameters["volume"]
            self = .room(id, .volume(percent: Self.percent(volume?["percent"]), isMuted: volume?["muted"]?.boolValue))
        case "Client.OnLatencyChanged":
            guard let latency = Self.latency(parameters["latency"]) else { return nil }
            self = .room(id, .latency(latency))
        case "Client.OnNameChanged":
            guard let name = Self.text(parameters["name"]) else { return nil }
            self = .room(id, .name(name))
        case "Client.OnConnect":
            // It may have got another address, and the server other settings for it.
            if let json = parameters["client"], var room = Room(told: json), room.id == id {
                room.isConnected = true
                self = .room(id, .everything(room))
            } else {
                self = .room(id, .presence(true))
            }
        case "Client.OnDisconnect": self = .room(id, .presence(false))
        case "Group.OnNameChanged":
            guard let name = Self.text(parameters["name"]) else { return nil }
            self = .group(id, .name(name))
        case "Group.OnMute":
            guard let isMuted = parameters["mute"]?.boolValue else { return nil }
            self = .group(id, .mute(isMuted))
        case "Group.OnStreamChanged":
            guard let stream = Self.id(parameters["stream_id"]) else { return nil }
            self = .group(id, .stream(stream))
        default: return nil
        }
    }

    // MARK: Bounds

    /// The longest id, and the longest text that is kept, in bytes.
    private static let longestText = 256
    /// The longest latency either way, in milliseconds: no server has a longer buffer.
    static let latencies = -10_000...10_000
    /// The port of a source over the network whose address names none.
    private static let defaultPort: UInt16 = 4_953

    /// Returns an id; `nil` if there is none, it is too long, or it may not be shown (``CleanText``): one that is changed would be another.
    static func id(_ json: JSONValue?) -> String? {
        json?.stringValue.flatMap { $0.isEmpty || $0.utf8.count > longestText || !CleanText.isClean($0) ? nil : $0 }
    }

    /// Returns a text as it may be shown (``CleanText``), cut if it is long.
    static func text(_ json: JSONValue?) -> String? { json?.stringValue.map { CleanText.of(shortened($0)) } }

    /// Returns the text, cut if it is long.
    static func shortened(_ text: String) -> String {
        if text.utf8.count <= longestText { return text }
        var scalars = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            count += UTF8.width(scalar)
            if count > longestText { break }
            scalars.append(scalar)
        }
        return String(scalars)
    }

    /// Returns a volume in percent, not below 0 and not above 100: the server itself sets no bounds.
    static func percent(_ json: JSONValue?) -> Int? { number(json, in: 0...100) }

    /// Returns a latency in milliseconds, within bounds.
    static func latency(_ json: JSONValue?) -> Int? { number(json, in: latencies) }

    /// Returns the port at which the server takes the sound of a stream, by the address of its source; `nil` if it does not wait for a
    /// connection.
    static func port(_ json: JSONValue?) -> UInt16? {
        guard json?["scheme"]?.stringValue == "tcp", json?["query"]?["mode"]?.stringValue != "client",
            let host = json?["host"]?.stringValue
        else { return nil }
        guard let colon = host.lastIndex(of: ":") else { return defaultPort }
        return UInt16(host[host.index(after: colon)...])
    }

    private static func number(_ json: JSONValue?, in range: ClosedRange<Int>) -> Int? {
        guard let number = json?.numberValue, !number.isNaN else { return nil }
        return Int(min(max(number, Double(range.lowerBound)), Double(range.upperBound)).rounded())
    }
}

extension Room {
    /// Reads a client of the server; `nil` if it has no usable id.
    init?(told json: JSONValue) {
        guard let id = SnapcastNotice.id(json["id"]) else { return nil }
        self.init(id: id)
        let config = json["config"]
        givenName = SnapcastNotice.text(config?["name"]) ?? ""
        host = SnapcastNotice.text(json["host"]?["name"]) ?? ""
        isConnected = json["connected"]?.boolValue ?? false
        percent = SnapcastNotice.percent(config?["volume"]?["percent"]) ?? 100
        isMuted = config?["volume"]?["muted"]?.boolValue ?? false
        latency = SnapcastNotice.latency(config?["latency"]) ?? 0
    }
}

extension House {
    /// Reads everything that a server knows, as its status, its notice of an update and its answer to a change of groups have it.
    init(told json: JSONValue) throws(SnapcastMistake) {
        guard let server = json["server"], let lists = server["groups"]?.arrayValue else {
            throw SnapcastMistake(message: "sends a status without groups")
        }
        guard lists.count <= Self.mostGroups else {
            throw SnapcastMistake(message: "has more than \(Self.mostGroups) groups")
        }
        var (groups, rooms): ([RoomGroup], [Room]) = ([], [])
        for json in lists {
            guard let id = SnapcastNotice.id(json["id"]) else { continue }
            var group = RoomGroup(id: id)
            group.name = SnapcastNotice.text(json["name"]) ?? ""
            group.isMuted = json["muted"]?.boolValue ?? false
            group.stream = SnapcastNotice.id(json["stream_id"]) ?? ""
            for client in json["clients"]?.arrayValue ?? [] {
                guard let room = Room(told: client) else { continue }
                guard rooms.count < Self.mostRooms else {
                    throw SnapcastMistake(message: "has more than \(Self.mostRooms) rooms")
                }
                rooms.append(room)
                group.rooms.append(room.id)
            }
            groups.append(group)
        }
        let streams = (server["streams"]?.arrayValue ?? []).prefix(Self.mostStreams)
        let sources = streams.compactMap { json in
            SnapcastNotice.port(json["uri"]).flatMap { port in SnapcastNotice.id(json["id"]).map { (port, $0) } }
        }
        self.init(
            groups, rooms: rooms, streams: streams.compactMap { SnapcastNotice.id($0["id"]) },
            sources: Dictionary(sources) { first, _ in first })
    }
}
