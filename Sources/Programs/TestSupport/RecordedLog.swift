package import Logging
import Synchronization

/// Records what is logged, from any thread.
package final class RecordedLog: Sendable {
    private let records = Mutex<[String]>([])

    /// Makes a record without lines.
    package init() {}

    /// Each line is the level, the message, and the reason if there is one: `error: It failed. (disk full)`.
    package var lines: [String] { records.withLock { $0 } }

    /// A logger that writes here, at every level.
    package var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var logLevel = Logger.Level.trace
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let reason = event.metadata?["reason"].map { " (\($0))" } ?? ""
            log.records.withLock { $0.append("\(event.level): \(event.message)\(reason)") }
        }
    }
}
