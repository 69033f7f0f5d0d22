import ControlProtocol
import FermataKit
import Glibc
import JSON
import SystemSupport
import TerminalCells
import TerminalInterface
import TerminalPictures

/// Carries out what ``Interface`` asks for: the terminal, the connection to the daemon, and commands that run beside it. It decides nothing.
///
/// It wakes for input, for the daemon, for signals, and when the interface wants to be told the time: while nothing plays, never.
struct InterfaceLoop: ~Copyable {
    /// How long an escape may stand alone until it is the key of that name, in nanoseconds.
    private static let settling: Int64 = 50_000_000
    /// How long a pasted text may pause until it counts as a whole, in nanoseconds. Its end may have been lost on the way.
    private static let pastePause: Int64 = 2_000_000_000
    /// The shortest and the longest wait before it connects again, in nanoseconds.
    private static let waits: (first: Int64, longest: Int64) = (500_000_000, 10_000_000_000)

    private let path: String
    private let isPlain: Bool
    private let signals: SignalPipe
    private var terminal: RawTerminal
    private var interface: Interface
    private var reader = TerminalReader()
    private var painter: ScreenPainter
    private var voice = PlainVoice()
    private var drawnPicture: Screen.PicturePlace?

    private var connection: DaemonConnection?
    private var connectedAt: Int64 = 0
    private var backoff = Backoff(first: waits.first, longest: waits.longest)
    private var connectAt: Int64 = 0
    private var settleAt: Int64?

    private var typed: CommandRun?
    private var why: CommandRun?
    private var cover: CommandRun?
    private var multiplexer: CommandRun?
    private var coverNumber: Int64 = 0
    private var coverBytes: [UInt8] = []
    private var isOver = false

    /// The signals that it waits for.
    static let signals = SignalPipe.ending + [SIGWINCH, SIGTSTP, SIGCONT]

    /// - Parameters:
    ///   - path: the daemon's socket.
    ///   - isPlain: whether it writes lines for readers of screens, and draws nothing.
    init(
        _ settings: InterfaceSettings, path: String, isPlain: Bool, signals: SignalPipe, terminal: consuming RawTerminal
    ) {
        self.path = path
        self.isPlain = isPlain
        self.signals = signals
        self.terminal = terminal
        var abilities = ScreenPainter.Abilities()
        abilities.hasColours = TerminalKind.hasColours
        abilities.hasMixedColours = TerminalKind.hasMixedColours
        abilities.readsUTF8 = TerminalKind.readsUTF8
        painter = ScreenPainter(abilities)
        interface = Interface(settings, mayDrawBlocks: abilities.hasColours && abilities.readsUTF8 && !isPlain) { words in
            CommandNames.all(behind: words.first == "help" ? Array(words.dropFirst()) : words).map(\.word)
        }
    }

    /// Runs until somebody ends it.
    mutating func run() throws(ClientFailure) {
        terminal.enter()
        tellSize()
        askMultiplexer()
        connect()
        while !isOver {
            draw()
            try wait()
        }
        takePictureAway()
        terminal.leave()
    }

    private var now: Double { Double(MonotonicClock.nanoseconds) / 1e9 }

    // MARK: Waiting

    private mutating func wait() throws(ClientFailure) {
        let waiter = Waiter(
            for: [
                .input(of: signals.descriptor), .input(of: STDIN_FILENO), .input(of: connection?.descriptor),
                .input(of: typed?.descriptor), .input(of: why?.descriptor), .input(of: cover?.descriptor),
                .input(of: multiplexer?.descriptor),
            ], milliseconds: patience())
        if waiter.hasNews(0) { takeSignal() }
        if waiter.hasNews(1) { takeKeys() }
        if waiter.hasNews(2) { takeLines() }
        if waiter.hasNews(3) { takeTyped() }
        if waiter.hasNews(4) { takeWhy() }
        if waiter.hasNews(5) { takeCover() }
        if waiter.hasNews(6) { takeMultiplexer() }
        let time = MonotonicClock.nanoseconds
        if let end = settleAt, time >= end {
            settleAt = nil
            for input in reader.isPasting ? reader.endPaste() : reader.settle() { tell(.input(input)) }
        }
        if connection == nil, time >= connectAt { connect() }
        tell(.time)
    }

    /// For how long nothing has to be done if nothing comes, in milliseconds; -1 for ever.
    private func patience() -> CInt {
        var times: [Int64] = []
        let time = MonotonicClock.nanoseconds
        if let settleAt { times.append(settleAt - time) }
        if connection == nil { times.append(connectAt - time) }
        // Nobody hears the seconds pass.
        if !isPlain, let seconds = interface.patience(now: now) { times.append(Int64(seconds * 1e9)) }
        return times.min().map { CInt(clamping: max(0, $0) / 1_000_000 + 1) } ?? -1
    }

    private mutating func tell(_ news: Interface.News) {
        for request in interface.take(news, now: now) { carryOut(request) }
    }

    // MARK: Requests

    private mutating func carryOut(_ request: Interface.Request) {
        switch request {
        case .call(let number, let method, let parameters):
            do throws(FermataError) {
                try connection?.post(Call(id: .integer(number), method: method, parameters: parameters))
            } catch {
                lose()
            }
        case .picture(let number, let uri, let width, let height):
            let most = CoverPicture.sideLimit
            coverNumber = number
            coverBytes = []
            cover = CommandRun([CoverCommand.command, "\(min(most, max(1, width)))", "\(min(most, max(1, height)))", uri])
        case .run(let words, let purpose):
            let run = CommandRun(["--socket", path] + words)
            switch purpose {
            case .typed: typed = run
            case .why: why = run
            }
            if purpose == .typed ? typed == nil : why == nil { tell(.ended(nil, of: purpose)) }
        case .endRun(.typed): typed = nil
        case .endRun(.why): why = nil
        case .suspend: suspend()
        case .redraw: forget()
        case .quit: isOver = true
        }
    }

    // MARK: The terminal

    private mutating func draw() {
        if isPlain {
            let text = voice.text(of: &interface, readsUTF8: painter.abilities.readsUTF8)
            if !text.isEmpty, !Terminal.put(Array(text.utf8), to: STDOUT_FILENO) { isOver = true }
            return
        }
        painter.abilities.isSynchronized = interface.isSynchronized
        let screen = interface.screen(now: now)
        var bytes = painter.paint(screen)
        if screen.picture != drawnPicture {
            let hadPicture = drawnPicture != nil
            drawnPicture = screen.picture
            bytes += pictureBytes(screen, hadPicture: hadPicture)
            if let cursor = screen.cursor { bytes += Self.move(cursor) }
        }
        if !bytes.isEmpty, !Terminal.put(bytes, to: STDOUT_FILENO) { isOver = true }
    }

    /// The number of the picture on terminals that know pictures by numbers.
    private static let kittyNumber: UInt32 = 7_301

    private func pictureBytes(_ screen: Screen, hadPicture: Bool) -> [UInt8] {
        let graphics = interface.graphics
        var bytes = hadPicture ? Self.removal(graphics) : []
        guard let place = screen.picture, let picture = interface.picture, picture.number == place.picture else { return bytes }
        switch graphics {
        case .none, .blocks: break
        case .placeholders:
            bytes += PicturePlaceholders.transmission(picture.bitmap, columns: place.columns, rows: place.rows)
        case .kitty:
            bytes += Self.move(place.place)
            bytes += CoverPicture.kitty(picture.bitmap, number: Self.kittyNumber, columns: place.columns, rows: place.rows)
        case .sixel: bytes += Self.move(place.place) + CoverPicture.sixels(picture.bitmap)
        }
        return bytes
    }

    private static func removal(_ graphics: Interface.Graphics) -> [UInt8] {
        switch graphics {
        case .kitty: CoverPicture.kittyRemoval(number: kittyNumber)
        case .placeholders: PicturePlaceholders.removal
        case .none, .blocks, .sixel: []
        }
    }

    /// Some terminals keep a picture when the screen that it was on is gone.
    private mutating func takePictureAway() {
        guard drawnPicture != nil else { return }
        drawnPicture = nil
        let bytes = Self.removal(interface.graphics)
        if !bytes.isEmpty { _ = Terminal.put(bytes, to: STDOUT_FILENO) }
    }

    private static func move(_ place: Screen.Place) -> [UInt8] {
        Array("\u{1B}[\(place.row + 1);\(place.column + 1)H".utf8)
    }

    private mutating func forget() {
        painter.forget()
        drawnPicture = nil
    }

    private mutating func tellSize() {
        if let cell = RawTerminal.cell { tell(.input(.answer(.cell(width: cell.width, height: cell.height)))) }
        let size = RawTerminal.size
        tell(.size(rows: size.rows, columns: size.columns))
    }

    private mutating func takeKeys() {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        // The terminal is gone.
        guard count > 0 else { return isOver = true }
        for input in reader.take(bytes[..<count]) { tell(.input(input)) }
        let pause = reader.isUndecided ? Self.settling : reader.isPasting ? Self.pastePause : nil
        settleAt = pause.map { MonotonicClock.nanoseconds + $0 }
    }

    private mutating func takeSignal() {
        switch signals.take() {
        case SIGWINCH:
            forget()
            tellSize()
        case SIGCONT:
            // Whoever stopped this program without asking has used the terminal since.
            resume()
        case SIGTSTP: suspend()
        case let number:
            takePictureAway()
            terminal.leave()
            // The signal ends this program at once: what it runs would go on, a recording for ever.
            typed = nil
            why = nil
            cover = nil
            multiplexer = nil
            signals.end(by: number)
        }
    }

    private mutating func suspend() {
        takePictureAway()
        terminal.leave()
        // The whole group, as Ctrl-Z does it: a script that waits for this program would else wait for ever. Where no shell could
        // continue it, the system does not stop it.
        var (usual, own) = (sigaction(), sigaction())
        sigaction(SIGTSTP, &usual, &own)
        kill(0, SIGTSTP)
        sigaction(SIGTSTP, &own, nil)
        resume()
    }

    private mutating func resume() {
        terminal.enter()
        forget()
        tellSize()
    }

    // MARK: The daemon

    private mutating func connect() {
        do throws(FermataError) {
            connection = try DaemonConnection(path: path)
            connectedAt = MonotonicClock.nanoseconds
            tell(.connected)
        } catch {
            connection = nil
            connectAt = MonotonicClock.nanoseconds + backoff.next()
            tell(.lost("\(error.message) – trying again"))
        }
    }

    private mutating func lose() {
        connection = nil
        backoff.lost(after: .nanoseconds(MonotonicClock.nanoseconds - connectedAt))
        connectAt = MonotonicClock.nanoseconds + backoff.next()
        tell(.lost("fermatad does not answer; waiting for it"))
    }

    private mutating func takeLines() {
        do throws(FermataError) {
            try connection?.receive()
            while let line = connection?.takeLine() { take(line) }
        } catch {
            lose()
        }
    }

    private mutating func take(_ line: String) {
        if let json = try? JSONValue(parsing: line, maximumDepth: 64), json["method"] == nil {
            guard let response = try? Response(json: json), case .integer(let number) = response.id else { return }
            return tell(.answer(number, response.result))
        }
        if let event = Event(line: line) { tell(.event(event)) }
    }

    // MARK: Commands

    private mutating func takeTyped() {
        switch typed?.take() {
        case .bytes(let bytes)?: tell(.output(String(decoding: bytes, as: UTF8.self), of: .typed))
        case .end(let status)?:
            typed = nil
            tell(.ended(status, of: .typed))
        case nil: break
        }
    }

    private mutating func takeWhy() {
        switch why?.take() {
        case .bytes(let bytes)?: tell(.output(String(decoding: bytes, as: UTF8.self), of: .why))
        case .end(let status)?:
            why = nil
            tell(.ended(status, of: .why))
        case nil: break
        }
    }

    private mutating func takeCover() {
        switch cover?.take() {
        case .bytes(let bytes)?:
            coverBytes += bytes
            if coverBytes.count > CoverCommand.answerLimit { cover = nil }
        case .end(let status)?:
            cover = nil
            tell(.picture(coverNumber, status == 0 ? CoverCommand.bitmap(of: coverBytes) : nil))
            coverBytes = []
        case nil: break
        }
    }

    // MARK: tmux

    /// tmux answers for itself when the terminal is asked, so it is asked which terminal is outside. It may be another one after a change of
    /// clients: that is found out when the player starts anew.
    private mutating func askMultiplexer() {
        guard !isPlain, getenv("TMUX") != nil else { return }
        multiplexer = CommandRun(PicturePlaceholders.question, of: "tmux")
    }

    private mutating func takeMultiplexer() {
        switch multiplexer?.take() {
        case .bytes(let bytes)?: tell(.multiplexer(String(decoding: bytes.prefix(256), as: UTF8.self)))
        case .end?: multiplexer = nil
        case nil: break
        }
    }
}
