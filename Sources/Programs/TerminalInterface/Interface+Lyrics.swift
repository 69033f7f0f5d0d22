import ControlProtocol

// Lyrics: the line that is heard is marked, and the choice goes with it until somebody moves elsewhere.
extension Interface {
    /// What it hears of in every view. Lyrics and levels are looked for because somebody wants to hear of them: only those who see them do.
    private static let events =
        EventType.all.filter { $0.name.hasPrefix("player.") && $0 != .playerLyricLine && !EventType.measurements.contains($0) }
        .map(\.name) + [
            "queue.changed", "playlist.changed", "library.changed", "rooms.changed", "route.", "output.", "session.", "server.",
        ]

    /// What it hears of because of the view.
    var wantedEvents: String? {
        switch view {
        case .meters: "player.levels"
        case .lyrics: EventType.playerLyricLine.name
        default: nil
        }
    }

    /// Has the daemon tell what the view needs.
    mutating func subscribe() {
        extraEvents = wantedEvents
        levels = nil
        call(Methods.Events.subscribe, Self.events + (extraEvents.map { [$0] } ?? []), for: .subscription)
    }

    /// The rows of lyrics. A line has several where it has several texts, such as a translation.
    static func rows(of lyrics: Wire.Lyrics) -> [ListRow] {
        lyrics.lines.flatMap { line in
            line.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { number, text in
                ListRow(
                    text: String(text), end: number == 0 ? line.start.map(ClockText.time) ?? "" : "",
                    target: .lyric(line.index, start: line.start))
            }
        }
    }

    /// Chooses the line that is heard, unless somebody reads elsewhere.
    mutating func followLyrics() {
        // Whoever has read ahead is there once the line is heard.
        if let lyricLine, lists[.lyrics]?.first?.selected?.target.lyricLine == lyricLine { followsLyrics = true }
        guard followsLyrics, let lyricLine, let rows = lists[.lyrics]?.first?.rows.head,
            let index = rows.firstIndex(where: { $0.target.lyricLine == lyricLine })
        else { return }
        let height = layout.listRows.count
        lists[.lyrics]?[0].select(index, inMiddleOf: height)
    }

    /// Chooses the line that is heard, and those that follow it.
    mutating func goToHeardLine() {
        followsLyrics = true
        if lyricLine == nil { return say("No line is heard.") }
        followLyrics()
    }

    /// All texts of the line that is heard, for readers of screens.
    var heardLine: String {
        let rows = lists[.lyrics]?.first?.rows.head ?? []
        return rows.filter { $0.target.lyricLine == lyricLine }.map(\.text).joined(separator: " / ")
    }
}

extension ListRow.Target {
    /// The number of the line of lyrics; `nil` for what is none.
    fileprivate var lyricLine: Int? { if case .lyric(let line, _) = self { line } else { nil } }
}
