import JSON

/// The latencies of rooms, which a server forgets with the room, or when it loses its file. A value.
///
/// A room that has none any more where one is remembered was forgotten. One that has another was given it by somebody, and that is
/// remembered from then on.
struct LatencyMemory: Hashable, Sendable {
    /// How many are remembered at most.
    static let most = 1_000

    /// Milliseconds by the ids of rooms.
    private(set) var latencies: [String: Int] = [:]

    init() {}

    /// Remembers a latency that somebody has chosen; 0 forgets.
    mutating func learn(_ latency: Int, of room: String) {
        if latency == 0 {
            latencies[room] = nil
        } else if latencies[room] != nil || latencies.count < Self.most {
            latencies[room] = latency
        }
    }

    /// Compares with a room as the server has just told of it, without anybody having changed its latency.
    /// - Returns: the latency that the server has forgotten; `nil` if it has forgotten none.
    mutating func meet(_ room: Room) -> Int? {
        if room.latency != 0 { learn(room.latency, of: room.id) }
        return room.latency == 0 && room.isConnected ? latencies[room.id] : nil
    }
}

extension LatencyMemory {
    /// The memory as JSON, in an order that is always the same.
    var json: JSONValue {
        let members = latencies.sorted { $0.key < $1.key }
        return ["latencies": .object(JSONObject(members.map { .init(name: $0.key, value: .integer(Int64($0.value))) }))]
    }

    /// Reads what ``json`` wrote; `nil` if it is something else.
    init?(json bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes), let object = json["latencies"]?.objectValue,
            object.members.count <= Self.most
        else { return nil }
        for member in object.members {
            guard let latency = SnapcastNotice.latency(member.value) else { return nil }
            learn(latency, of: member.name)
        }
    }
}
