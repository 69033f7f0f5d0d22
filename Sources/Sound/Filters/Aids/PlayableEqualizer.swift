package import AudioTypes

/// An equaliser that the outputs can run. Here, and nowhere else, is refused what they cannot: nothing now of what is read.
package struct PlayableEqualizer: Hashable, Sendable {
    /// What the text says.
    package let equalizer: Equalizer
    /// The text that is this equaliser again.
    package let text: String
    /// What was left out without harm.
    package let notes: [EqualizerFault]

    /// Reads a text.
    package init(_ bytes: [UInt8]) throws(EqualizerTextError) {
        let reader = try EqualizerReader(bytes)
        equalizer = reader.equalizer
        text = reader.equalizer.description
        notes = reader.notes
    }
}

/// A part of a choice whose numbers cannot be used.
package struct SoundPartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which part, by its name in the protocol.
    package let part: String
    /// What it has to be, as the rest of a sentence.
    package let reason: String

    /// Makes an error.
    package init(part: String, reason: String) { (self.part, self.reason) = (part, reason) }

    /// A sentence.
    package var description: String { "\(part) \(reason)" }
}

/// The parts besides the equaliser as they are run. Here, and nowhere else, is refused what cannot be.
package struct PlayableParts: Hashable, Sendable {
    package let aids: ListeningAids
    package let crossfeed: Crossfeed?
    package let crossover: ChannelCrossover?
    package let night: NightMode?
    package let limiter: LimiterSettings?
    package let impulse: ImpulsePattern?

    /// What bass and treble become louder by at most, in decibels.
    private static let shelves = (bass: 7.0, treble: 5.0)

    /// Reads what was chosen.
    package init(_ parts: SoundParts) throws(SoundPartError) {
        func needed<Value>(_ part: String, _ value: Value?, _ reason: String) throws(SoundPartError) -> Value {
            guard let value else { throw SoundPartError(part: part, reason: reason) }
            return value
        }
        let loudness = try parts.loudness.map { wanted throws(SoundPartError) in
            try needed(
                "loudness",
                LoudnessShelves(reference: wanted.reference, bass: Self.shelves.bass, treble: Self.shelves.treble),
                "has a reference from -80 to 0 dB")
        }
        let matrix =
            try parts.matrix.isEmpty
            ? nil
            : needed(
                "matrix", ChannelMatrix(parts.matrix),
                "has as many rows as columns, at most \(ChannelLayout.maximumChannelCount), and factors from -4 to 4")
        _ = try needed("balance", ListeningAids(balance: parts.balance), "is from -60 to 60 dB")
        aids = try needed(
            "delays",
            ListeningAids(
                isMono: parts.isMono, isSwapped: parts.isSwapped, balance: parts.balance, matrix: matrix, delays: parts.delays,
                loudness: loudness), "are from 0 to 100 ms, for at most \(ChannelLayout.maximumChannelCount) channels")
        crossfeed = try parts.crossfeed.map { wanted throws(SoundPartError) in
            try needed(
                "crossfeed", Crossfeed(cutoff: wanted.cutoff, feed: wanted.feed),
                "has a cutoff from 300 to 2,000 Hz and a feed from 1 to 15 dB")
        }
        crossover = try parts.crossover.map { wanted throws(SoundPartError) in
            let frequency = try needed("crossover", Crossover(frequency: wanted.frequency), "is from 20 to 20,000 Hz")
            return try needed(
                "crossover", ChannelCrossover(frequency, sides: wanted.sides.map(ChannelCrossover.Side.init)),
                "is for at most \(ChannelLayout.maximumChannelCount) channels")
        }
        night = parts.isNight ? .standard : nil
        limiter = try parts.limiter.map { ceiling throws(SoundPartError) in
            try needed("limiter", LimiterSettings(ceiling: ceiling), "is from -20 to 0 dB")
        }
        impulse = try parts.impulse.map { path throws(SoundPartError) in
            guard path.hasPrefix("/") else {
                throw SoundPartError(part: "impulse", reason: "must be an absolute path")
            }
            return try needed(
                "impulse", ImpulsePattern(path),
                "is a path of at most 4,096 bytes, in which %r stands for the sample rate and %% for a percent sign")
        }
    }
}

extension ChannelCrossover.Side {
    init(_ side: SoundParts.Crossover.Side) {
        self =
            switch side {
            case .whole: .whole
            case .low: .low
            case .high: .high
            }
    }
}

extension SoundParts {
    /// Leaves out each part that cannot be run, and returns why. The others stay.
    package mutating func leaveOutUnplayable() -> [SoundPartError] {
        var errors: [SoundPartError] = []
        while true {
            do throws(SoundPartError) {
                _ = try PlayableParts(self)
                return errors
            } catch {
                leaveOut(error.part)
                errors.append(error)
            }
        }
    }

    private mutating func leaveOut(_ part: String) {
        switch part {
        case "loudness" where loudness != nil: loudness = nil
        case "matrix" where !matrix.isEmpty: matrix = []
        case "balance" where balance != 0: balance = 0
        case "delays" where !delays.isEmpty: delays = []
        case "crossfeed" where crossfeed != nil: crossfeed = nil
        case "crossover" where crossover != nil: crossover = nil
        case "limiter" where limiter != nil: limiter = nil
        case "impulse" where impulse != nil: impulse = nil
        default: self = .none
        }
    }
}
