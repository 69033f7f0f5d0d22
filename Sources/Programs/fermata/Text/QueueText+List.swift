import ControlProtocol

// The list of the queue: a line for each item, and one where an album or a disc begins.
extension QueueText {
    /// Up to how many columns of names durations are aligned if the output has no width: a very long name stands out alone.
    private static let widestAligned = 60
    /// The columns that a name has at least, however narrow the terminal is.
    private static let narrowestName = 8

    /// Returns consecutive pages as one list.
    /// - Parameters:
    ///   - offset: how many items of the queue stand before the first page.
    ///   - current: the id of the item to mark.
    ///   - columns: those of the terminal; `nil` if the list does not go to one.
    static func list(_ pages: [Wire.QueuePage], offset: Int, current: Int64?, columns: Int?) -> String {
        let items = pages.flatMap(\.items)
        let length = pages.last?.length ?? 0
        if length == 0 { return "the queue is empty" }
        let albums = albums(in: items)
        let rows = zip(items, albums).enumerated().map { index, pair in
            Row(pair.0, place: offset + index + 1, isCurrent: pair.0.id == current, artist: pair.1?.artist)
        }
        let layout = Layout(rows, columns: columns)
        var lines: [String] = []
        if !rows.isEmpty { lines.append(Terminal.faint(layout.head)) }
        for (index, row) in rows.enumerated() {
            if let album = albums[index], index == 0 || albums[index - 1] != album {
                let heading = columns.map { Terminal.fit(album.heading, columns: $0 - 2) } ?? album.heading
                lines.append("  " + Terminal.accent(columns == nil ? heading : Terminal.isolated(heading)))
            }
            lines.append(layout.line(row))
        }
        if items.count < length { lines.append("\(items.count) of \(length) items") }
        return lines.joined(separator: "\n")
    }

    /// An album, or one of its discs, as a heading of the items that follow each other.
    private struct Album: Hashable {
        let title: String?
        let albumArtist: String?
        let disc: Int?
        /// The artist of all items, whose lines leave it out then.
        var artist: String?
        var date: String?
        var discTotal: Int?

        init(_ item: Wire.QueueItem) {
            title = item.album
            albumArtist = item.albumArtist
            disc = item.album == nil || item.discTotal == 1 ? nil : item.discNumber
        }

        var heading: String {
            guard let title else { return "without an album" }
            var parts = [artist.map { "\(title) – \($0)" } ?? title]
            if let date { parts.append(date) }
            if let disc { parts.append("disc \(disc)" + (discTotal.map { " of \($0)" } ?? "")) }
            return Terminal.harmless(parts.joined(separator: ", "))
        }
    }

    /// Returns the album of each item; none at all if no album has two items that follow each other: a heading for each item
    /// would be more than the items.
    private static func albums(in items: [Wire.QueueItem]) -> [Album?] {
        var runs: [(album: Album, items: [Wire.QueueItem])] = []
        for item in items {
            let album = Album(item)
            if runs.last?.album == album { runs[runs.count - 1].items.append(item) } else { runs.append((album, [item])) }
        }
        guard runs.contains(where: { $0.album.title != nil && $0.items.count > 1 }) else { return items.map { _ in nil } }
        return runs.flatMap { run in
            var album = run.album
            let artists = Set(run.items.map(\.artist))
            album.artist = album.albumArtist ?? (artists.count == 1 ? artists.first ?? nil : nil)
            album.date = run.items.lazy.compactMap(\.date).first
            album.discTotal = run.items.lazy.compactMap(\.discTotal).first
            return run.items.map { _ in album }
        }
    }

    /// What a line shows.
    private struct Row {
        let isCurrent: Bool
        let place: String
        let id: String
        let name: String
        let duration: String
        let notes: String

        init(_ item: Wire.QueueItem, place: Int, isCurrent: Bool, artist: String?) {
            self.isCurrent = isCurrent
            self.place = "\(place)"
            id = "\(item.id)"
            name =
                item.artist == artist ? item.title.map(Terminal.harmless) ?? StatusText.name(of: item) : StatusText.name(of: item)
            duration = item.duration.map { TimeText.duration($0, isEstimate: item.durationIsEstimate) } ?? ""
            notes = [
                item.range.map { "\(TimeText.text($0.start))–\($0.end.map { TimeText.text($0) } ?? "")" },
                item.priority.map { "priority \($0)" },
                item.failure.map { "could not be played: " + Terminal.harmless(SentenceText.forPeople($0)) },
            ].compactMap(\.self).joined(separator: "  ")
        }
    }

    /// How wide the columns are.
    private struct Layout {
        private let place: Int
        private let id: Int
        private let name: Int
        private let duration: Int
        private let columns: Int?

        init(_ rows: [Row], columns: Int?) {
            self.columns = columns
            place = max(1, rows.map(\.place.count).max() ?? 0)
            id = max(2, rows.map(\.id.count).max() ?? 0)
            duration = rows.map(\.duration.count).max() ?? 0
            let widest = rows.map { Terminal.width($0.name) }.max() ?? 0
            guard let columns else {
                name = min(widest, QueueText.widestAligned)
                return
            }
            let notes = rows.map { Terminal.width($0.notes) }.max() ?? 0
            let others = 2 + place + 2 + id + 2 + (duration > 0 ? 2 + duration : 0) + (notes > 0 ? 2 + notes : 0)
            name = min(widest, max(QueueText.narrowestName, columns - others))
        }

        var head: String { "  \(Self.right("#", place))  \(Self.right("id", id))" }

        func line(_ row: Row) -> String {
            let fitted = columns == nil ? row.name : Terminal.fit(row.name, columns: name)
            let shown = columns == nil ? fitted : Terminal.isolated(fitted)
            var line = "\(row.isCurrent ? ">" : " ") \(Self.right(row.place, place))  "
            line += "\(Terminal.faint(Self.right(row.id, id)))  \(row.isCurrent ? Terminal.bold(shown) : shown)"
            guard !row.duration.isEmpty || !row.notes.isEmpty else { return line }
            line += Self.blanks(name - Terminal.width(fitted)) + "  " + Terminal.faint(Self.right(row.duration, duration))
            return row.notes.isEmpty ? line : line + "  " + Terminal.faint(row.notes)
        }

        private static func right(_ text: String, _ width: Int) -> String { blanks(width - text.count) + text }

        private static func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
    }
}
