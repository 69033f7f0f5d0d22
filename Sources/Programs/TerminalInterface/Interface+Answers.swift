import ControlProtocol
import JSON
import TerminalCells

extension Interface {
    // MARK: The connection

    mutating func connect() {
        if !isConnected { announce("Connected") }
        isConnected = true
        absence = ""
        errands = [:]
        wantsStatus = false
        subscribe()
        // Whatever is shown may be another daemon's.
        for view in InterfaceView.allCases { expire(view) }
        if view == .why { askWhy() }
    }

    mutating func disconnect(_ reason: String) {
        // It tries again and again, and says so once.
        if reason != absence { announce(reason) }
        isConnected = false
        absence = reason
        errands = [:]
        status = nil
        levels = nil
        cover = nil
        marks = QueueMarks()
        lyricLine = nil
        for view in InterfaceView.allCases {
            for index in (lists[view] ?? []).indices { lists[view]?[index].rows.endWaiting() }
        }
    }

    // MARK: Answers

    /// Reads an answer; one that makes no sense counts as none.
    private func value<Parameters, Answer>(_ method: Method<Parameters, Answer>, _ json: JSONValue) -> Answer? {
        try? method.answer.value(of: json)
    }

    mutating func takeAnswer(_ number: Int64, _ result: Result<JSONValue, ControlError>) {
        guard let errand = errands.removeValue(forKey: number) else { return }
        switch result {
        case .success(let json): take(json, for: errand)
        case .failure(let error): take(error, for: errand)
        }
    }

    private mutating func take(_ json: JSONValue, for errand: Errand) {
        switch errand {
        case .subscription: if let status = value(Methods.Events.subscribe, json)?.1 { take(status) }
        case .status:
            wantsStatus = false
            if let status = value(Methods.status, json) { take(status) }
        case .page(let number, let fetch): takePage(json, of: number, fetch)
        case .whole(let number): takeWhole(json, of: number)
        case .foundPlaylists(let number, let text):
            playlistNames = value(Methods.Playlist.list, json)?.map(\.name)
            addPlaylists(to: number, text)
        case .picture(let item): if let picture = value(Methods.Media.picture, json) { take(picture, of: item) }
        case .collect(let collection): if let songs = value(Methods.Library.browse, json) { take(songs, of: collection) }
        case .say(let sentence): say(sentence)
        case .added(let sentence):
            let answer = value(Methods.Queue.add, json)
            let count = answer?.count ?? 1
            let skipped = answer?.skipped.first.map { "; left out: \($0.message)" } ?? ""
            say("\(sentence)\(count > 1 ? " (\(ClockText.number(count)) items)" : "")\(skipped)", isError: !skipped.isEmpty)
        case .played(let title, let rest):
            if let status = value(Methods.play, json) { take(status) }
            takePlayed(title, rest: rest)
        case .undone(let isRedo):
            guard let answer = value(Methods.Queue.undo, json) else { return }
            let items = answer.count == 1 ? "1 item" : "\(ClockText.number(answer.count)) items"
            say(
                "\(isRedo ? "Done again" : "Taken back"): \(answer.change.rawValue), \(items). \(answer.undoable) more can be taken back."
            )
        case .output(let name):
            say("The sound goes to \(name).")
            load(.outputs)
        case .queueModes:
            guard let modes = value(Methods.Queue.set, json) else { return }
            status?.queue.modes = modes
            let random = !modes.shuffle ? "no" : modes.shuffleBy == .albums ? "albums" : "yes"
            say("Repeat: \(modes.repeat.rawValue); random order: \(random).")
        case .marking(let first, let last):
            if let page = value(Methods.Queue.list, json) { mark(page, from: first, through: last) }
        case .marked(let sentence?):
            marks = QueueMarks()
            say(sentence)
        case .marked(nil): break
        case .nothing: break
        }
    }

    private mutating func take(_ error: ControlError, for errand: Errand) {
        switch errand {
        case .page(let number, let fetch):
            change(number) { list in
                list.rows.fail(fetch)
                list.problem = error.message
            }
        case .whole(let number):
            change(number) { list in
                list.rows = PagedRows([])
                list.problem = error.message
            }
        case .status: wantsStatus = false
        // That something has no picture is no fault.
        case .picture, .foundPlaylists: return
        // Somebody else has taken out what was marked.
        case .marked: marks = QueueMarks()
        default: break
        }
        switch errand {
        case .page, .whole: announce(error.message)
        default: say(error.message, isError: true)
        }
    }

    private mutating func take(_ new: Wire.Status) {
        let old = status
        status = new
        if old?.item?.id != new.item?.id {
            cover = nil
            expire(.chapters)
            expire(.lyrics)
            (lyricLine, followsLyrics) = (nil, true)
            if let item = new.item { announce("Now: \(ListRow(item).spoken)") }
        }
        if let old, old.state != new.state { announce(stateWords) }
        if let old, old.queue.revision != new.queue.revision { expireQueue(length: new.queue.length) }
    }

    /// Changes the list of a number, if it is still there.
    private mutating func change(_ number: Int, _ change: (inout RowList) -> Void) {
        for view in InterfaceView.allCases {
            guard let index = lists[view]?.firstIndex(where: { $0.number == number }), var list = lists[view]?[index] else {
                continue
            }
            change(&list)
            lists[view]?[index] = list
        }
    }

    // MARK: Pages

    private mutating func takePage(_ json: JSONValue, of number: Int, _ fetch: PagedRows.Fetch) {
        guard let list = lists.values.joined().first(where: { $0.number == number }) else { return }
        var (rows, head): ([ListRow], [ListRow]) = ([], [])
        var (following, length): (PagedRows.Following, Int?) = (.end, nil)
        switch list.source {
        case .queue:
            guard let page = value(Methods.Queue.list, json) else { break }
            rows = page.items.map(ListRow.init)
            marks.note(page.items.map(\.id), from: fetch.offset)
            length = page.length
            if page.next != nil { following = .more(after: nil) }
        case .playlist:
            guard let page = value(Methods.Playlist.get, json) else { break }
            rows = page.entries.map(ListRow.init)
            length = page.length
            if page.next != nil { following = .more(after: nil) }
        case .albums:
            guard let page = value(Methods.Library.albums, json) else { break }
            rows = page.0.map(ListRow.init)
            if let next = page.1 { following = .more(after: next) }
        case .names:
            guard let page = value(Methods.Library.names, json) else { break }
            rows = page.0.map { ListRow(text: $0.name, target: .songs(.name($0.id))) }
            if let next = page.1 { following = .more(after: next) }
        case .songs, .search:
            guard let page = value(Methods.Library.browse, json) else { break }
            rows = page.songs.map(ListRow.init)
            head = page.directories.map {
                ListRow(text: ClockText.name(of: "/" + $0.path) + "/", target: .directory($0.path, uri: $0.uri))
            }
            if case .search(let text) = list.source { head = playlistRows(text) }
            if let next = page.next { following = .more(after: next) }
        default: return
        }
        var rest: PagedRows.Fetch?
        change(number) { list in
            list.problem = nil
            rest = list.rows.take(rows, for: fetch, following: following, length: length, head: head)
        }
        if let rest { ask(for: rest, of: list) }
    }

    /// Asks for what is seen of the list that is shown, if it is not there.
    private mutating func askForSeenRows() {
        guard isConnected, pane == nil, var list else { return }
        switch list.source {
        case .menu: return
        case .playlists, .outputs, .rooms, .chapters, .lyrics:
            guard !list.isAsked else { return }
            return load(view)
        default: break
        }
        if list.problem != nil, list.rows.count == 0 { return }
        // Not every key asks: while one answer is waited for, what was typed meanwhile waits as well.
        if case .search = list.source, errands[latestSearch] != nil { return }
        let fetch = list.rows.fetch(for: list.seen(height: layout.listRows.count))
        self.list = list
        if let fetch { ask(for: fetch, of: list) }
    }

    private mutating func ask(for fetch: PagedRows.Fetch, of list: RowList) {
        let errand = Errand.page(list: list.number, fetch)
        let page = Wire.LibraryPage(after: fetch.after, limit: fetch.limit)
        switch list.source {
        case .queue: call(Methods.Queue.list, (fetch.offset, fetch.limit), for: errand)
        case .playlist(let name): call(Methods.Playlist.get, (name, fetch.offset, fetch.limit), for: errand)
        case .albums: call(Methods.Library.albums, page, for: errand)
        case .names(let tag): call(Methods.Library.names, (tag, page), for: errand)
        case .songs(let place): call(Methods.Library.browse, (place, page), for: errand)
        case .search(let text):
            call(Methods.Library.search, (text, nil, page), for: errand)
            latestSearch = latestCall
            if playlistNames == nil, fetch.after == nil {
                call(Methods.Playlist.list, (), for: .foundPlaylists(list: list.number, text: text))
            }
        default: break
        }
    }

    // MARK: Lists that come as a whole

    /// Asks for a list that comes as a whole.
    mutating func load(_ view: InterfaceView) {
        guard isConnected, let list = lists[view]?.first else { return }
        lists[view]?[0].isAsked = true
        let errand = Errand.whole(list: list.number)
        switch list.source {
        case .playlists: call(Methods.Playlist.list, (), for: errand)
        case .outputs: call(Methods.Route.outputs, (), for: errand)
        case .rooms: call(Methods.Rooms.list, nil, for: errand)
        case .chapters: call(Methods.Media.chapters, nil, for: errand)
        case .lyrics: call(Methods.Media.lyrics, nil, for: errand)
        default: break
        }
    }

    private mutating func takeWhole(_ json: JSONValue, of number: Int) {
        guard let list = lists.values.joined().first(where: { $0.number == number }) else { return }
        var (rows, problem): ([ListRow], String?) = ([], nil)
        switch list.source {
        case .playlists:
            rows = value(Methods.Playlist.list, json)?.map { ListRow(text: $0.name, target: .playlist($0.name)) } ?? []
            problem = "There are no playlists. ':playlist save NAME' makes one of the queue."
        case .outputs:
            rows = value(Methods.Route.outputs, json)?.map(ListRow.init) ?? []
            problem = "There are no outputs."
        case .rooms:
            let house = value(Methods.Rooms.list, json)
            rows = house?.rooms.map { ListRow($0, in: house?.groups ?? []) } ?? []
            problem = "There are no rooms."
        case .chapters:
            let chapters = value(Methods.Media.chapters, json)
            rows = chapters?.chapters.map { ListRow($0, isCurrent: $0.index == chapters?.current) } ?? []
            problem = "What is heard has no chapters."
        case .lyrics:
            guard let lyrics = value(Methods.Media.lyrics, json) else { break }
            rows = Self.rows(of: lyrics)
            lyricLine = lyrics.current
            problem = "What is heard has no lyrics."
        default: return
        }
        change(number) { list in
            list.rows = PagedRows(rows)
            list.problem = rows.isEmpty ? problem : nil
        }
        if list.source == .lyrics { followLyrics() }
    }

    // MARK: What becomes old

    /// What a view shows may have changed: it is asked for anew once it is seen.
    mutating func expire(_ view: InterfaceView) {
        for index in (lists[view] ?? []).indices {
            lists[view]?[index].isAsked = false
            guard let source = lists[view]?[index].source else { continue }
            if case .menu = source { continue }
            if case .search(let text) = source, text.allSatisfy(\.isWhitespace) { continue }
            if lists[view]?[index].isPaged == true {
                lists[view]?[index].problem = nil
                lists[view]?[index].rows.expire()
            }
        }
    }

    private mutating func expireQueue(length: Int) {
        if length == 0 { marks = QueueMarks() }
        lists[.queue]?[0].rows.setLength(length)
        expire(.queue)
    }

    // MARK: Search

    private func playlistRows(_ text: String) -> [ListRow] {
        let words = text.lowercased().split(separator: " ")
        return (playlistNames ?? []).filter { name in
            let name = name.lowercased()
            return words.allSatisfy { name.contains($0) }
        }
        .prefix(20).map { ListRow(text: $0, detail: "playlist", target: .playlist($0)) }
    }

    private mutating func addPlaylists(to number: Int, _ text: String) {
        let head = playlistRows(text)
        change(number) { $0.rows.setHead(head) }
    }

    // MARK: Events

    mutating func take(_ event: Event) {
        switch event {
        case .playerLevels(let levels): self.levels = levels
        case .playerVolumeChanged(let volume, _, let fade):
            status?.volume = volume
            status?.volumeFade = fade
            announce(volumeWords)
        case .playerPositionChanged(let position): status?.position = position
        case .playerItemFailed(let item, let error): say("\(ListRow(item).text): \(error.message)", isError: true)
        case .playerChapterChanged(let chapter):
            status?.chapter = chapter
            expire(.chapters)
            if let chapter { announce("Chapter: \(chapter.title ?? "\(chapter.index + 1)")") }
        case .playerLyricLine(let line):
            lyricLine = line?.index
            followLyrics()
        case .queueChanged(_, let length):
            expireQueue(length: length)
            askForStatus()
        case .playlistChanged:
            playlistNames = nil
            expire(.playlists)
        case .libraryChanged:
            expire(.library)
            expire(.search)
        case .roomsChanged: expire(.rooms)
        case .routeOutputsChanged, .sessionRouteChanged, .sessionOutputVolumeChanged:
            expire(.outputs)
            askForStatus()
        case .serverOverflow:
            for view in InterfaceView.allCases { expire(view) }
            askForStatus()
        case .playerBuffering: break
        default: askForStatus()
        }
        if view == .why, case .playerStateChanged = event { askWhy() }
    }

    /// Runs the command anew. One that still runs is ended, and what it has printed counts for nothing.
    mutating func askWhy() {
        whyNext = nil
        requests.append(.run(["why"], for: .why))
    }

    /// Asks for the status, once for all events that come before the answer.
    private mutating func askForStatus() {
        if wantsStatus { return }
        wantsStatus = true
        call(Methods.status, (), for: .status)
    }

    // MARK: The cover

    /// Asks for the picture of the current item if it is to be seen.
    private mutating func askForCover() {
        guard isConnected, view == .now, graphics != .none, hasAnswered, cover == nil, let item = status?.item,
            coverPlace() != nil
        else { return }
        covers += 1
        cover = (item.id, covers, nil)
        if item.hasPicture { call(Methods.Media.picture, (.item(item.id), false), for: .picture(item: item.id)) }
    }

    private mutating func take(_ picture: Wire.Picture, of item: Int64) {
        guard let cover, cover.item == item, let uri = picture.uri, let place = coverPlace() else { return }
        let dots = graphics == .blocks ? (width: 1, height: 2) : cell ?? (width: 10, height: 20)
        requests.append(
            .picture(cover.number, uri: uri, width: place.columns * dots.width, height: place.rows * dots.height))
    }

    // MARK: Behind everything

    /// Brings what is shown into its bounds, and asks for what is missing.
    mutating func settle() {
        let height = layout.listRows.count
        list?.settle(height: height)
        if isConnected, extraEvents != wantedEvents { subscribe() }
        askForSeenRows()
        list?.settle(height: height)
        askForCover()
    }
}
