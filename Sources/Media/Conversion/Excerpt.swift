package import AudioTypes
package import MediaTypes

/// Which part of a recording is wanted. Times count from its first audible frame.
package struct Excerpt: Hashable, Sendable {
    /// The first moment.
    package let start: MediaTime
    /// The moment after the last; `nil` for the end of the recording.
    package let end: MediaTime?

    /// The whole recording.
    package static let everything = Excerpt(known: MediaTime(value: 0, timescale: 1), nil)

    /// Makes the part from `start` to `end`.
    /// - Throws: ``MediaError/Code/unsupported`` if the part is empty or begins before the recording, or if a time is longer than
    ///   any recording.
    package init(from start: MediaTime = MediaTime(value: 0, timescale: 1), to end: MediaTime? = nil) throws(MediaError) {
        guard start.value >= 0, start.seconds <= Self.longest, end.map({ $0.seconds <= Self.longest }) ?? true else {
            throw MediaError(
                .unsupported, "a part of a recording begins at 0 seconds or later, and within \(Int(Self.longest)) seconds")
        }
        if let end, end.seconds <= start.seconds {
            throw MediaError(
                .unsupported, "the part from \(start.seconds) to \(end.seconds) seconds is empty: its end must be later")
        }
        self.init(known: start, end)
    }

    private init(known start: MediaTime, _ end: MediaTime?) {
        self.start = start
        self.end = end
    }

    /// Ten years, in seconds. Frames of that time do not overflow at any rate.
    private static let longest = 315_360_000.0

    /// Whether nothing is left out.
    package var isEverything: Bool { start.value == 0 && end == nil }

    /// The frames of the part at `rate`, each boundary to the nearest frame; without an end, up to the largest number.
    package func frames(at rate: SampleRate) -> Range<Int64> {
        let lower = Self.frame(at: start, rate)
        return lower..<(end.map { max(lower + 1, Self.frame(at: $0, rate)) } ?? .max)
    }

    private static func frame(at time: MediaTime, _ rate: SampleRate) -> Int64 {
        let (product, overflows) = time.value.multipliedReportingOverflow(by: Int64(rate.hertz))
        guard !overflows else { return FrameCount(seconds: time.seconds, at: rate).value }
        let (whole, rest) = product.quotientAndRemainder(dividingBy: time.timescale)
        return whole + (rest >= time.timescale - time.timescale / 2 ? 1 : 0)
    }

    /// How long the part of a recording of `duration` is, in seconds; `nil` if that is unknown.
    func seconds(of duration: MediaTime?) -> Double? {
        guard let last = [end?.seconds, duration?.seconds].compactMap(\.self).min() else { return nil }
        return max(0, last - start.seconds)
    }
}

/// How far a long work has got.
package struct Progress: Hashable, Sendable {
    /// The seconds of sound that are done.
    package let done: Double
    /// The seconds of sound in all; `nil` if that is unknown. It may be an estimate.
    package let total: Double?

    /// The part that is done, 0…1; `nil` if it is unknown.
    package var fraction: Double? { total.map { $0 > 0 ? min(1, done / $0) : 1 } }
}
