// The arguments that are numbers. Each function takes the index of an argument that exists: the catalogue has checked the count.
extension CommandText {
    /// Returns a whole number within `range`.
    package func integer(_ index: Int, in range: ClosedRange<Int> = Int(Int32.min)...Int(Int32.max)) throws(MPDFailure) -> Int {
        let text = text(index)
        guard let number = Self.whole(text) else { throw .wrong("Integer expected: \(text)") }
        guard number >= range.lowerBound else { throw MPDFailure(.argument, "Number too small: \(text)") }
        guard number <= range.upperBound else { throw MPDFailure(.argument, "Number too large: \(text)") }
        return number
    }

    /// Returns a whole number from 0 to `most`. A negative one counts as too large, as in C.
    package func unsigned(_ index: Int, most: Int = Int(UInt32.max)) throws(MPDFailure) -> Int {
        let text = text(index)
        guard let number = Self.whole(text) else { throw .wrong("Integer expected: \(text)") }
        guard (0...most).contains(number) else { throw MPDFailure(.argument, "Number too large: \(text)") }
        return number
    }

    /// Returns a truth value, which is written as a number.
    package func flag(_ index: Int) throws(MPDFailure) -> Bool {
        switch text(index) {
        case "0": false
        case "1": true
        default: throw .wrong("Boolean (0/1) expected: \(text(index))")
        }
    }

    /// Returns a finite number.
    package func number(_ index: Int) throws(MPDFailure) -> Double {
        guard let number = Double(text(index)), number.isFinite else {
            throw .wrong("Float expected: \(text(index))")
        }
        return number
    }

    /// Returns a number of seconds that is not negative.
    package func seconds(_ index: Int) throws(MPDFailure) -> Double {
        let seconds = try number(index)
        guard seconds >= 0 else { throw MPDFailure(.argument, "Negative value not allowed: \(text(index))") }
        return seconds
    }

    /// Returns a part of a song in seconds: `1.5:3`, `5:` up to the end of the song, or `:` for all of it. An end of 0 is none.
    package func timeRange(_ index: Int) throws(MPDFailure) -> (start: Double, end: Double?) {
        let parts = text(index).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let wrong = MPDFailure(.argument, "Bad range")
        guard parts.count == 2, let start = Self.moment(parts[0]), let end = Self.moment(parts[1]) else { throw wrong }
        guard end == 0 || start < end else { throw wrong }
        return (start, end == 0 ? nil : end)
    }

    /// Returns seconds, 0 for an empty text; `nil` for a text that is no number of seconds.
    private static func moment(_ text: Substring) -> Double? {
        guard !text.isEmpty else { return 0 }
        guard text.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }), let seconds = Double(text), seconds < 999_999_999
        else { return nil }
        return seconds
    }

    /// Returns a range of positions: `5`, `2:5` without its end, or `2:` up to the last. The position -1 stands for all.
    package func range(_ index: Int) throws(MPDFailure) -> PositionRange {
        let text = text(index)
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let wrong = MPDFailure.wrong("Integer or range expected: \(text)")
        guard let start = Self.whole(parts[0]) else { throw wrong }
        if start == -1, parts.count == 1 { return .all }
        guard start >= 0 else { throw MPDFailure(.argument, "Number is negative: \(text)") }
        guard start <= Int32.max else { throw MPDFailure(.argument, "Number too large: \(text)") }
        guard parts.count == 2 else { return PositionRange(start: start, end: start + 1) }
        if parts[1].isEmpty { return PositionRange(start: start, end: Int.max) }
        guard let end = Self.whole(parts[1]) else { throw wrong }
        guard end >= 0 else { throw MPDFailure(.argument, "Number is negative: \(text)") }
        guard end <= Int32.max else { throw MPDFailure(.argument, "Number too large: \(text)") }
        guard end >= start else { throw MPDFailure(.argument, "Malformed range: \(text)") }
        return PositionRange(start: start, end: end)
    }

    /// Returns the whole number that `text` is; `nil` if it is none. One that is too large for the machine comes out as the
    /// largest.
    private static func whole(_ text: some StringProtocol) -> Int? {
        if let number = Int(text) { return number }
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        guard !digits.isEmpty, text.utf8.count - digits.count <= 1, digits.allSatisfy(\.isDigit) else { return nil }
        return text.utf8.first == UInt8(ascii: "-") ? .min : .max
    }
}

/// A range of positions in a list, without its end.
package struct PositionRange: Hashable, Sendable {
    /// The first position.
    package let start: Int
    /// The position behind the last one; ``Int/max`` for an open range.
    package let end: Int

    /// Makes a range.
    package init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }

    /// All positions.
    package static let all = PositionRange(start: 0, end: .max)

    /// Returns the positions that a list of `count` has.
    /// - Throws: ``MPDFailure/badIndex`` if the range begins behind the end of the list.
    package func clipped(to count: Int) throws(MPDFailure) -> Range<Int> {
        guard start <= count else { throw .badIndex }
        return start..<max(start, min(end, count))
    }

    /// Returns what a list has at the positions.
    package func part<Element>(of list: [Element]) -> [Element] {
        start < list.count ? Array(list[start..<max(start, min(end, list.count))]) : []
    }

    /// Returns the positions if a list of `count` has all of them.
    /// - Throws: ``MPDFailure/badIndex`` otherwise.
    package func whole(in count: Int) throws(MPDFailure) -> Range<Int> {
        if end == .max, start <= count { return start..<count }
        guard end <= count else { throw .badIndex }
        return start..<end
    }
}
