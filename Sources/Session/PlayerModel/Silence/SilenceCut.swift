package import AudioTypes

/// A place at which a silence of the media is left out.
package struct SilenceCut: Hashable, Sendable {
    /// The frame with which the sound goes on behind what is left out, in frames as they are given at a speed of 1.
    package let frame: Int64
    /// How many frames were left out up to it, since the run of audio began.
    package let skipped: Int64

    package init(frame: Int64, skipped: Int64) {
        self.frame = frame
        self.skipped = skipped
    }
}

/// Which silences are shortened.
package struct SilenceRule: Hashable, Sendable {
    /// How much of a silence is kept, in seconds: half of it at either end.
    package static let kept = 0.5

    /// The largest sample that is quiet, where 1 is full scale.
    package let level: Float
    /// How long a silence is that is shortened, in seconds.
    package let leastSeconds: Double
    /// The frame of the media before which nothing is left out, at a speed of 1.
    package var from: Int64 = 0

    /// The rule of a mode; `nil` for none.
    package init?(_ mode: SilenceSkipping) {
        switch mode {
        case .off: return nil
        // −60 dBFS: between what a studio has recorded.
        case .mild: (level, leastSeconds) = (0.001, 1.5)
        // −45 dBFS: also in a room that hums, and between sentences.
        case .strong: (level, leastSeconds) = (0.005_6, 0.75)
        }
    }
}

/// The silences that are left out of a run of audio, oldest first.
struct SilenceCuts: Hashable, Sendable {
    /// How many are known at a time: a run of audio may have any number of them, and those that are past are not needed.
    private static let most = 512

    private(set) var cuts: [SilenceCut] = []

    var isEmpty: Bool { cuts.isEmpty }

    mutating func add(_ cut: SilenceCut) {
        guard cut.skipped > cuts.last?.skipped ?? 0, cut.frame >= cuts.last?.frame ?? .min else { return }
        cuts.append(cut)
        if cuts.count > Self.most { cuts.removeFirst() }
    }

    /// Returns how many frames were left out before the frame `frame` that is given.
    func skipped(by frame: Double) -> Int64 { cuts.last { Double($0.frame) <= frame }?.skipped ?? 0 }

    /// Returns the first cut behind the frame `frame` that is given.
    func next(after frame: Double) -> SilenceCut? { cuts.first { Double($0.frame) > frame } }

    /// Returns the frame that is given at the frame `place` of the media; behind what is left out, if that is left out.
    func given(at place: Double) -> Double {
        for (index, cut) in cuts.enumerated().reversed() {
            if place >= Double(cut.frame + cut.skipped) { return place - Double(cut.skipped) }
            let before = index == 0 ? 0 : cuts[index - 1].skipped
            if place >= Double(cut.frame + before) { return Double(cut.frame) }
        }
        return place
    }
}
