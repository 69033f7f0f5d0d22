package import Logging
import Synchronization

/// A log level that many loggers share, so that reloading the configuration changes all of them. Any thread except the
/// real-time ones.
package final class LogLevelBox: Sendable {
    private let level: Mutex<Logger.Level>

    /// Makes a box that holds `level`.
    package init(_ level: Logger.Level) { self.level = Mutex(level) }

    /// The current level.
    package var value: Logger.Level {
        get { level.withLock { $0 } }
        set { level.withLock { $0 = newValue } }
    }
}
