import ControlProtocol
import JSON
import Rooms

extension Wire.Room {
    init(_ room: Room) {
        self.init(
            room: room.id, name: room.name, connected: room.isConnected, level: Double(room.percent) / 100, muted: room.isMuted,
            latency: Double(room.latency) / 1_000, group: room.group, host: room.host.isEmpty ? nil : room.host,
            maximum: room.maximum.map { Double($0) / 100 })
    }
}

extension Wire.RoomGroup {
    init(_ group: RoomGroup) {
        self.init(
            group: group.id, name: group.name.isEmpty ? nil : group.name, muted: group.isMuted, stream: group.stream,
            rooms: group.rooms)
    }
}

extension Wire.House {
    init(_ house: House) {
        self.init(
            rooms: house.rooms.map(Wire.Room.init), groups: house.groups.map(Wire.RoomGroup.init), streams: house.streams)
    }

    /// Makes what is told of one room of the house.
    init(_ house: House, _ room: Room) {
        self.init(
            rooms: [Wire.Room(room)], groups: house.group(room.group).map { [Wire.RoomGroup($0)] } ?? [], streams: house.streams)
    }
}

extension Wire.RoomChange {
    init(_ change: HouseChange) {
        self.init(
            change: Kind(change.kind), room: change.room.map(Wire.Room.init), group: change.group.map(Wire.RoomGroup.init))
    }
}

extension Wire.RoomChange.Kind {
    init(_ kind: HouseChange.Kind) {
        self =
            switch kind {
            case .available: .available
            case .unavailable: .unavailable
            case .added: .added
            case .removed: .removed
            case .connected: .connected
            case .disconnected: .disconnected
            case .volume: .volume
            case .latency: .latency
            case .name: .name
            case .group: .group
            case .groupName: .groupName
            case .groupMute: .groupMute
            case .groupStream: .groupStream
            }
    }
}

extension ControlError {
    init(_ error: RoomError) {
        switch error {
        case .notConfigured, .unavailable, .noAnnouncements, .away: self.init(.roomsUnavailable, error.description)
        case .notFound: self.init(.roomNotFound, error.description)
        case .ambiguous(_, let ids): self.init(.roomAmbiguous, error.description, details: ["rooms": ids.json])
        case .refused, .noStream, .notKept: self.init(.roomsFailed, error.description)
        case .tooManyWaiting, .tooManyRooms: self.init(.limitExceeded, error.description, details: ["limit": "rooms"])
        }
    }
}
