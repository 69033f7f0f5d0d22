/// The parts of `server.info` that do not change while the daemon runs.
package struct ServerFacts: Hashable, Sendable {
    package var version: String
    package var pipewireVersion: String
    package var ffmpegVersion: String
    /// CLOCK_MONOTONIC at the start, in nanoseconds.
    package var startedAt: Int64
    /// What this daemon can do beyond the protocol's first version.
    package var features: [String]
}
