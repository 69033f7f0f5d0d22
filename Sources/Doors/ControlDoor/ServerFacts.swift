/// The parts of `server.info` that do not change while the daemon runs.
package struct ServerFacts: Hashable, Sendable {
    let version: String
    let pipewireVersion: String
    let ffmpegVersion: String
    /// CLOCK_MONOTONIC at the start, in nanoseconds.
    let startedAt: Int64
    /// What this daemon can do beyond the protocol's first version.
    let features: [String]

    /// Makes the facts.
    package init(version: String, pipewireVersion: String, ffmpegVersion: String, startedAt: Int64, features: [String]) {
        self.version = version
        self.pipewireVersion = pipewireVersion
        self.ffmpegVersion = ffmpegVersion
        self.startedAt = startedAt
        self.features = features
    }
}
