/// Says which frame of the decoded track a timestamp means, and whether timestamps can be believed.
///
/// Frame 0 is the first one of the recording, after the delays of encoder and decoder. Timestamps are ticks of
/// `numerator / denominator` seconds; containers round to them. Where a tick divides into whole frames the answer is exact.
/// Otherwise packets of a known size help: only multiples of it can be meant. Failing both, ``isTrusted`` is false, and the
/// owner counts frames from the start.
struct Timeline: Equatable {
    private let numerator: Int64
    private let denominator: Int64
    private let rate: Int64
    private let grid: Int64?
    /// Timestamp of frame 0, and where frame 0's packet ended: the first point of the grid.
    private let origin: Int64
    private let firstGridPoint: Int64
    /// The frames that come out of the decoder before the recording begins.
    private let lead: Int64
    /// Whether positions from timestamps have agreed with counted ones so far.
    private(set) var isTrusted: Bool

    /// The timeline of a track whose first decoded frames came at `origin`, `firstCount` of them, and whose recording begins `lead`
    /// frames behind that.
    init(numerator: Int32, denominator: Int32, rate: Int, grid: Int?, origin: Int64?, firstCount: Int, lead: Int64 = 0) {
        self.numerator = Int64(max(numerator, 1))
        self.denominator = Int64(max(denominator, 1))
        self.rate = Int64(max(rate, 1))
        let isExact = self.denominator % (self.numerator * self.rate) == 0
        self.grid = isExact ? nil : grid.map(Int64.init)
        self.origin = origin ?? 0
        self.lead = lead
        firstGridPoint = Int64(firstCount)
        // A grid finer than two ticks cannot be told apart.
        let ticksOfGrid = Double(self.grid ?? 0) * Double(self.denominator) / (Double(self.numerator) * Double(self.rate))
        isTrusted = origin != nil && (isExact || ticksOfGrid > 2)
    }

    /// The frame that a packet's timestamp means; negative before the first.
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

    /// The last timestamp at or before a frame.
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

    /// Gives up on timestamps: the track changed its rate, so that frames are no longer a time.
    mutating func distrust() { isTrusted = false }
}
