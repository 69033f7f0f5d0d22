import AudioTypes

/// When the frames of a recording were sound. A value: the worker tells it what it takes in.
struct RecordedTimes: Hashable {
    private struct Anchor: Hashable {
        let frame: Int64
        let time: Int64
    }

    private let rate: Double
    /// What is known of the newest frames, in their order.
    private var anchors: [Anchor] = []
    /// The most that is kept: an encoder that holds frames back, and a second source that is waited for, have no more cycles of them.
    private static let most = 256

    /// - Parameter rate: the rate of the frames.
    init(at rate: SampleRate) { self.rate = Double(rate.hertz) }

    /// Notes that `frame`, counted from the beginning of the recording, was sound at `time` (CLOCK_MONOTONIC, nanoseconds).
    mutating func note(_ time: Int64, of frame: Int64) {
        if anchors.last?.frame == frame { anchors.removeLast() }
        anchors.append(Anchor(frame: frame, time: time))
        if anchors.count > Self.most { anchors.removeFirst() }
    }

    /// Returns when `frame` was sound, in nanoseconds, by what was noted last before it; `nil` if nothing was noted.
    func time(of frame: Int64) -> Int64? {
        guard let anchor = anchors.last(where: { $0.frame <= frame }) ?? anchors.first else { return nil }
        return anchor.time + Int64((Double(frame - anchor.frame) / rate * 1e9).rounded())
    }
}

/// Leaves out what was sound before the time at which a recording begins. A value: the worker tells it what comes.
struct TimedBeginning: Hashable {
    /// When the recording begins (CLOCK_MONOTONIC, nanoseconds).
    let time: Int64
    private let rate: Double
    /// How many of the frames to come are left out; negative if so many are missing; `nil` before it is known.
    private var early: Int64?

    /// - Parameter rate: the rate of the frames.
    init(at time: Int64, _ rate: SampleRate) {
        self.time = time
        self.rate = Double(rate.hertz)
    }

    /// Notes that the next frame was sound at `moment` (CLOCK_MONOTONIC, nanoseconds).
    mutating func note(_ moment: Int64) { early = Int64((Double(time - moment) / 1e9 * rate).rounded()) }

    /// How many frames are missing between the time and the next frame; `nil` if frames are to be left out, or nothing is known.
    var missing: Int64? { early.flatMap { $0 <= 0 ? -$0 : nil } }

    /// Returns how many of the next `count` frames are left out. They are then counted.
    mutating func leaveOut(of count: Int) -> Int {
        guard let early, early > 0 else { return early == nil ? count : 0 }
        let left = Int(min(early, Int64(count)))
        self.early = early - Int64(left)
        return left
    }
}
