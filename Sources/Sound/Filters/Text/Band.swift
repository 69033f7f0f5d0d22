/// One band of an equaliser, as a person writes it: not yet for a sample rate.
package struct Band: Hashable, Sendable {
    /// What a band does to the frequencies around its own.
    package enum Kind: Hashable, Sendable, CaseIterable {
        /// Raises or lowers what lies around the frequency.
        case peak
        /// Lets through what lies below.
        case lowPass
        /// Lets through what lies above.
        case highPass
        /// Lets through what lies around the frequency, which itself keeps its level.
        case bandPass
        /// Takes out what lies around the frequency.
        case notch
        /// Turns the phase alone.
        case allPass
        /// Raises or lowers what lies below.
        case lowShelf
        /// Raises or lowers what lies above.
        case highShelf

        /// Whether the gain has a meaning.
        package var hasGain: Bool { self == .peak || isShelf }
        /// Whether it is one of the two shelves.
        package var isShelf: Bool { self == .lowShelf || self == .highShelf }
    }

    /// How wide a band is, or how steep.
    package enum Width: Hashable, Sendable {
        /// The quality of the cookbook.
        case quality(Double)
        /// Octaves between the points of half the gain; not for shelves.
        case octaves(Double)
        /// Decibels per octave, 12 being the steepest without a bump; only for shelves.
        case slope(Double)
    }

    /// The kind.
    package let kind: Kind
    /// Hertz.
    package let frequency: Double
    /// Decibels; 0 where the kind has none.
    package let gain: Double
    /// The width.
    package let width: Width
    /// Of a shelf, whether `frequency` is where the slope begins, rather than its middle.
    package let isCorner: Bool

    /// The frequencies that a band may have, in hertz: up to half of the highest rate.
    package static let frequencies = 0.1...768_000.0
    /// The gains that a band may have, in decibels.
    package static let gains = -40.0...40.0
    /// The qualities that a band may have.
    package static let qualities = 0.01...100.0
    /// The widths that a band may have, in octaves.
    package static let octaves = 0.01...10.0
    /// The slopes that a shelf may have, in decibels per octave.
    package static let slopes = 0.1...12.0

    /// Makes a band, or returns `nil` if a number is outside its bounds, or the width is not one of this kind.
    package init?(_ kind: Kind, frequency: Double, gain: Double = 0, width: Width, isCorner: Bool = false) {
        guard Self.frequencies.contains(frequency), Self.gains.contains(gain) else { return nil }
        switch width {
        case .quality(let value): guard Self.qualities.contains(value) else { return nil }
        case .octaves(let value): guard Self.octaves.contains(value), !kind.isShelf else { return nil }
        case .slope(let value): guard Self.slopes.contains(value), kind.isShelf else { return nil }
        }
        self.kind = kind
        self.frequency = frequency
        self.gain = kind.hasGain ? gain : 0
        self.width = width
        self.isCorner = kind.isShelf && isCorner
    }

    /// Whether samples pass unchanged.
    package var isNeutral: Bool { kind.hasGain && gain == 0 }
}

extension Band: CustomStringConvertible {
    /// As Equalizer APO writes it, without `Filter: `: `ON PK Fc 105 Hz Gain 5.5 dB Q 0.7`.
    package var description: String {
        var words = ["ON", word]
        if case .slope(let value) = width { words += [value.written, "dB"] }
        words += ["Fc", frequency.writtenAsFrequency, "Hz"]
        if kind.hasGain { words += ["Gain", gain.written, "dB"] }
        switch width {
        case .quality(let value): words += ["Q", value.written]
        case .octaves(let value): words += ["BW", "Oct", value.written]
        case .slope: break
        }
        return words.joined(separator: " ")
    }

    private var word: String {
        switch kind {
        case .peak: "PK"
        case .lowPass: "LPQ"
        case .highPass: "HPQ"
        case .bandPass: "BP"
        case .notch: "NO"
        case .allPass: "AP"
        case .lowShelf: isCorner ? "LS" : "LSC"
        case .highShelf: isCorner ? "HS" : "HSC"
        }
    }
}

extension Double {
    /// The shortest text that is this number again, without `.0`.
    var written: String {
        let text = "\(self)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// The same, never with exactly three digits behind the point, which readers take for thousands: `1.125` is written `1.1250`.
    var writtenAsFrequency: String {
        let text = written
        return text.dropLast(3).hasSuffix(".") ? text + "0" : text
    }
}
