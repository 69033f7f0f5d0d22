/// A room: a client of a Snapcast server, as the server knows it. A value.
package struct Room: Hashable, Sendable {
    /// The id by which the server knows it.
    package let id: String
    /// The name that somebody has given it; empty if nobody has.
    package var givenName = ""
    /// The name of its machine; empty if the server does not know it.
    package var host = ""
    /// Whether it is there.
    package var isConnected = false
    /// Its volume, 0…100.
    package var percent = 100
    /// The greatest volume that it may have, 0…100; `nil` for any.
    package var maximum: Int?
    package var isMuted = false
    /// How much sooner it is sent to play than the other rooms, because its loudspeakers are late; in milliseconds.
    package var latency = 0
    /// The id of the group that it is in.
    package var group = ""

    /// Makes a room of that id.
    package init(id: String) { self.id = id }

    /// The name for people: the given one, else that of the machine, else the id.
    package var name: String { givenName.isEmpty ? host.isEmpty ? id : host : givenName }
}

/// Rooms that play the same stream. A value.
package struct RoomGroup: Hashable, Sendable {
    /// The id by which the server knows it.
    package let id: String
    /// The name that somebody has given it; empty if nobody has.
    package var name = ""
    /// Whether all its rooms are mute, whatever they are themselves.
    package var isMuted = false
    /// The id of the stream that it plays.
    package var stream = ""
    /// The ids of its rooms, in the order of the server.
    package var rooms: [String] = []

    /// Makes an empty group of that id.
    package init(id: String) { self.id = id }
}
