import ArgumentParser
import ControlProtocol
import FermataKit
import Glibc

/// How the bits of a new file are spread over time.
enum BitRateMode: String, CaseIterable, ExpressibleByArgument {
    case constant, variable

    /// The same as the protocol has it.
    var wire: Wire.BitRateMode { self == .constant ? .constant : .variable }
}

/// The options that extraction and conversion share.
struct JobOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Files or URLs, or - for standard input; then the new file, a directory, or - for standard output. Without it, the daemon's directory.",
            valueName: "media"),
        completion: .file())
    var media: [String] = []
    @Option(help: ArgumentHelp("Begin there, such as 1:30 or 90.5.", valueName: "time")) var start: String?
    @Option(help: ArgumentHelp("End there.", valueName: "time")) var end: String?
    @Flag(help: "Show no progress.") var quiet = false

    func validate() throws {
        try TimeText.check(["--start": start, "--end": end])
        _ = try JobOrder.orders(media)
    }

    /// The part of the media that is meant, in seconds.
    var part: (start: Double?, end: Double?) { (start.flatMap { TimeText.seconds($0) }, end.flatMap { TimeText.seconds($0) }) }

    /// Has the daemon do `method` with each of the media.
    func run<Parameters>(
        _ method: Method<Parameters, Wire.Job>, _ options: ConnectionOptions,
        parameters: @escaping (JobOrder, _ uri: String?, Wire.JobTarget) -> Parameters
    ) throws {
        let orders = try JobOrder.orders(media)
        // Otherwise a connection could get the descriptor number of a closed standard input, and would be sent to itself.
        if orders.contains(where: \.isFromStandardInput), fcntl(STDIN_FILENO, F_GETFD) < 0 {
            throw ClientFailure.refused("standard input cannot be read: it is closed")
        }
        let runner = JobRunner(options, quiet: quiet, orders) {
            (order, target, connection, event) throws(ClientFailure) in
            try connection.ask(
                method, parameters(order, order.isFromStandardInput ? nil : MediaAddress.address(order.input), target),
                event: event)
        }
        try runner.run()
    }
}

struct Extract: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy the sound of a film or a song into a file of its own, without encoding it again.",
        discussion: """
            The suffix of the new file names what holds the sound: .aac, .m4a, .opus, .ogg,
            .mka, .mp3, .flac, .ac3 or .eac3; in a directory, it is the usual one of the
            codec. A part is cut between packets: the command says what more is heard.
            A file that exists is never overwritten, and a file that is not complete never
            has its name.

            EXAMPLES
              fermata extract film.mkv sound.m4a
              fermata extract --start 1:00 --end 2:30 concert.mp4 song.aac
              fermata extract *.mp4 sound/
              ssh host cat film.mkv | fermata extract - sound.m4a

            EXIT STATUS
              0 done, 1 something failed, 2 wrong usage, 3 no fermatad answers
            """)

    @OptionGroup var job: JobOptions
    @Option(help: ArgumentHelp("What holds the sound, if the name does not say it.", valueName: "name")) var format: String?
    @Option(help: ArgumentHelp("The index of the stream; see 'fermata probe'.", valueName: "number")) var stream: Int?
    @OptionGroup var options: ConnectionOptions

    func run() throws {
        try job.run(Methods.Media.extract, options) { order, uri, target in
            Wire.ExtractionOrder(
                uri: uri, stream: stream, start: job.part.start, end: job.part.end,
                container: format ?? order.suffix.map { $0 == "oga" ? "ogg" : $0 }, to: target)
        }
    }
}

struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the sound of files in another format, or as loud as others.",
        discussion: """
            The suffix of the new file names the format: .wav, .flac, .opus, .ogg, .mp3,
            .aac, .m4a, .mka, .caf or .aiff; in a directory, --format does. A part is
            exact to the frame. A file that exists is never overwritten, and a file that
            is not complete never has its name.

            EXAMPLES
              fermata convert song.flac song.opus
              fermata convert --format mp3 --bit-rate 192000 album/*.flac phone/
              fermata convert --loudness -16 talk.wav talk.m4a
              fermata convert --format wav song.flac - | aplay
              cat talk.wav | fermata convert - talk.m4a

            EXIT STATUS
              0 done, 1 something failed, 2 wrong usage, 3 no fermatad answers
            """)

    @OptionGroup var job: JobOptions
    @Option(help: ArgumentHelp("The format, if the name does not say it.", valueName: "name")) var format: String?
    @Option(help: ArgumentHelp("The codec in ogg or mka, by the name of its format.", valueName: "name")) var codec: String?
    @Option(help: ArgumentHelp("How lossless formats store a sample: 16, 24 or float.", valueName: "bits")) var bits: String?
    @Flag(name: .customLong("no-dither"), help: "Cut bits off that --bits does not keep, without dither.") var cutsBits = false
    @Option(help: ArgumentHelp("Bits per second, for opus, mp3, aac and others.", valueName: "number")) var bitRate: Int?
    @Option(
        help: ArgumentHelp("How the bits are spread over time: constant or variable, for mp3, opus and aac.", valueName: "mode"))
    var bitRateMode: BitRateMode?
    @Option(
        // It begins with a minus.
        parsing: .unconditional,
        help: ArgumentHelp(
            "How loud the result is to be, such as -16 or -23 (EBU R 128); its peaks stay below -1 dBTP.", valueName: "LUFS"))
    var loudness: Double?
    @Option(help: ArgumentHelp("The sample rate in hertz.", valueName: "hertz")) var rate: Int?
    @Option(help: ArgumentHelp("The number of channels.", valueName: "number")) var channels: Int?
    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        let needsFormat =
            try format == nil
            && JobOrder.orders(job.media).contains { order in
                if case .file = order.output { order.suffix == nil } else { true }
            }
        if needsFormat { throw ValidationError("give --format: no name of a new file says it") }
    }

    func run() throws {
        try job.run(Methods.Media.convert, options) { order, uri, target in
            Wire.ConversionOrder(
                uri: uri, format: format ?? order.suffix, start: job.part.start, end: job.part.end, loudness: loudness,
                codec: codec, bits: bits, dither: !cutsBits, bitRate: bitRate, bitRateMode: bitRateMode?.wire, sampleRate: rate,
                channels: channels, to: target)
        }
    }
}

struct Jobs: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List what is being copied and converted, or cancel it.",
        discussion: """
            EXAMPLES
              fermata jobs
              fermata jobs --cancel 3
            """)

    @Option(help: ArgumentHelp("End the job with this number; what it has written is deleted.", valueName: "number"))
    var cancel: Int64?
    @OptionGroup var options: ConnectionOptions

    func run() throws {
        if let cancel {
            try options.perform(Methods.Job.cancel, cancel)
        } else {
            try options.perform(Methods.Job.list, (), rawText: JobText.list)
        }
    }
}
