// The rooms of a Snapcast server.
extension Methods {
    private static let roomErrors: [ControlError.Code] = [
        .roomsUnavailable, .roomNotFound, .roomAmbiguous, .roomsFailed, .limitExceeded,
    ]
    private static let room = WireMember<String>.required("room", .text, "The id of a room, or its name, capitals or not.")
    private static let several = WireMember<[String]>.required(
        "rooms", .texts(minimumCount: 1), "The ids or the names of rooms, at least one.")

    /// The methods whose names begin with `rooms.`. A room is meant by its id or its name.
    public enum Rooms {
        /// Lists all rooms and groups, or one room with its group.
        public static let list = Method(
            "rooms.list", .view, "Lists the rooms and groups of the Snapcast server, without asking it.",
            .optional("room", .text, "The id or the name of a room: only that one, and its group."),
            answer: .value(Wire.House.self), errors: [.roomsUnavailable, .roomNotFound, .roomAmbiguous])

        /// Sets the volume of a room, or changes it.
        public static let setVolume = Method(
            "rooms.setVolume", .control, "Sets the volume of a room, or changes it. A level out of range is clamped.",
            room, .inline(Wire.VolumeChange.shape(of: "the room")),
            answer: .value(Wire.Room.self), errors: roomErrors, waitsForMedia: true
        )
        .checked { _, change throws(ControlError) in try change.requireChange(in: "rooms.setVolume") }

        /// Mutes a room, or with a second `true` the group that it is in, or ends that.
        public static let mute = Method(
            "rooms.mute", .control, "Mutes a room, or the group that it is in, or ends that.",
            room,
            .optional("muted", .boolean, default: true, "Whether to mute."),
            .optional("wholeGroup", .boolean, default: false, "Whether the group is meant, whatever its rooms are themselves."),
            answer: .value(Wire.Room.self), errors: roomErrors, waitsForMedia: true)

        /// Sets by how many seconds a room is sent to play sooner.
        public static let setLatency = Method(
            "rooms.setLatency", .admin,
            "Sets by how many seconds a room is sent to play sooner. The daemon remembers it, should the server forget it.",
            room,
            .required("seconds", .number(minimum: -10, maximum: 10), "The seconds; the server may allow fewer."),
            answer: .value(Wire.Room.self), errors: roomErrors, waitsForMedia: true)

        /// Gives a room another name.
        public static let rename = Method(
            "rooms.rename", .admin, "Gives a room another name.",
            room, .required("name", .shortText, "The new name."),
            answer: .value(Wire.Room.self), errors: roomErrors, waitsForMedia: true)

        /// Puts rooms into the group of the first one.
        public static let group = Method(
            "rooms.group", .control, "Puts rooms into the group of the first one. The rooms that are in it stay.",
            several, .optional("name", .shortText, "The name that the group is to have."),
            answer: .value(Wire.RoomGroup.self), errors: roomErrors, waitsForMedia: true)

        /// Takes rooms out of their groups: each is alone in one afterwards.
        public static let ungroup = Method(
            "rooms.ungroup", .control, "Takes rooms out of their groups: each is alone in one afterwards.",
            several,
            answer: .value(Wire.House.self), errors: roomErrors, waitsForMedia: true)
    }

    static let rooms: [any AnyMethod] = [
        Rooms.list, Rooms.setVolume, Rooms.mute, Rooms.setLatency, Rooms.rename, Rooms.group, Rooms.ungroup,
    ]
}
