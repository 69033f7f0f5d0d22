/// The values of all options for playing that clients can change while the daemon runs.
public struct PlaybackOptions: Hashable, Sendable {
    /// Those that are not the standard ones.
    private var values: [PlayerOption: OptionValue] = [:]

    /// Makes options of which some have the given values, and the others the standard ones.
    public init(_ values: [PlayerOption: OptionValue] = [:]) {
        for (option, value) in values { self[option] = value }
    }

    /// The value of an option.
    public subscript(option: PlayerOption) -> OptionValue {
        get { values[option] ?? option.standard }
        set { values[option] = newValue == option.standard ? nil : newValue }
    }
}

extension PlayerOption {
    /// All options, in the order in which the protocol lists them.
    public static let all = [
        crossfade, crossfadeBy, replayGain, speed, rewind, skipSilence, shuffleWeights, endless, passthrough,
    ]

    // MARK: The options

    /// For how many seconds tracks overlap.
    public static let crossfade = PlayerOption(
        name: "crossfadeSeconds", member: "crossfade", summary: "Seconds for which tracks overlap; 0 for none.",
        // The end of each track is kept in memory for so long.
        section: "playback", key: "crossfade_seconds", kind: .seconds(0...12), standard: 0.0,
        setter: Setter(
            method: "player.setCrossfade",
            summary: "Sets for how long a track overlaps with the next one. It also holds after a restart.",
            parameter: "seconds", parameterSummary: "The length in seconds; 0 for none."))

    /// What decides how long tracks overlap, within the length of the crossfade.
    public static let crossfadeBy = PlayerOption(
        name: "crossfadeBy", member: "crossfadeBy",
        summary: "What decides how long tracks overlap: the time alone, or what is heard at their ends, up to that time.",
        section: "playback", key: "crossfade_by", kind: .word(CrossfadeMode.allCases.map(\.rawValue)), standard: "time",
        setter: Setter(
            method: "player.setCrossfadeBy",
            summary: """
                Sets what decides how long a track overlaps with the next one: the time alone, or the silence and the fades that they have \
                at their ends. It also holds after a restart.
                """,
            parameter: "mode", parameterSummary: "The mode, as `playback.crossfade_by`."))

    /// Which loudness decides the gain of a track.
    public static let replayGain = PlayerOption(
        name: "replayGain", member: "replayGain", summary: "Which loudness decides the gain of a track.",
        section: "playback", key: "replay_gain", kind: .word(ReplayGainMode.allCases.map(\.rawValue)), standard: "off",
        setter: Setter(
            method: "player.setReplayGain",
            summary: "Sets which loudness decides the gain of a track, from now on. It also holds after a restart.",
            parameter: "mode", parameterSummary: "The mode, as `playback.replay_gain`."))

    /// How many seconds of the media are heard in a second.
    public static let speed = PlayerOption(
        name: "speed", member: "speed", summary: "How many seconds of the media are heard in a second; the pitch stays.",
        section: "playback", key: "speed", kind: .factor(0.25...4, step: 0.05), standard: 1.0,
        setter: Setter(
            method: "player.speed",
            summary: """
                Sets how fast media are played, at the same pitch: what plays changes at once, and it also holds after a restart. Live \
                streams and what is passed through play at 1.
                """,
            parameter: "speed", parameterSummary: "Seconds of the media in a second, in steps of 0.05; 1 as they were recorded."))

    /// By how many seconds playback goes back when it goes on after a pause, at most.
    public static let rewind = PlayerOption(
        name: "rewindSeconds", member: "rewind",
        summary: "By how many seconds at most playback goes back after a pause, which is as long as the pause was; 0 for none.",
        section: "playback", key: "rewind_seconds", kind: .seconds(0...60), standard: 0.0,
        setter: Setter(
            method: "player.setRewind",
            summary: """
                Has playback go back when it goes on after a pause, by as long as the pause was. It also holds after a restart.
                """,
            parameter: "seconds", parameterSummary: "The most seconds of the media; 0 for none."))

    /// Which silences are left out.
    public static let skipSilence = PlayerOption(
        name: "skipSilence", member: "skipSilence",
        summary:
            "Which long silences are left out but for half a second: none, those of studios, or those between sentences too.",
        section: "playback", key: "skip_silence", kind: .word(SilenceSkipping.allCases.map(\.rawValue)), standard: "off",
        setter: Setter(
            method: "player.setSkipSilence",
            summary: """
                Has long silences be left out but for half a second: what plays changes at once, and it also holds after a restart. Not \
                of live streams, of what is passed through, and while a part is repeated.
                """,
            parameter: "mode", parameterSummary: "The mode, as `playback.skip_silence`."))

    /// What of a song counts in a queue that shuffles.
    public static let shuffleWeights = PlayerOption(
        name: "shuffleWeights", member: "shuffleWeights",
        summary: "What has a song, or an album, come sooner in a queue that shuffles; nothing if empty.",
        section: "queue", key: "shuffle_weights", kind: .words(ShuffleWeight.allCases.map(\.rawValue)), standard: [],
        setter: Setter(
            method: "player.setShuffleWeights",
            summary: """
                Sets what has a song, or an album, come sooner in a queue that shuffles, by what the library knows of it. What is to come \
                is drawn anew. It also holds after a restart.
                """,
            parameter: "weights", parameterSummary: "What counts, as `queue.shuffle_weights`; nothing if empty."))

    /// What is played when the queue has nothing more.
    public static let endless = PlayerOption(
        name: "endless", member: "endless",
        summary: """
            What is played when the queue has nothing more: nothing, songs of the library like the last ones, any of its songs, or those \
            of a stored playlist.
            """,
        section: "queue", key: "endless",
        kind: .wordOrName(EndlessPlay.words, prefix: EndlessPlay.playlistPrefix), standard: "off",
        setter: Setter(
            method: "player.setEndless",
            summary: """
                Has the queue get more songs when nothing comes behind the one that plays. Songs that somebody adds at the end come \
                before those. It also holds after a restart.
                """,
            parameter: "mode",
            parameterSummary:
                "As `queue.endless`: `off`, `similar`, `library`, or `playlist:` with the name of a stored playlist."))

    /// What an output that decodes it gets as it is.
    public static let passthrough = PlayerOption(
        name: "passthrough", member: "passthrough", summary: "What an output that decodes it gets as it is.",
        section: "output", key: "passthrough", kind: .words(PassthroughCodec.allCases.map(\.rawValue)), standard: [],
        setter: nil)
}

extension PlaybackOptions {
    /// The length of the overlap of two tracks in seconds; 0 for none.
    public var crossfadeSeconds: Double {
        get { if case .number(let seconds) = self[.crossfade] { seconds } else { 0 } }
        set { self[.crossfade] = .number(newValue) }
    }

    /// What decides how long tracks overlap.
    public var crossfadeBy: CrossfadeMode {
        get { if case .word(let word) = self[.crossfadeBy] { CrossfadeMode(rawValue: word) ?? .time } else { .time } }
        set { self[.crossfadeBy] = .word(newValue.rawValue) }
    }

    /// Which loudness decides the gain of a track.
    public var replayGain: ReplayGainMode {
        get { if case .word(let word) = self[.replayGain] { ReplayGainMode(rawValue: word) ?? .off } else { .off } }
        set { self[.replayGain] = .word(newValue.rawValue) }
    }

    /// How many seconds of the media are heard in a second.
    public var speed: Double {
        get { if case .number(let factor) = self[.speed] { factor } else { 1 } }
        set { self[.speed] = .number(newValue) }
    }

    /// By how many seconds playback goes back when it goes on after a pause, at most.
    public var rewindSeconds: Double {
        get { if case .number(let seconds) = self[.rewind] { seconds } else { 0 } }
        set { self[.rewind] = .number(newValue) }
    }

    /// Which silences are left out.
    public var skipSilence: SilenceSkipping {
        get { if case .word(let word) = self[.skipSilence] { SilenceSkipping(rawValue: word) ?? .off } else { .off } }
        set { self[.skipSilence] = .word(newValue.rawValue) }
    }

    /// What of a song counts in a queue that shuffles.
    public var shuffleWeights: Set<ShuffleWeight> {
        get { if case .words(let words) = self[.shuffleWeights] { Set(words.compactMap(ShuffleWeight.init)) } else { [] } }
        set { self[.shuffleWeights] = .words(Set(newValue.map(\.rawValue))) }
    }

    /// What is played when the queue has nothing more.
    public var endless: EndlessPlay {
        get { if case .word(let word) = self[.endless] { EndlessPlay(word: word) } else { .off } }
        set { self[.endless] = .word(newValue.word) }
    }

    /// What is given to an output that decodes it itself.
    public var passthrough: Set<PassthroughCodec> {
        get { if case .words(let words) = self[.passthrough] { Set(words.compactMap(PassthroughCodec.init)) } else { [] } }
        set { self[.passthrough] = .codecs(newValue) }
    }
}

extension OptionValue {
    package static func codecs(_ codecs: Set<PassthroughCodec>) -> OptionValue { .words(Set(codecs.map(\.rawValue))) }
}

/// What decides how long tracks overlap.
public enum CrossfadeMode: String, Hashable, Sendable, CaseIterable {
    /// The length of the crossfade.
    case time
    /// The silence and the fades at their ends, up to the length of the crossfade.
    case content
}

/// Which silences are left out but for half a second.
public enum SilenceSkipping: String, Hashable, Sendable, CaseIterable {
    /// None.
    case off
    /// Those below −60 dBFS that last a second and a half.
    case mild
    /// Those below −45 dBFS that last three quarters of a second.
    case strong
}

/// What of a song counts in a queue that shuffles.
public enum ShuffleWeight: String, Hashable, Sendable, CaseIterable {
    /// What is rated higher comes sooner.
    case rating
    /// What was played long ago, or never, comes sooner.
    case leastRecent
}

/// What is played when the queue has nothing more.
public enum EndlessPlay: Hashable, Sendable {
    /// Nothing.
    case off
    /// Songs of the library that are like the last ones.
    case similar
    /// Any songs of the library.
    case library
    /// Songs of the stored playlist of this name.
    case playlist(String)

    /// What stands before the name of a playlist.
    public static let playlistPrefix = "playlist:"
    static let words = ["off", "similar", "library"]

    /// Makes it of the value of the option; what that cannot be is `off`.
    public init(word: String) {
        self =
            switch word {
            case "similar": .similar
            case "library": .library
            case _ where word.hasPrefix(Self.playlistPrefix): .playlist(String(word.dropFirst(Self.playlistPrefix.count)))
            default: .off
            }
    }

    /// The value of the option.
    public var word: String {
        switch self {
        case .off: "off"
        case .similar: "similar"
        case .library: "library"
        case .playlist(let name): Self.playlistPrefix + name
        }
    }
}

/// Which loudness decides the gain of a track: its own or that of its album.
public enum ReplayGainMode: String, Hashable, Sendable, CaseIterable {
    /// All media are played as they were recorded.
    case off
    /// All tracks are equally loud.
    case track
    /// All albums are equally loud, and the tracks of an album keep the differences that they have on it.
    case album
    /// As `album` if the queue plays the album of the track, else as `track`.
    case auto
}
