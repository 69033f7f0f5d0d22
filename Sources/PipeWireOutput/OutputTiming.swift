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
}
