import Glibc
package import Logging

/// Chooses where the daemon's log goes, once at the start.
package enum LoggingBootstrap {
    /// Sends the log of the whole process to the journal if standard error is the journal, and otherwise to standard error as
    /// text.
    ///
    /// Call it once, before the first logger is made.
    ///
    /// - Parameters:
    ///   - level: the lowest level that is written.
    ///   - environment: the process environment, for `JOURNAL_STREAM`.
    /// - Returns: the level that all loggers share. Setting it changes them all, as a reload of the configuration does.
    package static func start(level: Logger.Level, environment: [String: String]) -> LogLevelBox {
        let box = LogLevelBox(level)
        if JournalStream.isJournal(environment: environment) {
            LoggingSystem.bootstrap { DaemonLogHandler(to: JournalLog(label: $0), level: box) }
        } else {
            LoggingSystem.bootstrap { _ in DaemonLogHandler(to: TextLog(), level: box) }
        }
        return box
    }
}
