import JSON

/// What a Snapcast server can be asked for, as far as it is needed here. A value.
enum SnapcastRequest: Hashable, Sendable {
    /// Everything that it knows.
    case status
    case setVolume(room: String, percent: Int, isMuted: Bool)
    /// In milliseconds.
    case setLatency(room: String, Int)
    case renameRoom(String, String)
    case renameGroup(String, String)
    case muteGroup(String, Bool)
    /// The rooms that a group is to have. Those that it had besides get groups of their own.
    case setRooms(group: String, [String])
    /// The stream that a group is to play.
    case setStream(group: String, String)

    /// Returns the request as a message with that number.
    func json(id: Int64) -> JSONValue {
        let (method, parameters): (String, JSONValue?) =
            switch self {
            case .status: ("Server.GetStatus", nil)
            case .setVolume(let room, let percent, let isMuted):
                (
                    "Client.SetVolume",
                    ["id": .string(room), "volume": ["muted": .bool(isMuted), "percent": .integer(Int64(percent))]]
                )
            case .setLatency(let room, let latency):
                ("Client.SetLatency", ["id": .string(room), "latency": .integer(Int64(latency))])
            case .renameRoom(let room, let name): ("Client.SetName", ["id": .string(room), "name": .string(name)])
            case .renameGroup(let group, let name): ("Group.SetName", ["id": .string(group), "name": .string(name)])
            case .muteGroup(let group, let isMuted): ("Group.SetMute", ["id": .string(group), "mute": .bool(isMuted)])
            case .setRooms(let group, let rooms): ("Group.SetClients", ["id": .string(group), "clients": rooms.json])
            case .setStream(let group, let stream):
                ("Group.SetStream", ["id": .string(group), "stream_id": .string(stream)])
            }
        return ["id": .integer(id), "jsonrpc": "2.0", "method": .string(method), "params": parameters]
    }

    /// Returns what the answer of the server tells. Whoever asks gets an answer, and no notice of what it has changed.
    func notice(of result: JSONValue) throws(SnapcastMistake) -> SnapcastNotice {
        switch self {
        case .status, .setRooms: .house(try House(told: result))
        case .setVolume(let room, let percent, let isMuted):
            .room(
                room,
                .volume(
                    percent: SnapcastNotice.percent(result["volume"]?["percent"]) ?? percent,
                    isMuted: result["volume"]?["muted"]?.boolValue ?? isMuted))
        case .setLatency(let room, let latency): .room(room, .latency(SnapcastNotice.latency(result["latency"]) ?? latency))
        case .renameRoom(let room, let name): .room(room, .name(SnapcastNotice.text(result["name"]) ?? name))
        case .renameGroup(let group, let name): .group(group, .name(SnapcastNotice.text(result["name"]) ?? name))
        case .muteGroup(let group, let isMuted): .group(group, .mute(result["mute"]?.boolValue ?? isMuted))
        case .setStream(let group, let stream): .group(group, .stream(SnapcastNotice.id(result["stream_id"]) ?? stream))
        }
    }
}
