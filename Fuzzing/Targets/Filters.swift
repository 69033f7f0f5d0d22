import MPDProtocol
import TextPatterns

extension FuzzTarget {
    /// A condition, the arguments of which end with an empty line, and the texts of a song, a line each: a question ends with what its
    /// comparisons may look at, and `contains` finds what a simple search finds.
    static let filters = FuzzTarget("filters", atMost: 4_096) { bytes in
        var invention = Invention(bytes)
        let (isSearch, stripsMarks) = (invention.bool(), invention.bool())
        let bound = Int(invention.number(UInt16.self))
        var arguments: [String] = []
        while !invention.isEmpty {
            let line = invention.line()
            if line.isEmpty { break }
            arguments.append(String(decoding: line, as: UTF8.self))
        }
        var song = Song(file: "a/1.flac")
        while !invention.isEmpty, song.tags.count < 32 {
            song.tags.append(
                Song.Tag(invention.pick([.title, .artist, .genre]), String(decoding: invention.line(), as: UTF8.self)))
        }
        guard let filter = try? SongFilter(arguments[...], isSearch: isSearch, stripsMarks: stripsMarks) else { return }
        let matcher = SongMatcher(filter)
        let expression = filter.expression
        precondition(!expression.isEmpty, "a condition without a text")
        if let again = try? SongFilter([expression], isSearch: false) {
            precondition(again.expression == expression, "\(expression) became \(again.expression)")
        }

        let bounded = effort(bytes: bound)
        var songs = 0
        while !bounded.isSpent, songs <= bound {
            _ = matcher.holds(for: song, bounded)
            songs += 1
        }
        // An empty conjunction compares nothing.
        precondition(bounded.isSpent || songs > bound, "the question went on behind its bound")

        guard let value = arguments.first else { return }
        let within = TextMatcher(.contains, value, [])
        for tag in song.tags {
            var text = tag.value
            let found = text.withUTF8 { within.holds(for: $0, effort(bytes: .max)) }
            precondition(found == simpleSearch(Array(value.utf8), in: Array(tag.value.utf8)), "\(value) in \(tag.value)")
        }
    }

    private static func effort(bytes: Int) -> ComparisonEffort {
        ComparisonEffort(ComparisonEffort.Limits(steps: 50_000, nanoseconds: 1, bytes: bytes)) { 0 }
    }

    private static func simpleSearch(_ value: [UInt8], in text: [UInt8]) -> Bool {
        guard text.count >= value.count else { return false }
        return (0...(text.count - value.count)).contains { text[$0..<($0 + value.count)].elementsEqual(value) }
    }
}
