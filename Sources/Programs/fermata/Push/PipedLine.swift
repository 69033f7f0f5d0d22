import FermataKit
import Glibc

/// A line of a list in standard input.
struct PipedLine: Hashable {
    /// What a line stands for.
    enum Kind: Hashable {
        /// An empty line, a comment, or what a command says beside its list.
        case nothing
        /// A song of the library, by its number. The text is what the line says behind the number, if it has no duration: other lists have
        /// such lines as well.
        case song(Int64, unlike: String?)
        /// A file, a directory or a URL, as the daemon takes it.
        case address(String)
        /// What is at this place of the library, relative to the directories of music; of a directory with a slash at the end.
        case place(String)
        /// Anything else.
        case text
    }

    /// Counted from 1.
    let number: Int
    let bytes: [UInt8]
    let kind: Kind

    init(number: Int, bytes: ArraySlice<UInt8>) {
        (self.number, self.bytes, kind) = (number, Array(bytes), Kind(bytes))
    }

    /// The sentence about a line that is no entry of a list.
    var mistake: ClientFailure {
        let text = Terminal.fit(Terminal.harmless(String(decoding: bytes.prefix(400), as: UTF8.self)), columns: 80)
        return .refused(
            "line \(number) of the list in standard input is no song, file, directory or URL that is there: \"\(text)\"")
    }

    /// Returns the bytes without the mark of UTF-8 that some editors put in front.
    static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    }

    /// Returns a line without the end that other systems give to lines.
    static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> { line.last == 0x0D ? line.dropLast() : line }
}

extension PipedLine.Kind {
    /// What commands print in the place of an empty list.
    private static let nothings: Set = ["there are no songs", "there are no albums", "there are none"]

    init(_ line: ArraySlice<UInt8>) {
        let bytes = Array(line)
        if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
            self = .nothing
            return
        }
        // A name that is not UTF-8 is one of a file.
        guard let text = String(validating: bytes, as: UTF8.self) else {
            self = bytes.first == UInt8(ascii: "/") || Self.isThere(bytes) ? .address(MediaAddress.address(ofPath: bytes)) : .text
            return
        }
        let isPath = text.hasPrefix("/") || text.hasPrefix("./") || text.hasPrefix("../")
        if isPath || Self.isThere(bytes) {
            self = .address(MediaAddress.address(ofPath: bytes))
        } else if text.hasPrefix("#") || text.hasPrefix("… ") || Self.nothings.contains(text) {
            self = .nothing
        } else if MediaAddress.isURL(String(text.drop(while: \.isWhitespace))) || MediaAddress.isOfLibrary(text) {
            self = .address(MediaAddress.address(text))
        } else if let song = Self.song(text) {
            self = song
        } else {
            self = Self.isPlace(text) ? .place(text) : .text
        }
    }

    /// Returns the song of a line with its number in front, and perhaps its duration behind. An album in the list of albums, and a year,
    /// have a number as well, but another one, and the count of their songs behind.
    private static func song(_ line: String) -> Self? {
        let digits = line.prefix { $0.isASCII && $0.isNumber }
        let rest = line.dropFirst(digits.count)
        guard rest.hasPrefix("  "), let number = Int64(digits), number > 0 else { return nil }
        let parts = rest.split(separator: "  ", omittingEmptySubsequences: true)
        guard let last = parts.last, !last.hasSuffix(" songs"), last != "1 song" else { return nil }
        let duration = last.hasPrefix("~") ? last.dropFirst() : last
        let hasDuration = parts.count >= 2 && last.contains(":") && TimeText.seconds(duration) != nil
        return .song(number, unlike: hasDuration ? nil : line)
    }

    /// Returns whether a text may be a place of the library: it has a slash, or a suffix.
    private static func isPlace(_ text: String) -> Bool {
        if text.contains("/") { return text.utf8.count <= 4_096 }
        guard let dot = text.lastIndex(of: "."), dot != text.startIndex else { return false }
        let suffix = text[dot...].dropFirst()
        return (1...5).contains(suffix.count) && suffix.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private static func isThere(_ path: [UInt8]) -> Bool {
        path.count <= 4_096 && !path.contains(0) && access(path.map { CChar(truncatingIfNeeded: $0) } + [0], F_OK) == 0
    }
}
