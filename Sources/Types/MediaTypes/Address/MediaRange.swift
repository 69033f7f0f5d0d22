package import AudioTypes

/// A part of a file, as the fragment of a `file:` URL states it: `#t=START,END`.
///
/// `START` and `END` are seconds: whole (`90`), with decimals (`90.25`), of which seven count, or as a fraction (`6750/75`).
/// With fractions, a track of a disc begins and ends at an exact frame; CUE sheets count in 75ths of a second. `END` is the
/// moment behind the last frame; `#t=START` goes to the end of the file. A fragment of another form is not a range, but part of
/// the file's name.
package struct MediaRange: Hashable, Sendable {
    /// The beginning of the range, from the beginning of the file.
    package let start: MediaTime
    /// The end of the range; `nil` for the end of the file.
    package let end: MediaTime?

    package init(start: MediaTime, end: MediaTime?) {
        self.start = start
        self.end = end
    }

    /// The fragment that states this range, with the `#`.
    package var fragment: String {
        let start = "#t=\(start.value)/\(start.timescale)"
        return end.map { "\(start),\($0.value)/\($0.timescale)" } ?? start
    }

    /// Splits a `file:` URL into the file and the range; `nil` if it has no range.
    package static func split(_ uri: String) -> (file: String, range: MediaRange)? {
        guard uri.utf8.count > 5, uri.utf8.prefix(5).elementsEqual("file:".utf8, by: { $0 | 0x20 == $1 | 0x20 }),
            let hash = uri.utf8.lastIndex(of: UInt8(ascii: "#"))
        else { return nil }
        let fragment = uri.utf8[hash...]
        guard fragment.starts(with: "#t=".utf8) else { return nil }
        let parts = fragment.dropFirst(3).split(
            separator: UInt8(ascii: ","), maxSplits: 1, omittingEmptySubsequences: false)
        guard let start = parts.first.flatMap({ time($0) }) else { return nil }
        guard parts.count == 2 else { return (String(uri[..<hash]), MediaRange(start: start, end: nil)) }
        guard let end = time(parts[1]) else { return nil }
        return (String(uri[..<hash]), MediaRange(start: start, end: end))
    }

    private static func time(_ text: Substring.UTF8View) -> MediaTime? {
        let parts = text.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return decimal(text) }
        guard let value = parts.first.flatMap({ number($0) }) else { return nil }
        // A scale above every sample rate adds nothing, and could make the products overflow.
        guard let scale = number(parts[1]), (1...10_000_000).contains(scale) else { return nil }
        return MediaTime(value: value, timescale: scale)
    }

    private static func decimal(_ text: Substring.UTF8View) -> MediaTime? {
        let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first.flatMap({ number($0) }) else { return nil }
        guard parts.count == 2 else { return MediaTime(value: whole, timescale: 1) }
        // These limits allow years with a resolution of a tenth of a microsecond, and the product does not overflow.
        let digits = parts[1].prefix(7)
        guard parts[1].count <= 19, parts[1].count <= 7 || number(parts[1].dropFirst(7)) != nil, let rest = number(digits),
            whole < 10_000_000_000
        else { return nil }
        let scale = digits.reduce(Int64(1)) { scale, _ in scale * 10 }
        return MediaTime(value: whole * scale + rest, timescale: scale)
    }

    private static func number(_ digits: Substring.UTF8View) -> Int64? {
        guard !digits.isEmpty, digits.count <= 12, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }
}

extension MediaTime {
    /// Returns the frame nearest to this time, which is not negative.
    ///
    /// The same time gives the same frame for every caller: a part that ends there and a part that begins there meet without a
    /// gap.
    package func frame(at rate: SampleRate) -> Int64 {
        let hertz = Int64(rate.hertz)
        let (seconds, rest) = value.quotientAndRemainder(dividingBy: timescale)
        return seconds * hertz + (2 * rest * hertz + timescale) / (2 * timescale)
    }
}
