import NIOCore

/// How many changes a server may tell of. A value.
///
/// A large house that changes all at once stays far below it, and so does somebody who drags the slider of a group of a hundred rooms. A
/// server that tells of changes for ever would otherwise keep the control thread and everybody who listens to events busy.
package struct ChangeBudget {
    private let most: Int
    private let perSecond: Int
    private var left: Int
    private var since = NIODeadline.distantPast

    /// Makes a budget of so many changes at once, and so many in each second for ever.
    package init(most: Int = 10_000, perSecond: Int = 2_000) {
        (self.most, self.perSecond) = (most, perSecond)
        left = most
    }

    /// Counts `count` changes, and returns whether they are within the budget.
    mutating func takes(_ count: Int, at now: NIODeadline) -> Bool {
        let seconds = (now - since).nanoseconds / 1_000_000_000
        if seconds > 0 {
            // The part of a second that is left counts the next time.
            since = since + .seconds(seconds)
            left = min(most, left + Int(min(seconds, Int64(most))) * perSecond)
        }
        guard count <= left else { return false }
        left -= count
        return true
    }
}
