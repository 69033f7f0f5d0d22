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

    /// Returns seconds since 1970 of a text: a number of them, or a date with its time as ``text(_:)`` writes it.
    package static func seconds(_ text: String) -> Double? {
        if let number = UInt32(text) { return Double(number) }
        let bytes = Array(text.utf8)
        guard bytes.count == 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"), bytes[19] == UInt8(ascii: "Z")
        else { return nil }
        let parts = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19].map { Int(String(decoding: bytes[$0], as: UTF8.self)) }
        guard let year = parts[0], let month = parts[1], let day = parts[2], let hour = parts[3], let minute = parts[4],
            let second = parts[5], year >= 1970, (1...12).contains(month), (1...31).contains(day), (0..<24).contains(hour),
            (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        return Double(Self.day(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second)
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
