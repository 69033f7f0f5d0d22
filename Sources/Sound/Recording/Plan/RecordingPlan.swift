package import AudioTypes

/// What a recording becomes: its format, its pieces and its end. Every number was checked by ``init(_:input:)``.
package struct RecordingPlan: Hashable, Sendable {
    /// What somebody wants. What is `nil` has its default.
    package struct Wish: Hashable, Sendable {
        /// The length of a piece, in seconds; `nil` for one piece.
        package var splitEvery: Double?
        /// Whether pieces end when the clock on the wall shows a multiple of their length since midnight. Needs ``splitEvery``.
        package var splitsOnClock = false
        /// What silence does; `nil` for nothing.
        package var silence: Silence?
        /// The length at which the recording ends, in seconds.
        package var maximumDuration: Double?
        /// How long the recording lasts, in seconds: it then ends, also if pauses and gaps were left out of it.
        package var duration: Double?
        /// When the recording begins: CLOCK_MONOTONIC, in nanoseconds; `nil` for with the first frame that comes.
        package var startsAt: Int64?
        /// How much sound is written at once at least, in seconds, each time with the time at which it was sound; `nil` for as suits the
        /// disk. Only over a connection.
        package var latency: Double?
        /// Whether silence takes the place of sound that is missing.
        package var fillsGaps = true
        /// Title, artist and so on, for each piece.
        package var tags: [String: String] = [:]

        /// Makes a wish for one piece without an end.
        package init() {}
    }

    /// What a recording does when nothing is to be heard.
    package struct Silence: Hashable, Sendable {
        package enum Action: Hashable, Sendable {
            /// A new piece begins.
            case split
            /// The recording ends.
            case stop
        }

        /// The peak below which sound counts as silence, in decibels below full scale.
        package var decibels: Double
        /// How long the silence lasts before something happens, in seconds.
        package var seconds: Double
        /// The length that a piece has at least, in seconds.
        package var shortestPiece: Double
        package var action: Action

        /// Makes a rule.
        package init(decibels: Double = -50, seconds: Double = 2, shortestPiece: Double = 10, action: Action = .split) {
            self.decibels = decibels
            self.seconds = seconds
            self.shortestPiece = shortestPiece
            self.action = action
        }
    }

    /// The error if a number of a wish is out of range.
    package struct Refusal: Error, Hashable, Sendable {
        /// The name of the parameter.
        package let parameter: String
        /// A sentence for a person.
        package let message: String

        /// Makes an error.
        package init(parameter: String, message: String) {
            self.parameter = parameter
            self.message = message
        }
    }

    /// The lengths that a piece can have, in seconds: one second, because every piece is a file, and a week.
    package static let pieceLengths = 1.0...604_800
    /// The lengths at which a recording can be told to end, in seconds: up to a year.
    package static let durations = 0.1...31_536_000
    /// How long a recording can be asked to last, in seconds: up to a year.
    package static let lengths = 0.001...31_536_000
    /// How much sound can be asked to be written at once, in seconds.
    package static let latencies = 0.001...2.0
    /// The peaks that can be the border of silence, in decibels.
    package static let silenceLevels = -120.0...0
    /// How long silence can be asked to last, in seconds.
    package static let silenceLengths = 0.05...3_600

    /// The format of the files.
    package private(set) var format: RecordedFormat
    /// The format of the samples that are recorded.
    package let input: StreamFormat
    /// Which channels of the device are recorded; `nil` for those that ``input`` has, as PipeWire converts them.
    package let picks: ChannelPicks?
    /// Whether two sources are recorded side by side, each in one channel.
    package let isMeeting: Bool
    /// What was asked for.
    package internal(set) var wish: Wish

    /// Makes a plan.
    /// - Parameter isMeeting: whether two sources are recorded side by side; ``input`` then has two channels.
    /// - Throws: if a number is out of range, or does not go with another.
    package init(
        _ format: RecordedFormat, input: StreamFormat, picks: ChannelPicks? = nil, isMeeting: Bool = false, _ wish: Wish
    ) throws(Refusal) {
        precondition(!isMeeting || input.channelCount == 2 && picks == nil, "a meeting has one channel for each of its sources")
        try Self.check(wish.splitEvery, in: Self.pieceLengths, "splitEvery", "a piece lasts")
        try Self.check(wish.maximumDuration, in: Self.durations, "maxDuration", "a recording lasts at most")
        try Self.check(wish.duration, in: Self.lengths, "duration", "a recording lasts")
        try Self.check(wish.latency, in: Self.latencies, "latency", "the sound of a piece lasts")
        if wish.splitsOnClock && wish.splitEvery == nil {
            throw Refusal(parameter: "splitOnClock", message: "pieces that end on the clock need a length, \"splitEvery\"")
        }
        if let silence = wish.silence {
            try Self.check(silence.seconds, in: Self.silenceLengths, "onSilence", "silence lasts")
            try Self.check(silence.shortestPiece, in: 0...Self.pieceLengths.upperBound, "onSilence", "the shortest piece lasts")
            guard Self.silenceLevels.contains(silence.decibels) else {
                throw Refusal(
                    parameter: "onSilence",
                    message: "silence is below a level of -120 to 0 decibels, not \(silence.decibels)")
            }
        }
        self.format = format
        self.input = input
        self.picks = picks
        self.isMeeting = isMeeting
        self.wish = wish
    }

    /// Returns the plan with files of another format for the same samples.
    package func written(as format: RecordedFormat) -> RecordingPlan {
        var plan = self
        plan.format = format
        return plan
    }

    /// The format of the samples that come in: all channels of the device, where some of them are picked, and one from each source of a
    /// meeting.
    package var captured: StreamFormat {
        if isMeeting { return StreamFormat(sampleRate: input.sampleRate, channelLayout: .mono) }
        guard let layout = picks?.layout else { return input }
        return StreamFormat(sampleRate: input.sampleRate, channelLayout: layout)
    }

    /// Whether the worker has to know when the frames of each cycle were sound.
    var timesCycles: Bool { isMeeting || wish.latency != nil || wish.startsAt != nil }

    /// Whether the recording is one file, whatever happens.
    package var isOneFile: Bool { wish.splitEvery == nil && wish.silence?.action != .split }

    private static func check(
        _ seconds: Double?, in range: ClosedRange<Double>, _ parameter: String, _ what: String
    ) throws(Refusal) {
        guard let seconds, !range.contains(seconds) else { return }
        throw Refusal(
            parameter: parameter, message: "\(what) from \(range.lowerBound) to \(range.upperBound) seconds, not \(seconds)")
    }

    /// Returns `seconds` as frames of the input.
    func frames(_ seconds: Double) -> Int64 { FrameCount(seconds: seconds, at: input.sampleRate).value }
}
