/// How a thread rests that would keep a core busy for hours: as long as it has worked. A value.
struct WorkPace {
    /// After how much work it rests, in nanoseconds.
    static let piece: Int64 = 100_000_000

    /// How much of its processor time the thread has rested for.
    private var paid: Int64

    /// Makes it for a thread that has used so much processor time, in nanoseconds.
    init(used: Int64) { paid = used }

    /// How long the thread has to rest now that it has used so much; 0 for not at all.
    mutating func rest(used: Int64) -> Int64 {
        let work = used - paid
        guard work >= Self.piece else { return 0 }
        paid = used
        return work
    }
}
