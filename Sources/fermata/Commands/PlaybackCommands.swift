import ArgumentParser
import ControlProtocol

extension ConnectionOptions {
    /// Calls a method that answers with the status, and shows it.
    func control(_ method: String, _ parameters: JSONObject = [:]) throws(ClientFailure) {
        try perform(method, parameters, text: Self.headline)
    }

    /// The one line that tells what a command led to.
    static func headline(_ reply: JSONValue) -> String {
        guard let status = try? Wire.Status(json: reply), let object = reply.objectValue else { return PlainText.text(reply) }
        let skipped = (try? Wire.SkippedEntry.all(in: object)) ?? []
        return ([StatusText.headline(status)] + QueueText.left(out: skipped)).joined(separator: "\n")
    }
}

struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play files or URLs, or go on with what is there.",
        discussion: """
            The first replaces the queue, the others follow it. A playlist (M3U8, M3U, PLS, XSPF, CUE) stands for its entries,
            and a directory for the sound files in it and in the directories below.

            EXAMPLES
              fermata play concert.flac
              fermata play ~/Music/Album
              fermata play side-a/*.ogg side-b/*.ogg
              fermata play https://radio.example/stream
              fermata play --item 12           the item that `fermata queue list` shows as 12
            """)

    @Argument(help: "Files, directories or URLs.", completion: .file()) var media: [String] = []
    @Option(help: "Play this item of the queue.") var item: Int64?
    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        if item != nil, !media.isEmpty { throw ValidationError("give files or --item, not both") }
    }

    func run() throws {
        guard let first = media.first else {
            try options.control("play", ["item": item.map(JSONValue.integer)])
            return
        }
        let connection = try options.connect()
        try options.perform(
            "play", ["uri": .string(MediaAddress.address(first))], on: connection, text: ConnectionOptions.headline)
        let others = media.dropFirst().map { JSONValue.string(MediaAddress.address($0)) }
        if !others.isEmpty {
            try options.perform("queue.add", ["uris": .array(others)], on: connection) { reply in
                QueueText.added(reply)
            }
        }
    }
}

struct Pause: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Pause.")
    @OptionGroup var options: ConnectionOptions
    func run() throws { try options.control("pause") }
}

struct Toggle: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Pause what plays, play what does not.")
    @OptionGroup var options: ConnectionOptions
    func run() throws { try options.control("toggle") }
}

struct Stop: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Stop. The queue stays.")
    @OptionGroup var options: ConnectionOptions
    func run() throws { try options.control("stop") }
}

struct Next: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Go to the next item.")
    @OptionGroup var options: ConnectionOptions
    func run() throws { try options.control("next") }
}

struct Previous: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Go to the item before.")
    @OptionGroup var options: ConnectionOptions
    func run() throws { try options.control("previous") }
}
