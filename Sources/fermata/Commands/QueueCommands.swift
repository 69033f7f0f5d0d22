import ArgumentParser
import ControlProtocol

struct Queue: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show and change the queue.",
        discussion: """
            An item is named by its number in the first column of the list. It keeps that
            number when other items are added, moved or removed.

            EXAMPLES
              fermata queue                    the same as: fermata queue list
              fermata queue add --next song.flac
              fermata queue add --unique ~/Music/Albums
              fermata queue move 7 8 --to 0
              fermata queue set --repeat all --shuffle on
            """,
        subcommands: [List.self, Add.self, Remove.self, Deduplicate.self, Move.self, Clear.self, Set.self],
        defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show the queue.")
        @Option(help: "Skip this many items.") var offset: Int?
        @Option(help: "Show at most this many items.") var limit: Int?
        @Flag(help: "Print place, number, seconds, artist, album, title and address, separated by tabs.") var plain = false
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            let connection = try options.connect()
            var pages: [Wire.QueuePage] = []
            var (next, missing) = (offset, limit)
            repeat {
                let parameters: JSONObject = ["offset": next?.json, "limit": missing?.json]
                let reply = try options.perform("queue.list", parameters, on: connection) { _ in "" }
                let page: Wire.QueuePage
                do throws(JSONMismatch) {
                    page = try Wire.QueuePage(json: reply)
                } catch {
                    throw ClientFailure.refused("fermata cannot read fermatad's reply to queue.list: \(error)")
                }
                pages.append(page)
                next = page.next
                missing = missing.map { $0 - page.items.count }
            } while next != nil && missing != 0
            guard !options.json else { return }
            let text = plain ? PlainList.queue(pages, offset: offset ?? 0) : QueueText.list(pages)
            if !text.isEmpty { Terminal.write(text) }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add files, directories, URLs or standard input.",
            discussion: """
                A playlist adds its entries, and a directory the sound files in it. If some
                of several cannot be used, they are left out, and fermata says so.

                With -, fermata sends standard input as `fermata play -` does, but adds it
                at the end of the queue, where it waits for its turn. The same goes for
                /dev/stdin, and for what the shell puts in the place of <(command). The
                command ends when all of it was heard, or when somebody stopped, replaced
                or removed it.
                """)
        @Argument(
            help: ArgumentHelp("Files, directories or URLs; - for standard input.", valueName: "media"), completion: .file())
        var names: [String] = []
        @Option(name: .customLong("at"), help: "Where to insert the first, counted from 0 (default: at the end).")
        var position: Int?
        @Flag(help: "Insert them right behind the current item.") var next = false
        @Flag(help: "Leave out media that the queue already has.") var unique = false
        @OptionGroup(title: "Library") var library: LibraryNames
        @OptionGroup(title: "Standard input") var input: PushOptions
        @OptionGroup var options: ConnectionOptions

        private var media: [String] { library.addresses + names + RawArguments.parts.media }

        func validate() throws {
            if media.isEmpty { throw ValidationError("give files, directories, URLs, or --album, --artist or --genre") }
            if next, position != nil { throw ValidationError("give --at or --next, not both") }
            try MediaAddress.check(media)
            try input.check(media)
            if PushOptions.mustBeSent(media), position != nil || next || unique {
                throw ValidationError("media sent to fermatad go to the end of the queue: leave out --at, --next and --unique")
            }
        }

        func run() throws {
            if let push = try input.push(media, for: .item(plays: false)) { return try push.run(options) }
            let adding = QueueAdding(place: next ? .next : position.map { .index($0) } ?? .end, isUnique: unique)
            if let failure = try adding.run(media.map(MediaAddress.address), on: try options.connect(), options) {
                throw ClientFailure.refused(failure.message)
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Remove items.")
        @Argument(help: "The items' numbers.", completion: .item) var ids: [Int64]
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            try options.perform("queue.remove", ["ids": .array(ids.map(JSONValue.integer))]) { _ in "" }
        }
    }

    struct Deduplicate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove items that name the same file or URL as another item.",
            discussion: "One item of each such group stays: the current one if it is among them, else the first.")
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform("queue.deduplicate", text: QueueText.removed) }
    }

    struct Move: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Move items.")
        @Argument(help: "The items' numbers.", completion: .item) var ids: [Int64]
        @Option(name: .customLong("to"), help: "Where the first goes, counted from 0.") var position: Int
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            let parameters: JSONObject = ["ids": .array(ids.map(JSONValue.integer)), "position": position.json]
            try options.perform("queue.move", parameters) { _ in "" }
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Empty the queue.")
        @OptionGroup var options: ConnectionOptions
        func run() throws { try options.perform("queue.clear") { _ in "" } }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show or change how the queue is played.")
        @Option(name: .customLong("repeat"), help: "off, one or all.") var repeatMode: Wire.RepeatMode?
        @Option(help: "on or off.") var shuffle: Switch?
        @Option(help: "on or off: whether items leave the queue once played.") var consume: Switch?
        @OptionGroup var options: ConnectionOptions

        func run() throws {
            let parameters: JSONObject = [
                "repeat": repeatMode?.rawValue.json, "shuffle": shuffle?.json, "consume": consume?.json,
            ]
            try options.perform("queue.set", parameters, text: PlainText.text)
        }
    }
}

/// On or off, as it is written on the command line.
enum Switch: String, ExpressibleByArgument, CaseIterable {
    case on, off
    var json: JSONValue { .bool(self == .on) }
}

extension Wire.RepeatMode: ExpressibleByArgument {}
extension Wire.OutputOverride: ExpressibleByArgument {}
