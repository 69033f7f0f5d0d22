/// A format of sound as MPD writes it, `44100:16:2`, or a mask for several, `44100:*:2`. A value.
package struct SoundFormat: Hashable, Sendable {
    /// The kinds of samples that MPD has.
    package enum Sample: Hashable, Sendable {
        /// Integers with a number of bits.
        case bits(Int)
        case float
        /// One bit at a very high rate.
        case dsd
    }

    /// The rate in hertz; `nil` for any.
    package var rate: UInt32?
    /// The kind of the samples; `nil` for any.
    package var sample: Sample?
    /// The number of channels; `nil` for any.
    package var channels: UInt32?

    /// Makes the format of a song of the library, which is decoded to floating point.
    package init(rate: UInt32, channels: UInt32) {
        self.rate = rate
        sample = .float
        self.channels = channels
    }

    /// Reads a format.
    /// - Parameter isMask: whether each part may be `*`.
    package init(_ text: String, isMask: Bool) throws(MPDFailure) {
        var reader = FormatReader(rest: Array(text.utf8)[...], isMask: isMask)
        if let multiple = reader.dsd() {
            rate = multiple * 44_100 / 8
            sample = .dsd
        } else {
            rate = try reader.rate()
            guard reader.take(":") else { throw MPDFailure(.argument, "Sample format missing") }
            sample = try reader.sample()
            guard reader.take(":") else { throw MPDFailure(.argument, "Channel count missing") }
        }
        channels = try reader.channels()
        guard reader.rest.isEmpty else {
            throw MPDFailure(.argument, "Extra data after channel count: \(String(decoding: reader.rest, as: UTF8.self))")
        }
    }

    /// Whether a format is one of those that the mask stands for.
    package func includes(_ format: SoundFormat) -> Bool {
        (rate == nil || rate == format.rate) && (sample == nil || sample == format.sample)
            && (channels == nil || channels == format.channels)
    }
}

/// Reads the parts of a format, with MPD's sentences about mistakes.
private struct FormatReader {
    private static let rates: Range<UInt32> = 1..<(1 << 30)
    private static let channelCounts: ClosedRange<UInt32> = 1...8
    /// By what 44.1 kHz is multiplied in `dsd64`.
    private static let multiples: ClosedRange<UInt64> = 32...4_096

    var rest: ArraySlice<UInt8>
    let isMask: Bool

    /// Takes a text from the beginning; returns whether it was there.
    mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    private mutating func takeAny() -> Bool { isMask && take("*") }

    /// Takes the short form of a rate and one bit, `dsd64:`; `nil` if it is not there.
    mutating func dsd() -> UInt32? {
        var ahead = self
        guard ahead.take("dsd"), let multiple = ahead.number(), ahead.take(":"), Self.multiples.contains(multiple),
            multiple.isMultiple(of: 2)
        else { return nil }
        self = ahead
        return UInt32(multiple)
    }

    mutating func rate() throws(MPDFailure) -> UInt32? {
        if takeAny() { return nil }
        guard let value = number() else { throw MPDFailure(.argument, "Failed to parse the sample rate") }
        let rate = UInt32(truncatingIfNeeded: value)
        guard Self.rates.contains(rate) else { throw MPDFailure(.argument, "Invalid sample rate: \(value)") }
        return rate
    }

    mutating func sample() throws(MPDFailure) -> SoundFormat.Sample? {
        if takeAny() { return nil }
        if take("f") { return .float }
        if take("dsd") { return .dsd }
        guard let value = number() else { throw MPDFailure(.argument, "Failed to parse the sample format") }
        switch value {
        case 8, 16, 32: return .bits(Int(value))
        case 24:
            // Older versions of MPD told 24 bits in three bytes from those in four.
            _ = take("_3")
            return .bits(24)
        default: throw MPDFailure(.argument, "Invalid sample format: \(value)")
        }
    }

    mutating func channels() throws(MPDFailure) -> UInt32? {
        if takeAny() { return nil }
        guard let value = number() else { throw MPDFailure(.argument, "Failed to parse the channel count") }
        let channels = UInt32(truncatingIfNeeded: value)
        guard Self.channelCounts.contains(channels) else {
            throw MPDFailure(.argument, "Invalid channel count: \(channels)")
        }
        return channels
    }

    /// Takes a number as `strtoul` does: after blanks, with or without a sign, and with a bound for one that is too large.
    private mutating func number() -> UInt64? {
        var ahead = rest.drop { $0 == UInt8(ascii: " ") || (0x09...0x0D).contains($0) }
        let isNegative = ahead.first == UInt8(ascii: "-")
        if isNegative || ahead.first == UInt8(ascii: "+") { ahead.removeFirst() }
        let digits = ahead.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !digits.isEmpty else { return nil }
        rest = ahead.dropFirst(digits.count)
        guard let value = UInt64(String(decoding: digits, as: UTF8.self)) else { return .max }
        return isNegative ? 0 &- value : value
    }
}
