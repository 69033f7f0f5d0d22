import ControlProtocol
import FermataKit
import Glibc
import JSON
import SystemSupport

/// Runs a recording from its begin to its end: shows its levels, writes what the daemon sends, and ends it when a signal comes.
struct RecordingWatcher {
    private let options: ConnectionOptions
    private let showsLevels: Bool
    private var recording: Wire.Recording?
    private var result: Wire.RecordingResult?
    private var levels: Wire.RecordingLevels?

    init(_ options: ConnectionOptions, quiet: Bool) {
        self.options = options
        showsLevels = !quiet && !options.json && Terminal.isInteractive
    }

    /// Records.
    /// - Parameter file: gets the recording; `nil` if the daemon writes it.
    /// - Parameter abandon: called before a signal ends the program because nothing was recorded yet.
    mutating func run(
        _ order: Wire.RecordingOrder, into file: RecordedFile?, abandon: () -> Void = {}
    ) throws(ClientFailure) {
        let signals = try SignalPipe(SignalPipe.ending)
        let control = try options.connect()
        let question = "session.recordPermissionAsked"
        let types = showsLevels ? ["recording.", "recording.levels"] : ["recording."]
        try subscribe(control, to: file == nil ? types + [question] : types)
        let data = file == nil ? control : try options.connect()
        // The question comes before the reply, and behind that this connection carries no events any more.
        if file != nil { try subscribe(data, to: [question]) }
        var missed: [String] = []
        let take: (String) -> Void = { line in
            if case .sessionRecordPermissionAsked(let request)? = Event(line: line) {
                if request.pid == getpid() { Terminal.warn(PermissionText.waiting(request.request)) }
            } else {
                missed.append(line)
            }
        }
        let answer =
            if let file {
                try data.ask(
                    Methods.Record.open, (order, chunks: file.hasPlaces), unlessInputOf: signals.descriptor, event: take)
            } else {
                try data.ask(Methods.Record.start, order, unlessInputOf: signals.descriptor, event: take)
            }
        // A person may never answer. Without its client, the daemon asks no more.
        guard let reply = answer else {
            abandon()
            signals.end(by: signals.take())
        }
        if case .failure(let error) = reply.result { throw .refused(error.message) }
        recording = reply.answer
        if options.json { show(reply.line, file) }
        if let reduced = recording?.reduced, showsLevels { Terminal.writeError(RecordingText.reduced(reduced)) }
        for line in missed { hear(line, file) }
        defer { if showsLevels { Terminal.draw("\r\u{1B}[K") } }
        try follow(control, data, file, signals)
        file?.synchronize()
        try finish(file)
    }

    private func subscribe(_ connection: DaemonConnection, to types: [String]) throws(ClientFailure) {
        if case .failure(let error) = try connection.ask(Methods.Events.subscribe, types).result {
            throw .refused(error.message)
        }
    }

    private mutating func follow(
        _ control: DaemonConnection, _ data: DaemonConnection, _ file: RecordedFile?, _ signals: SignalPipe
    ) throws(ClientFailure) {
        var isOpen = file != nil
        var hasControl = true
        if let file { try file.take(data.takeBytes()) }
        while result == nil || isOpen {
            while let line = control.takeLine() { hear(line, file) }
            draw()
            if result != nil || !hasControl, !isOpen { return }
            let waiter = Waiter(for: [
                .input(of: signals.descriptor), .input(of: hasControl ? control.descriptor : nil),
                .input(of: isOpen ? data.descriptor : nil),
            ])
            if waiter.hasNews(0) {
                _ = signals.take()
                if hasControl { try stop(control) }
            }
            // What the daemon has sent is to be in the file, even if the daemon is gone.
            if waiter.hasNews(1) { hasControl = try control.receiveUnlessEnded() }
            if waiter.hasNews(2), let file {
                isOpen = try data.receiveUnlessEnded()
                try file.take(data.takeBytes())
            }
        }
    }

    /// Has the daemon end the recording; the event of its end follows.
    private func stop(_ control: DaemonConnection) throws(ClientFailure) {
        guard let recording else { return }
        try control.post(Methods.Record.stop, recording.recording)
    }

    private mutating func hear(_ line: String, _ file: RecordedFile?) {
        switch Event(line: line) {
        case .recordingLevels(let levels) where levels.recording == recording?.recording: self.levels = levels
        case .recordingMarked(let mark) where mark.recording == recording?.recording: note(RecordingText.mark(mark), line, file)
        case .recordingSplit(let id, let path, _, _) where id == recording?.recording: note(path, line, file)
        case .recordingStateChanged(let now) where now.recording == recording?.recording:
            if now.state != recording?.state, now.state != .recording { note(RecordingText.state(now), line, file) }
            if let reduced = now.reduced, reduced != recording?.reduced { note(RecordingText.reduced(reduced), line, file) }
            recording = now
        case .recordingEnded(let result) where result.recording == recording?.recording:
            self.result = result
            if options.json { show(line, file) }
        default: break
        }
    }

    /// Prints a line above the levels.
    private func note(_ text: String, _ line: String, _ file: RecordedFile?) {
        if options.json { return show(line, file) }
        if showsLevels { Terminal.draw("\r\u{1B}[K") }
        Terminal.writeError(text)
    }

    /// Prints a line of JSON, unless standard output carries the recording.
    private func show(_ line: String, _ file: RecordedFile?) {
        if file?.hasPlaces != false { Terminal.write(line) } else { Terminal.writeError(line) }
    }

    private func draw() {
        guard showsLevels, let levels, let recording else { return }
        Terminal.draw("\r" + RecordingText.meter(levels, rate: recording.sampleRate, columns: Terminal.columns - 1) + "\u{1B}[K")
    }

    private func finish(_ file: RecordedFile?) throws(ClientFailure) {
        guard let result else { throw .noDaemon("fermatad has gone; what it sent is in the file") }
        if let error = result.error { throw .refused(error.message) }
        if result.reason == .inputLost { throw .refused("the input was lost: \(RecordingText.summary(result, of: file?.name))") }
        guard !options.json else { return }
        if showsLevels { Terminal.draw("\r\u{1B}[K") }
        Terminal.writeError(RecordingText.summary(result, of: file?.name))
    }
}
