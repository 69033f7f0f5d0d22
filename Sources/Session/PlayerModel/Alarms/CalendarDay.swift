/// A day of the week.
package enum Weekday: String, CaseIterable, Hashable, Sendable, Codable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
}

/// A day of the calendar (Gregorian), whatever the time zone. A value.
package struct CalendarDay: Hashable, Comparable, Sendable, Codable {
    /// How many days it is after the first of January 1970.
    package let number: Int

    /// Makes a day by its number.
    package init(number: Int) { self.number = number }

    /// Makes a day; `nil` if the calendar has no such day. `year` is in 1970…2999.
    package init?(year: Int, month: Int, day: Int) {
        guard (1_970...2_999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        // Years begin in March here, so that the day that some years have more is the last one.
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let ofEra = shifted - era * 400
        let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        number = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
        guard parts == (year, month, day) else { return nil }
    }

    /// Makes a day of a text such as `2026-12-24`; `nil` if it is none.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2] else { return nil }
        let numbers = parts.compactMap { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil }
        guard numbers.count == 3 else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    /// The year, the month from 1 on, and the day of the month from 1 on.
    package var parts: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let year = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let month = (5 * ofYear + 2) / 153
        let day = ofYear - (153 * month + 2) / 5 + 1
        let isLate = month >= 10
        return (year + era * 400 + (isLate ? 1 : 0), isLate ? month - 9 : month + 3, day)
    }

    /// The day as a text such as `2026-12-24`.
    package var text: String {
        let (year, month, day) = parts
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)-\(two(month))-\(two(day))"
    }

    /// The day of the week.
    package var weekday: Weekday {
        // The first day of 1970 was a Thursday.
        Weekday.allCases[((number + 3) % 7 + 7) % 7]
    }

    /// The day so many days later.
    package func advanced(by days: Int) -> CalendarDay { CalendarDay(number: number + days) }

    package static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }
}
