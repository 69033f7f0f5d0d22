/// What was done, or is about to be done, to the volume of another program's stream, so that it can be undone by whoever
/// comes after a crash.
package struct DuckRecord: Codable, Hashable, Sendable {
    /// The server's cookie: serials mean something only to the server that gave them.
    package var server: UInt32
    /// The server's number for the stream, never used again while the server lives.
    package var serial: UInt64
    /// `application.name`.
    package var application: String
    /// `node.name`.
    package var node: String
    /// `application.process.id`.
    package var process: String
    /// Under which name the session manager remembers the stream's volume, and may give it to another stream.
    package var memory: String
    /// The linear factor of each channel as it was.
    package var before: [Float]
    /// The same as it is while ducked.
    package var ducked: [Float]

    /// Whether a run of the daemon can have written this: each factor is one that the server tells, and each channel has both.
    package var isBelievable: Bool {
        before.count == ducked.count && before == Volume.believable(before) && ducked == Volume.believable(ducked)
    }

    /// Whether `stream` is the very one that was recorded.
    func isAbout(_ stream: DuckStream) -> Bool {
        serial == stream.serial && application == stream.application && node == stream.node && process == stream.process
    }
}

/// Every record that still counts.
package struct DuckBook: Hashable, Sendable {
    /// Grows with each change.
    package let revision: UInt64
    package let records: [DuckRecord]
}

/// A stream of another program as far as ducking goes.
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
