import ControlProtocol
import Glibc
import SystemSupport

/// Shows the status of the player until the connection ends or the user interrupts it.
///
/// It does not poll the position: it computes it from the last status and the clock. So nothing happens while the player
/// stands still, and while it plays the line is drawn once a second.
struct StatusWatcher {
    private let connection: DaemonConnection
    private let isLive: Bool
    private let json: Bool
    private let signals: SignalPipe
    private var status: Wire.Status?
    private var latestLine = ""

    init(connection: DaemonConnection, json: Bool) throws(ClientFailure) {
        self.connection = connection
        self.json = json
        isLive = Terminal.isInteractive && !json
        // Signals are read like input instead of ending the program, so that the terminal is always restored.
        signals = try SignalPipe(SignalPipe.ending + [SIGWINCH])
    }

    mutating func run() throws(ClientFailure) {
        if isLive { Terminal.draw("\u{1B}[?25l") }
        defer { if isLive { Terminal.draw("\r\u{1B}[K\u{1B}[?25h") } }
        let reply = try connection.call("events.subscribe")
        guard case .success(let subscription) = reply.result else { throw Self.refusal(reply) }
        try show(subscription["status"] ?? .null)
        while try wait() {
            var hasChanged = false
            // Further events may have arrived together with the reply; poll does not tell of them.
            while connection.takeLine() != nil {
                while connection.takeLine() != nil {}
                hasChanged = true
                try refresh()
            }
            if !hasChanged { redraw() }
        }
    }

    /// Waits for an event, a signal, or the next second of playback. Returns `false` if the user wants to leave.
    private func wait() throws(ClientFailure) -> Bool {
        var entries = [
            pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        poll(&entries, 2, timeout)
        if entries[1].revents != 0 { return signals.take() == SIGWINCH }
        if entries[0].revents != 0 { try connection.receive() }
        return true
    }

    /// Milliseconds to the next second of the item; -1 while playback stands still or no line is drawn.
    private var timeout: CInt {
        isLive ? status?.position?.timeout ?? -1 : -1
    }

    private mutating func refresh() throws(ClientFailure) {
        let reply = try connection.call("status")
        guard case .success(let value) = reply.result else { throw Self.refusal(reply) }
        try show(value)
    }

    private mutating func show(_ value: JSONValue) throws(ClientFailure) {
        do {
            status = try Wire.Status(json: value)
        } catch {
            throw .refused("fermata cannot read the status that fermatad sent: \(error)")
        }
        redraw(value)
    }

    private mutating func redraw(_ value: JSONValue? = nil) {
        guard let status else { return }
        if isLive {
            Terminal.draw(
                "\r" + StatusText.live(status, now: MonotonicClock.seconds, columns: Terminal.columns - 1) + "\u{1B}[K")
            return
        }
        guard let value else { return }
        let line = json ? value.text : StatusText.headline(status)
        // For people, a line that is the same as the last adds nothing.
        if json || line != latestLine { Terminal.write(line) }
        latestLine = line
    }

    private static func refusal(_ reply: DaemonConnection.Reply) -> ClientFailure {
        if case .failure(let error) = reply.result { .refused(error.message) } else { .refused("fermatad refused") }
    }
}
