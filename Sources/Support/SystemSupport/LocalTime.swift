import Glibc

/// What the clock and the calendar on the wall show.
package struct LocalTime: Hashable, Sendable {
    package var year: Int
    package var month: Int
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int

    /// Makes a time.
    package init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Returns what they show `seconds` after the beginning of 1970, in the time zone of the machine.
    package static func at(_ seconds: Double) -> LocalTime {
        var time = time_t(min(max(seconds, 0), 0x1p36))
        var parts = unsafe tm()
        unsafe localtime_r(&time, &parts)
        return unsafe LocalTime(
            year: Int(parts.tm_year) + 1_900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday), hour: Int(parts.tm_hour),
            minute: Int(parts.tm_min), second: Int(parts.tm_sec))
    }

    /// Returns how many seconds the clocks on the wall are ahead of UTC at a time in seconds since the beginning of 1970 (UTC), in the time
    /// zone of the machine, as the process has noticed it (``noticeZone()``).
    package static func secondsAheadOfUTC(at seconds: Int) -> Int {
        var time = time_t(min(max(seconds, 0), 1 << 36))
        var parts = unsafe tm()
        unsafe localtime_r(&time, &parts)
        return unsafe Int(parts.tm_gmtoff)
    }

    /// Notices that the machine has another time zone than before: looks whether `/etc/localtime` is another file. Any thread.
    package static func noticeZone() { tzset() }

    /// The seconds since midnight.
    package var secondOfDay: Double { Double(hour * 3_600 + minute * 60 + second) }
}
