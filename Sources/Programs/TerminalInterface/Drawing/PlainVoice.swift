import ControlProtocol
import TerminalCells

/// What a reader of screens gets in the place of a screen: one line for each change, and the row that is chosen. Nothing is drawn again.
package struct PlainVoice: Sendable {
    private var latest = ""
    private var isInPrompt = false

    /// Nothing has been said yet.
    package init() {}

    /// Returns what is written for what the interface says by now.
    /// - Parameter readsUTF8: whether the terminal does.
    package mutating func text(of interface: inout Interface, readsUTF8: Bool = true) -> String {
        var text = ""
        if let prompt = interface.promptLine {
            interface.dropAnnouncements(butCandidates: true).forEach { text += "\r\n" + Self.harmless($0, readsUTF8) }
            let line = Self.harmless(prompt, readsUTF8)
            if isInPrompt, text.isEmpty, line.hasPrefix(latest), CellText.columns(of: line) >= CellText.columns(of: latest) {
                text = String(line.dropFirst(latest.count))
            } else if isInPrompt, text.isEmpty, latest.hasPrefix(line), latest.count == line.count + 1,
                latest.last?.isASCII == true
            {
                text = "\u{8} \u{8}"
            } else {
                text += "\r\n" + line
            }
            (latest, isInPrompt) = (line, true)
            return text
        }
        let wasInPrompt = isInPrompt
        isInPrompt = false
        for line in interface.dropAnnouncements(butCandidates: false) { text += "\r\n" + Self.harmless(line, readsUTF8) }
        let line = Self.harmless(interface.plainLine, readsUTF8)
        if !line.isEmpty, line != latest || wasInPrompt {
            text += "\r\n" + line
            latest = line
        }
        return text
    }

    /// A text as one line that cannot steer the terminal.
    private static func harmless(_ text: String, _ readsUTF8: Bool) -> String {
        var screen = Screen(rows: 1, columns: min(Screen.mostColumns, max(1, CellText.columns(of: text))))
        screen.put(text, row: 0, column: 0)
        let line = screen.text(row: 0)
        return readsUTF8 ? line : String(line.map { $0.isASCII ? $0 : "?" })
    }
}

extension Interface {
    /// The line that is typed, with its sign.
    var promptLine: String? { prompt.map { ($0.kind == .search ? "/" : ":") + $0.line.text } }

    /// What stands where somebody is: the row that is chosen, or what is heard.
    var plainLine: String {
        if let pane { return pane.lines.indices.contains(pane.top) ? pane.lines[pane.top] : pane.isRunning ? "" : pane.title }
        guard isConnected else { return "" }
        switch view {
        case .now:
            guard let item = status?.item else { return status == nil ? "" : "nothing is in the queue" }
            return "\(stateWords): \(ListRow(item).spoken)"
        case .why: return why.indices.contains(whyTop) ? why[whyTop] : ""
        case .meters: return levels == nil ? "" : "levels are heard"
        default:
            guard let list else { return "" }
            guard let row = list.selected else {
                return list.rows.count == 0 ? list.problem ?? (list.rows.isLoading ? "" : "nothing") : ""
            }
            if view == .lyrics, followsLyrics, lyricLine != nil { return heardLine }
            let number = "\(ClockText.number(list.selection + 1)) of \(ClockText.number(list.rows.count))"
            let isItem = if case .item = row.target { true } else { false }
            let marked = isMarked(row) ? ", marked" : ""
            return
                "\(row.spoken)\(isItem && isHeard(row) ? ", is heard" : "")\(marked)\(row.isContainer ? ", opens" : ""), \(number)"
        }
    }

    /// Takes the sentences that nobody has heard yet.
    /// - Parameter isTyping: whether somebody types, who is told nothing but words that complete what is typed.
    mutating func dropAnnouncements(butCandidates isTyping: Bool) -> [String] {
        defer { announcements = [] }
        guard isTyping else { return announcements }
        return prompt?.candidates.isEmpty == false ? announcements.suffix(1) : []
    }
}
