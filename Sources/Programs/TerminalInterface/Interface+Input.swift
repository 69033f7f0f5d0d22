import ControlProtocol
import TerminalCells

extension Interface {
    mutating func take(_ input: TerminalInput, now: Double) {
        switch input {
        case .answer(let answer): take(answer)
        case .paste(let text):
            if prompt != nil {
                prompt?.line.insert(text)
                changePrompt()
            }
        case .mouse(let click, let row, let column): if settings.hasMouse { take(click, row: row, column: column) }
        case .key(let key):
            message = nil
            if prompt != nil {
                takeInPrompt(key)
            } else if let action = settings.keys.action(of: key) {
                if pane == nil || !moveInPane(action) { perform(action, now: now) }
            }
        }
    }

    private mutating func take(_ answer: TerminalInput.Answer) {
        switch answer {
        case .cell(let width, let height): cell = (width, height)
        case .synchronized: abilities.isSynchronized = true
        case .kittyPictures: abilities.hasKitty = true
        case .attributes(let hasSixels):
            abilities.hasSixels = hasSixels
            hasAnswered = true
            cover = nil
        }
    }

    private mutating func take(_ click: TerminalInput.Click, row: Int, column: Int) {
        let layout = layout
        let step = click == .wheelUp ? -3 : click == .wheelDown ? 3 : 0
        if step != 0 {
            if pane != nil { return scrollPane(step) }
            if view == .why { return scrollWhy(step) }
            if let selection = list?.selection { select(selection + step) }
            return
        }
        if layout.hasHeader, row == 0 {
            if let view = tabs().first(where: { $0.columns.contains(column) })?.view {
                pane = nil
                show(view)
            }
        } else if row == layout.barRow, let duration = status?.duration, duration > 0, status?.durationIsEstimate == false {
            let part = min(1, max(0, Double(column) / Double(max(1, columns - 1))))
            call(Methods.seek, .fraction(part), for: .status)
        } else if pane == nil, let list, layout.listRows.contains(row) {
            let index = list.top + row - layout.listRows.lowerBound
            guard index < list.rows.count else { return }
            // A click on the row that is chosen opens it.
            if index == list.selection { open() } else { select(index) }
        }
    }

    // MARK: Prompts

    private mutating func takeInPrompt(_ key: TerminalKey) {
        guard var prompt else { return }
        switch key.code {
        case .escape: return self.prompt = nil
        case .character("c") where key.modifiers == .control, .character("g") where key.modifiers == .control:
            return self.prompt = nil
        case .enter:
            self.prompt = nil
            if prompt.kind == .command { run(prompt.line.text) } else { search(prompt.line.text) }
            return
        case .tab where prompt.kind == .command:
            let (line, others) = CommandWords.completed(prompt.line.head, commandCandidates)
            prompt.line = LineEditor(line)
            prompt.candidates = others
            if !others.isEmpty { announce(others.joined(separator: " ")) }
            return self.prompt = prompt
        case .up where prompt.kind == .command, .down where prompt.kind == .command:
            let place = (history.firstIndex(of: prompt.line.text) ?? history.count) + (key.code == .up ? -1 : 1)
            guard place >= 0 else { return }
            prompt.line = LineEditor(place < history.count ? history[place] : "")
            return self.prompt = prompt
        case .up where prompt.kind == .search, .down where prompt.kind == .search:
            self.prompt = nil
            return select((list?.selection ?? 0) + (key.code == .up ? -1 : 1))
        case .backspace where prompt.line.text.isEmpty: return self.prompt = nil
        default: break
        }
        guard prompt.line.take(key) else { return }
        prompt.candidates = []
        self.prompt = prompt
        changePrompt()
    }

    /// Searches at every key.
    private mutating func changePrompt() {
        if let prompt, prompt.kind == .search { search(prompt.line.text) }
    }

    private func commandCandidates(_ words: [String]) -> [String] {
        words.isEmpty ? candidates(words) + ["quit"] : candidates(words)
    }

    mutating func search(_ text: String) {
        guard text != searchText || lists[.search]?.first?.source != .search(text) else { return }
        searchText = text
        var list = makeList("Search: \(text)", .search(text))
        if let old = lists[.search]?.first?.rows, list.problem == nil {
            // What was found before stays until the answer is there.
            list.rows = old
            list.rows.wantsEnd = false
            list.rows.endWaiting()
            list.rows.expire()
        }
        lists[.search] = [list]
    }

    private mutating func run(_ line: String) {
        guard let words = CommandWords.of(line) else { return say("a quotation mark is open", isError: true) }
        guard let first = words.first else { return }
        history.removeAll { $0 == line }
        history.append(line)
        if history.count > 100 { history.removeFirst() }
        switch first {
        case "q", "quit", "exit": return requests.append(.quit)
        case "tui": return say("this is it already")
        default: break
        }
        if pane?.isRunning == true { requests.append(.endRun(.typed)) }
        pane = Pane(title: line, isRunning: true)
        requests.append(.run(words, for: .typed))
    }

    // MARK: Panes

    /// How many rows of a pane are seen.
    private var paneHeight: Int { max(1, layout.content.count - 1) }

    private mutating func scrollPane(_ step: Int) {
        guard let pane else { return }
        let top = max(0, min(pane.top + step, pane.lines.count - paneHeight))
        self.pane?.top = top
    }

    private mutating func scrollWhy(_ step: Int) { whyTop = max(0, min(whyTop + step, why.count - paneHeight)) }

    /// Moves in the pane, or closes it. Returns `false` for actions that mean something else.
    private mutating func moveInPane(_ action: InterfaceAction) -> Bool {
        let page = paneHeight
        switch action {
        case .up: scrollPane(-1)
        case .down: scrollPane(1)
        case .pageUp: scrollPane(-page)
        case .pageDown: scrollPane(page)
        case .halfUp: scrollPane(-page / 2)
        case .halfDown: scrollPane(page / 2)
        case .top: scrollPane(-Pane.mostLines)
        case .bottom: scrollPane(Pane.mostLines)
        case .back, .quit, .open, .help: closePane()
        case .command, .redraw, .suspend: return false
        case .viewNow, .viewQueue, .viewLibrary, .viewSearch, .viewPlaylists, .viewOutputs, .viewRooms, .viewMeters,
            .viewChapters, .viewWhy, .viewLyrics, .nextView, .previousView, .search:
            closePane()
            return false
        default: return false
        }
        return true
    }

    private mutating func closePane() {
        if pane?.isRunning == true { requests.append(.endRun(.typed)) }
        pane = nil
    }

    /// Moves in the view that is no list. Returns `false` if it does not move.
    mutating func moveInView(_ action: InterfaceAction) -> Bool {
        guard view == .why else { return false }
        switch action {
        case .up: scrollWhy(-1)
        case .down: scrollWhy(1)
        case .pageUp, .halfUp: scrollWhy(-paneHeight)
        case .pageDown, .halfDown: scrollWhy(paneHeight)
        case .top: whyTop = 0
        case .bottom: scrollWhy(why.count)
        default: return false
        }
        return true
    }

    // MARK: Output of commands

    mutating func take(_ text: String, of purpose: Purpose) {
        switch purpose {
        case .typed:
            guard var pane, pane.isRunning else { return }
            pane.append(text)
            self.pane = pane
        case .why:
            var pane = whyNext ?? Pane(title: "Why")
            pane.append(text)
            whyNext = pane
        }
    }

    mutating func end(_ status: Int32?, of purpose: Purpose) {
        switch purpose {
        case .why:
            whyNext?.finish()
            why = whyNext?.lines ?? []
            whyNext = nil
        case .typed:
            guard var pane, pane.isRunning else { return }
            pane.finish()
            for line in pane.lines.prefix(20) { announce(line) }
            switch status {
            case 0?: if pane.lines.isEmpty { announce("done") }
            case let status?: pane.title += " – exit status \(status)"
            case nil: pane.title += " – cannot be run"
            }
            self.pane = pane
            // Nothing to read: the message is enough.
            if status == 0, pane.lines.isEmpty {
                self.pane = nil
                message = Message(text: "done: \(pane.title)", isError: false)
            }
        }
    }
}
