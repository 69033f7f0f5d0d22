extension Wire {
    /// A room: a client of the Snapcast server.
    public struct Room: WireObject {
        /// The id by which the server knows it.
        public var room: String
        /// Its name for people.
        public var name: String
        /// Whether it is there.
        public var connected: Bool
        /// Its volume, 0…1.
        public var level: Double
        /// Whether it is mute.
        public var muted: Bool
        /// By how many seconds it is sent to play sooner.
        public var latency: Double
        /// The id of its group.
        public var group: String
        /// The name of its machine.
        public var host: String?
        /// The greatest volume that it may have; `nil` for any.
        public var maximum: Double?

        /// Makes a room.
        package init(
            room: String, name: String, connected: Bool, level: Double, muted: Bool, latency: Double, group: String,
            host: String?,
            maximum: Double? = nil
        ) {
            self.room = room
            self.name = name
            self.connected = connected
            self.level = level
            self.muted = muted
            self.latency = latency
            self.group = group
            self.host = host
            self.maximum = maximum
        }

        /// The members of a room.
        package static let shape = WireShape(
            Room.init(room:name:connected:level:muted:latency:group:host:maximum:),
            .of(\.room, .required("room", .string, "The id of the room.")),
            .of(\.name, .required("name", .string, "Its name: the given one, else that of its machine, else the id.")),
            .of(\.connected, .required("connected", .boolean, "Whether it is there.")),
            .of(\.level, .required("level", .number(minimum: 0, maximum: 1, in: 0...1), "The volume.")),
            .of(\.muted, .required("muted", .boolean, "Whether it is mute.")),
            .of(
                \.latency,
                .required(
                    "latency", .number(minimum: -10, maximum: 10, in: -10...10),
                    "By how many seconds it is sent to play sooner, because its loudspeakers are late.")),
            .of(\.group, .required("group", .string, "The id of the group that it is in.")),
            .of(\.host, .optional("host", .string, "The name of its machine, if the server knows it.")),
            .of(
                \.maximum,
                .optional(
                    "maximum", .number(minimum: 0, maximum: 1, in: 0...1),
                    "The greatest volume that it may have, if there is one (`output.setVolumeLimits`).")))
    }

    /// Rooms that play the same stream.
    public struct RoomGroup: WireObject {
        /// The id by which the server knows it.
        public var group: String
        /// The name that somebody has given it.
        public var name: String?
        /// Whether all its rooms are mute.
        public var muted: Bool
        /// The id of the stream that it plays.
        public var stream: String
        /// The ids of its rooms.
        public var rooms: [String]

        /// Makes a group.
        package init(group: String, name: String?, muted: Bool, stream: String, rooms: [String]) {
            self.group = group
            self.name = name
            self.muted = muted
            self.stream = stream
            self.rooms = rooms
        }

        /// The members of a group.
        package static let shape = WireShape(
            RoomGroup.init(group:name:muted:stream:rooms:),
            .of(\.group, .required("group", .string, "The id of the group.")),
            .of(\.name, .optional("name", .string, "The name that somebody has given it.")),
            .of(\.muted, .required("muted", .boolean, "Whether all its rooms are mute, whatever they are themselves.")),
            .of(\.stream, .required("stream", .string, "The id of the stream that it plays.")),
            .of(\.rooms, .required("rooms", .strings, "The ids of its rooms.")))
    }

    /// All rooms, groups and streams.
    public struct House: WireObject {
        /// The rooms, group after group.
        public var rooms: [Room]
        /// The groups.
        public var groups: [RoomGroup]
        /// The ids of the streams that groups can play.
        public var streams: [String]

        /// Makes a house.
        package init(rooms: [Room], groups: [RoomGroup], streams: [String]) {
            self.rooms = rooms
            self.groups = groups
            self.streams = streams
        }

        /// The members of a house.
        package static let shape = WireShape(
            House.init(rooms:groups:streams:),
            .of(\.rooms, .required("rooms", .references(), "The rooms, group after group.")),
            .of(\.groups, .required("groups", .references(), "The groups. Each room is in one.")),
            .of(\.streams, .required("streams", .strings, "The ids of the streams that the server has.")))
    }

    /// A change of the rooms.
    public struct RoomChange: WireObject {
        /// What has changed.
        public enum Kind: String, CaseIterable, Hashable, Sendable {
            case available, unavailable, added, removed, connected, disconnected, volume, latency, name, group, groupName,
                groupMute
            case groupStream
        }

        /// `available` and `unavailable`: the server answers, or does not.
        public var change: Kind
        /// The room as it is now, or was last.
        public var room: Room?
        /// The group as it is now; with `group` and `added`, that of the room.
        public var group: RoomGroup?

        /// Makes a change.
        package init(change: Kind, room: Room? = nil, group: RoomGroup? = nil) {
            self.change = change
            self.room = room
            self.group = group
        }

        /// The members of a change.
        package static let shape = WireShape(
            RoomChange.init(change:room:group:),
            .of(
                \.change,
                .required(
                    "change", .choice,
                    """
                    `available` and `unavailable`: the server answers, or does not. `added` and `removed`: the server knows the room, \
                    or has forgotten it. `connected` and `disconnected`: the room has come or gone. `group`: the room is in another \
                    group. The others name what of the room or the group is another one.
                    """)),
            .of(\.room, .optional("room", .reference, "The room as it is now, or was last.")),
            .of(\.group, .optional("group", .reference, "The group as it is now; with `group` and `added`, that of the room.")))
    }
}
