import ArgumentParser
import ControlProtocol

struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play files, URLs or standard input; without arguments, resume or start the queue.",
        discussion: """
            The first argument replaces the queue, the others are added behind it. A
            playlist (M3U8, M3U, PLS, XSPF, CUE) stands for its entries, and a directory
            for the sound files in it and in the directories below. If some of several
            cannot be played, they are left out, and fermata says so.

            album:NAME, artist:NAME, albumartist:NAME, composer:NAME, genre:NAME and
            year:NUMBER stand for the songs of your library, see 'fermata library'. Case and
            accents do not matter; without an exact match, part of the name is enough.

            With -, fermata plays standard input: any container that can be read from
            front to back, or raw samples that --format, --rate and --channels describe.
            The command ends when all of it was heard, or when somebody stopped, replaced
            or removed it. It waits while playback is paused. SIGINT, SIGTERM and SIGHUP
            remove what is left.

            If you name a single file that you can read and fermatad cannot, fermata sends
            its contents in the same way. For /dev/stdin, and for what the shell puts in
            the place of <(command), it does so at once.

            EXAMPLES
              fermata play concert.flac
              fermata play ~/Music/Album
              fermata play --album 'Kind of Blue'
              fermata play album:'Kind of Blue' artist:dvorak
              fermata play --position 1:05:00 book.m4b
              fermata play side-a/*.ogg side-b/*.ogg
              fermata play https://radio.example/stream
              fermata play playlist:Evening    play a stored playlist
              fermata play --item 12           play the item that `fermata queue list` shows as 12
              fermata play --place 3           play the third item of the queue
              espeak-ng --stdout "hello" | fermata play -
              arecord -t raw -f S16_LE -r 48000 | fermata play --format s16le --rate 48000 --channels 1 -
            """)

    @Argument(help: ArgumentHelp("Files, directories or URLs; - for standard input.", valueName: "media"), completion: .media)
    var names: [String] = []
    @Option(help: "Play this item of the queue.", completion: .item) var item: Int64?
    @Option(
        help: ArgumentHelp(
            "Start there: seconds, M:S or H:M:S.",
            discussion: "Without it, a book or a podcast goes on where it was left, unless playback.resume_spoken says no.",
            valueName: "time"))
    var position: String?
    @Option(help: "Play the item at this place of the queue, counted from 1.") var place: Int?
    @OptionGroup(title: "Library") var library: LibraryNames
    @OptionGroup(title: "Standard input") var input: PushOptions
    @OptionGroup var options: ConnectionOptions

    /// The position to start at as a parameter.
    private var start: JSONValue? { position.flatMap { TimeText.seconds($0) }.map(JSONValue.number) }

    private var media: [String] { library.addresses + names + RawArguments.parts.media }

    func validate() throws {
        if [item != nil, place != nil, !media.isEmpty].count(where: \.self) > 1 {
            throw ValidationError("give only one of files, --item and --place")
        }
        if let position, TimeText.seconds(position) == nil {
            throw ValidationError("\"\(Terminal.harmless(position))\" is not a time: write 90, 1:30 or 1:02:03.5")
        }
        if position != nil, item == nil, place == nil, media.isEmpty || media == ["-"] {
            throw ValidationError("--position goes with files, --item or --place; 'fermata seek' moves the current item")
        }
        if let place, place < 1 { throw ValidationError("places are counted from 1") }
        try MediaAddress.check(media)
        try input.check(media)
    }

    func run() throws {
        guard let first = media.first else {
            try options.control(
                "play", ["item": item.map(JSONValue.integer), "index": place.map { ($0 - 1).json }, "position": start])
            return
        }
        if let push = try input.push(media, for: .item(plays: true)) { return try push.run(options) }
        let connection = try options.connect()
        if media.count == 1 { return try playOrPush(first, on: connection) }
        let others = try playFirst(of: media.map(MediaAddress.address), on: connection)
        guard !others.isEmpty, let failure = try QueueAdding().run(Array(others), on: connection, options) else { return }
        Terminal.warn("left out: \(failure.message)")
    }

    /// Plays the first of `addresses` that can be played, and warns of those before it that cannot: a folder may have pictures
    /// and texts next to the songs. Returns the addresses behind it.
    private func playFirst(
        of addresses: [String], on connection: DaemonConnection
    ) throws(ClientFailure) -> ArraySlice<String> {
        var rest = addresses[...]
        while let first = rest.popFirst() {
            let reply = try connection.call("play", ["uri": .string(first), "position": start])
            if case .failure(let error) = reply.result, error.isAboutMedia, !rest.isEmpty {
                Terminal.warn("left out: \(error.message)")
                continue
            }
            try options.show(reply, text: ConnectionOptions.headline)
            break
        }
        return rest
    }

    /// Plays one file or URL. If the daemon cannot read the file itself, sends its contents. This does not apply to a playlist
    /// whose entries the daemon cannot read: it would only refuse the playlist as sound.
    private func playOrPush(_ argument: String, on connection: DaemonConnection) throws {
        let address = JSONValue.string(MediaAddress.address(argument))
        let reply = try connection.call("play", ["uri": address, "position": start])
        if case .failure(let error) = reply.result, [.mediaNotFound, .mediaUnreadable].contains(error.code),
            error.details["uri"] == address, let file = LocalFile(argument)
        {
            Terminal.warn("fermatad cannot read \(file.name) itself: sending its contents instead, until they end")
            return try MediaPush(file, for: .item(plays: true)).run(options)
        }
        try options.show(reply, text: ConnectionOptions.headline)
    }
}
