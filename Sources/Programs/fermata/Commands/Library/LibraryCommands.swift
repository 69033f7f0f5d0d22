import ArgumentParser
import ControlProtocol
import FermataKit
import JSON
import MediaTypes

struct Library: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Search and browse the library of music, and bring it up to date.",
        discussion: """
            The library has the files in library.directories of the configuration, which
            is your music directory unless told otherwise.

            EXAMPLES
              fermata library
              fermata library search abbey road
              fermata library search --uris dvorak | xargs -d '\\n' fermata play
              fermata library albums --limit 1000
              fermata library browse Jazz
              fermata library update --wait
            """,
        subcommands: [
            Statistics.self, Search.self, Albums.self, Artists.self, Genres.self, Years.self, Browse.self, Item.self, Update.self,
            WriteLoudness.self,
        ], defaultSubcommand: Statistics.self)

    struct Statistics: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Count what the library has.")
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform(Methods.Library.statistics, (), rawText: LibraryText.statistics) }
    }

    struct Search: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Find songs by their tags and the names of their files.",
            discussion: "Case and accents do not matter. Words of one or two letters are found where words begin.")
        @Argument(help: "What the song has to have.") var text: [String]
        @Option(
            help: "Look only there: \(SearchField.allCases.map(\.rawValue).alternatives).",
            completion: .list(SearchField.allCases.map(\.rawValue)))
        var field: String?
        @OptionGroup var list: LibraryListOptions
        @OptionGroup var options: ConnectionOptions

        func validate() throws { try SongWords.check(text) }

        func run() throws {
            let text = text.joined(separator: " ")
            try list.perform(Methods.Library.search, options, LibraryText.songs) { (text, field, $0) }
        }
    }

    struct Albums: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the albums: id, title, artist, date, songs.")
        @OptionGroup var list: LibraryListOptions
        @OptionGroup var options: ConnectionOptions
        func run() throws { try list.perform(Methods.Library.albums, options, LibraryText.albums) { $0 } }
    }

    struct Artists: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List artists, composers, genres: id and name.")
        @Option(
            help: "\(SongTag.named.map(\.definition.name).alternatives).",
            completion: .list(SongTag.named.map(\.definition.name)))
        var role: String?
        @OptionGroup var list: LibraryListOptions
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try list.perform(Methods.Library.names, options, LibraryText.names) { (role ?? "artist", $0) }
        }
    }

    struct Genres: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the genres: id and name.")
        @OptionGroup var list: LibraryListOptions
        @OptionGroup var options: ConnectionOptions
        func run() throws { try list.perform(Methods.Library.names, options, LibraryText.names) { ("genre", $0) } }
    }

    struct Years: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the years of songs, newest first: year, songs.")
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform(Methods.Library.years, (), rawText: LibraryText.years) }
    }

    struct Browse: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List a directory, or the songs of an album, a name, a year or a list.",
            discussion: """
                EXAMPLES
                  fermata library browse
                  fermata library browse --album 12
                  fermata library browse --list recentlyAdded
                  fermata library browse --list random --uris | xargs -d '\\n' fermata play
                """)
        @Argument(help: "A directory, relative to the directories of music.") var path: String?
        @Option(help: "The id of an album.") var album: Int64?
        @Option(help: "The id of an artist, a composer, a genre.") var name: Int64?
        @Option(help: "A year.") var year: Int?
        @Option(
            help: ArgumentHelp("recentlyAdded, recentlyPlayed, neverPlayed or random.", valueName: "name"),
            completion: .list(["recentlyAdded", "recentlyPlayed", "neverPlayed", "random"]))
        var list: String?
        @Option(help: "With the list random: the same number picks the same songs.") var seed: Int?
        @OptionGroup var part: LibraryListOptions
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            let place = try place()
            try part.perform(Methods.Library.browse, options, isChoice: list != nil, LibraryText.songs) { (place, $0) }
        }

        private func place() throws -> Wire.LibraryPlace {
            guard [path != nil, album != nil, name != nil, year != nil, list != nil].count(where: \.self) <= 1 else {
                throw ValidationError("give one of a directory, --album, --name, --year and --list")
            }
            guard seed == nil || list == "random" else { throw ValidationError("--seed is for the list random only") }
            if let album { return .album(album) }
            if let name { return .name(name) }
            if let year { return .year(year) }
            switch list {
            case nil: return .directory(path ?? "")
            case "recentlyAdded": return .recentlyAdded
            case "recentlyPlayed": return .recentlyPlayed
            case "neverPlayed": return .neverPlayed
            case "random": return .random(seed: seed ?? 0)
            case let other?: throw ValidationError("there is no list \"\(Terminal.harmless(other))\"")
            }
        }
    }

    struct Item: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show all tags, notes and lyrics of a song, and its loudness.")
        @Argument(help: "A file, or the id of a song.", completion: .file()) var song: String
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            let item: Wire.LibraryItem = Int64(song).map { .song($0) } ?? .uri(MediaAddress.address(song))
            try options.perform(Methods.Library.item, (item, true), rawText: LibraryText.item)
        }
    }

    struct Update: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Look for new, changed and removed files.",
            discussion: """
                It begins and does not wait, unless you ask for --wait: 'fermata monitor
                library.' shows how it gets on.

                With --loudness, songs whose files have no tags of ReplayGain are measured
                afterwards, at idle priority: an album takes half a minute, and a library
                hours. 'fermata library' shows how many are left. A restart goes on with it,
                unless a path was named; --cancel ends it.
                """)
        @Argument(help: "A directory or file within the directories of music; everything if left out.", completion: .file())
        var path: String?
        @Flag(help: "Compare every file, and not only directories that have changed.") var files = false
        @Flag(help: "Read every file anew, also one whose time of change was put back.") var contents = false
        @Flag(help: "Measure the loudness of songs afterwards, for replay gain.") var loudness = false
        @Flag(help: "Wait until it is done, and say what it has found.") var wait = false
        @Flag(help: "End the scan that runs and those that wait, and the measuring.") var cancel = false
        @OptionGroup var options: ConnectionOptions

        func validate() throws {
            if wait, cancel { throw ValidationError("give --wait or --cancel, not both") }
            if loudness, cancel { throw ValidationError("give --loudness or --cancel, which ends the measuring, not both") }
        }

        func run() throws {
            if cancel {
                try options.perform(Methods.Library.cancelUpdate, ())
                return
            }
            let what = (path.map(MediaAddress.address), files: files, contents: contents, loudness: loudness)
            let connection = try options.connect()
            guard wait else {
                let reply = try options.perform(Methods.Library.update, what, on: connection) { "scan \($0.0) has begun" }
                if let problem = reply.answer?.1 { throw ClientFailure.refused(problem) }
                return
            }
            // Before it begins: a short scan is over before the reply is read.
            try options.perform(Methods.Events.subscribe, ["library."], on: connection)
            var ended: [Wire.LibraryScan] = []
            let reply = try connection.ask(Methods.Library.update, what) { line in
                if let scan = Self.endedScan(line) { ended.append(scan) }
            }
            let number = try options.show(reply) { _ in "" }.answer?.0
            // How measuring has ended: before the scan, if somebody has cancelled it.
            var idle: Wire.LibraryLoudness?
            while true {
                if let scan = ended.first(where: { $0.scan == number }) {
                    try Self.show(scan, options)
                    if loudness { try show(idle ?? Self.measured(connection)) }
                    return
                }
                let line = try connection.readLine()
                if let scan = Self.endedScan(line) { ended.append(scan) }
                if case .libraryLoudness(let loudness) = Event(line: line) { idle = loudness.state == .idle ? loudness : nil }
            }
        }

        /// Returns the scan of an event that tells the end of one.
        private static func endedScan(_ line: String) -> Wire.LibraryScan? {
            switch Event(line: line) {
            case .libraryProgress(let scan), .libraryChanged(let scan): return scan.state == .running ? nil : scan
            default: return nil
            }
        }

        /// Returns how measuring has ended.
        private static func measured(_ connection: DaemonConnection) throws -> Wire.LibraryLoudness {
            while true {
                if case .libraryLoudness(let loudness) = Event(line: try connection.readLine()), loudness.state == .idle {
                    return loudness
                }
            }
        }

        private func show(_ loudness: Wire.LibraryLoudness) throws {
            if options.json { Terminal.write(loudness.json.text) } else { Terminal.write(LibraryText.loudness(loudness)) }
            // What is left is that of the whole library: with a path, it is no failure.
            if loudness.problem != nil || path == nil && loudness.left > 0 {
                throw ClientFailure.refused("the measuring has not come to its end")
            }
        }

        private static func show(_ scan: Wire.LibraryScan, _ options: ConnectionOptions) throws {
            if options.json { Terminal.write(scan.json.text) } else { Terminal.write(LibraryText.scan(scan)) }
            if scan.state == .failed || scan.state == .cancelled {
                throw ClientFailure.refused("the scan has not come to its end")
            }
        }
    }
}

/// Which part of a list, and how it is shown.
struct LibraryListOptions: ParsableArguments {
    @Option(help: "How many at most, up to 1000; 100 on a terminal, and all in a pipe or a file, if left out.") var limit: Int?
    @Option(help: ArgumentHelp("Go on behind the last part, at the place that it told.", valueName: "place")) var after: String?
    @Flag(help: "Show addresses only, one a line.") var uris = false

    /// How many people read at once.
    private static let usualLimit = 100
    /// How many songs are asked for at once if all are wanted.
    static let songsAtOnce = 1_000

    /// Asks the daemon, and shows the answer with `text` unless only addresses are wanted.
    /// - Parameters:
    ///   - isChoice: the list is a choice, such as one by chance, and all of it is not what anybody wants.
    ///   - parameters: what the method takes to list that part.
    func perform<Parameters, Answer>(
        _ method: Method<Parameters, Answer>, _ options: ConnectionOptions, isChoice: Bool = false,
        _ text: @escaping (JSONValue) -> String, parameters: (Wire.LibraryPage) -> Parameters
    ) throws {
        let text = uris ? LibraryText.uris : text
        // Another program gets all: it does not read where to go on, nor do people who want addresses only.
        if limit == nil, !isChoice, !options.json, uris || !Terminal.isInteractive {
            return try performWhole(method, options, text, parameters)
        }
        let page = Wire.LibraryPage(after: after, limit: limit ?? Self.usualLimit)
        try options.perform(method, parameters(page), rawText: text)
    }

    /// Shows all parts of a list as one.
    private func performWhole<Parameters, Answer>(
        _ method: Method<Parameters, Answer>, _ options: ConnectionOptions, _ text: (JSONValue) -> String,
        _ parameters: (Wire.LibraryPage) -> Parameters
    ) throws(ClientFailure) {
        let connection = try options.connect()
        var (page, isFirst) = (Wire.LibraryPage(after: after, limit: Self.songsAtOnce), true)
        while true {
            let raw: (JSONValue) -> String = { value in
                guard var part = value.objectValue else { return text(value) }
                // Where to go on is no part of the list, and neither is that a later part has nothing more.
                part["next"] = nil
                let isEmpty = ["songs", "albums", "names"].allSatisfy { part[$0]?.arrayValue?.isEmpty ?? true }
                return isFirst || !isEmpty ? text(.object(part)) : ""
            }
            let reply = try options.perform(method, parameters(page), on: connection, rawText: raw)
            guard case .success(let value) = reply.result, let next = value["next"]?.stringValue else { return }
            page.after = next
            isFirst = false
        }
    }
}
