/// How late the sound is heard at one output.
package struct OutputLatency: Hashable, Sendable {
    /// The time from the start of a cycle of the graph until the output plays its first frame, by what the sound system tells, in
    /// seconds.
    package var own: Double
    /// By how much later the output plays, to be in step with others or as a client wants it, in seconds.
    package var delay: Double

    package init(own: Double, delay: Double = 0) {
        self.own = own
        self.delay = delay
    }

    /// The time until the first frame of a cycle is heard, in seconds.
    package var total: Double { own + delay }
}
