import AudioTypes

/// A record of what Fermata has done, or is about to do, to the volume of another program's stream, so that the next run
/// can undo it after a crash.
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
    /// The name under which the session manager remembers the stream's volume, which it may give to another stream.
    package var memory: String
    /// The linear factor of each channel before ducking.
    package var before: [Float]
    /// The linear factor of each channel while ducked.
    package var ducked: [Float]

    package init(
        server: UInt32, serial: UInt64, application: String, node: String, process: String, memory: String, before: [Float],
        ducked: [Float]
    ) {
        self.server = server
        self.serial = serial
        self.application = application
        self.node = node
        self.process = process
        self.memory = memory
        self.before = before
        self.ducked = ducked
    }

    /// Whether a run of the daemon can have written this record: each factor is one that the server can report, and each
    /// channel has both factors.
    package var isBelievable: Bool {
        before.count == ducked.count && before == ReportedVolume.believable(before)
            && ducked == ReportedVolume.believable(ducked)
    }
}

/// All records that still count.
package struct DuckBook: Hashable, Sendable {
    /// The book's number, which grows with each change.
    package let revision: UInt64
    package let records: [DuckRecord]

    package init(revision: UInt64, records: [DuckRecord]) {
        self.revision = revision
        self.records = records
    }
}
