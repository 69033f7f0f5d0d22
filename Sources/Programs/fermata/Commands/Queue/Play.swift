import ArgumentParser
import ControlProtocol
import FermataKit
import Glibc
import JSON

struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play files, URLs or standard input; without arguments, resume or start the queue.",
        discussion: """
            The first argument replaces the queue, the others are added behind it. A
            playlist (M3U8, M3U, PLS, XSPF, CUE) stands for its entries, and a directory
            for the sound files in it and in the directories below. If some of several
            cannot be played, they are left out, and fermata says so.

            album:NAME, artist:NAME, albumartist:NAME, composer:NAME, genre:NAME and
            year:NUMBER stand for the songs of your library, see 'fermata library'. Case
            and accents do not matter; without an exact match, part of the name is enough.

            With -, fermata plays the songs, files and URLs of a list in standard input,
            one a line, such as 'fermata search' prints; --add, --next and --shuffle go
            with a list, too. Anything else in standard input it plays
            itself: any container that can be read from front to back, or raw samples that
            --format, --rate and --channels describe. The command then ends when all of it
            was heard, or when somebody stopped, replaced or removed it. It waits while
            playback is paused. SIGINT, SIGTERM and SIGHUP remove what is left.

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
              fermata play 3                   the third item, if no file is called 3
              fermata play --item 12           the item with the id 12 in 'fermata queue'
              fermata play --next song.flac    hear it after the current item
              fermata play --shuffle ~/Music/Albums
              fermata search moss | fermata play -
              espeak-ng --stdout "hello" | fermata play -
              arecord -f cd | fermata play -
            """)

    @Argument(help: ArgumentHelp("Files, directories or URLs; - for standard input.", valueName: "media"), completion: .media)
    var names: [String] = []
    @Option(help: "Play this item of the queue.", completion: .item) var item: Int64?
    @Option(
        help: ArgumentHelp(
            "Start there, such as 90, 1:30 or 1m30s.",
            discussion: "Without it, a book or a podcast goes on where it was left, unless playback.resume_spoken says no.",
            valueName: "time"))
    var position: String?
    @Option(help: "Play the item at this place of the queue, counted from 1.") var place: Int?
    @Option(
        help: ArgumentHelp(
            "Play this audio track of media that has several: a number of 'fermata probe', or a language.", valueName: "track"))
    var audio: String?
    @Flag(help: "Add the media at the end of the queue instead of replacing it; play them if nothing plays.") var add = false
    @Flag(help: "Insert them right behind the current item; play them if nothing plays.") var next = false
    @Flag(help: "Play them in random order; without media, the queue.") var shuffle = false
    @OptionGroup(title: "Library") var library: LibraryNames
    @OptionGroup(title: "Standard input") var input: PushOptions
    @OptionGroup var options: ConnectionOptions

    /// The position to start at, in seconds.
    private var start: Double? { position.flatMap { TimeText.seconds($0) } }

    private var choice: Wire.TrackChoice? { audio.flatMap { try? AudioText.choice($0) } }

    private var media: [String] { library.addresses + names + RawArguments.parts.media }

    /// The place that a number alone means, as mpc's users write it; a file of that name counts more.
    private var namedPlace: Int? {
        guard names.count == 1, media.count == 1, let number = Int32(names[0]), number >= 1,
            names[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }), access(names[0], F_OK) != 0
        else { return nil }
        return Int(number)
    }

    func validate() throws {
        if [add, next, shuffle].count(where: \.self) > 1 {
            throw ValidationError("give only one of --add, --next and --shuffle")
        }
        if add || next || shuffle {
            if media.isEmpty, !shuffle { throw ValidationError("--add and --next go with media") }
            if item != nil || place != nil || position != nil {
                throw ValidationError("--add, --next and --shuffle do not go with --item, --place or --position")
            }
            if PushOptions.mustBeSent(media), !input.mayBeList(media) { throw ValidationError(Self.refusalOfMedia) }
        }
        if [item != nil, place != nil, !media.isEmpty].count(where: \.self) > 1 {
            throw ValidationError("give only one of files, --item and --place")
        }
        if let position, TimeText.seconds(position) == nil {
            throw ValidationError("\"\(Terminal.harmless(position))\" is not a time: write \(TimeText.examples)")
        }
        if position != nil, item == nil, place == nil, media.isEmpty || media == ["-"] {
            throw ValidationError("--position goes with files, --item or --place; 'fermata seek' moves the current item")
        }
        if let audio {
            _ = try AudioText.choice(audio)
            if media.isEmpty { throw ValidationError("--audio goes with files; 'fermata audio' is for the current item") }
        }
        if let place, place < 1 { throw ValidationError("places are counted from 1") }
        if names == ["0"], access("0", F_OK) != 0 {
            throw ValidationError("places are counted from 1, and there is no file that is called 0")
        }
        try MediaAddress.check(media)
        try input.check(media)
    }

    private static let refusalOfMedia = "media that are sent to fermatad play at once, or use: fermata queue add -"

    func run() throws {
        let isAdded = add || next || shuffle
        let list = try input.list(media, refusal: isAdded ? Self.refusalOfMedia : nil)
        if case .entries(let lines) = list {
            let connection = try options.connect()
            let addresses = try PipedAddresses.of(lines, on: connection)
            if shuffle { return try PlayAdding(options, audio: choice).shuffle(addresses) }
            if add || next { return try PlayAdding(options, audio: choice).add(addresses, at: next ? .next : .end) }
            return try play(addresses, on: connection)
        }
        if shuffle { return try PlayAdding(options, audio: choice).shuffle(media.map(MediaAddress.address)) }
        if add || next {
            return try PlayAdding(options, audio: choice).add(media.map(MediaAddress.address), at: next ? .next : .end)
        }
        if let place = place ?? namedPlace { return try play(at: place) }
        guard let first = media.first else {
            return try options.control(Methods.play, item.map { .item($0, at: start) } ?? .queue)
        }
        if var push = try input.push(media, for: .item(plays: true)) {
            if case .media(let beginning) = list { push.beginning = beginning }
            return try push.run(options)
        }
        let connection = try options.connect()
        if media.count == 1 { return try playOrPush(first, on: connection) }
        try play(media.map(MediaAddress.address), on: connection)
    }

    /// Plays the first address that can be played, and adds those behind it.
    private func play(_ addresses: [String], on connection: DaemonConnection) throws {
        let others = try playFirst(of: addresses, on: connection)
        guard !others.isEmpty else { return }
        let added = try QueueAdding(audio: choice, joins: true).run(Array(others), on: connection, options)
        if let failure = added.failure { Terminal.warn("left out: \(failure.message)") }
    }

    private func play(at place: Int) throws {
        let reply = try options.connect().ask(Methods.play, .place(place - 1, at: start))
        if case .failure(let error) = reply.result, error.code == .queueItemNotFound, !options.json { throw Place.missing(place) }
        try options.show(reply, text: ConnectionOptions.headline)
    }

    /// Plays the first of `addresses` that can be played, and warns of those before it that cannot: a folder may have pictures
    /// and texts next to the songs. Returns the addresses behind it.
    private func playFirst(
        of addresses: [String], on connection: DaemonConnection
    ) throws(ClientFailure) -> ArraySlice<String> {
        var rest = addresses[...]
        while let first = rest.popFirst() {
            let reply = try connection.ask(Methods.play, .media(first, at: start, audio: choice))
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
        let address = MediaAddress.address(argument)
        let reply = try connection.ask(Methods.play, .media(address, at: start, audio: choice))
        if case .failure(let error) = reply.result, [.mediaNotFound, .mediaUnreadable].contains(error.code),
            error.details["uri"] == .string(address), let file = LocalFile(argument)
        {
            Terminal.warn("fermatad cannot read \(file.name) itself: sending its contents instead, until they end")
            return try MediaPush(file, for: .item(plays: true)).run(options)
        }
        try options.show(reply, text: ConnectionOptions.headline)
    }
}
