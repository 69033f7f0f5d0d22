import AudioTypes

/// Everything that a Snapcast server knows of its rooms. A value without I/O.
package struct House: Hashable, Sendable {
    /// How many rooms, groups and streams a server may name at most. A larger house is one of a broken server.
    static let mostRooms = 1_000
    static let mostGroups = 1_000
    static let mostStreams = 200

    /// The rooms, in the order of their groups.
    package private(set) var rooms: [Room]
    package private(set) var groups: [RoomGroup]
    /// The ids of the streams that groups can play.
    package private(set) var streams: [String]
    /// The ids of the streams whose sound comes over a connection to the server, by the port that takes it.
    private let sources: [UInt16: String]
    /// What rooms have of their own about the volume.
    private var volumes = OutputVolumes()
    private var places: [String: Int]
    private var groupPlaces: [String: Int]

    /// Makes a house of these groups, whose rooms are among `rooms`. A room belongs to the first group that names it.
    init(_ groups: [RoomGroup], rooms: [Room], streams: [String], sources: [UInt16: String] = [:]) {
        let known = Dictionary(rooms.map { ($0.id, $0) }) { first, _ in first }
        self.rooms = []
        self.groups = []
        self.streams = streams
        self.sources = sources
        places = [:]
        groupPlaces = [:]
        for var group in groups where groupPlaces[group.id] == nil {
            groupPlaces[group.id] = self.groups.count
            group.rooms = group.rooms.filter { id in
                guard var room = known[id], places[id] == nil else { return false }
                room.group = group.id
                places[id] = self.rooms.count
                self.rooms.append(room)
                return true
            }
            self.groups.append(group)
        }
    }

    /// Returns the room with the id `id`.
    package func room(_ id: String) -> Room? { places[id].map { rooms[$0] } }

    /// Returns the group with the id `id`.
    package func group(_ id: String) -> RoomGroup? { groupPlaces[id].map { groups[$0] } }

    /// Returns the id of the stream whose sound the server takes at `port`.
    package func stream(atPort port: UInt16) -> String? { sources[port] }

    /// Takes over what rooms have of their own about the volume. Returns a change of the volume for each room that may have another one at most.
    mutating func take(_ volumes: OutputVolumes) -> [HouseChange] {
        self.volumes = volumes
        return rooms.indices.compactMap { place in
            let before = rooms[place].maximum
            rooms[place].take(volumes)
            return rooms[place].maximum == before ? nil : HouseChange(.volume, room: rooms[place])
        }
    }

    /// Takes over what a server has told, and returns what has changed.
    /// - Returns: `nil` if it is about a room or a group that is not known, so that the server has to be asked anew.
    mutating func take(_ notice: SnapcastNotice) -> [HouseChange]? {
        switch notice {
        case .house(let new):
            var new = new
            _ = new.take(volumes)
            let changes = HouseChange.changes(from: self, to: new)
            self = new
            return changes
        case .room(let id, let part):
            guard let place = places[id] else { return nil }
            let old = rooms[place]
            rooms[place].take(part)
            rooms[place].take(volumes)
            return HouseChange.changes(from: old, to: rooms[place])
        case .group(let id, let part):
            guard let place = groupPlaces[id] else { return nil }
            let old = groups[place]
            groups[place].take(part)
            return HouseChange.changes(from: old, to: groups[place])
        }
    }
}

extension Room {
    fileprivate mutating func take(_ volumes: OutputVolumes) {
        let ceiling = volumes.ceiling(ofRoom: id, called: name)
        // Whole percents, as the server has them, and none of them too many: 0.29 times 100 is a bit less than 29.
        maximum = ceiling < 1 ? Int((ceiling * 100 + 1e-9).rounded(.down)) : nil
    }

    fileprivate mutating func take(_ part: SnapcastNotice.RoomPart) {
        switch part {
        case .volume(let percent, let isMuted):
            self.percent = percent ?? self.percent
            self.isMuted = isMuted ?? self.isMuted
        case .latency(let latency): self.latency = latency
        case .name(let name): givenName = name
        case .presence(let isConnected): self.isConnected = isConnected
        case .everything(let new):
            let group = group
            self = new
            self.group = group
        }
    }
}

extension RoomGroup {
    fileprivate mutating func take(_ part: SnapcastNotice.GroupPart) {
        switch part {
        case .name(let name): self.name = name
        case .mute(let isMuted): self.isMuted = isMuted
        case .stream(let stream): self.stream = stream
        }
    }
}

extension House {
    /// Returns the room that a person or a program calls `name`: by its id, or by its name, capitals or not.
    package func room(called name: String) throws(RoomError) -> Room {
        if let room = room(name) { return room }
        let lowercase = name.lowercased()
        let found = rooms.filter { $0.name.lowercased() == lowercase }
        guard let room = found.first else { throw .notFound(name) }
        if found.count > 1 { throw .ambiguous(name, ids: found.map(\.id)) }
        return room
    }

    /// Returns the rooms that are called so, each once.
    func rooms(called names: [String]) throws(RoomError) -> [Room] {
        var (rooms, ids): ([Room], Set<String>) = ([], [])
        for name in names {
            let room = try room(called: name)
            if ids.insert(room.id).inserted { rooms.append(room) }
        }
        return rooms
    }
}

extension House {
    /// Returns what to ask of the server so that `joining` are in the group of the first of them, with the rooms that are in it already,
    /// and the group has the name `name`, if there is one. Nothing if all is so.
    func requestsToGroup(_ joining: [Room], name: String?) -> [SnapcastRequest] {
        guard let group = joining.first.flatMap({ group($0.group) }) else { return [] }
        var requests: [SnapcastRequest] = []
        let others = joining.map(\.id).filter { !group.rooms.contains($0) }
        if !others.isEmpty { requests.append(.setRooms(group: group.id, group.rooms + others)) }
        if let name, name != group.name { requests.append(.renameGroup(group.id, name)) }
        return requests
    }

    /// Returns what to ask of the server so that each of `leaving` is alone in a group: one request for each group that loses some. If
    /// nobody stays in a group, the first one does.
    func requestsToUngroup(_ leaving: [Room]) -> [SnapcastRequest] {
        let leaving = Set(leaving.map(\.id))
        return groups.compactMap { group in
            guard group.rooms.count > 1, group.rooms.contains(where: leaving.contains) else { return nil }
            let staying = group.rooms.filter { !leaving.contains($0) }
            return .setRooms(group: group.id, staying.isEmpty ? Array(group.rooms.prefix(1)) : staying)
        }
    }
}
