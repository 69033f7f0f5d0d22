// The rooms of a Snapcast server.
extension MethodCatalogue {
    private static let roomErrors: [ControlError.Code] = [
        .roomsUnavailable, .roomNotFound, .roomAmbiguous, .roomsFailed, .limitExceeded,
    ]
    private static let room = Parameter<String>.required("room", .text, "The id of a room, or its name, capitals or not.")
    private static let several = Parameter<[String]>.required(
        "rooms", .texts(minimumCount: 1), "The ids or the names of rooms, at least one.")

    static let rooms: [Method] = [
        Method(
            "rooms.list", "Lists the rooms and groups of the Snapcast server, without asking it.",
            .optional("room", .text, "The id or the name of a room: only that one, and its group."),
            result: .reference("House"), errors: [.roomsUnavailable, .roomNotFound, .roomAmbiguous]
        ) { room in .rooms(.list(room: room)) },
        Method(
            "rooms.setVolume", "Sets the volume of a room, or changes it. A level out of range is clamped.",
            room,
            .optional("level", .number(), "The new level: 0 is silence, 1 is full."),
            .optional("delta", .number(), "What to add to the level."),
            .optional("muted", .boolean, "Whether to mute the room."),
            result: .reference("Room"), errors: roomErrors, waitsForMedia: true
        ) { room, level, delta, muted throws(ControlError) in
            if level != nil, delta != nil {
                throw ControlError(.invalidParams, "rooms.setVolume: give \"level\" or \"delta\", not both")
            }
            if level == nil, delta == nil, muted == nil {
                throw ControlError(.invalidParams, "rooms.setVolume: give \"level\", \"delta\" or \"muted\"")
            }
            return .rooms(.setVolume(room: room, level: level, delta: delta, muted: muted))
        },
        Method(
            "rooms.mute", "Mutes a room, or the group that it is in, or ends that.",
            room,
            .optional("muted", .boolean, default: true, "Whether to mute."),
            .optional("wholeGroup", .boolean, default: false, "Whether the group is meant, whatever its rooms are themselves."),
            result: .reference("Room"), errors: roomErrors, waitsForMedia: true
        ) { room, muted, wholeGroup in .rooms(.mute(room: room, muted: muted, wholeGroup: wholeGroup)) },
        Method(
            "rooms.setLatency",
            "Sets by how many seconds a room is sent to play sooner. The daemon remembers it, should the server forget it.",
            room,
            .required("seconds", .number(minimum: -10, maximum: 10), "The seconds; the server may allow fewer."),
            result: .reference("Room"), errors: roomErrors, waitsForMedia: true
        ) { room, seconds in .rooms(.setLatency(room: room, seconds: seconds)) },
        Method(
            "rooms.rename", "Gives a room another name.",
            room, .required("name", .shortText, "The new name."),
            result: .reference("Room"), errors: roomErrors, waitsForMedia: true
        ) { room, name in .rooms(.rename(room: room, name: name)) },
        Method(
            "rooms.group", "Puts rooms into the group of the first one. The rooms that are in it stay.",
            several, .optional("name", .shortText, "The name that the group is to have."),
            result: .reference("RoomGroup"), errors: roomErrors, waitsForMedia: true
        ) { rooms, name in .rooms(.group(rooms: rooms, name: name)) },
        Method(
            "rooms.ungroup", "Takes rooms out of their groups: each is alone in one afterwards.",
            several,
            result: .reference("House"), errors: roomErrors, waitsForMedia: true
        ) { rooms in .rooms(.ungroup(rooms: rooms)) },
    ]
}
