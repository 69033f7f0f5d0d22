public import ArgumentParser
import AudioTypes
import ControlProtocol
import FermataKit
import JSON

struct CrossfadeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crossfade",
        abstract: "Show or set for how long a track overlaps with the next one.",
        discussion: """
            The setting takes the place of playback.crossfade_seconds, also after a
            restart, until that is changed. Tracks of one album do not overlap. By
            content, the silence and the fades at the ends of both decide, up to that
            time, as far as the library has measured them or tags of MixRamp say them.

            EXAMPLES
              fermata crossfade                   show it
              fermata crossfade 5                 5 seconds, 12 at most
              fermata crossfade 8 --by content    by silence and fades, up to 8 seconds
              fermata crossfade --by time         the time alone
              fermata crossfade off
            """)

    @Argument(help: ArgumentHelp("The length, or off.", valueName: "time"), completion: .list(["off", "2", "5", "10"]))
    var time: String?
    @Option(help: "What decides: time, or content.") var by: CrossfadeMode?
    @OptionGroup var options: ConnectionOptions

    func validate() throws { _ = try seconds() }

    private func seconds() throws -> Double? {
        try time.map { try PlayerOption.crossfade.seconds($0, bounds: "an overlap has 0 to 12 seconds") }
    }

    func run() throws {
        let seconds = try seconds()
        guard let by else { return try options.set(.crossfade, to: seconds.map { .number($0) }, text: StatusText.crossfade) }
        // One reply is printed: that of the last method, which has both.
        if let seconds { try options.setSilently(.crossfade, to: .number(seconds)) }
        try options.set(.crossfadeBy, to: .word(by.rawValue), text: StatusText.crossfade)
    }
}

struct RewindCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rewind",
        abstract: "Show or set how far playback goes back when it goes on after a pause.",
        discussion: """
            It goes back by as long as the pause was, and at most by this. The setting
            takes the place of playback.rewind_seconds, also after a restart, until that
            is changed. 'fermata seek -10' goes back now.

            EXAMPLES
              fermata rewind        show it
              fermata rewind 10     10 seconds at most, 60 at most
              fermata rewind off
            """)

    @Argument(help: ArgumentHelp("The length, or off.", valueName: "time"), completion: .list(["off", "5", "10", "30"]))
    var time: String?
    @OptionGroup var options: ConnectionOptions

    func validate() throws { _ = try seconds() }

    private func seconds() throws -> Double? {
        try time.map { try PlayerOption.rewind.seconds($0, bounds: "playback goes back by 0 to 60 seconds") }
    }

    func run() throws { try options.set(.rewind, to: try seconds().map { .number($0) }, text: StatusText.rewind) }
}

struct SkipSilenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip-silence",
        abstract: "Show or set which long silences are left out.",
        discussion: """
            Half a second of each is kept. The setting takes the place of
            playback.skip_silence, also after a restart, until that is changed. Live
            streams are played as they are.

            EXAMPLES
              fermata skip-silence          show it, and what was saved of this item
              fermata skip-silence mild     studios: 1.5 s below -60 dBFS
              fermata skip-silence strong   between sentences: 0.75 s below -45 dBFS
              fermata skip-silence off
            """)

    @Argument(help: "off, mild or strong.") var mode: SilenceSkipping?
    @OptionGroup var options: ConnectionOptions

    func run() throws {
        try options.set(.skipSilence, to: mode.map { .word($0.rawValue) }, status: StatusText.silence)
    }
}

struct ReplayGainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay-gain",
        abstract: "Show or set how media that differ in loudness are played.",
        discussion: """
            The setting takes the place of playback.replay_gain, also after a restart,
            until that is changed.

            EXAMPLES
              fermata replay-gain          show it
              fermata replay-gain track    all tracks are equally loud
              fermata replay-gain album    all albums are equally loud
              fermata replay-gain auto     album where the queue plays one, else track
              fermata replay-gain off
            """)

    @Argument(help: "off, track, album or auto.") var mode: ReplayGainMode?
    @OptionGroup var options: ConnectionOptions

    func run() throws {
        try options.set(.replayGain, to: mode.map { .word($0.rawValue) }, text: StatusText.replayGain)
    }
}

struct ShuffleWeightsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shuffle-weights",
        abstract: "Show or set what comes sooner in a queue that shuffles.",
        discussion: """
            The library knows how songs are rated and when they were played; an album
            counts as the mean of its songs. What is to come is drawn anew. The setting
            takes the place of queue.shuffle_weights, also after a restart, until that is
            changed.

            EXAMPLES
              fermata shuffle-weights                        show it
              fermata shuffle-weights rating                 what is rated higher
              fermata shuffle-weights rating least-recent    and was not played lately
              fermata shuffle-weights off
            """)

    @Argument(help: ArgumentHelp("rating, least-recent, or off.", valueName: "weight")) var weights: [Weight] = []
    @OptionGroup var options: ConnectionOptions

    /// What counts, or nothing.
    enum Weight: String, CaseIterable, ExpressibleByArgument {
        case rating
        case leastRecent = "least-recent"
        case off

        var weight: ShuffleWeight? {
            switch self {
            case .rating: .rating
            case .leastRecent: .leastRecent
            case .off: nil
            }
        }
    }

    func validate() throws {
        if weights.contains(.off), weights.count > 1 { throw ValidationError("off goes with no other word") }
    }

    func run() throws {
        let wanted = Set(weights.compactMap { $0.weight?.rawValue })
        try options.set(.shuffleWeights, to: weights.isEmpty ? nil : .words(wanted), text: StatusText.shuffleWeights)
    }
}

struct PassthroughCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passthrough",
        abstract: "Show or set what an output that decodes it gets as it is.",
        discussion: """
            The setting takes the place of output.passthrough, also after a restart,
            until that is changed. List dop only for a converter that understands it.

            EXAMPLES
              fermata passthrough             show it, and what the output takes
              fermata passthrough ac3 dts     AC-3 and DTS
              fermata passthrough off         decode everything
            """)

    @Argument(help: ArgumentHelp("ac3, eac3, dts, dop, or off.", valueName: "codec")) var codecs: [Codec] = []
    @OptionGroup var options: ConnectionOptions

    /// A codec, or none.
    enum Codec: String, CaseIterable, ExpressibleByArgument {
        case ac3, eac3, dts, dop, off
    }

    func validate() throws {
        if codecs.contains(.off), codecs.count > 1 { throw ValidationError("off goes with no codec") }
    }

    func run() throws {
        let wanted = codecs.filter { $0 != .off }.map(\.rawValue)
        try options.perform(Methods.Player.passthrough, codecs.isEmpty ? nil : wanted, text: StatusText.passthrough)
    }
}

extension ConnectionOptions {
    /// Sets an option for playing, unless `value` is `nil`, and shows the options then.
    func set(
        _ option: PlayerOption, to value: OptionValue?, text: (PlaybackOptions) -> String
    ) throws(ClientFailure) {
        try set(option, to: value) { $0.options.map(text) }
    }

    /// Sets an option for playing, and prints nothing. Throws if the daemon refuses.
    fileprivate func setSilently(_ option: PlayerOption, to value: OptionValue) throws(ClientFailure) {
        guard let setter = Methods.Player.setters.first(where: { $0.option == option }) else { return }
        if case .failure(let error) = try connect().ask(setter.method, value).result { throw .refused(error.message) }
    }

    /// Sets an option for playing, unless `value` is `nil`, and shows what becomes of it.
    func set(
        _ option: PlayerOption, to value: OptionValue?, status text: (Wire.Status) -> String?
    ) throws(ClientFailure) {
        let shown = { (status: Wire.Status) in text(status) ?? PlainText.text(status.json) }
        if let value, let setter = Methods.Player.setters.first(where: { $0.option == option }) {
            try perform(setter.method, value, text: shown)
        } else {
            try perform(Methods.status, (), text: shown)
        }
    }
}

extension CrossfadeMode: ExpressibleByArgument {}
extension ReplayGainMode: ExpressibleByArgument {}
extension SilenceSkipping: ExpressibleByArgument {}

extension PlayerOption {
    /// Reads a length for this option, or `off`.
    /// - Throws: `ValidationError` for what is no time, and, with the sentence `bounds`, for one that the option does not take.
    fileprivate func seconds(_ text: String, bounds: String) throws -> Double {
        let seconds = text == "off" ? 0 : try TimeText.required(text, others: ", or off")
        guard accepted(.number(seconds)) == .number(seconds) else { throw ValidationError(bounds) }
        return seconds
    }
}
