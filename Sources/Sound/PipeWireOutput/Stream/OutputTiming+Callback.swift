import AudioTypes

extension OutputTiming {
    /// Takes over what the callback read from the graph's clock, which the server and the graph's driver fill in. Values
    /// are clamped to bounds far beyond real ones: cycles of up to 2²⁰ frames, rates of up to 2²² hertz, and delays of up
    /// to an hour. `delay` is in nanoseconds.
    init(told quantum: Int, graphRate: Int, delay: Int64) {
        let hour: Int64 = 3_600_000_000_000
        self.init(
            quantum: min(max(0, quantum), 1 << 20), graphRate: min(max(0, graphRate), 1 << 22),
            latency: Double(min(max(-hour, delay), hour)) / 1e9)
    }
}
