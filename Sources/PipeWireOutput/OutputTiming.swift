/// How the graph runs the stream, as the callback saw it last. All values are zero before the first cycle.
package struct OutputTiming: Hashable, Sendable {
    /// How many frames of the graph, at ``graphRate``, one cycle has.
    package let quantum: Int
    /// The graph's rate in hertz. If the stream's own rate differs, PipeWire resamples the stream.
    package let graphRate: Int
    /// The time from the start of a cycle until its first frame is heard, in seconds.
    package let latency: Double

    package init(quantum: Int, graphRate: Int, latency: Double) {
        self.quantum = quantum
        self.graphRate = graphRate
        self.latency = latency
    }

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
