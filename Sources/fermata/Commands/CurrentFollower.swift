import ControlProtocol
import Glibc
import SystemSupport

/// Prints a line about the player whenever it changes, until the user or the reader of the output leaves. If the daemon ends, it
/// connects again.
///
/// It does not poll: it wakes for events, and once a second if the line shows the time and the player plays.
struct CurrentFollower {
    /// The shortest and the longest wait before it connects again, in nanoseconds.
    private static let waits: (first: Int64, longest: Int64) = (500_000_000, 10_000_000_000)

    private let format: StatusFormat
    private let options: ConnectionOptions
    private let signals: SignalPipe
    private var status: Wire.Status?
    private var latestLine: String?

    init(_ format: StatusFormat, _ options: ConnectionOptions) throws(ClientFailure) {
        self.format = format
        self.options = options
        signals = try SignalPipe(SignalPipe.ending)
    }

    mutating func run() throws(ClientFailure) {
        var backoff = Backoff(first: Self.waits.first, longest: Self.waits.longest)
        while true {
            let start = MonotonicClock.nanoseconds
            do throws(ClientFailure) {
                return try follow()
            } catch {
                // A daemon that starts again is worth waiting for, and so is one that is not there yet.
                guard error.status == .noDaemon else { throw error }
            }
            status = nil
            if !options.json { print("") }
            backoff.lost(after: .nanoseconds(MonotonicClock.nanoseconds - start))
            guard wait(for: nil, milliseconds: CInt(backoff.next() / 1_000_000)) != .end else { return }
        }
    }

    /// Follows one daemon. Returns when the user or the reader leaves.
    private mutating func follow() throws(ClientFailure) {
        let connection = try options.connect()
        try show(try connection.call("events.subscribe")) { $0["status"] }
        while true {
            switch wait(for: connection, milliseconds: timeout) {
            case .end: return
            case .time: printLine()
            case .message:
                try connection.receive()
                // Further events may have arrived together with the reply; poll does not tell of them.
                while connection.takeLine() != nil {
                    while connection.takeLine() != nil {}
                    try show(try connection.call("status")) { $0 }
                }
            }
        }
    }

    private enum Wake {
        case end, message, time
    }

    /// Waits for the daemon, for the end of everything, or for the time to pass.
    private func wait(for connection: DaemonConnection?, milliseconds: CInt) -> Wake {
        var entries = [
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            // Only errors: whoever read the lines is gone.
            pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
            pollfd(fd: connection?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        poll(&entries, 3, milliseconds)
        if entries[0].revents != 0 || entries[1].revents != 0 { return .end }
        return entries[2].revents != 0 ? .message : .time
    }

    /// Milliseconds to the next second of the item; -1 if the line stays as it is until something happens.
    private var timeout: CInt { format.followsTime ? status?.position?.timeout ?? -1 : -1 }

    private mutating func show(
        _ reply: DaemonConnection.Reply, part: (JSONValue) -> JSONValue?
    ) throws(ClientFailure) {
        switch reply.result {
        case .failure(let error): throw .refused(error.message)
        case .success(let value):
            guard let json = part(value), let new = try? Wire.Status(json: json) else {
                throw .refused("fermata cannot read the status that fermatad sent")
            }
            status = new
            if options.json { Terminal.write(json.text) } else { printLine() }
        }
    }

    private mutating func printLine() {
        if let status, !options.json { print(format.line(status, now: MonotonicClock.seconds)) }
    }

    private mutating func print(_ line: String) {
        if line != latestLine { Terminal.write(line) }
        latestLine = line
    }
}

extension Wire.Position {
    /// Milliseconds to the next second of the item, as `poll` takes them; -1 while playback stands still.
    var timeout: CInt {
        guard rate > 0 else { return -1 }
        let seconds = seconds(at: MonotonicClock.seconds)
        let milliseconds = ((1 - (seconds - seconds.rounded(.down))) / rate * 1_000).rounded(.up)
        // The limit also holds if the daemon's numbers are so large that the result is not a number of milliseconds.
        return milliseconds < 60_000 ? CInt(milliseconds) + 1 : 60_000
    }
}
