/// Points in time as the protocol writes them: `2026-11-24T01:02:03Z`.
package enum Timestamp {
    /// The last second that has a year of four digits.
    private static let limit = 253_402_300_799.0

    /// Returns seconds since 1970 as text.
    package static func text(_ seconds: Double) -> String {
        var bytes: [UInt8] = []
        write(seconds, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Adds seconds since 1970 to a text.
    package static func write(_ seconds: Double, to bytes: inout [UInt8]) {
        let whole = Int(min(max(0, seconds.isFinite ? seconds : 0), limit))
        let (year, month, day) = date(ofDay: whole / 86_400)
        let second = whole % 86_400
        bytes.append(decimal: year)
        for (mark, number) in [
            ("-" as Unicode.Scalar, month), ("-", day), ("T", second / 3_600), (":", second / 60 % 60), (":", second % 60),
        ] {
            bytes.append(UInt8(ascii: mark))
            bytes.append(decimal: number, width: 2)
        }
        bytes.append(UInt8(ascii: "Z"))
    }

    /// Returns seconds since 1970 of a text: a number of them, or a date of ISO 8601 with as much of its time as there is. `-` and `:` may be
    /// missing, and without a time zone it is UTC. What was before 1970 is its beginning; `nil` for anything else.
    package static func seconds(_ text: String) -> Double? {
        if let number = number(text) { return number }
        var rest = Array(text.utf8)[...]
        guard let day = day(of: &rest) else { return nil }
        var second = 0
        if take("T", of: &rest) {
            guard let time = time(of: &rest) else { return nil }
            second = time
        }
        guard let zone = zone(of: &rest), rest.isEmpty else { return nil }
        return Double(max(0, day * 86_400 + second - zone))
    }

    /// Returns the seconds that a whole number states, with blanks in front of it and a sign, as `strtoull` takes them: programs that want
    /// every song ask for what is newer than the least number that they know.
    private static func number(_ text: String) -> Double? {
        var rest = text.utf8.drop { $0 == UInt8(ascii: " ") || (0x09...0x0D).contains($0) }
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        guard !rest.isEmpty, rest.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
        guard !isNegative else { return 0 }
        return min(UInt64(Substring(rest)).map { Double($0) } ?? limit, limit)
    }

    /// Reads a date, and returns its days since the beginning of 1970. A day that its month does not have is one of the next.
    private static func day(of text: inout ArraySlice<UInt8>) -> Int? {
        guard let year = number(0...9_999, of: &text) else { return nil }
        let isApart = take("-", of: &text)
        guard let month = number(1...12, of: &text), !isApart || take("-", of: &text), let day = number(1...31, of: &text) else {
            return nil
        }
        return Self.day(year, month, day)
    }

    /// Reads the time of a day, and returns its seconds.
    private static func time(of text: inout ArraySlice<UInt8>) -> Int? {
        guard let hour = number(0...23, of: &text) else { return nil }
        let isApart = take(":", of: &text)
        guard let minute = number(0...59, of: &text) else { return isApart ? nil : hour * 3_600 }
        let goesOn = !isApart || take(":", of: &text)
        let second = goesOn ? number(0...61, of: &text) : nil
        if isApart, goesOn, second == nil { return nil }
        return hour * 3_600 + minute * 60 + (second ?? 0)
    }

    /// Reads a time zone, and returns by how many seconds its clocks are ahead; 0 if there is none.
    private static func zone(of text: inout ArraySlice<UInt8>) -> Int? {
        if take("Z", of: &text) { return 0 }
        let isBehind = take("-", of: &text)
        guard isBehind || take("+", of: &text) else { return 0 }
        let digits = text.filter { $0 != UInt8(ascii: ":") }
        let hasColon = digits.count == 4 && text.dropFirst(2).first == UInt8(ascii: ":")
        guard digits.count == 2 || digits.count == 4, text.count == digits.count + (hasColon ? 1 : 0) else { return nil }
        var (hours, minutes) = (digits.prefix(2), digits.dropFirst(2))
        text = []
        guard let hour = number(0...13, of: &hours), hours.isEmpty else { return nil }
        guard let minute = minutes.isEmpty ? 0 : number(0...59, of: &minutes), minutes.isEmpty else { return nil }
        return (hour * 60 + minute) * (isBehind ? -60 : 60)
    }

    private static func take(_ mark: Unicode.Scalar, of text: inout ArraySlice<UInt8>) -> Bool {
        guard text.first == UInt8(ascii: mark) else { return false }
        text.removeFirst()
        return true
    }

    /// Reads a number; as in C, it ends where one more digit would make it larger than any of the range.
    private static func number(_ range: ClosedRange<Int>, of text: inout ArraySlice<UInt8>) -> Int? {
        var number: Int?
        for _ in 0..<(range.upperBound > 99 ? 4 : 2) {
            guard let digit = text.first.map({ Int($0) - 0x30 }), (0...9).contains(digit), (number ?? 0) * 10 <= range.upperBound
            else {
                break
            }
            number = (number ?? 0) * 10 + digit
            text.removeFirst()
        }
        return number.flatMap { range.contains($0) ? $0 : nil }
    }

    /// The days from the beginning of 1970 to a date of the Gregorian calendar. Years are counted from March on, so that the day of a
    /// leap year is the last one.
    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let (era, ofEra) = (year / 400, year % 400)
        let ofYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }

    private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let (era, ofEra) = (shifted / 146_097, shifted % 146_097)
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * ofYear + 2) / 153
        let (real, year) = (month < 10 ? month + 3 : month - 9, era * 400 + yearOfEra)
        return (real <= 2 ? year + 1 : year, real, ofYear - (153 * month + 2) / 5 + 1)
    }
}
