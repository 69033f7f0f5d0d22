import Glibc
package import Logging

/// Writes each log event as one line of text, with one `write(2)`, so that lines of several threads and processes do not mix.
package struct TextLog: LogDestination {
    private let descriptor: CInt

    /// Makes a log that writes to `descriptor`.
    package init(descriptor: CInt = STDERR_FILENO) { self.descriptor = descriptor }

    /// Writes one line. What a closed pipe or a full disk does not accept is lost.
    package func write(_ event: LogEvent, metadata: Logger.Metadata) {
        let line = Array(Self.line(event, metadata: metadata).utf8)
        var rest = line[...]
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
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
