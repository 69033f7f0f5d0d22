import ControlProtocol
import FermataKit
import Glibc
import JSON
import SystemSupport

/// Follows the status of the player through restarts of the daemon, until the user or the reader of the output leaves.
///
/// It does not poll: it wakes for events, for signals, and when the time has come that its owner named.
struct StatusFollower {
    /// What its owner is told.
    enum News {
        /// The daemon told its status: as a value, and as it came.
        case status(Wire.Status, JSONValue)
        /// The time has come, or the terminal has another size.
        case time
        /// No daemon answers any more. It connects again by itself.
        case away
    }

    /// The shortest and the longest wait before it connects again, in nanoseconds.
    private static let waits: (first: Int64, longest: Int64) = (500_000_000, 10_000_000_000)

    private let options: ConnectionOptions
    private let signals: SignalPipe
    private let needsDaemon: Bool

    /// - Parameter needsDaemon: whether it fails if no daemon answers in the beginning; otherwise it waits for one.
    init(_ options: ConnectionOptions, needsDaemon: Bool) throws(ClientFailure) {
        self.options = options
        self.needsDaemon = needsDaemon
        // Signals are read like input instead of ending the program, so that a terminal is always restored.
        signals = try SignalPipe(SignalPipe.ending + [SIGWINCH])
    }

    /// Follows until the user or the reader leaves.
    /// - Parameter tell: takes the news, and returns after how many milliseconds ``News/time`` is wanted; -1 for never.
    func run(_ tell: (News) -> CInt) throws(ClientFailure) {
        var backoff = Backoff(first: Self.waits.first, longest: Self.waits.longest)
        var hasFollowed = !needsDaemon
        while true {
            let start = MonotonicClock.nanoseconds
            do throws(ClientFailure) {
                return try follow { news in
                    hasFollowed = true
                    return tell(news)
                }
            } catch {
                // A daemon that starts again is worth waiting for.
                guard error.status == .noDaemon, hasFollowed else { throw error }
            }
            _ = tell(.away)
            backoff.lost(after: .nanoseconds(MonotonicClock.nanoseconds - start))
            let end = MonotonicClock.nanoseconds + backoff.next()
            while MonotonicClock.nanoseconds < end {
                let left = CInt((end - MonotonicClock.nanoseconds) / 1_000_000 + 1)
                guard wait(for: nil, milliseconds: left) != .end else { return }
            }
        }
    }

    /// Follows one daemon. Returns when the user or the reader leaves.
    private func follow(_ tell: (News) -> CInt) throws(ClientFailure) {
        let connection = try options.connect()
        let first = try connection.ask(Methods.Events.subscribe, nil)
        var timeout = tell(try news(in: first, first.answer?.1) { $0["status"] })
        while true {
            switch wait(for: connection, milliseconds: timeout) {
            case .end: return
            case .time: timeout = tell(.time)
            case .message:
                try connection.receive()
                // Further events may have arrived together with the reply; poll does not tell of them.
                while connection.takeLine() != nil {
                    while connection.takeLine() != nil {}
                    let reply = try connection.ask(Methods.status)
                    timeout = tell(try news(in: reply, reply.answer) { $0 })
                }
            }
        }
    }

    private enum Wake {
        case end, message, time
    }

    /// Waits for the daemon, for the end of everything, or for the time to pass.
    private func wait(for connection: DaemonConnection?, milliseconds: CInt) -> Wake {
        let waiter = Waiter(
            for: [.input(of: signals.descriptor), .loss(of: STDOUT_FILENO), .input(of: connection?.descriptor)],
            milliseconds: milliseconds)
        // Whoever read the lines is gone.
        if waiter.hasNews(1) { return .end }
        if waiter.hasNews(0) { return signals.take() == SIGWINCH ? .time : .end }
        return waiter.hasNews(2) ? .message : .time
    }

    private func news<Answer>(
        in reply: DaemonConnection.Reply<Answer>, _ status: Wire.Status?, json: (JSONValue) -> JSONValue?
    ) throws(ClientFailure) -> News {
        switch reply.result {
        case .failure(let error): throw .refused(error.message)
        case .success(let value):
            guard let status, let json = json(value) else {
                throw .refused("fermata cannot read the status that fermatad sent")
            }
            return .status(status, json)
        }
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
