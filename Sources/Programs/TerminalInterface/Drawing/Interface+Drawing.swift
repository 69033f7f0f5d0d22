import ControlProtocol
package import TerminalCells

extension Interface {
    /// Draws what is shown at a time.
    package func screen(now: Double) -> Screen {
        var screen = Screen(rows: rows, columns: columns)
        let layout = layout
        if layout.hasHeader { drawTabs(on: &screen) }
        if let pane {
            draw(pane.lines, from: pane.top, title: paneTitle(pane), on: &screen)
        } else {
            drawView(on: &screen, now: now)
        }
        drawPlayer(on: &screen, now: now)
        drawMessage(on: &screen)
        return screen
    }

    private func drawTabs(on screen: inout Screen) {
        for tab in tabs() {
            let style = tab.view == view ? settings.style(.accent, [.reversed, .bold]) : settings.style(.faint)
            screen.put(tab.label, row: 0, column: tab.columns.lowerBound, style: style)
        }
    }

    private func drawView(on screen: inout Screen, now: Double) {
        switch view {
        case .now: drawNow(on: &screen)
        case .meters: drawMeters(on: &screen)
        case .why:
            let lines = why.isEmpty ? ["…"] : why
            draw(lines, from: whyTop, title: "Why", on: &screen)
        default: drawList(on: &screen)
        }
    }

    private func paneTitle(_ pane: Pane) -> String {
        let end = "\(settings.keys.key(of: .quit)) closes"
        return pane.isRunning ? "\(pane.title) – runs; \(end)" : "\(pane.title) – \(end)"
    }

    private func draw(_ lines: [String], from top: Int, title: String, on screen: inout Screen) {
        let content = layout.content
        var row = content.lowerBound
        if content.count > 2 {
            screen.put(title, row: row, column: 0, style: settings.style(.accent, .bold))
            row += 1
        }
        screen.cursor = Screen.Place(row: row, column: 0)
        for line in lines.dropFirst(top).prefix(content.upperBound - row) {
            screen.put(line, row: row, column: 0)
            row += 1
        }
    }

    // MARK: Lists

    /// The title of the list that is shown, with the way to it.
    private var listTitle: String {
        guard let lists = lists[view], let list = lists.last else { return "" }
        let way = lists.map(\.title).joined(separator: " › ")
        let count = list.rows.count
        let number = "\(ClockText.number(count))\(list.rows.isOpenEnded ? "+" : "")"
        let waiting = list.rows.isLoading && count == 0 ? " – …" : ""
        let marked = view == .queue && !marks.isEmpty ? " – \(ClockText.number(marks.count)) marked" : ""
        return count > 0 ? "\(way) – \(ClockText.number(list.selection + 1)) of \(number)\(marked)" : way + waiting
    }

    private func drawList(on screen: inout Screen) {
        guard let list else { return }
        let layout = layout
        if layout.listRows.lowerBound > layout.content.lowerBound {
            screen.put(listTitle, row: layout.content.lowerBound, column: 0, style: settings.style(.accent, .bold))
        }
        let first = layout.listRows.lowerBound
        screen.cursor = Screen.Place(row: first, column: 0)
        if list.rows.count == 0 {
            let problem = !isConnected ? absence : list.problem ?? (list.rows.isLoading ? "…" : emptyWords(list))
            screen.put(problem, row: first, column: 1, style: settings.style(.faint))
            return
        }
        for row in layout.listRows {
            let index = list.top + row - first
            guard index < list.rows.count else { break }
            let isSelected = index == list.selection
            if let content = list.rows[index] {
                draw(content, isHeard: isHeard(content), row: row, on: &screen)
            } else {
                screen.put("…", row: row, column: 2, style: settings.style(.faint))
            }
            if isSelected {
                screen.emphasize(row: row) { $0.adding(.reversed) }
                screen.cursor = Screen.Place(row: row, column: 0)
            }
        }
    }

    private func emptyWords(_ list: RowList) -> String {
        switch list.source {
        case .queue:
            "The queue is empty. \(settings.keys.key(of: .viewLibrary)) shows the library, \(settings.keys.key(of: .search)) searches it."
        case .search: "Nothing has that."
        default: "There is nothing in it."
        }
    }

    /// Whether a row is that of what is heard.
    func isHeard(_ row: ListRow) -> Bool {
        switch row.target {
        case .item(let id): status?.item?.id == id
        case .lyric(let line, _): line == lyricLine
        default: row.mark == .chosen
        }
    }

    /// Whether a row of the queue is marked.
    func isMarked(_ row: ListRow) -> Bool { if case .item(let id) = row.target { marks.contains(id) } else { false } }

    private func draw(_ content: ListRow, isHeard: Bool, row: Int, on screen: inout Screen) {
        let mark = isHeard ? "▶" : content.mark == .failed ? "!" : content.mark == .muted ? "×" : " "
        let style = content.mark == .failed ? settings.style(.error) : isHeard ? settings.style(.accent, .bold) : .plain
        screen.put(mark, row: row, column: 0, style: style)
        if isMarked(content) { screen.put("*", row: row, column: 1, style: settings.style(.accent, .bold)) }
        let end = columns >= 20 ? content.end : ""
        let endWidth = end.isEmpty ? 0 : CellText.columns(of: end) + 1
        let room = max(1, columns - 2 - endWidth)
        let isWide = columns >= 60 && !content.detail.isEmpty
        let used = screen.put(content.text, row: row, column: 2, width: isWide ? room * 11 / 20 - 1 : room, style: style)
        if isWide {
            let column = 2 + room * 11 / 20
            screen.put(
                content.detail, row: row, column: column, width: room - room * 11 / 20, style: settings.style(.faint))
        } else if !content.detail.isEmpty, room - used > 6 {
            screen.put(
                " " + content.detail, row: row, column: 2 + used, width: room - used, style: settings.style(.faint))
        }
        screen.put(end, row: row, endingAt: columns, style: settings.style(.faint))
    }

    // MARK: The rows at the bottom

    private func drawMessage(on screen: inout Screen) {
        let row = layout.messageRow
        if let prompt {
            screen.fill(row: row)
            let sign = prompt.kind == .search ? "/" : ":"
            // The cursor stays in sight.
            var head = prompt.line.head[...]
            while CellText.columns(of: head) > max(0, columns - 3) { head = head.dropFirst() }
            let tail = prompt.line.text.dropFirst(prompt.line.head.count)
            let used = screen.put(sign + head, row: row, column: 0)
            screen.put(tail, row: row, column: used)
            screen.cursor = Screen.Place(row: row, column: used)
            if !prompt.candidates.isEmpty, tail.isEmpty {
                screen.put(
                    prompt.candidates.joined(separator: " "), row: row, column: used + 2, style: settings.style(.faint))
            }
        } else if let message {
            screen.fill(row: row)
            screen.put(message.text, row: row, column: 0, style: settings.style(message.isError ? .error : .accent))
        } else if !isConnected, rows > 1 {
            screen.fill(row: row)
            screen.put(absence, row: row, column: 0, style: settings.style(.error))
        } else if rows > 3 {
            let keys = [
                ("help", InterfaceAction.help), ("search", .search), ("command", .command), ("undo", .undo), ("end", .quit),
            ]
            let text = keys.map { "\(settings.keys.key(of: $0.1)) \($0.0)" }.joined(separator: "  ")
            screen.put(text, row: row, column: 0, style: settings.style(.faint))
        }
    }

    private func drawPlayer(on screen: inout Screen, now: Double) {
        let layout = layout
        if let row = layout.playerRow {
            screen.fill("─", row: row, style: settings.style(.faint))
            let title = status?.item.map { item in
                [item.title ?? ClockText.name(of: item.uri), item.artist].compactMap(\.self).joined(separator: " – ")
            }
            screen.put(" \(stateWords)\(title.map { ": \($0)" } ?? "") ", row: row, column: 1, style: CellStyle(emphasis: .bold))
        }
        if let row = layout.barRow { drawBar(row: row, on: &screen, now: now) }
    }

    private func drawBar(row: Int, on screen: inout Screen, now: Double) {
        guard let status else { return }
        let seconds = status.position.map { $0.seconds(at: now) } ?? 0
        let position = status.duration.map { status.durationIsEstimate ? seconds : min(seconds, $0) } ?? seconds
        let length = status.duration.map { ClockText.duration($0, isEstimate: status.durationIsEstimate) } ?? ""
        let times = length.isEmpty ? ClockText.time(position) : "\(ClockText.time(position)) / \(length)"
        let modes = modeWords
        let used = screen.put(times, row: row, column: 0)
        let end = columns - CellText.columns(of: modes)
        screen.put(modes, row: row, endingAt: columns, style: settings.style(.faint))
        let width = end - used - 2
        guard width >= 8, let duration = status.duration, duration > 0 else { return }
        let done = min(width, max(0, Int(Double(width) * position / duration)))
        screen.fill("━", row: row, column: used + 1, width: done, style: settings.style(.bar))
        screen.fill("─", row: row, column: used + 1 + done, width: width - done, style: settings.style(.faint))
    }

    // MARK: Words

    /// What the player does, as a word.
    var stateWords: String {
        switch status?.state {
        case .playing?: "playing"
        case .paused?: "paused"
        case .stopped?: "stopped"
        case .buffering?: "buffering"
        case nil: "…"
        }
    }

    /// The volume, for people.
    var volumeWords: String {
        guard let volume = status?.volume else { return "" }
        return volume.muted ? "muted" : "volume \(Int((volume.level * 100).rounded())) %"
    }

    /// What differs from the usual, and the volume.
    private var modeWords: String {
        guard let status else { return "" }
        var words: [String] = []
        switch status.queue.modes.repeat {
        case .off: break
        case .one: words.append("repeat one")
        case .all: words.append("repeat")
        }
        if status.queue.modes.shuffle { words.append(status.queue.modes.shuffleBy == .albums ? "random albums" : "random") }
        if status.queue.modes.consume { words.append("consume") }
        if let speed = status.speed?.speed, speed != 1 { words.append("speed \(speed)") }
        words.append(volumeWords)
        return words.joined(separator: " · ")
    }
}
