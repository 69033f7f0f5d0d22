/// A chapter of media: a named part that begins at a position.
package struct MediaChapter: Hashable, Sendable {
    /// Where it begins, in seconds from the first audible frame.
    package let start: Double
    /// Where it ends, in seconds; `nil` for the end of the media.
    package let end: Double?
    /// `nil` if the media does not name it.
    package let title: String?

    /// Makes a chapter. ``ordered(_:)`` makes a list that can be shown and gone through.
    package init(start: Double, end: Double?, title: String?) {
        self.start = start
        self.end = end
        self.title = title
    }
}

extension MediaChapter {
    /// The most chapters of one file. An audio book has some hundred.
    package static let limit = 1_000
    /// The longest title in bytes: a reply shows all chapters.
    private static let titleLimit = 256

    /// Makes a list out of what a file states, which may be anything: in the order of their beginnings, no two at the same place and
    /// none over the next one, and at most ``limit``.
    ///
    /// A chapter that ends before the sound begins, or whose times are no numbers, is left out.
    package static func ordered(_ stated: [MediaChapter]) -> [MediaChapter] {
        let usable = stated.enumerated().filter { _, chapter in
            chapter.start.isFinite && (chapter.end.map { $0.isFinite && $0 > 0 && $0 > chapter.start } ?? true)
        }
        // The order of the file decides between chapters that begin at the same place.
        let sorted = usable.map { ($0, max(0, $1.start), $1) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
        var chapters: [MediaChapter] = []
        for (_, start, chapter) in sorted {
            if let last = chapters.last {
                if last.start == start { continue }
                if chapters.count == limit { break }
                if last.end.map({ $0 > start }) ?? true {
                    chapters[chapters.count - 1] = MediaChapter(start: last.start, end: start, title: last.title)
                }
            }
            chapters.append(
                MediaChapter(start: start, end: chapter.end, title: QueueText.shown(chapter.title, limit: titleLimit)))
        }
        return chapters
    }
}

extension [MediaChapter] {
    /// The index of the chapter in which a position lies, in seconds; `nil` in front of the first one and in a gap.
    package func index(at seconds: Double) -> Int? {
        // The list may be long, and every status asks.
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].start <= seconds { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        return self[low - 1].end.map { seconds < $0 } ?? true ? low - 1 : nil
    }
}
