import ArgumentParser
import ControlProtocol

struct RoomsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rooms",
        abstract: "Show the rooms of a Snapcast server, and put them together.",
        discussion: """
            The rooms are the clients of the Snapcast server that snapcast.control of the
            configuration names. A room is meant by its name, capitals or not, or its id.

            EXAMPLES
              fermata rooms
              fermata rooms group kitchen bath     bath plays what the kitchen plays
              fermata rooms group kitchen --name Downstairs
              fermata rooms ungroup bath
              fermata room kitchen volume 40
            """,
        subcommands: [List.self, Group.self, Ungroup.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the rooms: name, volume, latency, group.")
        @Flag(help: "Separate the fields by tabs: id, name, percent, mute, milliseconds, group, connected.") var plain = false
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform(Methods.Rooms.list, nil, rawText: plain ? PlainList.rooms : RoomText.rooms) }
    }

    struct Group: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put rooms into the group of the first one. The rooms that are in it stay.")
        @Argument(help: "Rooms.", completion: .room) var rooms: [String]
        @Option(help: ArgumentHelp("The name that the group is to have.", valueName: "name")) var name: String?
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try options.perform(Methods.Rooms.group, (rooms, name: name))
        }
    }

    struct Ungroup: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Take rooms out of their groups: each is alone in one then.")
        @Argument(help: "Rooms.", completion: .room) var rooms: [String]
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform(Methods.Rooms.ungroup, rooms) }
    }
}

struct RoomCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "room",
        abstract: "Show or change one room of a Snapcast server.",
        usage: """
            fermata room <room> [volume <N>|+<N>|-<N>|mute|unmute] [--socket <path>] [--json]
            fermata room <room> mute|unmute [--group]
            fermata room <room> latency <milliseconds>
            fermata room <room> rename <name>
            """,
        discussion: """
            A latency is the time by which the room is sent to play sooner, because its
            loudspeakers are late. fermatad remembers it, should the server forget it.

            EXAMPLES
              fermata room kitchen
              fermata room kitchen volume 40
              fermata room kitchen volume -5
              fermata room kitchen mute
              fermata room kitchen mute --group    the whole group
              fermata room kitchen latency 20
              fermata room 00:21:6a:7d:74:fc rename "Big kitchen"
            """)

    @Argument(help: "The name or the id of a room.", completion: .room) var room: String
    // Also takes arguments that look like options: `-5` is a change.
    @Argument(
        parsing: .allUnrecognized, help: ArgumentHelp("What to change.", valueName: "change"),
        completion: .list(["volume", "mute", "unmute", "latency", "rename"]))
    var change: [String] = []
    @Flag(help: "Mute the whole group that the room is in, or end that.") var group = false
    @OptionGroup var options: ConnectionOptions

    func validate() throws { _ = try RoomOrder(change, wholeGroup: group) }

    func run() throws {
        let text = RoomText.outcome
        switch try RoomOrder(change, wholeGroup: group) {
        case .list: try options.perform(Methods.Rooms.list, room, rawText: text)
        case .volume(let change): try options.perform(Methods.Rooms.setVolume, (room, change), rawText: text)
        case .mute(let muted, let wholeGroup): try options.perform(Methods.Rooms.mute, (room, muted, wholeGroup), rawText: text)
        case .latency(let seconds): try options.perform(Methods.Rooms.setLatency, (room, seconds), rawText: text)
        case .rename(let name): try options.perform(Methods.Rooms.rename, (room, name), rawText: text)
        }
    }
}

/// What a person wants of a room.
enum RoomOrder: Hashable {
    case list
    case volume(Wire.VolumeChange)
    case mute(Bool, wholeGroup: Bool)
    /// In seconds.
    case latency(Double)
    case rename(String)

    /// Makes the order that the words behind the name of a room stand for.
    init(_ words: [String], wholeGroup: Bool = false) throws {
        // The parser passes on `--` with the other arguments.
        let words = words.filter { $0 != "--" }
        let verb = words.first
        if wholeGroup, verb != "mute", verb != "unmute" { throw ValidationError("--group goes with mute and unmute") }
        switch (verb, words.count) {
        case (nil, _): self = .list
        case ("volume", 2), ("volume", 1): self = try VolumeText.change(Array(words.dropFirst())).map { .volume($0) } ?? .list
        case ("mute", 1), ("unmute", 1): self = .mute(verb == "mute", wholeGroup: wholeGroup)
        case ("latency", 2):
            guard let milliseconds = Double(words[1]), abs(milliseconds) <= 10_000 else {
                throw ValidationError("\"\(Terminal.harmless(words[1]))\" is no latency: give milliseconds, such as 20 or -5")
            }
            self = .latency(milliseconds / 1_000)
        case ("rename", 2): self = .rename(words[1])
        default: throw ValidationError("write volume 40, mute, unmute, latency 20, or rename NAME")
        }
    }
}
