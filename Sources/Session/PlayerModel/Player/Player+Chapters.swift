package import MediaTypes

/// Where a command among chapters goes.
package enum ChapterTarget: Hashable, Sendable {
    /// The chapter with this index, counted from 0.
    case index(Int)
    /// The one behind the current one; behind the last one, the next item.
    case next
    /// The beginning of the current one, or the one before it if the current one has only just begun.
    case previous
}

/// The part of an item, a chapter or a line of its lyrics, that observers know, if anybody follows such parts.
struct PartNews: Hashable, Sendable {
    /// A part of an item.
    struct Part: Hashable, Sendable {
        let item: Int64
        let index: Int
    }

    /// Whether anybody follows them.
    var isFollowed = false
    /// The part that was told last; `nil` for none.
    var told: Part?
}

// The chapters of the current item.
extension Player {
    /// For so many seconds a chapter has only just begun.
    private static let threshold = 3.0

    /// The chapters of the current item, once it is open.
    package var chapters: [MediaChapter] { current?.description.chapters ?? [] }

    /// The index of the chapter that is heard; `nil` if there is none at the position.
    package var chapterIndex: Int? { chapters.isEmpty ? nil : chapters.index(at: secondsNow) }

    /// The chapter that is heard; of an item of which one was told already, the one at the position.
    private var heardChapter: PartNews.Part? { heardPart(chapterIndex, after: chapterNews.told) }

    /// The part of the current item at the position, if that was heard; of an item of which one was told already, in any case.
    func heardPart(_ index: Int?, after told: PartNews.Part?) -> PartNews.Part? {
        guard let track = current, track.wasHeard || told?.item == track.item.id, let index else { return nil }
        return PartNews.Part(item: track.item.id, index: index)
    }

    /// Has ``announceChapter()`` report when another chapter is heard, or not any more. Nobody looks while nobody follows.
    package mutating func followChapters(_ isWanted: Bool) -> [PlayerAction] {
        chapterNews = PartNews(isFollowed: isWanted, told: heardChapter)
        return []
    }

    /// The nanoseconds until ``announceChapter()`` has something to report; `nil` if nothing is to come.
    package var timeToChapter: Int64? {
        guard chapterNews.isFollowed else { return nil }
        guard heardChapter == chapterNews.told else { return 0 }
        guard !chapters.isEmpty else { return nil }
        let now = secondsNow
        return timeToFirst(of: [chapterIndex.flatMap { chapters[$0].end }, chapters.first { $0.start > now }?.start])
    }

    /// The nanoseconds until the first of these places is heard, in seconds of the item, or what is repeated begins again; `nil` if none is
    /// to come, or nothing moves.
    func timeToFirst(of places: [Double?]) -> Int64? {
        guard state == .playing, let timeLine = tracks.timeLine, position?.isMoving == true else { return nil }
        let now = secondsNow
        let turn = loop.flatMap { now < $0.to ? $0.to : nil }
        guard let next = (places + [turn]).compactMap(\.self).min() else { return nil }
        return time(to: next, from: now, timeLine) + 1_000_000
    }

    /// Reports the chapter that is heard, if that is another one than was told.
    package mutating func announceChapter() -> [PlayerAction] {
        let heard = heardChapter
        guard chapterNews.isFollowed, heard != chapterNews.told else { return [] }
        chapterNews.told = heard
        return [.emit(.chapterChanged(heard.map { chapters[$0.index] }, index: heard?.index))]
    }

    /// Goes to a chapter of the current item.
    mutating func seek(to target: ChapterTarget, _ request: RequestIdentifier) throws(PlaybackError) -> [PlayerAction] {
        let chapters = chapters
        guard !chapters.isEmpty, let uri = item?.uri else {
            guard let item else { throw PlaybackError(.nothingToPlay, "nothing is open: there is no chapter to go to") }
            throw PlaybackError(.chapterNotFound, "\(item.uri) has no chapters, or is not open yet", uri: item.uri)
        }
        let now = secondsNow
        switch target {
        case .index(let index):
            guard chapters.indices.contains(index) else {
                throw PlaybackError(
                    .chapterNotFound, "\(uri) has no chapter at index \(index): it has \(chapters.count)", uri: uri)
            }
            return try seek(to: chapters[index].start, request)
        case .next:
            guard let following = chapters.first(where: { $0.start > now }) else {
                return handle(.next, request: request, by: person)
            }
            return try seek(to: following.start, request)
        case .previous:
            // In a gap, the chapter in front of it counts as the current one.
            let begun = chapters.last { $0.start <= now - Self.threshold }
            return try seek(to: begun?.start ?? 0, request)
        }
    }
}
