/// Works out the first frame of each packet of a track from its timestamp and the frames of those before it.
///
/// Containers round timestamps to their ticks. As long as packets follow each other within that, their frames are counted, which
/// is exact. A later timestamp is a gap. One that goes back, or on by hours, says nothing: the packets are taken as they follow.
struct PacketTimeline: Equatable {
    private let numerator: Int64
    private let denominator: Int64
    /// Frames a second.
    let rate: Int64
    /// How far a rounded timestamp may be from the counted frame, in frames.
    private let tolerance: Int64
    /// The timestamp of frame 0, in ticks.
    private var origin: Int64?
    /// What is added to frames from timestamps, because of timestamps that said nothing.
    private var correction: Int64 = 0
    /// The number after the last frame so far; the first packet begins with frame 0.
    private(set) var end: Int64 = 0
    /// The number of gaps so far.
    private(set) var gapCount = 0
    /// The frames that are missing in all gaps.
    private(set) var gapFrames: Int64 = 0

    /// The longest gap that is believed, in seconds.
    private static let longestGap: Int64 = 3_600

    /// Makes the timeline of a track whose ticks are `numerator/denominator` seconds.
    init(numerator: Int32, denominator: Int32, rate: Int32) {
        self.numerator = Int64(max(numerator, 1))
        self.denominator = Int64(max(denominator, 1))
        self.rate = Int64(max(rate, 1))
        let isExact = self.denominator % (self.numerator * self.rate) == 0
        // Two timestamps may be rounded in opposite directions.
        tolerance = isExact ? 0 : 2 * self.numerator * self.rate / self.denominator + 1
    }

    /// Whether each tick, or a number of ticks, is a frame.
    var isExact: Bool { tolerance == 0 }

    /// Returns the number of the packet's first frame.
    /// - Parameters:
    ///   - timestamp: in ticks; `nil` if there is none.
    ///   - frames: how far the packet reaches, at least 0.
    mutating func place(_ timestamp: Int64?, frames: Int64) -> Int64 {
        let start = self.start(timestamp, frames)
        end = start + frames
        return start
    }

    private mutating func start(_ timestamp: Int64?, _ frames: Int64) -> Int64 {
        guard let timestamp else { return end }
        guard let origin else {
            origin = timestamp
            correction = end
            return end
        }
        let (ticks, overflows) = timestamp.subtractingReportingOverflow(origin)
        guard !overflows, let measured = self.frames(ofTicks: ticks) else { return end }
        let difference = measured + correction - end
        if abs(difference) <= tolerance { return end }
        guard difference > 0, difference <= Self.longestGap * rate else {
            correction -= difference
            return end
        }
        // Less than half a packet is a clock that runs differently, and no missing packet.
        if 2 * difference >= frames {
            gapCount += 1
            gapFrames += difference
        }
        return end + difference
    }

    /// Ticks in frames, to the nearest; `nil` if no recording is that long.
    func frames(ofTicks ticks: Int64) -> Int64? {
        let exact = Double(ticks) * Double(numerator) * Double(rate) / Double(denominator)
        guard abs(exact) < 0x1p52 else { return nil }
        if abs(ticks) < 1 << 40 {
            // Exact where no product overflows.
            let (product, overflows) = ticks.multipliedReportingOverflow(by: numerator * rate)
            if !overflows { return (product >= 0 ? product + denominator / 2 : product - denominator / 2) / denominator }
        }
        return Int64(exact.rounded())
    }
}
