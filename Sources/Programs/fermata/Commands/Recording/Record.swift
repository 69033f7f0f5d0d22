import ArgumentParser
import ControlProtocol
import Glibc

struct Record: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Record from a microphone, or what is played.",
        discussion: """
            Records until Ctrl-C, and shows the levels. The suffix of FILE names the
            format: .wav, .flac, .opus, .ogg, .mp3, .aac, .m4a, .mka, .caf or .aiff. A
            file that exists is never overwritten. Without FILE, the daemon records into
            its own directory of recordings, and goes on when this command is killed. With
            -, the recording goes to standard output; --format raw is for samples without
            a header. With --from-player, --format copy keeps the packets of what plays,
            without encoding them again; the daemon chooses the container that fits them.

            EXAMPLES
              fermata record memo.flac
              fermata record --from-output concert.wav      what an output plays
              fermata record --from-player radio.flac       what Fermata plays
              fermata record --from-player --split-on-title a file for each song
              fermata record --from-player --split-on-title --format copy
                                                            the same, as it is sent
              fermata record --meeting --uninterruptible call.flac
                                                            you and those you talk to
              fermata record --split-every 1h               a new file each hour
              fermata record --format opus - | ssh host 'cat > memo.opus'
              fermata record --latency 0.02 --format raw - | analyse
              fermata record --list                         what is being recorded
              fermata record --mute 3                       silence in number 3
              fermata record --stop 3                       end number 3 of that list

            EXIT STATUS
              0 recorded, 1 the recording failed or its input was lost, 2 wrong usage,
              3 no fermatad answers
            """)

    @Argument(help: ArgumentHelp("The new file; - for standard output.", valueName: "file"), completion: .file())
    var file: String?
    @Flag(help: "Record what an output plays, instead of a microphone.") var fromOutput = false
    @Flag(help: "Record what Fermata itself plays, before its volume.") var fromPlayer = false
    @Flag(help: "Record a microphone on the left, and what an output plays on the right.") var meeting = false
    @Option(
        help: ArgumentHelp(
            "The input, or with --from-output the output, as 'fermata route inputs' or outputs names it.", valueName: "name"))
    var device: String?
    @Option(
        help: ArgumentHelp("The format, if the name does not say it.", valueName: "name"),
        completion: .list(["wav", "flac", "opus", "ogg", "mp3", "aac", "m4a", "mka", "caf", "aiff", "raw", "copy"])) var format:
        String?
    @Option(
        help: ArgumentHelp("How lossless formats store a sample: 16, 24 or float.", valueName: "bits"),
        completion: .list(["16", "24", "float"])) var bits: String?
    @Flag(name: .customLong("no-dither"), help: "Cut bits off that --bits does not keep, without dither.") var cutsBits = false
    @Option(help: ArgumentHelp("Bits per second, for opus, mp3, aac and others.", valueName: "number")) var bitRate: Int?
    @Option(
        help: ArgumentHelp("How the bits are spread over time: constant or variable, for mp3, opus and aac.", valueName: "mode"))
    var bitRateMode: BitRateMode?
    @Option(help: ArgumentHelp("The number of channels.", valueName: "number")) var channels: Int?
    @Option(
        help: ArgumentHelp(
            "Record these channels of the device, in this order, such as 3,4; the first is 1.", valueName: "numbers"))
    var fromChannels: String?
    @Option(help: ArgumentHelp("The sample rate in hertz.", valueName: "hertz")) var rate: Int?
    @Option(help: ArgumentHelp("The title.", valueName: "text")) var title: String?
    @Option(help: ArgumentHelp("End after this time, such as 90s or 1h30m.", valueName: "time")) var duration: String?
    @Option(
        help: ArgumentHelp("Begin a new file each time so much was recorded, such as 30m; without FILE.", valueName: "time"))
    var splitEvery: String?
    @Flag(help: "With --from-player: begin a new file at each title; without FILE.") var splitOnTitle = false
    @Option(help: ArgumentHelp("Begin so long ago, such as 10s; see recording.pre_roll.", valueName: "time")) var preRoll: String?
    @Option(
        help: ArgumentHelp(
            "With -: write sound as soon as so many seconds of it are there, such as 0.02, and not four times a second.",
            valueName: "seconds")) var latency: Double?
    @Flag(help: "Go on with the next input if the input is lost.") var followInput = false
    @Flag(help: "Record on during calls and alarms; only sleep pauses it.") var uninterruptible = false
    @Flag(help: "Cancel the echo of what is played, or record nothing.") var echoCancelled = false
    @Flag(help: "Begin with silence, until --unmute.") var muted = false
    @Option(help: ArgumentHelp("What it is for, for the person who has to allow it.", valueName: "text")) var purpose: String?
    @Flag(help: "Show no levels.") var quiet = false
    @Flag(help: "List what is being recorded.") var list = false
    @Option(help: ArgumentHelp("End the recording that --list shows with this number.", valueName: "number")) var stop: Int64?
    @Option(help: ArgumentHelp("Pause the recording with this number.", valueName: "number")) var pause: Int64?
    @Option(help: ArgumentHelp("Let the recording with this number go on.", valueName: "number")) var resume: Int64?
    @Option(help: ArgumentHelp("Record silence in the recording with this number, which keeps its time.", valueName: "number"))
    var mute: Int64?
    @Option(help: ArgumentHelp("Record sound again in the recording with this number.", valueName: "number")) var unmute: Int64?
    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        try TimeText.check(["--duration": duration, "--split-every": splitEvery, "--pre-roll": preRoll])
        if splitEvery != nil, file != nil { throw ValidationError("--split-every does not go with a file") }
        if [fromOutput, fromPlayer, meeting].count(where: { $0 }) > 1 {
            throw ValidationError("--from-output, --from-player and --meeting exclude each other")
        }
        if splitOnTitle, !fromPlayer || file != nil {
            throw ValidationError("--split-on-title goes with --from-player, and without a file")
        }
        if fromPlayer, device != nil { throw ValidationError("--device does not go with --from-player") }
        if let latency, !Wire.RecordingOrder.latencies.contains(latency) {
            throw ValidationError("--latency should be from \(Wire.RecordingOrder.latencies.words) seconds")
        }
        if latency != nil, file != "-" { throw ValidationError("--latency goes with -: a file can wait") }
        if list, file != nil { throw ValidationError("--list stands alone") }
        let orders = [("--stop", stop), ("--pause", pause), ("--resume", resume), ("--mute", mute), ("--unmute", unmute)]
        let given = orders.filter { $0.1 != nil }
        if let (name, _) = given.first, given.count > 1 || file != nil || list { throw ValidationError("\(name) stands alone") }
        if fromChannels != nil, channels != nil { throw ValidationError("--channels and --from-channels exclude each other") }
        if fromChannels != nil, channelNumbers == nil {
            throw ValidationError("--from-channels takes up to eight numbers of channels, such as 3,4")
        }
    }

    /// The channels that ``fromChannels`` names; `nil` if these are no numbers.
    private var channelNumbers: [Int]? {
        guard let parts = fromChannels?.split(separator: ",", omittingEmptySubsequences: false) else { return nil }
        let numbers = parts.compactMap { Int($0) }
        return numbers.count == parts.count && numbers.count <= 8 && numbers.allSatisfy { (1...64).contains($0) } ? numbers : nil
    }

    private var order: Wire.RecordingOrder {
        var format = format
        if format == nil, let file {
            let name = file.split(separator: "/").last ?? ""
            format = file == "-" ? "wav" : name.contains(".") ? name.split(separator: ".").last.map(String.init) : "wav"
        }
        var order = Wire.RecordingOrder()
        order.source = fromPlayer ? .player : fromOutput ? .output : meeting ? .meeting : .input
        if fromOutput { order.output = device } else { order.input = device }
        (order.format, order.bits, order.dither, order.bitRate) = (format, bits, !cutsBits, bitRate)
        order.bitRateMode = bitRateMode?.wire
        order.channels = channelNumbers.map { .numbers($0) } ?? channels.map { .count($0) }
        (order.sampleRate, order.title, order.muted, order.echoCancelled) = (rate, title, muted, echoCancelled)
        order.maxDuration = duration.flatMap { TimeText.seconds($0) }
        order.splitEvery = splitEvery.flatMap { TimeText.seconds($0) }
        order.latency = latency
        order.preRoll = preRoll.flatMap { TimeText.seconds($0) }
        order.purpose = purpose
        (order.followInput, order.splitOnTitle, order.interruptible) = (followInput, splitOnTitle, !uninterruptible)
        return order
    }

    func run() throws {
        if list {
            try options.perform(Methods.Record.list, (), rawText: RecordingText.list)
            return
        }
        if let stop {
            try options.perform(Methods.Record.stop, stop, rawText: RecordingText.stopped)
            return
        }
        if let pause {
            try options.perform(Methods.Record.pause, pause, rawText: RecordingText.changed)
        } else if let resume {
            try options.perform(Methods.Record.resume, resume, rawText: RecordingText.changed)
        } else if let id = mute ?? unmute {
            try options.perform(Methods.Record.setMuted, (id, mute != nil), rawText: RecordingText.changed)
        } else {
            try record()
        }
    }

    private func record() throws {
        guard let file else {
            var watcher = RecordingWatcher(options, quiet: quiet)
            return try watcher.run(order, into: nil)
        }
        let isPipe = file == "-"
        let target =
            isPipe
            ? RecordedFile(descriptor: STDOUT_FILENO, name: "standard output", hasTimes: latency != nil)
            : try RecordedFile(new: file)
        do {
            var watcher = RecordingWatcher(options, quiet: quiet || isPipe)
            try watcher.run(order, into: target) { if !isPipe { unlink(file) } }
        } catch {
            // Nothing was recorded: the name is free again.
            if !isPipe, target.isEmpty { unlink(file) }
            throw error
        }
    }
}
