import Glibc

/// CLOCK_MONOTONIC, the clock of sd-bus, of the service manager and of the protocol.
enum MonotonicClock {
    /// Nanoseconds now.
    static var nanoseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

extension Duration {
    /// Whole nanoseconds.
    var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
