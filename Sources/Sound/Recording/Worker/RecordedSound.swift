import AudioTypes
import RealtimeAudio
import SystemSupport

/// Where the sound of a recording comes from: the frames that come and those beside them, silence for those that are missing or muted, and
/// when all of them were sound. Confined to the recording's thread.
final class RecordedSound {
    /// Frames to be written.
    struct Stretch {
        fileprivate enum Kind {
            /// What has come, or silence in its place.
            case come, muted
            /// Silence in the place of what has not come, beside which the second source of a meeting may be heard.
            case missing(isMuted: Bool)
        }

        let count: Int
        fileprivate let kind: Kind
    }

    /// What comes next.
    enum Next {
        case nothing
        case marker(CaptureMarker)
        /// Frames came before the recording begins, and are gone.
        case early
        case sound(Stretch)
    }

    /// What a gap has cost, in frames.
    struct Gap {
        fileprivate(set) var missed: Int64 = 0
        fileprivate(set) var dropped: Int64 = 0
        /// What neither sound nor silence takes the place of.
        fileprivate(set) var leftOut: Int64 = 0
    }

    /// The longest gap that silence fills, in seconds. What is longer was no gap in a recording, but two recordings.
    private static let longestFilledGap = 3_600.0
    /// The most frames that come at once.
    private static let mostAtOnce = 4_096

    private let wish: RecordingPlan.Wish
    private let gaps: ExpectedGaps
    private let report: (RecordingEvent) -> Void
    private var buffer: CaptureBuffer
    private var consumer: CaptureConsumer
    private var planes: CapturedPlanes
    /// Which frames of the buffer are recorded as silence.
    private var muted: MutedFrames
    /// Whether the last frame that was taken in was.
    private var isMuted = false
    /// The second source of a meeting; `nil` if it is none.
    private let second: SecondSource?
    /// Whether the second source has to bring frames before anything goes on.
    private(set) var waitsForSecond = false
    /// Whether nothing more waits for the second source, because the sound ends here.
    var isInHurry = false
    /// The frames of silence that are still to be written for a gap.
    private var unwrittenSilence: Int64 = 0
    /// Whether any sound has come.
    private var hasBegun = false
    /// Whether it was told when the first frame was sound.
    private var hasToldBeginning = false
    /// Leaves out what comes before the time at which the recording begins; `nil` from then on.
    private var beginning: TimedBeginning?
    /// When the frames were sound; `nil` if nobody has to know.
    private var times: RecordedTimes?

    init(
        _ plan: RecordingPlan, _ buffer: CaptureBuffer, _ second: CaptureBuffer?, _ muted: MutedFrames, _ gaps: ExpectedGaps,
        report: @escaping (RecordingEvent) -> Void
    ) {
        wish = plan.wish
        self.gaps = gaps
        self.report = report
        self.buffer = buffer
        consumer = buffer.consumer
        planes = CapturedPlanes(plan)
        self.muted = muted
        self.second = second.map { SecondSource($0) }
        if wish.latency != nil || second != nil { times = RecordedTimes(at: plan.input.sampleRate) }
        beginning = wish.startsAt.map { TimedBeginning(at: $0, plan.input.sampleRate) }
    }

    /// Goes on with what comes in `buffer`.
    func take(_ plan: RecordingPlan, _ buffer: CaptureBuffer, _ muted: MutedFrames) {
        unwrittenSilence = 0
        self.buffer = buffer
        self.muted = muted
        consumer = buffer.consumer
        planes = CapturedPlanes(plan)
        // Frames of another rate: the next marker tells when they were sound.
        if times != nil { times = RecordedTimes(at: plan.input.sampleRate) }
    }

    private var rate: Double { Double(buffer.format.sampleRate.hertz) }

    /// Whether silence for a gap is still to be written.
    var hasUnwrittenSilence: Bool { unwrittenSilence > 0 }

    /// How long ago the next frame was sound, in seconds, if `ahead` frames of those that wait are written already; negative while its time
    /// has not come.
    func secondsWaiting(ahead: Int) -> Double {
        if let beginning { return Double(MonotonicClock.nanoseconds - beginning.time) / 1e9 }
        return Double(Int64(buffer.fillCount) + unwrittenSilence - Int64(ahead)) / rate
    }

    /// Whether it waits for the time at which the recording begins.
    var waitsForBeginning: Bool { beginning != nil }

    // MARK: Sleep

    /// Returns whether the thread may sleep until as much waits as makes `seconds`, or until the second source brings something.
    func maySleep(untilWaiting seconds: Double) -> Bool {
        if waitsForSecond, let second { return second.maySleep() }
        return !hasUnwrittenSilence && consumer.maySleep(untilWaiting: min(Int(rate * seconds), buffer.capacity / 4))
    }

    /// Returns whether the thread may sleep while nothing is taken in.
    func maySleepUntouched() -> Bool { !tellsBeginningAhead || consumer.maySleep(untilWaiting: 1) }

    // MARK: Frames

    /// Takes in what waited for the second source, if that has come.
    func goOn() { waitsForSecond = false }

    /// Returns what comes next. A stretch stays until ``release(_:)``.
    /// - Parameter frame: how many frames were written so far.
    func next(at frame: Int64) -> Next {
        if unwrittenSilence > 0 {
            let count = Int(min(unwrittenSilence, Int64(CapturedPlanes.silentCount)))
            return .sound(Stretch(count: fillSecond(count, from: frame), kind: .missing(isMuted: isMutedNow)))
        }
        switch consumer.next(atMost: Self.mostAtOnce) {
        case .nothing: return .nothing
        case .marker(let marker): return .marker(marker)
        case .frames(let count):
            if let left = leaveOut(of: count) {
                consumer.release(left)
                return .early
            }
            // Sound that was kept ready has lost the marker of its first frame. The marker of a later gap does not tell when the sound
            // began.
            hasBegun = true
            return .sound(stretch(of: count, from: frame))
        }
    }

    /// Whether the next frame that has come is muted.
    private var isMutedNow: Bool { muted.look(at: consumer.takenCount, atMost: 1).isMuted }

    /// Returns the first of `count` frames, as many as are muted or not as the first one is.
    private func stretch(of count: Int, from frame: Int64) -> Stretch {
        let (isMuted, whole) = muted.look(at: consumer.takenCount, atMost: count)
        let part = fillSecond(whole, from: frame)
        if part > 0, isMuted != self.isMuted {
            self.isMuted = isMuted
            mark(isMuted ? .muted : .unmuted, at: frame)
        }
        return Stretch(count: part, kind: isMuted ? .muted : .come)
    }

    /// Returns the samples of a stretch. They are only read, although the type allows more.
    func planes(of stretch: Stretch) -> CapturedPlanes.Planes {
        switch (stretch.kind, second) {
        case (.come, let second?): unsafe planes.planes(of: consumer, beside: second)
        case (.come, nil): unsafe planes.planes(of: consumer)
        case (.missing(isMuted: false), let second?): unsafe planes.silentPlanes(beside: second)
        case (.missing, _), (.muted, _): unsafe planes.silentPlanes()
        }
    }

    /// Gives a stretch back that was written.
    func release(_ stretch: Stretch) {
        switch stretch.kind {
        case .come, .muted: consumer.release(stretch.count)
        case .missing: unwrittenSilence -= Int64(stretch.count)
        }
    }

    /// Has the second source make the next `count` frames, if there is one. Returns how many of them can be written now.
    private func fillSecond(_ count: Int, from frame: Int64) -> Int {
        guard let second else { return count }
        let now = MonotonicClock.nanoseconds
        // Without a time nothing says how long to wait.
        let time = times?.time(of: frame)
        let isLate = isInHurry || time.map { now - $0 > SecondSource.patience } ?? true
        let made = second.fill(count, from: time ?? now, isLate: isLate)
        waitsForSecond = made < count
        return made
    }

    // MARK: Gaps

    /// Reports what changes with the next frame, before which nothing is missing.
    func mark(_ cause: RecordingMark.Cause, at frame: Int64) {
        report(.marked(RecordingMark(cause: cause, frame: frame + unwrittenSilence, missing: 0, filled: 0)))
    }

    /// Reports a gap, which silence fills as far as it may. Returns how many frames it leaves out.
    private func fill(_ cause: RecordingMark.Cause, _ missing: Int64, at frame: Int64) -> Int64 {
        let isWanted = wish.fillsGaps && cause != .paused && cause != .interrupted
        let filled = isWanted ? min(missing, Int64(Self.longestFilledGap * rate)) : 0
        report(.marked(RecordingMark(cause: cause, frame: frame + unwrittenSilence, missing: missing, filled: filled)))
        unwrittenSilence += filled
        return missing - filled
    }

    /// Takes in what is missing before the frame with `marker`.
    func takeInGaps(_ marker: CaptureMarker, at frame: Int64) -> Gap {
        var gap = Gap(dropped: marker.droppedFrames)
        if marker.missedFrames > 0 {
            let cause = cause(of: marker)
            // What was left out on purpose is not missing.
            if cause != .paused, cause != .interrupted { gap.missed = marker.missedFrames }
            gap.leftOut += fill(cause, marker.missedFrames, at: frame)
        }
        if marker.droppedFrames > 0 { gap.leftOut += fill(.dropped, marker.droppedFrames, at: frame) }
        return gap
    }

    private func cause(of marker: CaptureMarker) -> RecordingMark.Cause {
        gaps.cause(of: marker.ringFrame, slack: UInt64(rate)) ?? .missed
    }

    // MARK: Times

    /// Returns when `frame` was sound, in nanoseconds; `nil` if nobody knows.
    func time(of frame: Int64) -> Int64? { times?.time(of: frame) }

    /// Notes when the frame behind a marker was sound.
    func noteTime(_ marker: CaptureMarker, at frame: Int64) { times?.note(marker.capturedAt, of: frame + unwrittenSilence) }

    /// Whether it is to be told when the first frame was sound, although nothing is taken in.
    private var tellsBeginningAhead: Bool { wish.latency != nil && beginning == nil && !hasToldBeginning }

    /// Tells when the first frame was sound, if that is to be told although nothing is taken in.
    func tellBeginningAhead() {
        if tellsBeginningAhead, let time = consumer.nextTime { tellBeginning(time) }
    }

    /// Takes in the marker of the first frame, if this is it.
    func begin(_ marker: CaptureMarker) {
        if !hasBegun { tellBeginning(marker.capturedAt) }
        hasBegun = true
    }

    /// Tells when the first frame was sound, once.
    private func tellBeginning(_ time: Int64) {
        if !hasToldBeginning { report(.firstFrame(at: time)) }
        hasToldBeginning = true
    }

    /// Takes in a marker while the recording waits for its time. Returns how many frames it leaves out if it begins here, and otherwise
    /// `nil`.
    func beginInTime(_ marker: CaptureMarker, at frame: Int64) -> Int64? {
        beginning?.note(marker.capturedAt)
        // Each gap takes its cause along, also where nothing is recorded yet.
        let cause: RecordingMark.Cause? = marker.missedFrames > 0 ? cause(of: marker) : nil
        guard let beginning, let late = beginning.missing else {
            second?.discard(before: marker.capturedAt)
            return nil
        }
        self.beginning = nil
        hasBegun = true
        let isOnPurpose = cause == .paused || cause == .interrupted
        let leftOut = late > 0 ? fill(isOnPurpose ? cause ?? .late : .late, late, at: frame) : 0
        let first = unwrittenSilence > 0 ? beginning.time : marker.capturedAt
        tellBeginning(first)
        times?.note(first, of: 0)
        if unwrittenSilence > 0 { times?.note(marker.capturedAt, of: unwrittenSilence) }
        return leftOut
    }

    /// Returns how many of the next `count` frames are left out because they come before the time at which the recording begins; `nil` if it
    /// has begun.
    private func leaveOut(of count: Int) -> Int? {
        guard let left = beginning?.leaveOut(of: count), let time = beginning?.time else { return nil }
        guard beginning?.missing == 0 else { return left }
        beginning = nil
        hasBegun = true
        tellBeginning(time)
        times?.note(time, of: 0)
        return left
    }
}
