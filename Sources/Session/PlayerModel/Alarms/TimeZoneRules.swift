/// What the clocks on the wall show in a time zone. A value: who makes it knows the zone.
package struct TimeZoneRules: Sendable {
    /// How many seconds the clocks are ahead of UTC at a time, in seconds since the beginning of 1970 (UTC).
    private let offset: @Sendable (Int) -> Int

    /// - Parameter offset: returns how many seconds the clocks are ahead of UTC at a time since the beginning of 1970 (UTC).
    package init(offset: @escaping @Sendable (Int) -> Int) { self.offset = offset }

    /// The day that the calendar shows at a time.
    package func day(at time: Int) -> CalendarDay {
        let local = time + offset(time)
        return CalendarDay(number: (local >= 0 ? local : local - 86_399) / 86_400)
    }

    /// The second of the day that the clocks show at a time.
    package func secondOfDay(at time: Int) -> Int { ((time + offset(time)) % 86_400 + 86_400) % 86_400 }

    /// Returns when the clocks show a time of a day. A time that they show twice, because they are set back, counts the first time. For one
    /// that they leave out, because they are set ahead, that is the moment at which they are.
    package func moment(of time: AlarmTime, on day: CalendarDay) -> Int {
        let shown = day.number * 86_400 + time.second
        // The clocks are set once within these two days, if at all.
        let (before, after) = (offset(shown - 86_400), offset(shown + 86_400))
        let found = [shown - before, shown - after].filter { $0 + offset($0) == shown }
        if let first = found.min() { return first }
        var (early, late) = (shown - after, shown - before)
        while late - early > 1 {
            let middle = early + (late - early) / 2
            if offset(middle) == before { early = middle } else { late = middle }
        }
        return late
    }
}

/// A time of the day, to the second.
package struct AlarmTime: Hashable, Sendable, Codable {
    /// The seconds since midnight on a clock that nobody sets, 0…86399.
    package let second: Int

    /// Makes a time; `nil` if no clock shows it.
    package init?(second: Int) {
        guard (0..<86_400).contains(second) else { return nil }
        self.second = second
    }

    /// Makes a time of a text such as `7:30`, `07:30` or `07:30:15`; `nil` if it is none.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let hours = parts.first, (1...2).contains(hours.utf8.count),
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 })
        else { return nil }
        let numbers = parts.compactMap { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil }
        guard numbers.count == parts.count, numbers[0] < 24, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
        second = numbers[0] * 3_600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
    }

    /// The time as a text such as `07:30`, or `07:30:15` if it has seconds.
    package var text: String {
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let minutes = "\(two(second / 3_600)):\(two(second / 60 % 60))"
        return second % 60 == 0 ? minutes : "\(minutes):\(two(second % 60))"
    }
}
