import ControlProtocol
import TerminalCells
import TerminalPictures

extension Interface {
    /// Draws what is heard, with its cover.
    func drawNow(on screen: inout Screen) {
        let content = layout.content
        screen.cursor = Screen.Place(row: content.lowerBound, column: 0)
        guard isConnected, let status else {
            screen.put(isConnected ? "…" : absence, row: content.lowerBound, column: 1, style: settings.style(.faint))
            return
        }
        guard let item = status.item else {
            screen.put("Nothing is in the queue.", row: content.lowerBound, column: 1, style: settings.style(.faint))
            return
        }
        var column = 1
        if let place = coverPlace(), let bitmap = cover?.bitmap, cover?.item == item.id {
            draw(bitmap, at: place, on: &screen)
            column = place.place.column + place.columns + 3
        }
        var row = content.count > 4 ? content.lowerBound + 1 : content.lowerBound
        for (text, style) in lines(of: item, status) where row < content.upperBound {
            screen.put(text, row: row, column: column, width: columns - column - 1, style: style)
            row += 1
        }
    }

    private func draw(_ bitmap: Bitmap, at place: Screen.PicturePlace, on screen: inout Screen) {
        guard graphics == .blocks else {
            screen.picture = place
            if graphics == .placeholders { drawPlaceholders(place, on: &screen) }
            return
        }
        // Two dots in a cell: one is the upper half of a block, the other what is behind it.
        for row in 0..<min(place.rows, (bitmap.height + 1) / 2) {
            for column in 0..<min(place.columns, bitmap.width) {
                let (upper, lower) = (bitmap.dot(column, 2 * row), bitmap.dot(column, 2 * row + 1))
                let style = CellStyle(
                    foreground: .mixed(red: upper.red, green: upper.green, blue: upper.blue),
                    background: .mixed(red: lower.red, green: lower.green, blue: lower.blue))
                screen.put("▀", row: place.place.row + row, column: place.place.column + column, style: style)
            }
        }
    }

    private func drawPlaceholders(_ place: Screen.PicturePlace, on screen: inout Screen) {
        let style = CellStyle(foreground: .indexed(PicturePlaceholders.number))
        for row in 0..<place.rows {
            for column in 0..<place.columns {
                guard let text = PicturePlaceholders.text(row: row, column: column) else { continue }
                screen.put(text, row: place.place.row + row, column: place.place.column + column, style: style)
            }
        }
    }

    private func lines(of item: Wire.QueueItem, _ status: Wire.Status) -> [(String, CellStyle)] {
        let faint = settings.style(.faint)
        var lines: [(String, CellStyle)] = [
            (item.title ?? ClockText.name(of: item.uri), settings.style(.accent, .bold))
        ]
        if let artist = item.artist { lines.append((artist, .plain)) }
        if let album = item.album {
            lines.append((album + (item.date.map { " (\($0.prefix(4)))" } ?? ""), .plain))
        }
        if let track = item.trackNumber {
            let disc = item.discNumber.map { ", disc \($0)" } ?? ""
            lines.append(("track \(track)\(item.trackTotal.map { " of \($0)" } ?? "")\(disc)", faint))
        }
        if let genre = item.genre { lines.append((genre, faint)) }
        lines.append(("", .plain))
        if let chapter = status.chapter { lines.append(("chapter: \(chapter.title ?? "\(chapter.index + 1)")", .plain)) }
        if let format = status.format {
            var words = ["\(format.codec)", "\(format.sampleRate) Hz"]
            words.append(format.channels == 1 ? "mono" : format.channels == 2 ? "stereo" : "\(format.channels) channels")
            if let bits = format.bitsPerSample { words.append("\(bits) bits") }
            lines.append((words.joined(separator: ", "), faint))
        }
        if let output = status.output { lines.append(("to \(output.name)", faint)) }
        if let index = status.queue.index {
            lines.append(("item \(ClockText.number(index + 1)) of \(ClockText.number(status.queue.length))", faint))
        }
        if status.state == .paused, status.resumeExpected { lines.append(("goes on by itself", settings.style(.accent))) }
        if let notice = status.notice { lines.append((notice, settings.style(.error))) }
        if let failure = status.queue.failure { lines.append((failure, settings.style(.error))) }
        return lines
    }

    // MARK: Meters

    /// The quietest sound that a meter shows, in decibels.
    private static let floor = -60.0

    /// Draws the levels of what is heard.
    func drawMeters(on screen: inout Screen) {
        let content = layout.content
        screen.cursor = Screen.Place(row: content.lowerBound, column: 0)
        var row = content.lowerBound
        if content.count > 2 {
            screen.put("Meters", row: row, column: 0, style: settings.style(.accent, .bold))
            row += 1
        }
        guard let levels, !levels.peak.isEmpty else {
            screen.put(
                status?.state == .playing ? "…" : "Nothing is heard.", row: row, column: 1, style: settings.style(.faint))
            return
        }
        let names = levels.peak.count == 2 ? ["L", "R"] : (1...levels.peak.count).map(String.init)
        for (channel, peak) in levels.peak.enumerated() where row < content.upperBound {
            screen.put(names[channel], row: row, column: 1)
            let width = max(0, columns - 16)
            let part = { (level: Double) in
                level.isFinite ? Int((Double(width) * (1 - max(Self.floor, min(0, level)) / Self.floor)).rounded()) : 0
            }
            let rms = levels.rms.indices.contains(channel) ? levels.rms[channel] : Self.floor
            screen.fill("─", row: row, column: 4, width: width, style: settings.style(.faint))
            screen.fill("█", row: row, column: 4, width: part(rms), style: settings.style(.bar))
            let place = part(peak)
            if place > 0, width > 0 {
                screen.put("▌", row: row, column: 3 + place, style: peak > -1 ? settings.style(.error) : settings.style(.bar))
            }
            screen.put(Self.decibels(peak), row: row, endingAt: columns - 1, style: settings.style(.faint))
            row += 1
        }
        if row + 1 < content.upperBound, let loudness = levels.momentary {
            screen.put("loudness \(Self.decibels(loudness)) LUFS", row: row + 1, column: 1, style: settings.style(.faint))
        }
    }

    private static func decibels(_ level: Double) -> String {
        guard level.isFinite, level > -100, level < 100 else { return "silence" }
        let tenths = Int((level * 10).rounded())
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
