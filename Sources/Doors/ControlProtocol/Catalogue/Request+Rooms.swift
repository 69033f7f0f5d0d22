// Rooms.
extension Request {
    /// The requests about rooms. A room is meant by its id or its name; levels are from 0 to 1, times in seconds.
    package enum Rooms: Hashable, Sendable {
        /// Lists rooms and groups, or one room.
        case list(room: String?)
        /// Sets or changes the volume of a room.
        case setVolume(room: String, level: Double?, delta: Double?, muted: Bool?)
        /// Mutes a room or its whole group, or ends that.
        case mute(room: String, muted: Bool, wholeGroup: Bool)
        /// Sets the latency of a room.
        case setLatency(room: String, seconds: Double)
        /// Gives a room another name.
        case rename(room: String, name: String)
        /// Puts rooms into the group of the first one.
        case group(rooms: [String], name: String?)
        /// Takes rooms out of their groups.
        case ungroup(rooms: [String])
    }
}
