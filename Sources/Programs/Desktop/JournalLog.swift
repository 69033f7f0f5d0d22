import CSystemd
import Glibc
package import Logging

/// Writes log events to the journal, with every piece of an event in a field of its own, so that `journalctl FERMATA_URI=…`
/// finds them.
///
/// An entry that the journal does not accept is lost, because there is no better place to report that.
package struct JournalLog: LogDestination {
    private let label: String

    /// Makes the log of the logger called `label`.
    package init(label: String) { self.label = label }

    /// Sends one entry.
    package func write(_ event: LogEvent, metadata: Logger.Metadata) {
        Self.send(JournalFields(event, metadata: metadata, label: label))
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
