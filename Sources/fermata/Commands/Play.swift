import ArgumentParser
import ControlProtocol

struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play files, URLs or standard input, or go on with what is there.",
        discussion: """
            The first replaces the queue, the others follow it. A playlist (M3U8, M3U, PLS, XSPF, CUE) stands for its entries,
            and a directory for the sound files in it and in the directories below.

            Standard input is played with -, in any container that can be read from front to back, or as bare samples
            that --format, --rate and --channels describe. The command ends when all of it was heard, or when somebody
            has taken it away; it waits where playback is paused, and a signal takes away what is left.

            A single file that fermatad cannot read, and you can, is sent in the same way.

            EXAMPLES
              fermata play concert.flac
              fermata play ~/Music/Album
              fermata play side-a/*.ogg side-b/*.ogg
              fermata play https://radio.example/stream
              fermata play --item 12           the item that `fermata queue list` shows as 12
              espeak-ng --stdout "hello" | fermata play -
              arecord -f S16_LE -r 48000 | fermata play --format s16le --rate 48000 --channels 1 -
            """)

    @Argument(help: "Files, directories or URLs; - for standard input.", completion: .file()) var media: [String] = []
    @Option(help: "Play this item of the queue.") var item: Int64?
    @OptionGroup(title: "Standard input") var input: PushOptions
    @OptionGroup var options: ConnectionOptions

    private static let standardInput = "-"

    func validate() throws {
        if item != nil, !media.isEmpty { throw ValidationError("give files or --item, not both") }
        if media.contains(Self.standardInput), media.count > 1 {
            throw ValidationError("- stands for everything that is played: give it alone")
        }
        try MediaAddress.check(media)
        try input.check(isUsed: media == [Self.standardInput])
    }

    func run() throws {
        guard let first = media.first else {
            try options.control("play", ["item": item.map(JSONValue.integer)])
            return
        }
        if first == Self.standardInput {
            let push = MediaPush(descriptor: 0, title: input.title ?? "Standard input", format: input.description)
            return try push.run(options)
        }
        let connection = try options.connect()
        if media.count == 1 { return try playOrPush(first, on: connection) }
        try options.perform(
            "play", ["uri": .string(MediaAddress.address(first))], on: connection, text: ConnectionOptions.headline)
        let others = media.dropFirst().map { JSONValue.string(MediaAddress.address($0)) }
        try options.perform("queue.add", ["uris": .array(others)], on: connection) { reply in QueueText.added(reply) }
    }

    /// Plays one file or URL; a file that the daemon cannot read is sent to it.
    private func playOrPush(_ argument: String, on connection: DaemonConnection) throws {
        if LocalFile.isOwnDescriptor(argument), let file = LocalFile(argument) {
            return try MediaPush(descriptor: file.descriptor, title: file.name, format: nil).run(options)
        }
        let reply = try connection.call("play", ["uri": .string(MediaAddress.address(argument))])
        if case .failure(let error) = reply.result, [.mediaNotFound, .mediaUnreadable].contains(error.code),
            let file = LocalFile(argument)
        {
            Terminal.writeError(
                "fermata: " + Terminal.harmless("fermatad cannot read \(file.name) itself: it is sent until it is over"))
            return try MediaPush(descriptor: file.descriptor, title: file.name, format: nil).run(options)
        }
        try options.show(reply, text: ConnectionOptions.headline)
    }
}

/// How standard input is to be understood.
struct PushOptions: ParsableArguments {
    @Option(help: ArgumentHelp("auto (any container), f32le, s16le, s24le or s32le.", valueName: "encoding"))
    var format: Wire.StreamFormat.Encoding?
    @Option(help: ArgumentHelp("Frames a second of bare samples, 8000 to 384000.", valueName: "hertz")) var rate: Int?
    @Option(help: ArgumentHelp("How many channels bare samples have, 1 to 8.", valueName: "number")) var channels: Int?
    @Option(help: ArgumentHelp("What to call it where it has no title of its own.", valueName: "text")) var title: String?

    /// Refuses what makes no sense.
    func check(isUsed: Bool) throws {
        if !isUsed, format != nil || rate != nil || channels != nil || title != nil {
            throw ValidationError("--format, --rate, --channels and --title go with - only")
        }
        if let title, title.isEmpty { throw ValidationError("the title is empty") }
        guard let format, format != .auto else {
            if rate != nil || channels != nil {
                throw ValidationError("--rate and --channels go with bare samples only: name their --format")
            }
            return
        }
        guard let rate, let channels else { throw ValidationError("--format \(format.rawValue) needs --rate and --channels") }
        if !(8_000...384_000).contains(rate) { throw ValidationError("--rate should be from 8000 to 384000") }
        if !(1...8).contains(channels) { throw ValidationError("--channels should be from 1 to 8") }
    }

    /// As `stream.open` takes it; `nil` for a container.
    var description: JSONValue? {
        format.map { Wire.StreamFormat(encoding: $0, sampleRate: rate, channels: channels).json }
    }
}

extension Wire.StreamFormat.Encoding: ExpressibleByArgument {}
