/// The reply to a command as it grows: lines of a name and a value.
package struct ReplyText: Hashable, Sendable {
    /// The lines with their ends.
    package private(set) var bytes: [UInt8] = []

    /// Makes an empty reply.
    package init() {}

    /// Adds `name: value`.
    package mutating func add(_ name: String, _ value: some CustomStringConvertible) {
        bytes += name.utf8
        bytes += ": ".utf8
        bytes += Self.oneLine(value.description).utf8
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Adds the tags of a file in the order of their names: `name: line` for each line of a text, because no value has line ends. Empty
    /// lines are left out, as are those behind the first 1,000 of all tags together: each line costs the name once more.
    package mutating func add(fileTags tags: [String: String]) {
        var left = Self.mostTagLines
        for (name, text) in tags.sorted(by: { $0.key < $1.key }) where left > 0 && Self.isReadable(name) {
            // The part behind the last line that is wanted has more of them.
            let lines = text.split(maxSplits: left, whereSeparator: \.isNewline).prefix(left)
            for line in lines { add(name, line) }
            left -= lines.count
        }
    }

    private static let mostTagLines = 1_000

    /// Whether clients can read a tag of this name. They would read as many bytes as `binary` says, and an error behind `ACK`.
    private static func isReadable(_ name: String) -> Bool {
        !name.isEmpty && name != "binary" && !name.hasPrefix("ACK")
            && !name.unicodeScalars.contains { $0.value < 0x20 || $0 == ":" }
    }

    /// Adds `name: value` with a value in UTF-8, which becomes one line.
    package mutating func add(_ name: String, utf8 value: [UInt8]) {
        bytes += name.utf8
        bytes += ": ".utf8
        for byte in value { bytes.append(Self.endsLine(byte) ? UInt8(ascii: " ") : byte) }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Adds when something was changed last, in seconds since 1970.
    package mutating func add(modified seconds: Double) { add("Last-Modified", at: seconds) }

    /// Adds `name: time`, with a time in seconds since 1970.
    package mutating func add(_ name: String, at seconds: Double) {
        bytes += name.utf8
        bytes += ": ".utf8
        Timestamp.write(seconds, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Whether clients can give a name back: it is UTF-8, and has no line end, which the protocol cannot say.
    package static func canTell(_ name: [UInt8]) -> Bool {
        name.allSatisfy { $0 >= 0x20 && $0 < 0x80 } || Self.name(name) != nil
    }

    /// Returns the name of a file as clients can give it back; `nil` if they cannot.
    package static func name(_ bytes: [UInt8]) -> String? {
        bytes.contains(where: endsLine) ? nil : String(validating: bytes, as: UTF8.self)
    }

    /// Adds `name: value` if there is a value.
    package mutating func add(_ name: String, ifKnown value: (some CustomStringConvertible)?) {
        if let value { add(name, value) }
    }

    /// Adds whole lines, which `write` puts behind the bytes that are there: those of a long list are copied once.
    package mutating func addLines(_ write: (inout [UInt8]) -> Void) { write(&bytes) }

    /// Adds the lines of another reply.
    package mutating func append(_ other: ReplyText) { bytes += other.bytes }

    /// Adds a line as it is.
    package mutating func add(line: String) {
        bytes += Self.oneLine(line).utf8
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Adds bytes that are no text, with their size, as `binary` has them.
    package mutating func add(binary chunk: some Collection<UInt8>) {
        add("binary", chunk.count)
        bytes += chunk
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Returns `text` between quotes, with everything marked that cannot be seen in it.
    package static func debugged(_ text: String) -> String {
        var marked = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": marked += "\\n"
            case "\r": marked += "\\r"
            case "\t": marked += "\\t"
            case "\"", "\\": marked += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                marked += "\\x" + (digits.count < 2 ? "0" : "") + digits
            default: marked.unicodeScalars.append(scalar)
            }
        }
        return marked + "\""
    }

    /// Returns `text` without line ends, which would be read as lines of the reply.
    static func oneLine(_ text: String) -> String {
        guard text.utf8.contains(where: endsLine) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { ["\n", "\r", "\0"].contains($0) ? " " : $0 }))
    }

    private static func endsLine(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0 }
}
