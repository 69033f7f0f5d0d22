package import ControlProtocol
package import JSON
package import TerminalCells
package import TerminalPictures

/// The player in the terminal as a value: it takes keys, answers and events, says what is to be asked, and draws screens.
///
/// It has no clock, terminal or socket. Times are seconds of `CLOCK_MONOTONIC`, which whoever owns it passes in.
package struct Interface: Sendable {
    /// What whoever owns it has to do.
    package enum Request: Hashable, Sendable {
        /// Send a call to the daemon; the answer comes back under this number.
        case call(Int64, String, JSONObject)
        /// Read a picture, as large as fits into so many dots; it comes back under this number.
        case picture(Int64, uri: String, width: Int, height: Int)
        /// Run a command of this program, and tell what it prints.
        case run([String], for: Purpose)
        /// End the command that runs.
        case endRun(Purpose)
        /// Give the terminal back to the shell, until the shell brings this program to the front again.
        case suspend
        /// Draw everything anew.
        case redraw
        /// End.
        case quit
    }

    /// What the output of a command is for.
    package enum Purpose: Hashable, Sendable {
        /// Somebody has typed it.
        case typed
        /// The view of that name.
        case why
    }

    /// What has happened.
    package enum News: Hashable, Sendable {
        /// Something came from the terminal.
        case input(TerminalInput)
        /// The terminal has this size.
        case size(rows: Int, columns: Int)
        /// A daemon answers.
        case connected
        /// None does any more, for this reason.
        case lost(String)
        /// An answer, to the call of this number.
        case answer(Int64, Result<JSONValue, ControlError>)
        /// An event.
        case event(Event)
        /// A picture was read, or could not be.
        case picture(Int64, Bitmap?)
        /// A command has printed something.
        case output(String, of: Purpose)
        /// A command has ended with this status; `nil` if it could not be run.
        case ended(Int32?, of: Purpose)
        /// What tmux has answered to ``PicturePlaceholders/question``.
        case multiplexer(String)
        /// It is time to draw again.
        case time
    }

    /// What a call was made for, which says what its answer means.
    enum Errand: Hashable, Sendable {
        case subscription, status
        case page(list: Int, PagedRows.Fetch)
        case whole(list: Int)
        case foundPlaylists(list: Int, text: String)
        case picture(item: Int64)
        case collect(Collection)
        case say(String)
        case added(String)
        case played(String, rest: [String])
        case undone(isRedo: Bool)
        case output(String)
        case queueModes
        /// A part of the queue whose items become marked.
        case marking(from: Int, through: Int)
        /// What is marked is moved; or taken out, which is said then.
        case marked(String?)
        case nothing
    }

    /// Songs of a place of the library that are added one part after the other.
    struct Collection: Hashable, Sendable {
        let place: Wire.LibraryPlace
        let title: String
        let way: Way
        var uris: [String] = []
        var bytes = 0

        /// The most bytes of addresses in one message.
        static let byteLimit = 768 << 10
    }

    /// How something comes into the queue.
    enum Way: Hashable, Sendable {
        case add, insert, play
    }

    /// What is typed into, at the bottom.
    struct Prompt: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case search, command
        }

        let kind: Kind
        var line: LineEditor
        var candidates: [String] = []
    }

    /// Lines that lie over the view: help, and what a command has printed.
    struct Pane: Hashable, Sendable {
        static let mostLines = 10_000
        var title: String
        var lines: [String] = []
        var top = 0
        var isRunning = false
        /// What was printed of the last line.
        private var rest = ""

        init(title: String, lines: [String] = [], isRunning: Bool = false) {
            self.title = title
            self.lines = lines
            self.isRunning = isRunning
        }

        /// Takes a piece of what a command prints, within bounds.
        mutating func append(_ text: String) {
            var parts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
            parts[0] = rest + parts[0]
            rest = String(parts.removeLast().prefix(LineEditor.limit))
            lines += parts.prefix(max(0, Self.mostLines - lines.count)).map { String($0.prefix(LineEditor.limit)) }
        }

        /// Nothing more comes.
        mutating func finish() {
            if !rest.isEmpty { lines.append(rest) }
            rest = ""
            isRunning = false
        }
    }

    /// A sentence at the bottom.
    struct Message: Hashable, Sendable {
        let text: String
        let isError: Bool
    }

    /// How pictures are drawn.
    package enum Graphics: Hashable, Sendable {
        case none, blocks, sixel, kitty
        /// As Kitty does, under characters: tmux stands between.
        case placeholders
    }

    package let settings: InterfaceSettings
    let candidates: @Sendable ([String]) -> [String]
    /// Whether the terminal shows what is not ASCII, and colours: without both there are no blocks of colour.
    let mayDrawBlocks: Bool

    // The terminal.
    var rows = 24
    var columns = 80
    var abilities = (isSynchronized: false, hasSixels: false, passesSixels: true, hasKitty: false, hasPlaceholders: false)
    var cell: (width: Int, height: Int)?
    /// Whether the terminal has answered all questions.
    var hasAnswered = false

    // The daemon.
    var isConnected = false
    var absence = "fermatad has not answered yet"
    var status: Wire.Status?
    var latestCall: Int64 = 0
    var latestSearch: Int64 = 0
    var errands: [Int64: Errand] = [:]
    var wantsStatus = false
    var levels: Wire.Levels?
    /// The type of events that it hears of because of the view.
    var extraEvents: String?

    // What is shown.
    var view: InterfaceView
    var lists: [InterfaceView: [RowList]] = [:]
    var latestList = 0
    var prompt: Prompt?
    var pane: Pane?
    var message: Message?
    var why: [String] = []
    var whyNext: Pane?
    var whyTop = 0
    var searchText = ""
    var playlistNames: [String]?
    var marks = QueueMarks()
    /// The number of the line of lyrics that is heard, and whether the choice follows it.
    var lyricLine: Int?
    var followsLyrics = true
    var history: [String] = []
    var cover: (item: Int64, number: Int64, bitmap: Bitmap?)?
    var covers: Int64 = 0

    // What goes out.
    var requests: [Request] = []
    var announcements: [String] = []

    /// - Parameters:
    ///   - mayDrawBlocks: whether the terminal shows UTF-8 and colours.
    ///   - candidates: the words that may follow others in a command, as the completion of shells has them.
    package init(
        _ settings: InterfaceSettings, mayDrawBlocks: Bool = true,
        candidates: @escaping @Sendable ([String]) -> [String] = { _ in [] }
    ) {
        self.settings = settings
        self.mayDrawBlocks = mayDrawBlocks
        self.candidates = candidates
        view = settings.view
        for view in InterfaceView.allCases { lists[view] = makeLists(of: view) }
        if let first = settings.complaints.first {
            let others = settings.complaints.count - 1
            say("tui.toml, \(first)\(others > 0 ? "; and \(others) more of the kind" : "")", isError: true)
        }
    }

    /// How pictures are drawn on this terminal.
    package var graphics: Graphics {
        switch settings.cover {
        case .kitty: abilities.hasPlaceholders ? .placeholders : .kitty
        case .sixel: .sixel
        case .blocks: .blocks
        case .none: .none
        case .auto:
            abilities.hasKitty
                ? .kitty
                : abilities.hasPlaceholders && mayDrawBlocks
                    ? .placeholders
                    : abilities.hasSixels && abilities.passesSixels && cell != nil ? .sixel : mayDrawBlocks ? .blocks : .none
        }
    }

    /// Whether the terminal shows what comes between two marks at once.
    package var isSynchronized: Bool { abilities.isSynchronized }

    /// The picture that is shown, for whoever sends it to a terminal that draws pictures itself.
    package var picture: (number: Int64, bitmap: Bitmap)? {
        guard let cover, let bitmap = cover.bitmap else { return nil }
        return (cover.number, bitmap)
    }

    /// Takes what has happened, and returns what is to be done.
    package mutating func take(_ news: News, now: Double) -> [Request] {
        requests = []
        switch news {
        case .input(let input): take(input, now: now)
        case .size(let rows, let columns):
            // A cover of another size is read anew.
            if (rows, columns) != (self.rows, self.columns) { cover = nil }
            (self.rows, self.columns) = (max(1, rows), max(1, columns))
        case .connected: connect()
        case .lost(let reason): disconnect(reason)
        case .answer(let number, let result): takeAnswer(number, result)
        case .event(let event): take(event)
        case .picture(let number, let bitmap): if cover?.number == number { cover?.bitmap = bitmap }
        case .output(let text, let purpose): take(text, of: purpose)
        case .ended(let status, let purpose): end(status, of: purpose)
        case .multiplexer(let answer):
            abilities.hasPlaceholders = PicturePlaceholders.areShown(by: answer)
            abilities.passesSixels = PicturePlaceholders.areSixelsShown(by: answer)
            cover = nil
        case .time: break
        }
        settle()
        return requests
    }

    /// After how many seconds it wants to be told the time; `nil` for never: nothing moves by itself.
    package func patience(now: Double) -> Double? {
        guard isConnected, layout.barRow != nil, let position = status?.position, position.rate > 0 else { return nil }
        // At the next whole second of what is heard, and not more than once a second whatever its speed.
        let seconds = position.seconds(at: now)
        let left = (1 - (seconds - seconds.rounded(.down))) / position.rate
        return left.isFinite ? min(max(left, position.rate > 1 ? 1 : 0.05), 60) : 60
    }

    /// The list that is shown, if the view is one.
    var list: RowList? {
        get { lists[view]?.last }
        set {
            guard let newValue, let count = lists[view]?.count, count > 0 else { return }
            lists[view]?[count - 1] = newValue
        }
    }

    mutating func makeLists(of view: InterfaceView) -> [RowList]? {
        let list: (String, RowList.Source)? =
            switch view {
            case .queue: ("Queue", .queue)
            case .library: ("Library", .menu)
            case .search: ("Search", .search(""))
            case .playlists: ("Playlists", .playlists)
            case .outputs: ("Outputs", .outputs)
            case .rooms: ("Rooms", .rooms)
            case .chapters: ("Chapters", .chapters)
            case .lyrics: ("Lyrics", .lyrics)
            case .now, .meters, .why: nil
            }
        return list.map { [makeList($0.0, $0.1)] }
    }

    mutating func makeList(_ title: String, _ source: RowList.Source) -> RowList {
        latestList += 1
        var list = RowList(title, source, number: latestList)
        if source == .menu { list.rows = PagedRows(Self.menu) }
        if case .search(let text) = source, text.allSatisfy(\.isWhitespace) {
            list.rows = PagedRows([])
            list.problem = "Type what you look for: titles, artists, albums, genres, file names, playlists."
        }
        return list
    }

    /// What the library has.
    private static let menu: [ListRow] = [
        ListRow(text: "Albums", target: .albums),
        ListRow(text: "Artists", target: .names("artist")),
        ListRow(text: "Album artists", target: .names("albumArtist")),
        ListRow(text: "Composers", target: .names("composer")),
        ListRow(text: "Genres", target: .names("genre")),
        ListRow(text: "Folders", target: .songs(.directory(""))),
        ListRow(text: "Added lately", target: .songs(.recentlyAdded)),
        ListRow(text: "Played lately", target: .songs(.recentlyPlayed)),
        ListRow(text: "Never played", target: .songs(.neverPlayed)),
    ]

    /// Shows a sentence at the bottom, and has readers of screens hear it.
    mutating func say(_ text: String, isError: Bool = false) {
        message = Message(text: text, isError: isError)
        announce(text)
    }

    /// Has readers of screens hear a sentence.
    mutating func announce(_ text: String) {
        if announcements.count < 50 { announcements.append(text) }
    }

    /// Sends a call.
    mutating func call<Parameters, Answer>(
        _ method: Method<Parameters, Answer>, _ parameters: Parameters, for errand: Errand
    ) {
        guard isConnected else { return say(absence, isError: true) }
        latestCall += 1
        errands[latestCall] = errand
        requests.append(.call(latestCall, method.name, method.json(of: parameters)))
    }
}
