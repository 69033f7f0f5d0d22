import NIOCore

/// How much a server may send, and how much of that is read. A value.
///
/// A house of a thousand rooms, all of which change at once, stays below it. What a server sends beyond it would keep the control
/// thread busy, which has more to do.
package struct LineBudget {
    /// The bytes that may come at once, and in each second for ever: some covers, and their titles.
    private static let (bytes, bytesPerSecond) = (64 << 20, 8 << 20)
    /// The bytes of JSON that are read in each second for ever: the status of a thousand rooms has 600,000.
    private static let readingPerSecond = 1 << 20
    private let lines: Int
    private let reading: Int
    private var since = NIODeadline.distantPast
    private var (linesLeft, bytesLeft, readingLeft): (Int, Int, Int)
    /// The answers that are awaited: each is read, because somebody has asked for it.
    private var awaited = 0

    /// Makes a budget.
    /// - Parameters:
    ///   - lines: how many lines may come in a second.
    ///   - reading: how many bytes of them are read at once.
    package init(lines: Int = 20_000, reading: Int = 16 << 20) {
        self.lines = lines
        self.reading = reading
        (linesLeft, bytesLeft, readingLeft) = (lines, Self.bytes, reading)
    }

    /// Counts a line, and returns whether it is within the budget.
    mutating func takes(_ count: Int, at now: NIODeadline) -> Bool {
        renew(at: now)
        linesLeft -= 1
        bytesLeft -= count
        return linesLeft >= 0 && bytesLeft >= 0
    }

    /// Counts bytes that were left out of a line, and returns whether they are within the budget.
    mutating func takes(leftOut count: Int, at now: NIODeadline) -> Bool {
        renew(at: now)
        bytesLeft -= count
        return bytesLeft >= 0
    }

    /// Counts the messages of the line that was counted last, each as a line, and returns whether they are within the budget.
    mutating func takes(messages count: Int) -> Bool {
        linesLeft -= max(0, count - 1)
        return linesLeft >= 0
    }

    /// Notes that the server is asked for something, and will answer.
    mutating func asks() { awaited += 1 }

    /// Notes that so many answers have come.
    mutating func hears(answers count: Int) { awaited = max(0, awaited - count) }

    /// Returns whether a line of so many bytes is to be read, and counts it. Beyond what may be read, it counts as an awaited answer if it
    /// may be one.
    mutating func reads(_ count: Int, mayBeAnswer: Bool, at now: NIODeadline) -> Bool {
        renew(at: now)
        if count <= readingLeft {
            readingLeft -= count
            return true
        }
        guard mayBeAnswer, awaited > 0 else { return false }
        awaited -= 1
        return true
    }

    /// Adds what the seconds since the last time have brought.
    private mutating func renew(at now: NIODeadline) {
        let seconds = min((now - since).nanoseconds / 1_000_000_000, 3_600)
        guard seconds > 0 else { return }
        // The part of a second that is left counts the next time.
        since = seconds == 3_600 ? now : since + .seconds(seconds)
        linesLeft = lines
        bytesLeft = min(Self.bytes, max(0, bytesLeft) + Int(seconds) * Self.bytesPerSecond)
        readingLeft = min(reading, readingLeft + Int(seconds) * Self.readingPerSecond)
    }
}
