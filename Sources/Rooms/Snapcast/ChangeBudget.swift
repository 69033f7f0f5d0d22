import NIOCore

/// How many changes a server may tell of. A value.
///
/// A large house that changes all at once stays far below it, and so does somebody who drags the slider of a group of a hundred rooms. A
/// server that tells of changes for ever would otherwise keep the control thread and everybody who listens to events busy.
struct ChangeBudget {
    /// How many changes may come at once, and how many in each second for ever.
    static let (most, perSecond) = (10_000, 2_000)

    private var left = ChangeBudget.most
    private var since = NIODeadline.distantPast

    /// Counts `count` changes, and returns whether they are within the budget.
    mutating func takes(_ count: Int, at now: NIODeadline) -> Bool {
        let seconds = (now - since).nanoseconds / 1_000_000_000
        if seconds > 0 {
            // The part of a second that is left counts the next time.
            since = since + .seconds(seconds)
            left = min(Self.most, left + Int(min(seconds, Int64(Self.most))) * Self.perSecond)
        }
        guard count <= left else { return false }
        left -= count
        return true
    }
}
