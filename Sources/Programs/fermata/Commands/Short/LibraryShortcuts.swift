import ArgumentParser
import ControlProtocol
import FermataKit
import MediaTypes

// Short commands about the library, in the words of mpc.

/// What a song has to have, as mpc takes it: words, behind the name of a tag or none; the name may also stand in front of a colon, as
/// `fermata play` takes it.
struct SongWords {
    /// The fields of the library by the names that tags have in mpc, in small letters.
    private static let fields: [String: String?] = {
        var fields: [String: String?] = ["any": nil, "file": SearchField.name.rawValue, "filename": SearchField.name.rawValue]
        for definition in SongTag.allCases.map(\.definition) {
            if let name = definition.mpdName, let field = definition.field { fields[name.lowercased()] = field.rawValue }
        }
        return fields
    }()

    let text: String
    /// Where all words have to be; `nil` for anywhere.
    let field: String?

    /// Takes the words of a command line. The first is the name of a tag if it is one, and others follow.
    init(_ words: [String]) {
        if words.count > 1, let first = words.first, let field = Self.fields[first.lowercased()] {
            (text, self.field) = (words.dropFirst().joined(separator: " "), field)
        } else if let first = words.first, let colon = first.firstIndex(of: ":"),
            let field = Self.fields[first[..<colon].lowercased()]
        {
            let rest = [String(first[first.index(after: colon)...])] + words.dropFirst()
            (text, self.field) = (rest.filter { !$0.isEmpty }.joined(separator: " "), field)
        } else {
            (text, field) = (words.joined(separator: " "), nil)
        }
    }

    /// Throws if there is nothing to look for.
    static func check(_ words: [String]) throws {
        guard SongWords(words).text.contains(where: { !$0.isWhitespace }) else {
            throw ValidationError("give the words that a song has to have")
        }
    }

    /// Returns whether an item of the queue has all words.
    func match(_ item: Wire.QueueItem) -> Bool {
        let (title, artist, album) = (item.title, item.artist, item.album)
        let texts: [String?] =
            switch field {
            case "title": [title]
            case "artist": [artist]
            case "people": [artist, item.albumArtist]
            case "album": [album]
            case "genre": [item.genre]
            case "name": [MediaAddress.name(of: item.uri)]
            default: [title, artist, item.albumArtist, album, item.genre, MediaAddress.name(of: item.uri)]
            }
        let all = texts.compactMap { $0?.lowercased() }
        return text.lowercased().split(separator: " ").allSatisfy { word in all.contains { $0.contains(word) } }
    }
}

struct SearchLibrary: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Find songs of the library: fermata library search.",
        discussion: """
            EXAMPLES
              fermata search abbey road
              fermata search artist beatles  also any, title, album, genre, composer, file
            """)
    @Argument(help: "What the song has to have; in front of it, where.") var words: [String]
    @OptionGroup var list: LibraryListOptions
    @OptionGroup var options: ConnectionOptions

    func validate() throws { try SongWords.check(words) }

    func run() throws {
        let words = SongWords(words)
        try list.perform(Methods.Library.search, options, LibraryText.songs) { (words.text, words.field, $0) }
    }
}

struct SearchAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "searchadd", abstract: "Add the songs of the library that 'fermata search' finds.", aliases: ["findadd"])
    @Argument(help: "What the songs have to have; in front of it, where.") var words: [String]
    @OptionGroup var options: ConnectionOptions

    func validate() throws { try SongWords.check(words) }

    func run() throws {
        let connection = try options.connect()
        let words = SongWords(words)
        var (page, addresses) = (Wire.LibraryPage(limit: LibraryListOptions.songsAtOnce), [String]())
        while true {
            let reply = try connection.ask(Methods.Library.search, (words.text, words.field, page))
            guard let part = reply.answer else {
                if case .failure(let error) = reply.result { throw ClientFailure.refused(error.message) }
                throw ClientFailure.refused("fermata cannot read the songs that fermatad sent")
            }
            addresses += part.songs.map(\.uri)
            guard let next = part.next else { break }
            page.after = next
        }
        guard !addresses.isEmpty else { throw ClientFailure.refused("the library has no song with that") }
        let added = try QueueAdding().run(addresses, on: connection, options)
        if let failure = added.failure { throw ClientFailure.refused(failure.message) }
    }
}

struct SearchPlay: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "searchplay", abstract: "Play the first item of the queue that has these words.")
    @Argument(help: "What the item has to have; in front of it, where, as with 'fermata search'.") var words: [String]
    @OptionGroup var options: ConnectionOptions

    func validate() throws { try SongWords.check(words) }

    func run() throws {
        let connection = try options.connect()
        let words = SongWords(words)
        guard let item = try QueueReader(connection).items().first(where: words.match) else {
            throw ClientFailure.refused("the queue has no item with that: 'fermata searchadd' adds songs of the library")
        }
        try options.perform(Methods.play, .item(item.id), on: connection, text: ConnectionOptions.headline)
    }
}

struct ListDirectory: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls", abstract: "List a directory of the library: fermata library browse.")
    @Argument(help: "A directory, relative to the directories of music.") var path: String?
    @OptionGroup var part: LibraryListOptions
    @OptionGroup var options: ConnectionOptions

    func run() throws {
        try part.perform(Methods.Library.browse, options, LibraryText.songs) { (.directory(path ?? ""), $0) }
    }
}

struct ListAll: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listall", abstract: "List the songs in a directory of the library and all below it, one address a line.",
        discussion: """
            EXAMPLES
              fermata listall
              fermata listall Jazz | fermata add -
            """)
    @Argument(help: "A directory, relative to the directories of music.") var path: String?
    @OptionGroup var options: ConnectionOptions

    func run() throws {
        let connection = try options.connect()
        // The next one is the last.
        var directories = [path ?? ""]
        while let directory = directories.popLast() {
            var below: [String] = []
            var page = Wire.LibraryPage(limit: LibraryListOptions.songsAtOnce)
            while true {
                let reply = try options.perform(
                    Methods.Library.browse, (.directory(directory), page), on: connection, rawText: LibraryText.uris)
                guard let part = reply.answer else {
                    throw ClientFailure.refused("fermata cannot read the songs that fermatad sent")
                }
                below += part.directories.map(\.path)
                guard let next = part.next else { break }
                page.after = next
            }
            directories += below.reversed()
        }
    }
}

struct Idle: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Wait until something happens, and print what.",
        discussion: """
            EXAMPLES
              fermata idle
              fermata idle player mixer
              fermata idle queue.              the same as: fermata idle playlist
            """)
    @Argument(
        help: """
            Names of events or prefixes, as 'fermata monitor' takes them; or the words of mpc: player, mixer, playlist, options, \
            output, database, stored_playlist.
            """,
        completion: .list(Idle.words.map(\.key) + EventType.all.map(\.name)))
    var types: [String] = []
    @OptionGroup var options: ConnectionOptions

    /// The events by the words of mpc.
    private static let words: KeyValuePairs<String, [String]> = [
        "player": [
            "player.stateChanged", "player.itemChanged", "player.positionChanged", "player.metadataChanged", "player.itemFailed",
        ],
        "mixer": ["player.volumeChanged"], "playlist": ["queue."],
        "options": ["player.optionsChanged", "player.stopAfterChanged", "queue."], "output": ["session.routeChanged"],
        "database": ["library."], "update": ["library."], "stored_playlist": ["playlist."],
    ]

    /// Other words that MPD knows, of which no event tells.
    private static let untold: Set = ["sticker", "subscription", "message", "partition", "neighbor", "mount"]

    func validate() throws {
        guard let word = types.first(where: Self.untold.contains) else { return }
        throw ValidationError("no event tells of '\(word)': a client of MPD can wait for it. 'fermata help idle' has the words")
    }

    func run() throws {
        let types = types.flatMap { type in Self.words.first { $0.key == type }?.value ?? [type] }
        try Monitor.run(types, options, once: true)
    }
}
