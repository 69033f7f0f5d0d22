import ArgumentParser
import ControlProtocol
import FermataKit

// Short commands about the queue. They have the names that people know from mpc, and count places as mpc does.

struct Insert: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add media right behind the current item: fermata queue add --next.")
    @Argument(
        help: ArgumentHelp("Files, directories or URLs; - for a list in standard input.", valueName: "media"), completion: .media)
    var names: [String]
    @OptionGroup var options: ConnectionOptions

    func validate() throws { try MediaAddress.check(names) }

    func run() throws {
        let media = names + RawArguments.parts.media
        let lines = media == ["-"] ? try PipedList.required("what is inserted has to be a list") : nil
        let connection = try options.connect()
        let addresses = try lines.map { try PipedAddresses.of($0, on: connection) } ?? media.map(MediaAddress.address)
        let added = try QueueAdding(place: .next).run(addresses, on: connection, options)
        if let failure = added.failure { throw ClientFailure.refused(failure.message) }
    }
}

struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "del", abstract: "Remove items by their places in the queue.",
        discussion: """
            EXAMPLES
              fermata del 3            the third item
              fermata del 3-5 9        the third to the fifth, and the ninth
              fermata del 3-           the third and all behind it
              fermata del current      also: del 0
            """)
    @Argument(help: "Places, counted from 1, such as 3, 3-5 or current.", completion: .place) var places: [PlaceSpan]
    @OptionGroup var options: ConnectionOptions

    func run() throws {
        let connection = try options.connect()
        let reader = QueueReader(connection)
        let (current, ids) = (try reader.status().item?.id, try reader.ids())
        let wanted = Set(try places.flatMap { try $0.items(of: ids, current: current) })
        try QueueOrdering.remove(ids.filter(wanted.contains), on: connection, options)
    }
}

struct Crop: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Remove all items but the current one.")
    @OptionGroup var options: ConnectionOptions

    func run() throws {
        let connection = try options.connect()
        let reader = QueueReader(connection)
        guard let current = try reader.status().item?.id else { throw ClientFailure.refused("no item is the current one") }
        try QueueOrdering.remove(try reader.ids().filter { $0 != current }, on: connection, options)
    }
}

struct MovePlaces: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mv", abstract: "Move items by their places in the queue.",
        discussion: """
            EXAMPLES
              fermata mv 7 1           the seventh item becomes the first
              fermata mv 3-5 1
            """,
        aliases: ["move"])
    @Argument(help: "The place of an item, or places such as 3-5, counted from 1.", completion: .place) var from: PlaceSpan
    @Argument(help: "The place that the first of them is to have.") var to: Int
    @OptionGroup var options: ConnectionOptions

    func validate() throws { try Place.check(to) }

    func run() throws {
        let connection = try options.connect()
        let reader = QueueReader(connection)
        let (current, ids) = (try reader.status().item?.id, try reader.ids())
        let moved = try from.items(of: ids, current: current)
        guard to <= ids.count else { throw Place.missing(to) }
        try options.perform(Methods.Queue.move, (Array(moved), position: to - 1), on: connection)
    }
}

struct Shuffle: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put the queue into a random order, or play it in one.",
        discussion: """
            Without an argument, the queue itself is put into a random order. The current
            item comes first, so that all others are still heard, and the order stays.
            With one, the queue stays as it is: the same as 'fermata random'.
            """)
    @Argument(help: "on, off, or albums for one whole album after the other.") var state: ShuffleState?
    @OptionGroup var options: ConnectionOptions

    func run() throws {
        let connection = try options.connect()
        if let state {
            try options.perform(Methods.Queue.set, state.change, on: connection, rawText: PlainText.text)
            return
        }
        let reader = QueueReader(connection)
        let (current, ids) = (try reader.status().item?.id, try reader.ids())
        try QueueOrdering.bringForward(QueueOrdering.shuffled(ids, current: current), on: connection, options)
    }
}

struct Load: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add the entries of a playlist at the end of the queue.")
    @Argument(help: "The name of the playlist.", completion: .playlist) var name: String
    @OptionGroup var options: ConnectionOptions

    func run() throws {
        let added = try QueueAdding().run(["playlist:\(name)"], on: try options.connect(), options)
        if let failure = added.failure { throw ClientFailure.refused(failure.message) }
    }
}

struct RemovePlaylist: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rm", abstract: "Delete a playlist: fermata playlist delete.")
    @Argument(help: "The name of the playlist.", completion: .playlist) var name: String
    @OptionGroup var options: ConnectionOptions
    func run() throws { try options.perform(Methods.Playlist.delete, name) }
}

struct ListPlaylists: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lsplaylists", abstract: "List the names of the playlists: fermata playlist.")
    @OptionGroup var options: ConnectionOptions
    func run() throws { try options.perform(Methods.Playlist.list, (), rawText: PlaylistText.list) }
}
