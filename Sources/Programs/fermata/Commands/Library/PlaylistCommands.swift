import ArgumentParser
import ControlProtocol
import FermataKit

struct Playlist: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Keep lists of media under names, and play them.",
        discussion: """
            A playlist is an M3U8 file in the directory that library.playlists of the
            configuration names. Other programs may use the same files. Places are counted
            from 1, as 'fermata playlist show' does.

            EXAMPLES
              fermata playlist                 the same as: fermata playlist list
              fermata playlist save Evening    save the queue
              fermata playlist add Evening ~/Music/Album song.flac
              fermata playlist move Evening 7 --to 1
              fermata playlist remove Evening 2 3
              fermata playlist play Evening    the same as: fermata play playlist:Evening
              fermata queue add playlist:Evening
              fermata playlist rules Loved     show the rules of a smart playlist
              fermata playlist rules Loved loved.nsp
            """,
        subcommands: [
            List.self, Show.self, Save.self, Add.self, Move.self, Remove.self, Rename.self, Rules.self, Delete.self, Start.self,
        ], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the names of the playlists.")
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform(Methods.Playlist.list, (), rawText: PlaylistText.list) }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show the entries of a playlist, with their places.")
        @Argument(help: "The name of the playlist.", completion: .playlist) var name: String
        @Flag(help: "Show addresses only, one a line.") var uris = false
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            let connection = try options.connect()
            var offset: Int? = 0
            while let start = offset {
                let reply = try options.perform(Methods.Playlist.get, (name, offset: start, limit: 1_000), on: connection) {
                    page in
                    uris ? PlaylistText.uris(page) : PlaylistText.entries(page, from: start)
                }
                offset = reply.answer?.next
            }
        }
    }

    struct Save: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Save the queue, or other media, as a playlist.",
            discussion: "A name that is taken is refused, unless you ask for --replace or --append.")
        @Argument(help: "The name of the playlist.", completion: .playlist) var name: String
        @Argument(
            help: ArgumentHelp("Files, directories or URLs; the queue if left out.", valueName: "media"), completion: .file())
        var media: [String] = []
        @Flag(help: "Put the new entries in the place of those that the playlist has.") var replace = false
        @Flag(help: "Add the new entries behind those that the playlist has.") var append = false
        @OptionGroup var options: ConnectionOptions

        func validate() throws {
            if replace, append { throw ValidationError("give --replace or --append, not both") }
            try MediaAddress.check(media)
        }

        func run() throws {
            let mode: Wire.PlaylistSaving = replace ? .replace : append ? .append : .create
            let connection = try options.connect()
            guard !media.isEmpty else {
                try options.perform(Methods.Playlist.save, (name, mode, uris: nil), on: connection, text: PlaylistText.outcome)
                return
            }
            try PlaylistAdding(name: name, mode: mode).run(media.map(MediaAddress.address), on: connection, options)
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add media to a playlist, which is made if it is missing.",
            discussion: "A playlist adds its entries, and a directory the sound files in it.")
        @Argument(help: "The name of the playlist.", completion: .playlist) var name: String
        @Argument(help: ArgumentHelp("Files, directories or URLs.", valueName: "media"), completion: .file()) var media: [String]
        @Option(name: .customLong("at"), help: "The place that the first is to have (default: at the end).") var place: Int?
        @OptionGroup var options: ConnectionOptions

        func validate() throws {
            if let place { try Place.check(place) }
            try MediaAddress.check(media)
        }

        func run() throws {
            try PlaylistAdding(name: name, index: place.map { $0 - 1 })
                .run(media.map(MediaAddress.address), on: try options.connect(), options)
        }
    }

    struct Move: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Move entries of a playlist.")
        @Argument(help: "The name of the playlist.", completion: .playlist) var name: String
        @Argument(help: "The place of the first entry.") var from: Int
        @Option(help: "The place that it is to have.") var to: Int
        @Option(help: "How many entries.") var count = 1
        @OptionGroup var options: ConnectionOptions

        func validate() throws {
            for place in [from, to] { try Place.check(place) }
            if count < 1 { throw ValidationError("--count should be 1 or more") }
        }

        func run() throws {
            try options.perform(
                Methods.Playlist.move, (name, from: from - 1, count: count, to: to - 1, revision: nil))
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Remove entries from a playlist.")
        @Argument(help: "The name of the playlist.", completion: .playlist) var name: String
        @Argument(help: "The places of the entries.") var places: [Int]
        @OptionGroup var options: ConnectionOptions

        func validate() throws { for place in places { try Place.check(place) } }

        func run() throws {
            let connection = try options.connect()
            var revision: String?
            // From the end on, so that the places of the others stay what they were.
            for run in Place.runs(of: places).reversed() {
                let what = (name, index: run.lowerBound, count: run.count, revision: revision)
                revision = try options.perform(Methods.Playlist.remove, what, on: connection).answer?.revision
            }
        }
    }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Give a playlist another name.")
        @Argument(help: "The name of the playlist.", completion: .playlist) var name: String
        @Argument(help: "The new name.") var new: String
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try options.perform(Methods.Playlist.rename, (name, to: new))
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete a playlist.", discussion: "The media in it stay where they are.")
        @Argument(help: "The name of the playlist.", completion: .playlist) var name: String
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform(Methods.Playlist.delete, name) }
    }

    struct Start: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "play", abstract: "Replace the queue with a playlist, and play.")
        @Argument(help: "The name of the playlist.", completion: .playlist) var name: String
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.control(Methods.play, .media("playlist:\(name)")) }
    }
}
