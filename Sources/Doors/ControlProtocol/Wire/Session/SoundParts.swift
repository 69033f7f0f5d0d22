extension Wire {
    /// How each ear hears the other side.
    public struct Crossfeed: WireObject {
        /// Up to which frequency, in hertz.
        public var cutoff: Double
        /// By how much quieter at low frequencies, in decibels.
        public var feed: Double

        /// Makes a crossfeed; 700 Hz and 4.5 dB without numbers.
        public init(cutoff: Double = 700, feed: Double = 4.5) { (self.cutoff, self.feed) = (cutoff, feed) }

        /// The members of a crossfeed.
        package static let shape = WireShape(
            Crossfeed.init(cutoff:feed:),
            .of(
                \.cutoff,
                .optional(
                    "cutoff", .number(minimum: 300, maximum: 2_000), default: 700,
                    "Up to which frequency the other side is heard, in hertz.")),
            .of(
                \.feed,
                .optional(
                    "feed", .number(minimum: 1, maximum: 15), default: 4.5,
                    "By how much quieter the other side is at low frequencies, in decibels.")))
    }

    /// More bass and treble at low volume.
    public struct LoudnessAid: WireObject {
        /// The volume that needs nothing, in decibels.
        public var reference: Double
        /// Whether the middle is lowered instead.
        public var attenuating: Bool

        /// Makes an aid.
        public init(reference: Double, attenuating: Bool = false) {
            (self.reference, self.attenuating) = (reference, attenuating)
        }

        /// The members of an aid.
        package static let shape = WireShape(
            LoudnessAid.init(reference:attenuating:),
            .of(
                \.reference,
                .required(
                    "reference", .number(minimum: -80, maximum: 0), "The volume that needs nothing, in decibels.")),
            .of(
                \.attenuating,
                .optional(
                    "attenuating", .boolean, default: false,
                    "Whether the middle is lowered instead of bass and treble being raised.")))
    }

    /// Which channels get which side of a frequency.
    public struct Crossover: WireObject {
        /// Hertz.
        public var frequency: Double
        /// `whole`, `low` or `high` for each channel, in order.
        public var sides: [String]

        /// Makes a crossover.
        public init(frequency: Double, sides: [String]) { (self.frequency, self.sides) = (frequency, sides) }

        /// The members of a crossover.
        package static let shape = WireShape(
            Crossover.init(frequency:sides:),
            .of(\.frequency, .required("frequency", .number(minimum: 20, maximum: 20_000), "Where it divides, in hertz.")),
            .of(
                \.sides,
                .required("sides", .strings, "What each channel gets, in order: `low`, `high` or `whole`.")))
    }

    /// What the sound of an output goes through besides an equaliser.
    public struct SoundParts: WireObject {
        /// The path of an impulse response; `nil` is none.
        public var impulse: String?
        /// The loudest sample in decibels below full scale; `nil` is without a limiter.
        public var limiter: Double?
        /// Whether quiet sound is raised and loud sound lowered.
        public var nightMode: Bool
        /// Whether every channel is the mean of all.
        public var mono: Bool
        /// Whether left and right change places.
        public var swap: Bool
        /// Decibels by which the side away from it is lowered; positive is towards the right. `nil` is in the middle.
        public var balance: Double?
        /// What each ear hears of the other side; `nil` is nothing.
        public var crossfeed: Crossfeed?
        /// More bass and treble at low volume; `nil` is without.
        public var loudness: LoudnessAid?
        /// The factors of a matrix, row by row; empty leaves the channels.
        public var matrix: [Double]
        /// Milliseconds by which each channel comes later.
        public var delays: [Double]
        /// Which channels get which side of a frequency; `nil` is everything for all.
        public var crossover: Crossover?

        /// Makes parts.
        public init(
            impulse: String? = nil, limiter: Double? = nil, nightMode: Bool = false, mono: Bool = false, swap: Bool = false,
            balance: Double? = nil, crossfeed: Crossfeed? = nil, loudness: LoudnessAid? = nil, matrix: [Double] = [],
            delays: [Double] = [], crossover: Crossover? = nil
        ) {
            self.impulse = impulse
            self.limiter = limiter
            self.nightMode = nightMode
            self.mono = mono
            self.swap = swap
            self.balance = balance
            self.crossfeed = crossfeed
            self.loudness = loudness
            self.matrix = matrix
            self.delays = delays
            self.crossover = crossover
        }

        /// The members of the parts.
        package static let shape = WireShape(
            SoundParts.init(impulse:limiter:nightMode:mono:swap:balance:crossfeed:loudness:matrix:delays:crossover:),
            .of(\.impulse, .optional("impulse", .string, "The path of the impulse response.")),
            .of(\.limiter, .optional("limiter", .number(), "The loudest sample, in decibels below full scale.")),
            .of(\.nightMode, .mark("nightMode", "Whether quiet sound is raised and loud sound lowered.")),
            .of(\.mono, .mark("mono", "Whether every channel is the mean of all.")),
            .of(\.swap, .mark("swap", "Whether left and right change places.")),
            .of(
                \.balance,
                .optional("balance", .number(), "Decibels by which the side away from it is lowered; positive is to the right.")),
            .of(\.crossfeed, .optional("crossfeed", .value, "How each ear hears the other side.")),
            .of(\.loudness, .optional("loudness", .value, "How bass and treble follow the volume.")),
            .of(\.matrix, .unlessEmpty("matrix", .numbers, "The factors of the matrix, row by row.")),
            .of(\.delays, .unlessEmpty("delays", .numbers, "Milliseconds by which each channel comes later.")),
            .of(\.crossover, .optional("crossover", .value, "Which channels get which side of a frequency.")))
    }

    /// How what the sound of an output goes through is to change. What is `nil` stays as it is; of members with two levels, the inner
    /// `nil` takes the part out.
    public struct FilterOrder: Hashable, Sendable {
        /// The uid of an output, a pattern for uids, or `default`.
        public var output: String
        /// The text of the equaliser, or `off`; the inner `nil` takes back all that was chosen, and what else is named is all that there is.
        public var equalizer: String??
        /// Whether the level is lowered by as much as the equaliser raises a sine.
        public var automaticLevel: Bool?
        /// The path of an impulse response.
        public var impulse: String??
        /// The loudest sample, in decibels below full scale.
        public var limiter: Double??
        /// Whether quiet sound is raised and loud sound lowered.
        public var nightMode: Bool?
        /// Whether every channel is the mean of all.
        public var mono: Bool?
        /// Whether left and right change places.
        public var swap: Bool?
        /// Decibels by which the side away from it is lowered.
        public var balance: Double?
        /// How each ear hears the other side.
        public var crossfeed: Crossfeed??
        /// How bass and treble follow the volume.
        public var loudness: LoudnessAid??
        /// The factors of a matrix, row by row; empty for none.
        public var matrix: [Double]?
        /// Milliseconds by which each channel comes later; empty for none.
        public var delays: [Double]?
        /// Which channels get which side of a frequency.
        public var crossover: Crossover??

        /// Makes an order.
        public init(
            output: String, equalizer: String?? = nil, automaticLevel: Bool? = nil, impulse: String?? = nil,
            limiter: Double?? = nil, nightMode: Bool? = nil, mono: Bool? = nil, swap: Bool? = nil, balance: Double? = nil,
            crossfeed: Crossfeed?? = nil, loudness: LoudnessAid?? = nil, matrix: [Double]? = nil, delays: [Double]? = nil,
            crossover: Crossover?? = nil
        ) {
            self.output = output
            self.equalizer = equalizer
            self.automaticLevel = automaticLevel
            self.impulse = impulse
            self.limiter = limiter
            self.nightMode = nightMode
            self.mono = mono
            self.swap = swap
            self.balance = balance
            self.crossfeed = crossfeed
            self.loudness = loudness
            self.matrix = matrix
            self.delays = delays
            self.crossover = crossover
        }

        /// The members of an order.
        static let shape = WireShape(
            FilterOrder.init(
                output:equalizer:automaticLevel:impulse:limiter:nightMode:mono:swap:balance:crossfeed:loudness:matrix:delays:
                crossover:),
            .of(
                \.output, .required("output", .text, "The uid of an output, a pattern for uids with `*`, or `default`.")),
            .of(
                \.equalizer,
                .settable(
                    "equalizer", .string(minimumLength: 0, maximumLength: Methods.Output.longestEqualizer),
                    """
                    The text of an equaliser, as AutoEq, Equalizer APO and Room EQ Wizard write it; `off` for none; null for what the
                    configuration, a pattern or the default gives, of all parts.
                    """)),
            .of(
                \.automaticLevel,
                .optional(
                    "automaticLevel", .boolean,
                    "Whether to lower the level by as much as the equaliser raises a sine at most; true with a new text.")),
            .of(
                \.impulse,
                .settable(
                    "impulse", .string(minimumLength: 1, maximumLength: 4_096),
                    "The absolute path of an impulse response (WAV), in which `%r` stands for the sample rate; null for none.")),
            .of(
                \.limiter,
                .settable(
                    "limiter", .number(minimum: -20, maximum: 0),
                    "The loudest sample, in decibels below full scale; null for no limiter.")),
            .of(\.nightMode, .optional("nightMode", .boolean, "Whether quiet sound is raised and loud sound lowered.")),
            .of(\.mono, .optional("mono", .boolean, "Whether every channel is the mean of all.")),
            .of(\.swap, .optional("swap", .boolean, "Whether left and right change places.")),
            .of(
                \.balance,
                .optional(
                    "balance", .number(minimum: -60, maximum: 60),
                    "Decibels by which the side away from it is lowered; positive is to the right.")),
            .of(
                \.crossfeed,
                .settable("crossfeed", .value, "How each ear hears the other side, on headphones; null for nothing.")),
            .of(
                \.loudness, .settable("loudness", .value, "How bass and treble follow the volume; null for nothing.")),
            .of(
                \.matrix,
                .optional(
                    "matrix", .numbers, "The factors of a matrix of channels from -4 to 4, row by row; empty for none.")),
            .of(
                \.delays,
                .optional("delays", .numbers, "Milliseconds from 0 to 100 by which each channel comes later; empty for none.")),
            .of(
                \.crossover,
                .settable("crossover", .value, "Which channels get which side of a frequency; null for everything for all.")))
    }
}
