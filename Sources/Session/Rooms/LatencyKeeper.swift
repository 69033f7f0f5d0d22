import Logging

/// Keeps the latencies of rooms that somebody has chosen, in a file, and says which of them the server has forgotten. Confined to the
/// event loop.
final class LatencyKeeper {
    private let file: RoomFile
    /// `nil` until there is a server.
    private var memory: LatencyMemory?

    /// Makes a keeper with a file in `directory`, which it does not read yet.
    init(directory: String, logger: Logger) {
        file = RoomFile(directory: directory, name: "rooms", complaint: "The latencies of rooms are not kept.", logger: logger)
    }

    /// Reads the file, the first time.
    func load() {
        if memory == nil { memory = file.read(LatencyMemory.init(json:)) ?? LatencyMemory() }
    }

    /// Remembers the latencies that somebody has chosen.
    /// - Returns: requests that set those again that the server has forgotten.
    func take(_ notice: SnapcastNotice) -> [SnapcastRequest] {
        guard var new = memory else { return [] }
        var forgotten: [SnapcastRequest] = []
        switch notice {
        case .house(let house):
            for room in house.rooms {
                if let latency = new.meet(room) { forgotten.append(.setLatency(room: room.id, latency)) }
            }
        case .room(let id, .latency(let latency)): new.learn(latency, of: id)
        case .room(_, .everything(let room)):
            if let latency = new.meet(room) { forgotten.append(.setLatency(room: room.id, latency)) }
        case .room, .group: break
        }
        if new != memory {
            memory = new
            file.write(new.json)
        }
        return forgotten
    }

    /// Waits for the disk to have the latencies.
    func finish() { file.finish() }
}
