/// The parts of the server whose changes `idle` tells.
package struct Subsystems: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The names of the protocol, in the order in which `idle` tells them.
    package static let names = [
        "database", "stored_playlist", "playlist", "player", "mixer", "output", "options", "sticker", "update", "subscription",
        "message", "neighbor", "mount", "partition",
    ]

    /// The library.
    package static let database = Subsystems(name: "database")
    /// Stored playlists.
    package static let storedPlaylist = Subsystems(name: "stored_playlist")
    /// The queue.
    package static let playlist = Subsystems(name: "playlist")
    /// State, song and position.
    package static let player = Subsystems(name: "player")
    /// The volume.
    package static let mixer = Subsystems(name: "mixer")
    /// The outputs, and which of them plays.
    package static let output = Subsystems(name: "output")
    /// Repeat, random, single, consume.
    package static let options = Subsystems(name: "options")
    /// What was noted of songs.
    package static let sticker = Subsystems(name: "sticker")
    /// A scan of the library has begun or ended.
    package static let update = Subsystems(name: "update")
    /// A channel has its first client, or has lost its last one.
    package static let subscription = Subsystems(name: "subscription")
    /// A message for the client waits.
    package static let message = Subsystems(name: "message")
    /// All of them.
    package static let all = Subsystems(rawValue: (1 << UInt16(names.count)) - 1)

    private init(name: String) { self = Subsystems(exactly: name) ?? [] }

    /// Makes the set of the subsystem with a name, whose case does not matter; `nil` if there is none.
    package init?(exactly name: String) {
        let name = name.lowercased()
        guard let index = Self.names.firstIndex(of: name) else { return nil }
        self.init(rawValue: 1 << UInt16(index))
    }

    /// The names of the set.
    package var names: [String] {
        Self.names.enumerated().filter { rawValue & (1 << UInt16($0.offset)) != 0 }.map(\.element)
    }
}
