import Glibc

/// CLOCK_MONOTONIC: the clock of PipeWire's graph, of sd-bus, of the service manager and of the protocol.
package enum MonotonicClock {
    /// The time now, in nanoseconds.
    package static var nanoseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The time now, in seconds, as the protocol writes times.
    package static var seconds: Double { Double(nanoseconds) / 1e9 }
}
