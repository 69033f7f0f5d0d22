package import MediaTypes

// The lyrics of the current item, whose lines are told when they are heard.
extension Player {
    /// The lyrics of the current item, if they were given; without times, they have no line that is heard.
    private var currentLyrics: Lyrics? { lyrics.flatMap { $0.item == current?.item.id ? $0.lyrics : nil } }

    /// Returns the index of the line of `lyrics` at the position of the current item; `nil` in front of the first one, and without times.
    package func line(of lyrics: Lyrics) -> Int? { current == nil ? nil : lyrics.index(at: secondsNow) }

    /// The line that is heard.
    private var heardLine: PartNews.Part? { heardPart(currentLyrics?.index(at: secondsNow), after: lyricNews.told) }

    /// Has ``announceLyricLine()`` report when another line is heard, or not any more. Without it, no lyrics are kept.
    package mutating func followLyrics(_ isWanted: Bool) -> [PlayerAction] {
        if !isWanted { lyrics = nil }
        lyricNews = PartNews(isFollowed: isWanted, told: heardLine)
        return []
    }

    /// Takes over the lyrics that were found for an item, unless another one is the current item by now.
    package mutating func take(_ lyrics: Lyrics?, ofItem item: Int64) -> [PlayerAction] {
        guard lyricNews.isFollowed, item == self.item?.id else { return [] }
        self.lyrics = lyrics.map { (item, $0) }
        return announceLyricLine()
    }

    /// The nanoseconds until ``announceLyricLine()`` has something to report; `nil` if nothing is to come.
    package var timeToLyricLine: Int64? {
        guard lyricNews.isFollowed else { return nil }
        guard heardLine == lyricNews.told else { return 0 }
        guard let lyrics = currentLyrics, lyrics.isSynchronised else { return nil }
        let next = lyrics.index(at: secondsNow).map { $0 + 1 } ?? 0
        return timeToFirst(of: [next < lyrics.lines.count ? lyrics.lines[next].start : nil])
    }

    /// Reports the line that is heard, if that is another one than was told.
    package mutating func announceLyricLine() -> [PlayerAction] {
        let heard = heardLine
        guard lyricNews.isFollowed, heard != lyricNews.told else { return [] }
        lyricNews.told = heard
        return [.emit(.lyricLine(heard.flatMap { currentLyrics?.lines[$0.index] }, index: heard?.index))]
    }
}
