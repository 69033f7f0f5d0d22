import Glibc

/// CLOCK_MONOTONIC: the clock of PipeWire's graph, of sd-bus, of the service manager and of the protocol.
package enum MonotonicClock {
    /// The time now, in nanoseconds.
    package static var nanoseconds: Int64 { reading(of: CLOCK_MONOTONIC) }

    /// The time now, in seconds, as the protocol writes times.
    package static var seconds: Double { Double(nanoseconds) / 1e9 }

    /// Returns how long `poll` may wait for a deadline in nanoseconds, in milliseconds: 0 if it has passed, -1 if there is none.
    package static func millisecondsLeft(until deadline: Int64?) -> Int32 {
        guard let deadline else { return -1 }
        let left = deadline - nanoseconds
        return left > 0 ? Int32(clamping: (left + 999_999) / 1_000_000) : 0
    }
}

/// CLOCK_BOOTTIME: like ``MonotonicClock``, but it also counts the time in which the machine sleeps.
package enum ElapsedClock {
    /// The time now, in nanoseconds.
    package static var nanoseconds: Int64 { reading(of: CLOCK_BOOTTIME) }
}

/// CLOCK_THREAD_CPUTIME_ID: the processor time that the calling thread has used.
package enum ThreadClock {
    /// The time now, in nanoseconds.
    package static var nanoseconds: Int64 { reading(of: CLOCK_THREAD_CPUTIME_ID) }
}

/// CLOCK_REALTIME: the date, which a person or a time server may change.
package enum CalendarClock {
    /// The seconds since 1970.
    package static var seconds: Double { Double(reading(of: CLOCK_REALTIME)) / 1e9 }
}

private func reading(of clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
