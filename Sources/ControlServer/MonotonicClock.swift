import Glibc

/// The clock of the protocol's times.
enum MonotonicClock {
    /// CLOCK_MONOTONIC, in seconds.
    static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
