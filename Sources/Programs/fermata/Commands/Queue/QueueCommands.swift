public import ArgumentParser
public import ControlProtocol
import FermataKit

struct Queue: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show and change the queue.",
        discussion: """
            The list shows for each item its place, counted from 1, and its id. The
            commands here name an item by its id, which it keeps when other items are
            added, moved or removed; 'fermata play 3', 'fermata del 3-5' and 'fermata mv 7
            1' take places.

            EXAMPLES
              fermata queue                    the same as: fermata queue list
              fermata queue add --next song.flac
              fermata queue add --unique ~/Music/Albums
              fermata queue move 7 8 --to 1   to the beginning
              fermata queue set --repeat all --shuffle on
              fermata queue priority 10 7 8    play 7 and 8 soon, in a queue that shuffles
              fermata queue range 7 1:00 2:30  play only this part of the file
              fermata undo                     take the newest change back
            """,
        subcommands: [
            List.self, Add.self, Remove.self, Deduplicate.self, Move.self, Shuffle.self, Crop.self, Clear.self,
            UndoQueue.self, RedoQueue.self, Set.self, Priority.self, Range.self, Tag.self,
        ],
        defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show the queue.")
        @Option(help: "Skip this many items.") var offset: Int?
        @Option(help: "Show at most this many items.") var limit: Int?
        @Flag(help: "Print place, id, seconds, artist, album, title and address, separated by tabs.") var plain = false
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            let reader = QueueReader(try options.connect())
            let current = options.json || plain ? nil : try reader.status().item?.id
            let pages = try reader.pages(offset: offset, limit: limit) { line in if options.json { Terminal.write(line) } }
            guard !options.json else { return }
            let text =
                plain
                ? PlainList.queue(pages, offset: offset ?? 0)
                : QueueText.list(
                    pages, offset: offset ?? 0, current: current, columns: Terminal.isInteractive ? Terminal.columns : nil)
            if !text.isEmpty { Terminal.write(text) }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add files, directories, URLs or standard input.",
            discussion: """
                A playlist adds its entries, and a directory the sound files in it. If some
                of several cannot be used, they are left out, and fermata says so.

                With -, fermata adds the songs, files and URLs of a list in standard input,
                one a line, such as 'fermata search' prints. Anything else in standard input
                it sends as 'fermata play -' does, but adds it at the end of the queue, where
                it waits for its turn. The same goes for /dev/stdin, and for what the shell
                puts in the place of <(command). The command ends when all of it was heard,
                or when somebody stopped, replaced or removed it.
                """)
        @Argument(
            help: ArgumentHelp("Files, directories or URLs; - for standard input.", valueName: "media"), completion: .media)
        var names: [String] = []
        @Option(name: .customLong("at"), help: "The place that the first is to have, counted from 1 (default: at the end).")
        var place: Int?
        @Flag(help: "Insert them right behind the current item.") var next = false
        @Flag(help: "Leave out media that the queue already has.") var unique = false
        @Flag(help: "Take files that are not there yet; without it, they are left out.") var later = false
        @Option(
            help: ArgumentHelp(
                "Play this audio track of media that has several: a number of 'fermata probe', or a language.", valueName: "track"
            ))
        var audio: String?
        @OptionGroup(title: "Library") var library: LibraryNames
        @OptionGroup(title: "Standard input") var input: PushOptions
        @OptionGroup var options: ConnectionOptions

        private var media: [String] { library.addresses + names + RawArguments.parts.media }

        func validate() throws {
            if media.isEmpty { throw ValidationError("give files, directories, URLs, or --album, --artist or --genre") }
            if let place { try Place.check(place) }
            if let audio { _ = try AudioText.choice(audio) }
            if next, place != nil { throw ValidationError("give --at or --next, not both") }
            try MediaAddress.check(media)
            try input.check(media)
            if isChosen, PushOptions.mustBeSent(media), !input.mayBeList(media) { throw ValidationError(Self.refusalOfMedia) }
        }

        private var isChosen: Bool { place != nil || next || unique || later || audio != nil }
        private static let refusalOfMedia =
            "media that are sent to fermatad go to the end of the queue: leave out --at, --next, --unique, --later and --audio"

        func run() throws {
            let list = try input.list(media, refusal: isChosen ? Self.refusalOfMedia : nil)
            if case .entries(let lines) = list {
                let connection = try options.connect()
                return try add(try PipedAddresses.of(lines, on: connection), on: connection)
            }
            if var push = try input.push(media, for: .item(plays: false)) {
                if case .media(let beginning) = list { push.beginning = beginning }
                return try push.run(options)
            }
            try add(media.map(MediaAddress.address), on: try options.connect())
        }

        private func add(_ addresses: [String], on connection: DaemonConnection) throws {
            let adding = QueueAdding(
                place: next ? .next : place.map { .index($0 - 1) } ?? .end, isUnique: unique, takesMissing: later,
                audio: try audio.map { try AudioText.choice($0) })
            let added = try adding.run(addresses, on: connection, options)
            if let failure = added.failure { throw ClientFailure.refused(failure.message) }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Remove items.")
        @Argument(help: "The ids of items.", completion: .item) var ids: [Int64]
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try options.perform(Methods.Queue.remove, ids)
        }
    }

    struct Deduplicate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove items that name the same file or URL as another item.",
            discussion: "One item of each such group stays: the current one if it is among them, else the first.")
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform(Methods.Queue.deduplicate, (), rawText: QueueText.removed) }
    }

    struct Move: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Move items.")
        @Argument(help: "The ids of items.", completion: .item) var ids: [Int64]
        @Option(name: .customLong("to"), help: "The place that the first is to have, counted from 1.") var place: Int
        @OptionGroup var options: ConnectionOptions

        func validate() throws { try Place.check(place) }

        func run() throws {
            try options.perform(Methods.Queue.move, (ids, position: place - 1))
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Empty the queue.")
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform(Methods.Queue.clear, ()) }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show or change how the queue is played.")
        @Option(name: .customLong("repeat"), help: "off, one or all.") var repeatMode: Wire.RepeatMode?
        @Option(help: ArgumentHelp("With --repeat one: how many times it is heard, 1 to 1000.", valueName: "number"))
        var count: Int?
        @Option(help: "on or off; albums: whole albums in random order.") var shuffle: ShuffleState?
        @Option(help: "on or off: whether items leave the queue once played; once: only the next one does.")
        var consume: Consumption?
        @OptionGroup var options: ConnectionOptions

        func validate() throws { try RepeatCount.check(count, with: repeatMode) }

        func run() throws {
            let change = Wire.QueueModeChange(
                repeat: repeatMode, shuffle: shuffle.map { $0 != .off }, consume: consume.map { $0 != .off },
                consumeOnce: consume == .once ? true : nil, repeatCount: count, shuffleBy: shuffle?.unit)
            try options.perform(Methods.Queue.set, change, rawText: PlainText.text)
        }
    }

    /// How many times an item is heard.
    enum RepeatCount {
        /// Throws `ValidationError` for a count that is out of range, or without an item that repeats itself.
        static func check(_ count: Int?, with mode: Wire.RepeatMode?) throws {
            guard let count else { return }
            guard mode == .one else { throw ValidationError("--count goes with one item that repeats itself") }
            guard (1...1_000).contains(count) else { throw ValidationError("an item is heard 1 to 1000 times") }
        }
    }
}

extension Queue {
    struct Priority: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Have a queue that shuffles play items before others.",
            discussion: """
                Of the items that are left of a round, the ones with the highest priority come
                first. The priority of an item ends when it is played.
                """)
        @Argument(help: "The priority, 0 to 255; 0 for none.") var priority: UInt8
        @Argument(help: "The ids of items.", completion: .item) var ids: [Int64]
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try options.perform(Methods.Queue.setPriority, (ids, priority))
        }
    }

    struct Range: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Play a part of an item's file.",
            discussion: """
                Without a start and an end, the whole file is played again. The item must not
                be the current one.

                EXAMPLES
                  fermata queue range 7 1:00 2:30
                  fermata queue range 7 90         from 1:30 to the end of the file
                  fermata queue range 7
                """)
        @Argument(help: "The id of an item.", completion: .item) var id: Int64
        @Argument(help: ArgumentHelp("Where the part begins, as a time of the file.", valueName: "start")) var start: String?
        @Argument(help: ArgumentHelp("Where it ends.", valueName: "end")) var end: String?
        @OptionGroup var options: ConnectionOptions

        func validate() throws { _ = try range() }

        func run() throws {
            let (start, end) = try range()
            try options.perform(Methods.Queue.setRange, (id, start, end))
        }

        private func range() throws -> (start: Double?, end: Double?) {
            let (start, end) = (try start.map { try TimeText.required($0) }, try end.map { try TimeText.required($0) })
            if let end, end <= start ?? 0 { throw ValidationError("the end has to be behind the start") }
            return (start, end)
        }
    }

    struct Tag: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set tags of an item that is an address of the network.",
            discussion: """
                An empty text removes a tag. What the media says of itself once it is open
                takes the place of what was set here.

                EXAMPLE
                  fermata queue tag 7 --title "Morning news" --artist "Radio 5"
                """)
        @Argument(help: "The id of an item.", completion: .item) var id: Int64
        @Option(help: "The title.") var title: String?
        @Option(help: "The artist.") var artist: String?
        @Option(help: "The album.") var album: String?
        @Option(help: "The artist of the whole album.") var albumArtist: String?
        @Option(help: "The number of the track.") var track: String?
        @Option(help: "The number of the disc.") var disc: String?
        @Option(help: "The date of the release.") var date: String?
        @Option(help: "The genre.") var genre: String?
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            let tags: [Wire.QueueTag: String?] = [
                .title: title, .artist: artist, .album: album, .albumArtist: albumArtist, .trackNumber: track,
                .discNumber: disc, .date: date, .genre: genre,
            ]
            try options.perform(Methods.Queue.setTags, (id, tags.compactMapValues(\.self)))
        }
    }
}

/// Whether items leave the queue, as it is written on the command line.
enum Consumption: String, ExpressibleByArgument, CaseIterable { case on, off, once }

/// On or off, as it is written on the command line.
enum Switch: String, ExpressibleByArgument, CaseIterable {
    case on, off
    var isOn: Bool { self == .on }
}

extension Wire.RepeatMode: ExpressibleByArgument {}
extension Wire.OutputOverride: ExpressibleByArgument {}
