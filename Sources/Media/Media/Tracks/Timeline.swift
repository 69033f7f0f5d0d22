/// Converts between timestamps and frames of the decoded track, and knows whether timestamps can be trusted.
///
/// Frame 0 is the first one of the recording, after the delays of encoder and decoder. Timestamps are ticks; a tick is
/// `numerator/denominator` seconds, and containers round to it. If a tick is a whole number of frames, the answer is exact.
/// Otherwise a known packet size helps: the position must then be a multiple of it. If neither holds, ``isTrusted`` is false,
/// and the owner counts frames from the start.
struct Timeline: Equatable {
    private let numerator: Int64
    private let denominator: Int64
    private let rate: Int64
    private let grid: Int64?
    /// The timestamp of the first decoded frame, and the number of frames in it, where the grid begins.
    private let origin: Int64
    private let firstGridPoint: Int64
    /// The frames that the decoder gives before the recording begins.
    private let lead: Int64
    /// Whether all positions from timestamps have so far agreed with the counted ones.
    private(set) var isTrusted: Bool

    /// Makes the timeline of a track. The first decoded frames, `firstCount` of them, have the timestamp `origin`, and the
    /// recording begins `lead` frames after their start.
    init(numerator: Int32, denominator: Int32, rate: Int, grid: Int?, origin: Int64?, firstCount: Int, lead: Int64 = 0) {
        self.numerator = Int64(max(numerator, 1))
        self.denominator = Int64(max(denominator, 1))
        self.rate = Int64(max(rate, 1))
        let isExact = self.denominator % (self.numerator * self.rate) == 0
        self.grid = isExact ? nil : grid.map(Int64.init)
        self.origin = origin ?? 0
        self.lead = lead
        firstGridPoint = Int64(firstCount)
        // A grid finer than two ticks cannot be resolved.
        let ticksOfGrid = Double(self.grid ?? 0) * Double(self.denominator) / (Double(self.numerator) * Double(self.rate))
        isTrusted = origin != nil && (isExact || ticksOfGrid > 2)
    }

    /// Returns the frame for a packet's timestamp; negative before the first frame of the recording.
    func frame(at timestamp: Int64) -> Int64? {
        let (ticks, overflows) = timestamp.subtractingReportingOverflow(origin)
        guard !overflows else { return nil }
        let exact = Double(ticks) * Double(numerator) * Double(rate) / Double(denominator)
        guard abs(exact) < 0x1p52 else { return nil }
        let frame = Int64(exact.rounded())
        guard let grid else { return frame - lead }
        let steps = (Double(frame - firstGridPoint) / Double(grid)).rounded()
        let isFirst = frame < grid / 2 && firstGridPoint > 0 && frame * 2 < firstGridPoint
        return (isFirst ? 0 : firstGridPoint + Int64(steps) * grid) - lead
    }

    /// Returns the last timestamp at or before `frame`.
    func timestamp(of frame: Int64) -> Int64? {
        let ticks = (Double(frame + lead) * Double(denominator) / (Double(numerator) * Double(rate))).rounded(.down)
        guard abs(ticks) < 0x1p52 else { return nil }
        let (timestamp, overflows) = origin.addingReportingOverflow(Int64(ticks))
        return overflows ? nil : timestamp
    }

    /// Compares a timestamp with the counted position of the frames that it came with.
    mutating func observe(timestamp: Int64?, at counted: Int64) {
        guard isTrusted, let timestamp else { return }
        if frame(at: timestamp) != counted { isTrusted = false }
    }

    /// Gives up on timestamps: the track changed its rate, so that a frame number no longer gives a time.
    mutating func distrust() { isTrusted = false }
}
