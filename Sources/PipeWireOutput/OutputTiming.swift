/// How the graph runs the stream, as the callback saw it last. All zero before the first cycle.
package struct OutputTiming: Hashable, Sendable {
    /// Frames of the graph, at ``graphRate``, in one cycle.
    package let quantum: Int
    /// The graph's rate in hertz; the stream is resampled where its own rate differs.
    package let graphRate: Int
    /// From the start of a cycle until its first frame is heard, in seconds.
    package let latency: Double

    package init(quantum: Int, graphRate: Int, latency: Double) {
        self.quantum = quantum
        self.graphRate = graphRate
        self.latency = latency
    }

    /// Reads what the callback found in the graph's clock, which the server and whoever drives the graph fill in: cycles of up to
    /// 2²⁰ frames, rates of up to 2²² hertz and delays of up to an hour, far more than there are, are believed.
    init(told quantum: Int, graphRate: Int, delay: Int64) {
        let hour: Int64 = 3_600_000_000_000
        self.init(
            quantum: min(max(0, quantum), 1 << 20), graphRate: min(max(0, graphRate), 1 << 22),
            latency: Double(min(max(-hour, delay), hour)) / 1e9)
    }
}
