package import Logging
import Synchronization

/// A log level that many loggers share, so that reloading the configuration changes all of them. Safe on any thread.
package final class LogLevelBox: Sendable {
    private let level: Mutex<Logger.Level>

    /// Makes a box with a first level.
    package init(_ level: Logger.Level) { self.level = Mutex(level) }

    /// The level now.
    package var value: Logger.Level {
        get { level.withLock { $0 } }
        set { level.withLock { $0 = newValue } }
    }
}

extension Logger.Metadata {
    /// The pieces of all three; where they name the same key, the later argument wins.
    static func merging(
        _ own: Logger.Metadata, _ provided: Logger.Metadata?, _ explicit: Logger.Metadata?
    ) -> Logger.Metadata {
        own.merging(provided ?? [:]) { $1 }.merging(explicit ?? [:]) { $1 }
    }
}
