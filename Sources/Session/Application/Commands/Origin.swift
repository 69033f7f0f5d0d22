package import PlayerModel

/// The origin of a command: the door that it came through, and the client of that door who gave it.
package struct Origin: Hashable, Sendable {
    /// The ways into the daemon.
    package enum Door: Hashable, Sendable {
        /// The control socket.
        case control
        /// Media keys, panels and the lock screen.
        case mpris
        /// Clients of the protocol of MPD.
        case mpd
        /// No door: an alarm that somebody has set before.
        case alarm
        /// No door: what goes on with a queue that has nothing more.
        case endless
    }

    package let door: Door
    /// The number of the client. No other client of any door has it: a door with many clients takes the numbers of its
    /// connections, from 1 on, and a second such door adds a number that no connection of the first one reaches; a door that
    /// is one client for all takes 0.
    package let client: UInt64
    /// Whether the client has come over an address of the network, be it one of this machine: then it may be anybody. It gets no
    /// further into this machine and its networks than its door leads (``Application/reach(of:)``), and names no files but those of the
    /// library (``Application/refusal(ofAddress:for:)``). The door of MPD tells it no paths either.
    package let isFar: Bool

    /// What the command is a part of, for the history of the queue: the changes under one number (``Application/makeGroup()``) are taken back
    /// together; `nil`: each by itself.
    package let group: UInt64?

    /// Makes an origin.
    package init(_ door: Door, client: UInt64, isFar: Bool = false, group: UInt64? = nil) {
        self.group = group
        self.door = door
        self.client = client
        self.isFar = isFar
    }

    /// Whether both are one client.
    package static func == (left: Origin, right: Origin) -> Bool { (left.door, left.client) == (right.door, right.client) }

    /// Feeds what tells clients apart to `hasher`.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(door)
        hasher.combine(client)
    }

    /// The reason that is told for what a command of this origin causes.
    package var reason: PlaybackReason {
        switch door {
        case .control: .user
        case .mpris: .mpris
        case .mpd: .mpd
        case .alarm: .alarm
        case .endless: .endOfQueue
        }
    }
}
