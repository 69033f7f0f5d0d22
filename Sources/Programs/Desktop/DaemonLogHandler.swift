package import Logging

/// The place that log events go to. Any thread except the real-time ones.
package protocol LogDestination: Sendable {
    /// Writes one event, with the metadata that goes with it.
    func write(_ event: LogEvent, metadata: Logger.Metadata)
}

/// Passes the events of a logger, with their metadata, to the journal or to a text.
///
/// A value; the loggers made from it may be used on any thread except the real-time ones.
package struct DaemonLogHandler: LogHandler {
    /// Metadata that goes with every event.
    package var metadata: Logger.Metadata = [:]
    /// The provider of metadata that is current at each event.
    package var metadataProvider: Logger.MetadataProvider?
    /// The lowest level that is written.
    package var logLevel: Logger.Level {
        get { level.value }
        set { level = LogLevelBox(newValue) }
    }

    private var level: LogLevelBox
    private let destination: any LogDestination

    /// Makes a handler that writes to `destination`. The level is the one that `level` holds at each event.
    package init(to destination: any LogDestination, level: LogLevelBox) {
        self.destination = destination
        self.level = level
    }

    /// One piece of metadata that goes with every event.
    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes one event. If several sources of metadata have the same key, the event itself wins, then the provider.
    package func log(event: LogEvent) {
        let provided = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }
        destination.write(event, metadata: provided.merging(event.metadata ?? [:]) { $1 })
    }
}
