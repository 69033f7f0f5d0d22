import AudioTypes

/// How much was recorded, and how much of it is in the piece. A value: it is told what is written and what is left out.
struct RecordedLength {
    private var cutter: PieceCutter
    /// The length of what was recorded at rates before this one, in seconds.
    private var secondsBefore = 0.0
    /// When the first frame of the piece was sound: seconds since 1970, by the clock on the wall.
    private var pieceBegan = 0.0
    /// The frames of all pieces.
    private(set) var frames: Int64 = 0
    /// Their length, in seconds.
    private(set) var seconds = 0.0

    init(_ plan: RecordingPlan) { cutter = PieceCutter(plan) }

    /// The rate of the frames that are counted.
    var rate: SampleRate { cutter.rate }

    /// The length of the piece, in seconds.
    var secondsInPiece: Double { cutter.secondsInPiece }

    /// Whether the time of the recording is over.
    var isOutOfTime: Bool { cutter.isOutOfTime }

    /// Returns how many of `count` frames can be written before something is due; at least one.
    func room(for count: Int) -> Int { cutter.room.map { Int(min(Int64(count), max(1, $0))) } ?? count }

    /// Counts the frames to come at another rate.
    mutating func countAnew(_ plan: RecordingPlan, at rate: SampleRate) {
        secondsBefore = seconds
        var plan = plan
        if let most = plan.wish.maximumDuration { plan.wish.maximumDuration = max(0, most - secondsBefore) }
        if let duration = plan.wish.duration { plan.wish.duration = max(0, duration - secondsBefore) }
        cutter = PieceCutter(plan, at: rate)
    }

    /// Counts the frames of a piece from its first one on.
    mutating func beginPiece(_ name: PieceName) {
        pieceBegan = name.clock
        cutter.beginPiece(secondOfDay: name.secondOfDay)
    }

    /// Counts frames that were written. Returns what is due now.
    mutating func wrote(_ count: Int64) -> PieceCutter.Due? {
        frames += count
        seconds = secondsBefore + cutter.seconds(plus: count)
        return cutter.wrote(count)
    }

    /// Notes that `frames` are left out of the recording before the next one.
    mutating func leaveOut(frames: Int64) { cutter.leaveOut(frames: frames) }

    /// Follows the clock on the wall over what was left out of the piece. Returns whether the piece ends.
    /// - Parameter clock: when the next frame was sound, in seconds since 1970.
    mutating func follow(_ clock: Double) -> Bool {
        cutter.leaveOut(seconds: clock - pieceBegan - cutter.secondsInPiece)
    }
}
