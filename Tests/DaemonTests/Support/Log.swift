import Logging
import Synchronization

/// What was logged, from any thread.
final class Log: Sendable {
    private let records = Mutex<[String]>([])

    /// Level and message, and the reason where there is one: `error: It failed. (disk full)`.
    var lines: [String] { records.withLock { $0 } }

    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    private struct Handler: LogHandler {
        let log: Log
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
