import CLinux

/// Makes descriptors that are readable at a time of the calendar.
package enum CalendarTimer {
    /// Returns a descriptor that is readable from `seconds` since the beginning of 1970 (UTC) on, and once somebody has set the clock: a read
    /// fails with `ECANCELED` then. `nil` if the process has too many descriptors.
    package static func descriptor(at seconds: Int64) -> FileDescriptor? {
        let number = fermata_calendar_timer(seconds)
        return number < 0 ? nil : FileDescriptor(owning: number)
    }
}
