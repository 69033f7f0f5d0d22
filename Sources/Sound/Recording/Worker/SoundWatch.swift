import SystemSupport

/// Listens to what is written: finds where silence has lasted long enough, and reports levels. Confined to the recording's thread.
final class SoundWatch {
    /// The shortest time between two reports of levels, in nanoseconds.
    private static let levelInterval: Int64 = 50_000_000

    private let report: (RecordingEvent) -> Void
    private var plan: RecordingPlan
    private var detector: SilenceDetector?
    /// `nil` while nobody wants levels.
    private var meter: LevelMeter?
    private var levelsSentAt: Int64 = 0

    init(_ plan: RecordingPlan, report: @escaping (RecordingEvent) -> Void) {
        self.plan = plan
        self.report = report
        detector = plan.wish.silence.map { SilenceDetector($0, plan) }
    }

    /// Whether somebody wants levels.
    var sendsLevels: Bool { meter != nil }

    /// Goes on with sound of another format.
    func take(_ plan: RecordingPlan) {
        self.plan = plan
        detector = plan.wish.silence.map { SilenceDetector($0, plan) }
        if meter != nil { meter = LevelMeter(plan.input) }
    }

    func sendLevels(_ isWanted: Bool) {
        guard isWanted else { return meter = nil }
        if meter == nil { meter = LevelMeter(plan.input) }
    }

    /// Returns how many of `count` frames from index `start` on belong before the point at which silence does something; `nil` if that is
    /// not among them.
    func silenceEnds(
        _ planes: CapturedPlanes.Planes, from start: Int, count: Int, secondsInPiece: Double
    ) -> Int? {
        guard let rule = plan.wish.silence else { return nil }
        let isWanted = rule.action == .stop || secondsInPiece >= rule.shortestPiece
        return unsafe detector?.scan(planes, from: start, count: count, isWanted: isWanted)
    }

    /// Measures `count` frames from index `start` on, and reports levels if it is time.
    /// - Parameter end: the recording's frames up to the last of these.
    func measure(_ planes: CapturedPlanes.Planes, from start: Int, count: Int, end: Int64) {
        unsafe meter?.add(planes, from: start, count: count)
        let now = MonotonicClock.nanoseconds
        guard now - levelsSentAt >= Self.levelInterval, let levels = meter?.take(end: end) else { return }
        levelsSentAt = now
        report(.levels(levels))
    }
}
