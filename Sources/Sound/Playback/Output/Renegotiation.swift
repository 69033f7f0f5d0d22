/// The steps by which the graph gets a gap in which it can change its rate, because it does that only while it does not run.
struct Renegotiation {
    /// How many times to look for the return of the sound. If a sink goes away meanwhile, it may be long until the sound is back.
    private static let mostLooks = 100
    /// How long the stream goes on resting once the graph has let go of it, in nanoseconds, in each gap that one wish gets. What drives
    /// the graph may still run at that moment, and the graph keeps its rate as long as it does.
    private static let rests: [Int64] = [0, 100_000_000, 500_000_000]

    private enum Step: Hashable {
        /// There is no gap.
        case none
        /// The sound fades out.
        case fading
        /// The stream is inactive, so that the graph may stop.
        case resting
        /// The stream is active again, and nothing of it has been heard yet. `looks` more looks are left.
        case returning(looks: Int)
    }

    private var step = Step.none
    /// How many gaps there were for the wish, with this one.
    private var gaps = 0

    /// Whether a gap has begun and is not over.
    var isUnderWay: Bool { step != .none }
    /// Whether the stream rests.
    var isResting: Bool { step == .resting }
    /// Whether the sound is to come back by itself.
    var willReturn: Bool { step == .fading || step == .resting }
    /// How long the stream goes on resting once the graph has let go of it, in nanoseconds.
    var restAfterRelease: Int64 { Self.rests[max(gaps, 1) - 1] }
    /// Whether there was a gap at all, and not only a look at the sound as it begins.
    var hadGap: Bool { gaps > 0 }
    /// Whether the sound is awaited.
    var isReturning: Bool { if case .returning = step { true } else { false } }

    /// The sound begins to fade out.
    mutating func begin() { (step, gaps) = (.fading, 1) }

    /// The sound begins, and is looked for before there is any gap.
    mutating func awaitSound() { (step, gaps) = (.returning(looks: Self.mostLooks), 0) }

    /// The sound is there, and the graph has not done what it should: begins one more gap, which is longer than the one before. Returns
    /// false if there were enough.
    mutating func beginAgain() -> Bool {
        guard isReturning, gaps < Self.rests.count else { return false }
        gaps += 1
        step = .fading
        return true
    }

    /// Takes in the end of a fade, and returns whether the stream has to rest now.
    mutating func rest() -> Bool {
        guard step == .fading else { return false }
        step = .resting
        return true
    }

    /// Takes in that the graph let go of the stream, or had its time. Returns whether the stream has to go on now.
    mutating func goOn() -> Bool {
        guard step == .resting else { return false }
        step = .returning(looks: Self.mostLooks)
        return true
    }

    /// Counts a look that did not find the sound. Returns whether to look again.
    mutating func countLook() -> Bool {
        guard case .returning(let looks) = step, looks > 1 else { return false }
        step = .returning(looks: looks - 1)
        return true
    }

    /// The gap is over, or something else happens to the stream.
    mutating func end() { (step, gaps) = (.none, 0) }
}
