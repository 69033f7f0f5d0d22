import AudioSession

/// What ducking needs to know of another program's stream.
struct DuckStream: Hashable {
    var serial: UInt64
    var application: String
    var node: String
    var process: String
    var memory: String
    /// The linear factor of each channel; empty while unknown.
    var volumes: [Float]
    var isRunning: Bool
}

extension DuckRecord {
    /// Whether `stream` is the recorded stream itself.
    func isAbout(_ stream: DuckStream) -> Bool {
        serial == stream.serial && application == stream.application && node == stream.node && process == stream.process
    }
}
