import ControlProtocol
import FermataKit
import JSON
import SystemSupport

/// Shows the status of the player until the user interrupts it, through restarts of the daemon.
///
/// It does not poll the position: it computes it from the last status and the clock. So nothing happens while the player
/// stands still, and while it plays the line is drawn once a second.
struct StatusWatcher {
    private static let away = "fermatad does not answer; waiting for it"

    private let follower: StatusFollower
    private let isLive: Bool
    private let json: Bool
    private var status: Wire.Status?
    private var latestLine = ""

    /// - Throws: if no daemon answers now. One that ends later is waited for.
    init(_ options: ConnectionOptions) throws(ClientFailure) {
        json = options.json
        isLive = Terminal.isInteractive && !json
        follower = try StatusFollower(options, needsDaemon: true)
    }

    mutating func run() throws(ClientFailure) {
        if isLive { Terminal.draw("\u{1B}[?25l") }
        defer { if isLive { Terminal.draw("\r\u{1B}[K\u{1B}[?25h") } }
        let follower = follower
        try follower.run { news in take(news) }
    }

    /// Returns when the line has to be drawn again, although nothing happens.
    private mutating func take(_ news: StatusFollower.News) -> CInt {
        switch news {
        case .status(let new, let value):
            status = new
            if json { Terminal.write(value.text) }
        case .away: status = nil
        case .time: break
        }
        show()
        return isLive ? status?.position?.timeout ?? -1 : -1
    }

    private mutating func show() {
        if isLive {
            let columns = Terminal.columns - 1
            let line =
                status.map { StatusText.live($0, now: MonotonicClock.seconds, columns: columns) }
                ?? Terminal.fit(Self.away, columns: columns)
            return Terminal.draw("\r" + line + "\u{1B}[K")
        }
        guard !json else { return }
        // A line that is the same as the last adds nothing.
        let line = status.map(StatusText.headline) ?? Self.away
        if line != latestLine { Terminal.write(line) }
        latestLine = line
    }
}
