/// What the user decides about the output.
package struct OutputConfiguration: Hashable, Sendable {
    /// The `node.name` of the sink to play on; `nil` follows the default.
    package var target: String?
    /// How long a cycle of the graph may be, in seconds; 0 where nobody cares, which lets the sound system sleep longest.
    package var bufferDuration: Double
    /// PipeWire's `media.role`: what session managers decide by.
    package var role: String

    package init(target: String? = nil, bufferDuration: Double = 0, role: String = "Music") {
        self.target = target
        self.bufferDuration = bufferDuration
        self.role = role
    }
}

/// What the graph did in the newest cycle.
package struct OutputTiming: Hashable, Sendable {
    /// Frames a cycle, counted at `rate`; 0 before the first.
    package var quantum: Int
    /// The graph's frames a second; 0 before the first cycle.
    package var rate: Int
    /// How long after a cycle's start its first frame is heard, in seconds.
    package var latency: Double
}
