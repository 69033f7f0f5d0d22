import CSystemd
import Glibc
package import Logging

/// Writes log events to the journal, with every piece of an event in a field of its own, so that `journalctl FERMATA_URI=…`
/// finds them.
///
/// A value; the loggers made from it may be used on any thread except the real-time ones. An entry that the journal does not
/// accept is lost, because there is no better place to report that.
package struct JournalLogHandler: LogHandler {
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
    private let label: String

    /// Makes a handler for the logger called `label`. The level is the one that `level` holds at each event.
    package init(label: String, level: LogLevelBox) {
        self.label = label
        self.level = level
    }

    /// One piece of metadata that goes with every event.
    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Sends one entry.
    package func log(event: LogEvent) {
        let all = Logger.Metadata.merging(metadata, metadataProvider?.get(), event.metadata)
        Self.send(JournalFields(event, metadata: all, label: label))
    }

    private static func send(_ entry: JournalFields) {
        // All fields go into one buffer, so that one pointer stays valid for all of them.
        let bytes = entry.fields.flatMap { $0 }
        unsafe bytes.withUnsafeBytes { buffer in
            guard let base = unsafe UnsafeMutableRawPointer(mutating: buffer.baseAddress) else { return }
            var offset = 0
            var vectors: [iovec] = unsafe []
            for field in entry.fields {
                unsafe vectors.append(iovec(iov_base: base + offset, iov_len: field.count))
                offset += field.count
            }
            _ = unsafe sd_journal_sendv(vectors, CInt(vectors.count))
        }
    }
}
