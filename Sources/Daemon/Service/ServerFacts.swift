/// What `server.info` tells that never changes while the daemon runs.
package struct ServerFacts: Hashable, Sendable {
    package var version: String
    package var pipewireVersion: String
    package var ffmpegVersion: String
    /// CLOCK_MONOTONIC at the start, in nanoseconds.
    package var startedAt: Int64
    /// What this daemon can do beyond the protocol's first version.
    package var features: [String]
}

/// What the graph does now.
package struct GraphTiming: Hashable, Sendable {
    /// Frames a cycle; 0 while nothing runs.
    package var quantum: Int
    /// Frames a second of the graph; 0 while nothing runs.
    package var rate: Int
    /// How long until a rendered frame is heard, in seconds.
    package var latency: Double
}
