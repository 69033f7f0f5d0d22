import Glibc
package import Logging

/// Writes each log event as one line of text, with one `write(2)`, so that lines of several threads and processes do not mix.
///
/// A value; the loggers made from it may be used on any thread except the real-time ones.
package struct TextLogHandler: LogHandler {
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
    private let descriptor: CInt

    /// Makes a handler that writes to `descriptor`. The level is the one that `level` holds at each event.
    package init(level: LogLevelBox, descriptor: CInt = STDERR_FILENO) {
        self.level = level
        self.descriptor = descriptor
    }

    /// One piece of metadata that goes with every event.
    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes one line. What a closed pipe or a full disk does not accept is lost.
    package func log(event: LogEvent) {
        let all = Logger.Metadata.merging(metadata, metadataProvider?.get(), event.metadata)
        let line = Array(Self.line(event, metadata: all).utf8)
        var rest = line[...]
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return }
            rest = rest.dropFirst(written)
        }
    }

    /// Returns the line `level: message key=value …`, with its line end. Keys are in alphabetical order.
    static func line(_ event: LogEvent, metadata: Logger.Metadata) -> String {
        var line = "\(event.level.rawValue): \(escape(event.message.description))"
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { line += " \(escape(key))=\(quote(value.description))" }
        if let error = event.error { line += " error=\(quote("\(error)"))" }
        return line + "\n"
    }

    /// Returns `text`, in quotes if it would otherwise run into its neighbours.
    private static func quote(_ text: String) -> String {
        let isPlain = !text.isEmpty && !text.unicodeScalars.contains { " \"=".unicodeScalars.contains($0) }
        let escaped = escape(text)
        if isPlain { return escaped }
        return "\"\(escaped.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\""))\""
    }

    /// Returns `text` with control and format characters written out: a title must neither end the line nor control the
    /// terminal.
    private static func escape(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch (scalar, scalar.properties.generalCategory) {
            case ("\n", _): escaped += "\\n"
            case ("\t", _): escaped += "\\t"
            case ("\r", _): escaped += "\\r"
            case ("\\", _): escaped += "\\\\"
            case (_, .control), (_, .format), (_, .lineSeparator), (_, .paragraphSeparator):
                escaped += "\\u{\(String(scalar.value, radix: 16))}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
