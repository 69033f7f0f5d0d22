import Glibc

/// A day in the time zone of the machine.
struct LocalDay: Hashable {
    /// When it begins, and when the next one does, in seconds since 1970.
    let start: Double
    let end: Double

    /// Reads a day as `2026-12-31`; `nil` if there is no such day, or if it is before 1970.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count == 10, parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy(Self.isDigit) }),
            let year = Int32(parts[0]), let month = Int32(parts[1]), let day = Int32(parts[2]), year >= 1_970,
            let start = Self.midnight(year, month, day, isNormal: true),
            let end = Self.midnight(year, month, day + 1, isNormal: false)
        else { return nil }
        (self.start, self.end) = (start, end)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// - Parameter isNormal: whether it has to be a day of that month.
    private static func midnight(_ year: Int32, _ month: Int32, _ day: Int32, isNormal: Bool) -> Double? {
        var parts = unsafe tm()
        unsafe (parts.tm_year, parts.tm_mon, parts.tm_mday, parts.tm_isdst) = (year - 1_900, month - 1, day, -1)
        let time = unsafe mktime(&parts)
        guard time != -1 else { return nil }
        if isNormal { guard unsafe parts.tm_mon == month - 1 && parts.tm_mday == day else { return nil } }
        return Double(time)
    }
}
