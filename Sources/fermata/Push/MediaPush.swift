import ControlProtocol
import Glibc

/// Media that is sent to the daemon from a descriptor, and stays with it until it is over.
struct MediaPush {
    /// How long the daemon may take to answer when a signal ends all this, in seconds.
    private static let patience = 2

    let descriptor: CInt
    /// What to call it where it has no title of its own.
    let title: String
    /// As `stream.open` takes it; `nil` for a container.
    let format: JSONValue?
    /// Whether it replaces the queue; otherwise it waits at the queue's end for its turn.
    let plays: Bool

    /// Sends everything and waits until it was heard, or taken away. A signal takes away what is left.
    func run(_ options: ConnectionOptions) throws(ClientFailure) {
        // Else the connection could get the number of the missing standard input, and would be sent to itself.
        guard fcntl(descriptor, F_GETFD) >= 0 else {
            throw .refused("\(title) cannot be read: \(String(cString: strerror(errno)))")
        }
        let connection = try options.connect()
        let parameters: JSONObject = ["format": format, "title": .string(title), "play": .bool(plays)]
        let reply = try options.perform("stream.open", parameters, on: connection) { _ in "" }
        // From here on there is something to take back; before, a signal may end the program as it always does.
        let signals = try SignalPipe(SignalPipe.ending)
        var pump = StreamPump(from: descriptor, to: connection, signals: signals)
        switch pump.run() {
        case .over:
            try finish(connection, options)
            // Somebody may have taken it away. But where the daemon is no more, that is to be said.
            if !pump.hasSentEverything { _ = try options.connect(patience: Self.patience) }
        case .unreadable(let error):
            throw .refused("\(title) cannot be read: \(String(cString: strerror(error)))")
        case .signal(let number):
            take(reply["item"]?.integerValue, options)
            signals.end(by: number)
        }
    }

    /// What the daemon said at the end: an error, or nothing.
    private func finish(_ connection: DaemonConnection, _ options: ConnectionOptions) throws(ClientFailure) {
        guard let line = connection.takeLine() else { return }
        if options.json { Terminal.write(line) }
        guard let json = try? JSONValue(parsing: line, maximumDepth: 64), let response = try? Response(json: json),
            case .failure(let error) = response.result
        else { return }
        throw .refused(error.message)
    }

    /// Takes the item out of the queue. Where that fails, the end of the connection ends it too, after what was sent.
    private func take(_ item: Int64?, _ options: ConnectionOptions) {
        guard let item, let connection = try? options.connect(patience: Self.patience) else { return }
        _ = try? connection.call("queue.remove", ["ids": .array([.integer(item)])])
    }
}

extension MediaPush {
    /// A file, in whatever container.
    init(_ file: LocalFile, plays: Bool) {
        self.init(descriptor: file.descriptor, title: file.name, format: nil, plays: plays)
    }
}
