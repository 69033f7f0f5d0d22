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
    /// The frames at which the time of the recording is over; fewer if some of the time was left out.
    private var timed: Int64?
    /// The rate of the frames.
    let rate: SampleRate
    /// The frames of the whole recording so far.
    private(set) var total: Int64 = 0
    /// The frames of the current piece so far.
    private(set) var inPiece: Int64 = 0
    /// The frames that the current piece gets; `nil` for no limit.
    private var pieceLength: Int64?
    /// The same, as long as nothing is left out of the piece.
    private var wholeLength: Int64?

    /// - Parameter rate: the rate of the frames that are counted; `nil` for that of the plan's input.
    init(_ plan: RecordingPlan, at rate: SampleRate? = nil) {
        let rate = rate ?? plan.input.sampleRate
        self.rate = rate
        length = plan.wish.splitEvery.map { max(1, FrameCount(seconds: $0, at: rate).value) }
        secondsOnClock = plan.wish.splitsOnClock ? plan.wish.splitEvery : nil
        most = plan.wish.maximumDuration.map { max(1, FrameCount(seconds: $0, at: rate).value) }
        timed = plan.wish.duration.map { max(1, FrameCount(seconds: $0, at: rate).value) }
    }

    /// The length of the current piece so far, in seconds.
    var secondsInPiece: Double { FrameCount(inPiece).seconds(at: rate) }

    /// Returns the length of everything so far and `frames` more, in seconds.
    func seconds(plus frames: Int64) -> Double { FrameCount(total + frames).seconds(at: rate) }

    /// Notes that a piece begins with the next frame.
    /// - Parameter secondOfDay: what the clock on the wall shows for that frame: the seconds since midnight.
    mutating func beginPiece(secondOfDay: Double) {
        inPiece = 0
        (pieceLength, wholeLength) = (length, length)
        guard let length, let interval = secondsOnClock else { return }
        let left = Int64(((interval - secondOfDay.truncatingRemainder(dividingBy: interval)) * Double(rate.hertz)).rounded())
        // The clock that counts the frames and the one on the wall drift apart: a piece that begins a little before its time does
        // not end at once.
        pieceLength = left < length / 1_000 ? left + length : max(1, left)
        wholeLength = pieceLength
    }

    /// Notes how much of the time since the piece began is left out of it, in seconds, before the next frame. Returns whether the piece
    /// ends there, because its time on the clock is over.
    mutating func leaveOut(seconds: Double) -> Bool {
        guard secondsOnClock != nil, let wholeLength else { return false }
        let length = wholeLength - Int64((seconds * Double(rate.hertz)).rounded())
        pieceLength = length
        return inPiece >= length
    }

    /// Notes that `frames` are left out of the recording before the next one.
    mutating func leaveOut(frames: Int64) { timed = timed.map { $0 - frames } }

    /// Whether the time of the recording is over.
    var isOutOfTime: Bool { timed.map { total >= $0 } ?? false }

    /// The number of frames that can be written before something is due; `nil` for no limit.
    var room: Int64? {
        let bounds = [pieceLength.map { $0 - inPiece }, most.map { $0 - total }, timed.map { $0 - total }].compactMap { $0 }
        return bounds.min().map { max(0, $0) }
    }

    /// Notes that `count` frames were written, at most ``room``. Returns what is due now.
    mutating func wrote(_ count: Int64) -> Due? {
        total += count
        inPiece += count
        if let most, total >= most { return .end }
        if let timed, total >= timed { return .end }
        if let pieceLength, inPiece >= pieceLength { return .split }
        return nil
    }
}
