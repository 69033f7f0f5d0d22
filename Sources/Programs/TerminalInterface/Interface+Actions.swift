import ControlProtocol
import TerminalCells

extension Interface {
    mutating func perform(_ action: InterfaceAction, now: Double) {
        if moveInView(action) { return }
        switch action {
        case .up, .down, .pageUp, .pageDown, .halfUp, .halfDown, .top, .bottom: move(action)
        case .open: open()
        case .back: goBack()
        case .goToCurrent: goToCurrent()
        case .add: bring(.add)
        case .insert: bring(.insert)
        case .play: bring(.play)
        case .remove: removeItem()
        case .moveUp: moveItem(by: -1)
        case .moveDown: moveItem(by: 1)
        case .mark: mark()
        case .markRange: markRange()
        case .moveHere: moveMarkedHere()
        case .clear: call(Methods.Queue.clear, (), for: .say("The queue is empty. \(undoKey) brings it back."))
        case .undo: call(Methods.Queue.undo, (), for: .undone(isRedo: false))
        case .redo: call(Methods.Queue.redo, (), for: .undone(isRedo: true))
        case .toggle: call(Methods.toggle, (), for: .status)
        case .stop: call(Methods.stop, (), for: .status)
        case .next: call(Methods.next, false, for: .status)
        case .previous: call(Methods.previous, false, for: .status)
        case .forward: call(Methods.seek, .offset(10), for: .status)
        case .backward: call(Methods.seek, .offset(-10), for: .status)
        case .louder: call(Methods.volume, (Wire.VolumeChange(delta: 0.05), nil), for: .nothing)
        case .softer: call(Methods.volume, (Wire.VolumeChange(delta: -0.05), nil), for: .nothing)
        case .mute:
            let isMuted = status?.volume.muted ?? false
            call(Methods.volume, (Wire.VolumeChange(muted: !isMuted), nil), for: .nothing)
        case .shuffle:
            let modes = status?.queue.modes ?? Wire.QueueModes()
            let change =
                if !modes.shuffle {
                    Wire.QueueModeChange(shuffle: true, shuffleBy: .songs)
                } else if modes.shuffleBy == .albums {
                    Wire.QueueModeChange(shuffle: false)
                } else {
                    Wire.QueueModeChange(shuffleBy: .albums)
                }
            call(Methods.Queue.set, change, for: .queueModes)
        case .repeatMode:
            let next: Wire.RepeatMode =
                switch status?.queue.modes.repeat ?? .off {
                case .off: .all
                case .all: .one
                case .one: .off
                }
            call(Methods.Queue.set, Wire.QueueModeChange(repeat: next), for: .queueModes)
        case .louderThere: changeVolumeThere(by: 0.05)
        case .softerThere: changeVolumeThere(by: -0.05)
        case .nextView: showView(after: 1)
        case .previousView: showView(after: -1)
        case .search:
            show(.search)
            prompt = Prompt(kind: .search, line: LineEditor(searchText))
        case .command: prompt = Prompt(kind: .command, line: LineEditor())
        case .help: pane = Pane(title: "Keys", lines: helpLines)
        case .redraw: requests.append(.redraw)
        case .suspend: requests.append(.suspend)
        case .quit: requests.append(.quit)
        default: if let view = InterfaceView.allCases.first(where: { $0.action == action }) { show(view) }
        }
    }

    /// The key that takes a change back, for sentences.
    var undoKey: String { settings.keys.key(of: .undo) }

    private var helpLines: [String] {
        settings.keys.rows.map { row in
            let keys = row.keys.map(\.name).joined(separator: "  ")
            return "  " + keys + String(repeating: " ", count: max(1, 26 - keys.count)) + row.text
        }
    }

    // MARK: Views

    mutating func show(_ view: InterfaceView) {
        if self.view == view, view != .why { return }
        self.view = view
        if view == .why {
            whyTop = 0
            askWhy()
        }
        // What may have changed without an event is asked anew.
        if [.outputs, .rooms, .chapters, .playlists, .lyrics].contains(view), lists[view]?.count == 1 { load(view) }
        announce(view.title)
    }

    private mutating func showView(after step: Int) {
        let all = InterfaceView.allCases
        let index = (all.firstIndex(of: view) ?? 0) + step + all.count
        show(all[index % all.count])
    }

    // MARK: Lists

    mutating func select(_ index: Int) {
        list?.rows.wantsEnd = false
        list?.select(index)
        if view == .lyrics { followsLyrics = list?.selected.map(isHeard) ?? true }
    }

    private mutating func move(_ action: InterfaceAction) {
        guard let list else { return }
        let page = max(1, layout.listRows.count)
        switch action {
        case .up: select(list.selection - 1)
        case .down: select(list.selection + 1)
        case .pageUp: select(list.selection - page)
        case .pageDown: select(list.selection + page)
        case .halfUp: select(list.selection - max(1, page / 2))
        case .halfDown: select(list.selection + max(1, page / 2))
        case .top: select(0)
        default:
            select(list.rows.count - 1)
            // A list whose end is not known is read up to it.
            self.list?.rows.wantsEnd = list.rows.isOpenEnded
        }
    }

    mutating func open() {
        if view == .now { return call(Methods.seek, .offset(10), for: .status) }
        guard let row = list?.selected else { return }
        switch row.target {
        case .item(let id): call(Methods.play, .item(id, at: nil), for: .status)
        case .media: bring(.add)
        case .directory(let path, _): push(row.text, .songs(.directory(path)))
        case .songs(let place): push(row.text, .songs(place))
        case .albums: push(row.text, .albums)
        case .names(let tag): push(row.text, .names(tag))
        case .playlist(let name): push(row.text, .playlist(name))
        case .output(let uid): call(Methods.Route.select, .one(uid), for: .output(row.text))
        case .room(let id, let isMuted):
            call(Methods.Rooms.mute, (id, !isMuted, false), for: .say(isMuted ? "\(row.text) is heard." : "\(row.text) is mute."))
        case .lyric(_, let start): if let start { call(Methods.seek, .position(start), for: .status) }
        case .chapter(let index): call(Methods.Player.seekToChapter, .index(index), for: .status)
        case .nothing: break
        }
    }

    private mutating func push(_ title: String, _ source: RowList.Source) {
        let list = makeList(title, source)
        // Directories nest as deep as somebody makes them.
        guard let count = lists[view]?.count, count < 100 else { return }
        lists[view]?.append(list)
        announce(title)
    }

    private mutating func goBack() {
        if view == .now { return call(Methods.seek, .offset(-10), for: .status) }
        if view == .queue, !marks.isEmpty {
            marks = QueueMarks()
            return say("Nothing is marked any more.")
        }
        guard let count = lists[view]?.count, count > 1 else { return }
        lists[view]?.removeLast()
        if let row = list?.selected { announce(row.text) }
    }

    private mutating func goToCurrent() {
        if view == .lyrics { return goToHeardLine() }
        guard let index = status?.queue.index else { return say("No item is current.") }
        show(.queue)
        select(index)
    }

    // MARK: The queue

    /// Brings what the row stands for into the queue.
    private mutating func bring(_ way: Way) {
        guard let row = list?.selected else { return }
        switch row.target {
        case .media(let uri): bring([uri], row.text, way)
        case .directory(_, let uri): bring([uri], row.text, way)
        case .playlist(let name): bring(["playlist:\(name)"], row.text, way)
        case .songs(.directory("")): say("Open the folders first: this would be the whole library.")
        case .songs(let place): collect(Collection(place: place, title: row.text, way: way), after: nil)
        case .item(let id): if way == .play { call(Methods.play, .item(id, at: nil), for: .status) }
        default: break
        }
    }

    private mutating func bring(_ uris: [String], _ title: String, _ way: Way) {
        switch way {
        case .add: call(Methods.Queue.add, Wire.QueueInsertion(uris: uris), for: .added("Added: \(title)"))
        case .insert: call(Methods.Queue.add, Wire.QueueInsertion(uris: uris, next: true), for: .added("Comes next: \(title)"))
        case .play:
            guard let first = uris.first else { return }
            call(Methods.play, .media(first), for: .played(title, rest: Array(uris.dropFirst())))
        }
    }

    /// What `play` has replaced comes back as one change, with what follows the first song.
    mutating func takePlayed(_ title: String, rest: [String]) {
        say("Plays now: \(title). \(undoKey) brings the queue back that was there.")
        if !rest.isEmpty { call(Methods.Queue.add, Wire.QueueInsertion(uris: rest, joins: true), for: .nothing) }
    }

    mutating func collect(_ collection: Collection, after: String?) {
        let page = Wire.LibraryPage(after: after, limit: PagedRows.pageSize)
        call(Methods.Library.browse, (collection.place, page), for: .collect(collection))
    }

    /// Takes a part of the songs, and asks for the next one; brings them into the queue once they are all there.
    mutating func take(_ songs: Wire.LibrarySongs, of collection: Collection) {
        var collection = collection
        for song in songs.songs {
            let bytes = collection.bytes + song.uri.utf8.count + 3
            // One message has room for no more.
            guard bytes <= Collection.byteLimit else {
                bring(collection.uris, "the first \(collection.uris.count) of \(collection.title)", collection.way)
                return
            }
            collection.bytes = bytes
            collection.uris.append(song.uri)
        }
        if let next = songs.next { return collect(collection, after: next) }
        if collection.uris.isEmpty { return say("There is nothing in it.") }
        bring(collection.uris, collection.title, collection.way)
    }

    private mutating func removeItem() {
        guard view == .queue else { return }
        if !marks.isEmpty { return removeMarked() }
        guard let row = list?.selected, case .item(let id) = row.target else { return }
        call(Methods.Queue.remove, [id], for: .say("Taken out: \(row.text). \(undoKey) brings it back."))
    }

    private mutating func moveItem(by step: Int) {
        guard view == .queue else { return }
        if !marks.isEmpty { return moveMarked(by: step) }
        guard let list, let row = list.selected, case .item(let id) = row.target else { return }
        let place = list.selection + step
        guard place >= 0, place < list.rows.count else { return }
        call(Methods.Queue.move, ([id], place), for: .nothing)
        select(place)
    }

    private mutating func changeVolumeThere(by delta: Double) {
        let change = Wire.VolumeChange(delta: delta)
        switch list?.selected?.target {
        case .room(let id, _): call(Methods.Rooms.setVolume, (id, change), for: .nothing)
        case .output(let uid): call(Methods.Route.setVolume, (uid, change), for: .nothing)
        default: call(Methods.volume, (change, nil), for: .nothing)
        }
    }
}
