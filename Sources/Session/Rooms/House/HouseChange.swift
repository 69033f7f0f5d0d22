/// One change of a house. A value.
package struct HouseChange: Hashable, Sendable {
    /// What has changed.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The server answers, and the house is known.
        case available
        /// The server is not there any more, and nothing is known of the house.
        case unavailable
        /// There is a room that was not known before, or one that the server has forgotten.
        case added, removed
        /// A room has come, or gone.
        case connected, disconnected
        /// The volume of a room, or whether it is mute.
        case volume
        case latency
        case name
        /// A room is in another group.
        case group
        case groupName
        /// A group is mute as a whole, or is not any more.
        case groupMute
        /// A group plays another stream.
        case groupStream
    }

    package let kind: Kind
    /// The room as it is now, or was last.
    package let room: Room?
    /// The group as it is now, or the one that the room is in.
    package let group: RoomGroup?

    /// Makes a change.
    package init(_ kind: Kind, room: Room? = nil, group: RoomGroup? = nil) {
        self.kind = kind
        self.room = room
        self.group = group
    }

    /// Returns what is different in `new`: one change for each room and matter, rooms in their order.
    static func changes(from old: House, to new: House) -> [HouseChange] {
        var changes: [HouseChange] = []
        for room in old.rooms where new.room(room.id) == nil { changes.append(HouseChange(.removed, room: room)) }
        for room in new.rooms {
            guard let before = old.room(room.id) else {
                changes.append(HouseChange(.added, room: room, group: new.group(room.group)))
                continue
            }
            if before.group != room.group { changes.append(HouseChange(.group, room: room, group: new.group(room.group))) }
            changes += Self.changes(from: before, to: room)
        }
        let groups = Dictionary(old.groups.map { ($0.id, $0) }) { first, _ in first }
        for group in new.groups {
            if let before = groups[group.id] { changes += Self.changes(from: before, to: group) }
        }
        return changes
    }

    /// Returns what is different in a room besides its group.
    static func changes(from old: Room, to new: Room) -> [HouseChange] {
        var kinds: [Kind] = []
        if old.isConnected != new.isConnected { kinds.append(new.isConnected ? .connected : .disconnected) }
        if (old.percent, old.isMuted) != (new.percent, new.isMuted) { kinds.append(.volume) }
        if old.latency != new.latency { kinds.append(.latency) }
        if old.name != new.name { kinds.append(.name) }
        return kinds.map { HouseChange($0, room: new) }
    }

    /// Returns what is different in a group besides its rooms.
    static func changes(from old: RoomGroup, to new: RoomGroup) -> [HouseChange] {
        var kinds: [Kind] = []
        if old.name != new.name { kinds.append(.groupName) }
        if old.isMuted != new.isMuted { kinds.append(.groupMute) }
        if old.stream != new.stream { kinds.append(.groupStream) }
        return kinds.map { HouseChange($0, group: new) }
    }
}
