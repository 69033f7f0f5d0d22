import ArgumentParser
import ControlProtocol
import JSON

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
        func run() throws { try options.perform("rooms.list", text: plain ? PlainList.rooms : RoomText.rooms) }
    }

    struct Group: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put rooms into the group of the first one. The rooms that are in it stay.")
        @Argument(help: "Rooms.", completion: .room) var rooms: [String]
        @Option(help: ArgumentHelp("The name that the group is to have.", valueName: "name")) var name: String?
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try options.perform("rooms.group", ["rooms": rooms.json, "name": name.map(JSONValue.string)]) { _ in "" }
        }
    }

    struct Ungroup: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Take rooms out of their groups: each is alone in one then.")
        @Argument(help: "Rooms.", completion: .room) var rooms: [String]
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform("rooms.ungroup", ["rooms": rooms.json]) { _ in "" } }
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

    func validate() throws { _ = try RoomOrder(room, change, wholeGroup: group) }

    func run() throws {
        let order = try RoomOrder(room, change, wholeGroup: group)
        try options.perform(order.method, order.parameters, text: RoomText.outcome)
    }
}

/// What a person wants of a room: the call of the protocol.
struct RoomOrder {
    let method: String
    let parameters: JSONObject

    /// Makes the call that the words behind the name of a room stand for.
    init(_ room: String, _ words: [String], wholeGroup: Bool = false) throws {
        // The parser passes on `--` with the other arguments.
        let words = words.filter { $0 != "--" }
        var parameters: JSONObject = ["room": .string(room)]
        let verb = words.first
        if wholeGroup, verb != "mute", verb != "unmute" { throw ValidationError("--group goes with mute and unmute") }
        switch (verb, words.count) {
        case (nil, _): method = "rooms.list"
        case ("volume", 2), ("volume", 1):
            let change = try VolumeChange.parameters(Array(words.dropFirst()))
            method = change.isEmpty ? "rooms.list" : "rooms.setVolume"
            parameters.append(contentsOf: change)
        case ("mute", 1), ("unmute", 1):
            method = "rooms.mute"
            parameters["muted"] = .bool(verb == "mute")
            if wholeGroup { parameters["wholeGroup"] = true }
        case ("latency", 2):
            guard let milliseconds = Double(words[1]), abs(milliseconds) <= 10_000 else {
                throw ValidationError("\"\(Terminal.harmless(words[1]))\" is no latency: give milliseconds, such as 20 or -5")
            }
            method = "rooms.setLatency"
            parameters["seconds"] = .number(milliseconds / 1_000)
        case ("rename", 2):
            method = "rooms.rename"
            parameters["name"] = .string(words[1])
        default:
            throw ValidationError("write volume 40, mute, unmute, latency 20, or rename NAME")
        }
        self.parameters = parameters
    }
}
