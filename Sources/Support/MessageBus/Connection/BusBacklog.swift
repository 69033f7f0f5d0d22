/// The messages that a bus has not taken from us, and what follows from them. A value; times are in nanoseconds of one clock.
struct BusBacklog {
    /// With more messages than these, no further call is looked at: each would add an answer.
    static let most = 64
    /// With more messages than these, or if the bus takes none for so long, it counts as lost: our own signals would only pile up.
    static let tooMany = 4_096
    static let patience: Int64 = 30_000_000_000

    private var count = 0
    /// Since when the bus has taken nothing, while it should; `nil` while few messages wait.
    private var since: Int64?

    /// Whether so many messages wait that nothing is read.
    var isLong: Bool { count > Self.most }

    /// When the bus counts as lost if it takes nothing until then; `nil` while few messages wait.
    var deadline: Int64? { since.map { $0 + Self.patience } }

    /// Notes how many messages wait, and returns whether the bus counts as lost.
    mutating func note(_ waiting: Int, at time: Int64) -> Bool {
        if waiting <= Self.most { since = nil } else if waiting < count || since == nil { since = time }
        count = waiting
        return waiting > Self.tooMany || deadline.map { $0 <= time } ?? false
    }
}
