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
}
