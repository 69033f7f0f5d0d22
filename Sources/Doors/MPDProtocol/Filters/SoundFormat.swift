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
        let reader = FormatReader(isMask: isMask)
        if text.hasPrefix("dsd") {
            // `dsd64` states a rate and one bit.
            let (multiple, count) = FormatReader.split(text.dropFirst(3))
            guard let count else { throw .channelsMissing }
            rate = try reader.multiple(multiple) * 44_100 / 8
            sample = .dsd
            channels = try reader.channels(count)
            return
        }
        let (hertz, rest) = FormatReader.split(text[...])
        rate = try reader.rate(hertz)
        guard let rest else { throw MPDFailure(.argument, "Sample format missing") }
        let (kind, count) = FormatReader.split(rest)
        sample = try reader.sample(kind)
        guard let count else { throw .channelsMissing }
        channels = try reader.channels(count)
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
    private static let multiples: ClosedRange<UInt32> = 32...4_096

    let isMask: Bool

    /// Returns what stands in front of the first colon, and what stands behind it; `nil` without a colon.
    static func split(_ text: Substring) -> (Substring, Substring?) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return (parts[0], parts.count > 1 ? parts[1] : nil)
    }

    func multiple(_ text: Substring) throws(MPDFailure) -> UInt32 {
        guard let multiple: UInt16 = number(text) else { throw MPDFailure(.argument, "Failed to parse the DSD rate") }
        guard Self.multiples.contains(UInt32(multiple)) else { throw MPDFailure(.argument, "Bad DSD rate") }
        return UInt32(multiple)
    }

    func rate(_ text: Substring) throws(MPDFailure) -> UInt32? {
        if isMask, text == "*" { return nil }
        guard let rate: UInt32 = number(text) else { throw MPDFailure(.argument, "Failed to parse the sample rate") }
        guard Self.rates.contains(rate) else { throw MPDFailure(.argument, "Invalid sample rate: \(rate)") }
        return rate
    }

    func sample(_ text: Substring) throws(MPDFailure) -> SoundFormat.Sample? {
        switch text {
        case "*" where isMask: return nil
        case "f": return .float
        case "dsd": return .dsd
        case "8": return .bits(8)
        case "16": return .bits(16)
        // Older versions of MPD told 24 bits in three bytes from those in four.
        case "24", "24_3": return .bits(24)
        case "32": return .bits(32)
        default: throw MPDFailure(.argument, "Invalid sample format: \(ReplyText.debugged(String(text)))")
        }
    }

    func channels(_ text: Substring) throws(MPDFailure) -> UInt32? {
        if isMask, text == "*" { return nil }
        guard let channels: UInt8 = number(text) else { throw MPDFailure(.argument, "Failed to parse the channel count") }
        guard Self.channelCounts.contains(UInt32(channels)) else {
            throw MPDFailure(.argument, "Invalid channel count: \(channels)")
        }
        return UInt32(channels)
    }

    /// Returns a number that is written in digits only and fits; `nil` for anything else.
    private func number<Number: FixedWidthInteger>(_ text: Substring) -> Number? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Number(text) : nil
    }
}

extension MPDFailure {
    fileprivate static let channelsMissing = MPDFailure(.argument, "Channel count missing")
}
