import ControlProtocol
import FermataKit
import JSON
import SystemSupport

/// Prints a line about the player whenever it changes, until the user or the reader of the output leaves. If the daemon ends, it
/// prints an empty line, and goes on when a daemon answers.
struct CurrentFollower {
    private let format: StatusFormat
    private let json: Bool
    private let follower: StatusFollower
    private var status: Wire.Status?
    private var latestLine: String?

    init(_ format: StatusFormat, _ options: ConnectionOptions) throws(ClientFailure) {
        self.format = format
        json = options.json
        follower = try StatusFollower(options, needsDaemon: false)
    }

    mutating func run() throws(ClientFailure) {
        let follower = follower
        try follower.run { news in take(news) }
    }

    /// Returns when the line may be another one, although nothing happens.
    private mutating func take(_ news: StatusFollower.News) -> CInt {
        switch news {
        case .status(let new, let value):
            status = new
            if json { Terminal.write(value.text) }
        case .away: status = nil
        case .time: break
        }
        if !json { print(status.map { format.line($0, now: MonotonicClock.seconds) } ?? "") }
        return format.followsTime ? status?.position?.timeout ?? -1 : -1
    }

    private mutating func print(_ line: String) {
        if line != latestLine { Terminal.write(line) }
        latestLine = line
    }
}
