import ControlProtocol
import Glibc

/// Media that this program sends to the daemon from a descriptor. The push lasts until the item is over.
struct MediaPush {
    /// The time-out for the daemon's answer when a signal ends the program, in seconds.
    private static let patience = 2

    let descriptor: CInt
    /// The title to show if the media has none of its own.
    let title: String
    /// The format for `stream.open`; `nil` for a container.
    let format: JSONValue?
    /// Whether the item replaces the queue. Otherwise it waits at the end of the queue for its turn.
    let plays: Bool

    /// Sends all of it, and waits until it was heard or somebody removed it. A signal removes what is left.
    func run(_ options: ConnectionOptions) throws(ClientFailure) {
        // Otherwise the connection could get the descriptor number of a closed standard input, and would be sent to itself.
        guard fcntl(descriptor, F_GETFD) >= 0 else {
            throw .refused("\(title) cannot be read: \(String(cString: strerror(errno)))")
        }
        let connection = try options.connect()
        let parameters: JSONObject = ["format": format, "title": .string(title), "play": .bool(plays)]
        let reply = try options.perform("stream.open", parameters, on: connection) { _ in "" }
        // From here on there is an item to remove. Before this, a signal may end the program as usual.
        let signals = try SignalPipe(SignalPipe.ending)
        var pump = StreamPump(from: descriptor, to: connection, signals: signals)
        switch pump.run() {
        case .over:
            try finish(connection, options)
            // Somebody may have removed the item. But if the daemon has gone, this reports it.
            if !pump.hasSentEverything { _ = try options.connect(patience: Self.patience) }
        case .unreadable(let error):
            throw .refused("\(title) cannot be read: \(String(cString: strerror(error)))")
        case .signal(let number):
            take(reply["item"]?.integerValue, options)
            signals.end(by: number)
        }
    }

    /// Throws the error that the daemon sent at the end, if any.
    private func finish(_ connection: DaemonConnection, _ options: ConnectionOptions) throws(ClientFailure) {
        guard let line = connection.takeLine() else { return }
        if options.json { Terminal.write(line) }
        guard let json = try? JSONValue(parsing: line, maximumDepth: 64), let response = try? Response(json: json),
            case .failure(let error) = response.result
        else { return }
        throw .refused(error.message)
    }

    /// Removes the item from the queue. If that fails, the item still ends, after all that was sent, because the connection
    /// ends.
    private func take(_ item: Int64?, _ options: ConnectionOptions) {
        guard let item, let connection = try? options.connect(patience: Self.patience) else { return }
        _ = try? connection.call("queue.remove", ["ids": .array([.integer(item)])])
    }
}

extension MediaPush {
    /// Makes a push of a file, in any container.
    init(_ file: LocalFile, plays: Bool) {
        self.init(descriptor: file.descriptor, title: file.name, format: nil, plays: plays)
    }
}
