import AudioTypes

/// Decides where the pieces of a recording end, by counting frames. A value without clock: it is told what the clock on the wall
/// shows when a piece begins.
struct PieceCutter {
    /// What is due once ``room`` frames more were written.
    enum Due: Hashable {
        case split, end
    }

    private let length: Int64?
    private let secondsOnClock: Double?
    private let most: Int64?
    private let rate: Double
    /// The frames of the whole recording so far.
    private(set) var total: Int64 = 0
    /// The frames of the current piece so far.
    private(set) var inPiece: Int64 = 0
    /// The frames that the current piece gets; `nil` for no limit.
    private var pieceLength: Int64?

    init(_ plan: RecordingPlan) {
        rate = Double(plan.input.sampleRate.hertz)
        length = plan.wish.splitEvery.map { max(1, plan.frames($0)) }
        secondsOnClock = plan.wish.splitsOnClock ? plan.wish.splitEvery : nil
        most = plan.wish.maximumDuration.map { max(1, plan.frames($0)) }
    }

    /// Notes that a piece begins with the next frame.
    /// - Parameter secondOfDay: what the clock on the wall shows for that frame: the seconds since midnight.
    mutating func beginPiece(secondOfDay: Double) {
        inPiece = 0
        pieceLength = length
        guard let length, let interval = secondsOnClock else { return }
        let left = Int64(((interval - secondOfDay.truncatingRemainder(dividingBy: interval)) * rate).rounded())
        // The clock that counts the frames and the one on the wall drift apart: a piece that begins a little before its time does
        // not end at once.
        pieceLength = left < length / 1_000 ? left + length : max(1, left)
    }

    /// The number of frames that can be written before something is due; `nil` for no limit.
    var room: Int64? {
        let bounds = [pieceLength.map { $0 - inPiece }, most.map { $0 - total }].compactMap { $0 }
        return bounds.min().map { max(0, $0) }
    }

    /// Notes that `count` frames were written, at most ``room``. Returns what is due now.
    mutating func wrote(_ count: Int64) -> Due? {
        total += count
        inPiece += count
        if let most, total >= most { return .end }
        if let pieceLength, inPiece >= pieceLength { return .split }
        return nil
    }
}
