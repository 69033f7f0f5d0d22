import ControlProtocol
import JSON
import TerminalCells
import Testing

@testable import TerminalInterface

/// An interface with a daemon behind it that is a function: what it is asked, it answers at once, or when a test says so.
struct InterfaceStage {
    var interface: Interface
    var now = 100.0
    /// Calls that nobody has answered yet.
    private(set) var waiting: [(number: Int64, method: String, parameters: JSONObject)] = []
    /// All calls by their methods.
    private(set) var asked: [String] = []
    /// What else was requested.
    private(set) var requests: [Interface.Request] = []
    /// How long the queue is.
    var queueLength = 3
    /// Answers calls of methods in its own way; `nil` leaves that to the stage.
    var answer: (String, JSONObject) -> Result<JSONValue, ControlError>? = { _, _ in nil }
    var holdsAnswers = false

    init(_ settings: InterfaceSettings = InterfaceSettings(), rows: Int = 24, columns: Int = 80, view: InterfaceView = .queue) {
        var settings = settings
        settings.view = view
        interface = Interface(settings, candidates: { $0.isEmpty ? ["play", "queue"] : [] })
        take(.size(rows: rows, columns: columns))
    }

    mutating func connect() { take(.connected) }

    mutating func take(_ news: Interface.News) {
        for request in interface.take(news, now: now) {
            if case .call(let number, let method, let parameters) = request {
                waiting.append((number, method, parameters))
                asked.append(method)
            } else {
                requests.append(request)
            }
        }
        if !holdsAnswers { answerAll() }
    }

    /// Answers everything that waits, and what is asked because of that.
    mutating func answerAll() {
        while !waiting.isEmpty { answerNext() }
    }

    mutating func answerNext() {
        let call = waiting.removeFirst()
        let result = answer(call.method, call.parameters) ?? usual(call.method, call.parameters)
        let held = holdsAnswers
        holdsAnswers = true
        take(.answer(call.number, result))
        holdsAnswers = held
    }

    /// Presses keys by their names, with blanks between them.
    mutating func press(_ names: String) throws {
        for name in names.split(separator: " ") { take(.input(.key(try #require(TerminalKey(named: String(name)))))) }
    }

    /// Types a text.
    mutating func type(_ text: String) {
        for scalar in text.unicodeScalars { take(.input(.key(TerminalKey(.character(scalar))))) }
    }

    func rows() -> [String] {
        let screen = interface.screen(now: now)
        return (0..<screen.rows).map { screen.text(row: $0) }
    }

    var text: String { rows().joined(separator: "\n") }

    func count(_ method: String) -> Int { asked.count { $0 == method } }

    // MARK: The daemon

    static func item(_ index: Int) -> Wire.QueueItem {
        Wire.QueueItem(id: Int64(index + 1), uri: "/music/\(index).flac", title: "Title \(index)", artist: "Artist", duration: 60)
    }

    func status(_ state: Wire.PlayerState = .playing) -> Wire.Status {
        Wire.Status(
            state: state, reason: .user, item: queueLength > 0 ? Self.item(0) : nil,
            position: Wire.Position(seconds: 10.25, monotonic: 100, rate: state == .playing ? 1 : 0), duration: 60,
            volume: Wire.Volume(level: 0.5, muted: false),
            queue: Wire.QueueSummary(length: queueLength, index: 0, revision: 1, modes: Wire.QueueModes()))
    }

    private func usual(_ method: String, _ parameters: JSONObject) -> Result<JSONValue, ControlError> {
        let offset = parameters["offset"]?.intValue ?? 0, limit = parameters["limit"]?.intValue ?? 1_000
        switch method {
        case "events.subscribe": return .success(Methods.Events.subscribe.answer.json(of: (0, status())))
        case "queue.list":
            let end = min(queueLength, offset + limit)
            let items = offset < end ? (offset..<end).map(Self.item) : []
            let page = Wire.QueuePage(items: items, length: queueLength, revision: 1, next: end < queueLength ? end : nil)
            return .success(Methods.Queue.list.answer.json(of: page))
        case "queue.add":
            return .success(Methods.Queue.add.answer.json(of: Wire.QueueAddition(ids: [9], revision: 2)))
        case "queue.undo", "queue.redo":
            let answer = Wire.QueueReversion(change: .added, count: 2, undoable: 1, redoable: 1, revision: 3)
            return .success(Methods.Queue.undo.answer.json(of: answer))
        case "library.albums":
            let first = Int(parameters["after"]?.stringValue ?? "") ?? 0
            let albums = (first..<min(1_000, first + limit)).map {
                Wire.LibraryAlbum(album: Int64($0), title: "Album \($0)", artist: nil, date: nil, songs: 2)
            }
            let next = first + limit < 1_000 ? "\(first + limit)" : nil
            return .success(Methods.Library.albums.answer.json(of: (albums, next)))
        case "library.browse", "library.search":
            let songs = (1...2).map { Wire.LibrarySong(song: Int64($0), uri: "/music/found \($0).flac", title: "Found \($0)") }
            return .success(Methods.Library.browse.answer.json(of: Wire.LibrarySongs(songs: songs)))
        case "playlist.list": return .success(Methods.Playlist.list.answer.json(of: []))
        case "volume": return .success(Methods.volume.answer.json(of: Wire.Volume(level: 0.5, muted: false)))
        case "queue.remove", "queue.move", "queue.clear":
            return .success(Methods.Queue.clear.answer.json(of: Wire.QueueRevision(revision: 2)))
        case "route.outputs", "rooms.list", "media.chapters", "media.picture":
            return .failure(ControlError(.nothingToPlay, "nothing of the kind"))
        case "media.lyrics":
            let lines = (0..<40).map {
                Wire.LyricLine(index: $0, start: Double(10 * $0), text: $0 == 5 ? "Line 5\nZeile 5" : "Line \($0)")
            }
            return .success(Methods.Media.lyrics.answer.json(of: Wire.Lyrics(lines: lines, source: .file, current: 1)))
        default: return .success(Methods.status.answer.json(of: status()))
        }
    }
}

extension JSONValue {
    /// The whole number, if it is one.
    var intValue: Int? { if case .integer(let value) = self { Int(value) } else { nil } }
}
