import ControlProtocol
import JSON
import TerminalCells
import TerminalPictures
import Testing

@testable import TerminalInterface

@Suite("The player in the terminal")
struct InterfaceTests {
    @Test("a queue of 100,000 items is shown with one page of it, and its end with another")
    func longQueue() throws {
        var stage = InterfaceStage()
        stage.queueLength = 100_000
        stage.connect()
        #expect(stage.text.contains("Title 0"))
        #expect(stage.text.contains("1 of 100,000"))
        #expect(stage.count("queue.list") == 1)
        try stage.press("G")
        #expect(stage.text.contains("Title 99999"))
        #expect(stage.count("queue.list") == 2)
        for _ in 0..<2_000 { try stage.press("page-up") }
        let list = try #require(stage.interface.list)
        #expect(list.rows.keptRows <= PagedRows.mostPages * PagedRows.pageSize)
        try stage.press("g j j")
        #expect(stage.text.contains("3 of 100,000"))
    }

    @Test("a list whose length nobody knows is read to its end when the last row is wanted")
    func endOfAlbums() throws {
        var stage = InterfaceStage(view: .library)
        stage.connect()
        try stage.press("enter")
        #expect(stage.text.contains("Album 0"))
        #expect(stage.count("library.albums") <= 2)
        try stage.press("G")
        #expect(stage.text.contains("Album 999"))
        #expect(stage.count("library.albums") == 4)
        try stage.press("h")
        #expect(stage.text.contains("Genres"))
    }

    @Test("a page that comes in pieces is asked for until it is whole")
    func pieces() {
        var stage = InterfaceStage()
        stage.queueLength = 40
        stage.answer = { method, parameters in
            guard method == "queue.list" else { return nil }
            let offset = parameters["offset"]?.intValue ?? 0
            let items = (offset..<min(40, offset + 7)).map(InterfaceStage.item)
            let page = Wire.QueuePage(items: items, length: 40, revision: 1, next: offset + 7 < 40 ? offset + 7 : nil)
            return .success(Methods.Queue.list.answer.json(of: page))
        }
        stage.connect()
        #expect(stage.interface.list?.rows.keptRows == 40)
    }

    @Test("an answer to an older question does not count, and what was shown stays until the new one is there")
    func oldAnswers() throws {
        var stage = InterfaceStage()
        stage.connect()
        stage.holdsAnswers = true
        stage.queueLength = 2
        stage.take(.event(.queueChanged(revision: 2, length: 2)))
        #expect(stage.text.contains("Title 1"))
        stage.take(.event(.queueChanged(revision: 3, length: 1)))
        // The status, and the older page.
        stage.answerNext()
        stage.answerNext()
        stage.queueLength = 1
        stage.answerAll()
        #expect(stage.text.contains("1 of 1"))
        #expect(!stage.text.contains("Title 1"))
    }

    @Test("enter adds a song and says so, p plays at once and names the key that takes it back, and that key does")
    func adding() throws {
        var stage = InterfaceStage(view: .search)
        stage.connect()
        try stage.press("/")
        stage.type("found")
        try stage.press("enter enter")
        #expect(stage.asked.last == "queue.add")
        #expect(stage.text.contains("Added: Found 1"))
        try stage.press("p")
        #expect(stage.text.contains("Plays now: Found 1. u brings the queue back"))
        try stage.press("u")
        #expect(stage.asked.contains("queue.undo"))
        #expect(stage.text.contains("Taken back: added, 2 items."))
    }

    @Test("every key searches, but only one question waits for its answer, and the last text is what is found")
    func searching() throws {
        var stage = InterfaceStage(view: .search)
        stage.connect()
        stage.holdsAnswers = true
        try stage.press("/")
        stage.type("abcdef")
        #expect(stage.count("library.search") == 1)
        var texts: [String] = []
        stage.answer = { method, parameters in
            if method == "library.search", case .string(let text)? = parameters["text"] { texts.append(text) }
            return nil
        }
        stage.answerAll()
        #expect(texts == ["a", "abcdef"])
        #expect(stage.text.contains("Found 2"))
        #expect(stage.rows().last == "/abcdef")
    }

    @Test("playing an album brings in all its songs, behind the first, as one change")
    func playsAlbum() throws {
        var stage = InterfaceStage(view: .library)
        stage.connect()
        var added: [JSONObject] = []
        stage.answer = { method, parameters in
            if method == "queue.add" { added.append(parameters) }
            return nil
        }
        try stage.press("enter p")
        #expect(stage.asked.suffix(3) == ["library.browse", "play", "queue.add"])
        #expect(added.first?["joins"] == true)
        #expect(added.first?["uris"] == ["/music/found 2.flac"])
    }

    @Test("a call that the daemon refuses is a sentence at the bottom")
    func refusal() throws {
        var stage = InterfaceStage()
        stage.connect()
        stage.answer = { method, _ in
            method == "queue.undo" ? .failure(ControlError(.nothingToUndo, "nothing to take back")) : nil
        }
        try stage.press("u")
        #expect(stage.rows().last == "nothing to take back")
    }

    @Test("nothing is asked of a daemon that is away, and everything anew once it is back")
    func reconnects() throws {
        var stage = InterfaceStage()
        stage.connect()
        stage.take(.lost("fermatad does not answer; waiting for it"))
        let before = stage.asked.count
        try stage.press("j u space")
        #expect(stage.asked.count == before)
        #expect(stage.text.contains("does not answer"))
        #expect(stage.interface.patience(now: 100) == nil)
        stage.queueLength = 5
        stage.connect()
        #expect(stage.text.contains("of 5"))
    }

    @Test("it wakes at the next second of what plays, and never while nothing moves")
    func patience() throws {
        var stage = InterfaceStage()
        #expect(stage.interface.patience(now: 100) == nil)
        stage.connect()
        #expect(try abs(#require(stage.interface.patience(now: 100)) - 0.75) < 0.001)
        stage.answer = { [status = stage.status(.paused)] method, _ in
            method == "toggle" || method == "status" ? .success(Methods.status.answer.json(of: status)) : nil
        }
        try stage.press("space")
        #expect(stage.interface.patience(now: 100) == nil)
    }

    @Test("levels are asked for only while meters are shown")
    func meters() throws {
        var stage = InterfaceStage()
        var types: [JSONValue?] = []
        stage.answer = { method, parameters in
            if method == "events.subscribe" { types.append(parameters["types"]) }
            return nil
        }
        stage.connect()
        try stage.press("8")
        stage.take(.event(.playerLevels(Wire.Levels(peak: [-6, -60], rms: [-12, -70], momentary: -14))))
        #expect(stage.text.contains("-6.0"))
        #expect(stage.text.contains("loudness -14.0 LUFS"))
        try stage.press("2")
        let named = types.map { "\($0.map(\.text) ?? "")".contains("player.levels") }
        #expect(named == [false, true, false])
    }

    @Test(
        "a size of any kind draws, from one cell to a wall",
        arguments: [(1, 1), (1, 80), (2, 3), (3, 200), (4, 10), (7, 39), (200, 500)])
    func sizes(rows: Int, columns: Int) throws {
        var stage = InterfaceStage(rows: rows, columns: columns)
        stage.queueLength = 50
        stage.connect()
        for view in ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "L"] {
            try stage.press(view)
            try stage.press("j G k ? j escape : x escape")
            let screen = stage.interface.screen(now: 100)
            #expect((screen.rows, screen.columns) == (rows, columns))
            if let cursor = screen.cursor { #expect(cursor.row < rows) }
        }
        stage.take(.size(rows: 24, columns: 80))
        try stage.press("2")
        #expect(stage.text.contains("of 50"))
    }

    @Test("titles that would steer a terminal are shown as they are, and reach no row beside theirs")
    func hostileTitles() {
        var stage = InterfaceStage()
        stage.answer = { method, _ in
            guard method == "queue.list" else { return nil }
            let item = Wire.QueueItem(
                id: 1, uri: "/x", title: "a\u{1B}[2J\u{1B}]52;c;x\u{7}\nb\u{9B}1m",
                artist: String(repeating: "e\u{301}", count: 9_000))
            return .success(Methods.Queue.list.answer.json(of: Wire.QueuePage(items: [item], length: 1, revision: 1)))
        }
        stage.connect()
        #expect(stage.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
        #expect(stage.rows().count == 24)
    }

    @Test("the help is made of the keys, also of those that somebody has chosen")
    func help() throws {
        let settings = InterfaceSettings("keys = { undo = \"x\", quit = [\"Q\", \"ctrl-q\"] }")
        #expect(settings.complaints.isEmpty)
        var stage = InterfaceStage(settings, rows: 100)
        stage.connect()
        try stage.press("?")
        for row in KeyTable().rows { #expect(stage.text.contains(row.text), "\(row.action)") }
        #expect(stage.text.contains("Q  ctrl-q"))
        try stage.press("Q")
        try stage.press("x")
        #expect(stage.asked.last == "queue.undo")
        try stage.press("q")
        #expect(!stage.requests.contains(.quit))
        try stage.press("Q")
        #expect(stage.requests.contains(.quit))
    }

    @Test("a click chooses a row, a second one opens it, the wheel moves, and a name in the first row leads to its view")
    func mouse() throws {
        var stage = InterfaceStage()
        stage.queueLength = 30
        stage.connect()
        stage.take(.input(.mouse(.press, row: 4, column: 5)))
        #expect(stage.text.contains("3 of 30"))
        stage.take(.input(.mouse(.press, row: 4, column: 5)))
        #expect(stage.asked.last == "play")
        stage.take(.input(.mouse(.wheelDown, row: 4, column: 5)))
        #expect(stage.text.contains("6 of 30"))
        let tab = try #require(stage.interface.tabs().first { $0.view == .library })
        stage.take(.input(.mouse(.press, row: 0, column: tab.columns.lowerBound)))
        #expect(stage.text.contains("Albums"))
        stage.take(.input(.mouse(.press, row: 22, column: 40)))
        #expect(stage.asked.last == "seek")
        stage.take(.input(.mouse(.press, row: 500, column: 500)))
    }

    @Test("a command runs in a pane, is completed by tab, and what it prints is shown")
    func commands() throws {
        var stage = InterfaceStage()
        stage.connect()
        try stage.press(":")
        stage.type("que")
        try stage.press("tab")
        stage.type("list 'a b'")
        try stage.press("enter")
        #expect(stage.requests == [.run(["queue", "list", "a b"], for: .typed)])
        stage.take(.output("one\ntw", of: .typed))
        stage.take(.output("o\n\u{1B}[31mthree", of: .typed))
        stage.take(.ended(1, of: .typed))
        #expect(stage.text.contains("two\n\u{FFFD}[31mthree"))
        #expect(stage.text.contains("exit status 1"))
        try stage.press("q")
        #expect(!stage.requests.contains(.quit))
        #expect(stage.text.contains("Queue"))
    }

    @Test("the cover is asked for once it is seen, and drawn in blocks where the terminal has nothing better")
    func cover() throws {
        var stage = InterfaceStage(view: .now)
        let picture = Wire.Picture(source: .file, type: "image/png", size: 9, uri: "file:///c.png")
        var item = InterfaceStage.item(0)
        item.hasPicture = true
        var status = stage.status()
        status.item = item
        stage.answer = { method, _ in
            method == "media.picture"
                ? .success(picture.json)
                : method == "events.subscribe" ? .success(Methods.Events.subscribe.answer.json(of: (0, status))) : nil
        }
        stage.connect()
        #expect(!stage.asked.contains("media.picture"))
        stage.take(.input(.answer(.attributes(hasSixels: false))))
        guard case .picture(let number, "file:///c.png", let width, let height)? = stage.requests.last else {
            Issue.record("no picture was asked for")
            return
        }
        stage.take(.picture(number, Bitmap(width: 2, height: 2, bytes: [UInt8](repeating: 9, count: 12))))
        #expect(stage.text.contains("▀▀"))
        #expect(width > 8 && height > 8)
        stage.take(.multiplexer("on RGB kitty(0.35.0)\n"))
        #expect(stage.interface.graphics == .placeholders)
        guard case .picture(let again, _, _, _)? = stage.requests.last else { return }
        #expect(again > number)
        stage.take(.picture(again, Bitmap(width: 2, height: 2, bytes: [UInt8](repeating: 9, count: 12))))
        #expect(stage.text.contains("\u{10EEEE}\u{305}\u{305}\u{10EEEE}\u{305}\u{30D}"))
        #expect(stage.interface.screen(now: 100).picture?.picture == again)
        stage.take(.multiplexer("off  \n"))
        #expect(stage.interface.graphics == .blocks)
        // What tmux says of itself does not count where it says that the terminal outside can do less.
        stage.take(.input(.answer(.attributes(hasSixels: true))))
        stage.take(.input(.answer(.cell(width: 8, height: 16))))
        #expect(stage.interface.graphics == .blocks)
        stage.take(.multiplexer("off sixel \n"))
        #expect(stage.interface.graphics == .sixel)
        stage.take(.input(.answer(.kittyPictures)))
        #expect(stage.interface.graphics == .kitty)
        guard case .picture(let latest, _, _, _)? = stage.requests.last else { return }
        stage.take(.picture(latest, Bitmap(width: 2, height: 2, bytes: [UInt8](repeating: 9, count: 12))))
        #expect(stage.interface.screen(now: 100).picture?.picture == latest)
    }
}
