import ControlProtocol
import Glibc
import JSON
import SystemSupport

/// Media that this program sends to the daemon from a descriptor. The push lasts until the item or the announcement is over.
struct MediaPush {
    /// What the daemon makes of the media.
    enum Purpose {
        /// A queue item, which replaces the queue (`plays`) or waits at the end of the queue for its turn.
        case item(plays: Bool)
        /// An announcement, with the parameters of `announce`.
        case announcement(JSONObject)
    }

    /// The time-out for the daemon's answer when a signal ends the program, in seconds.
    private static let patience = 2

    let descriptor: CInt
    /// The title to show if the media has none of its own.
    let title: String
    /// The format of raw samples; `nil` for a container.
    let format: JSONValue?
    let purpose: Purpose
    /// The bytes that were read from the descriptor already.
    var beginning: [UInt8] = []

    /// Sends all of it, and waits until it was heard or somebody removed it. A signal removes what is left.
    func run(_ options: ConnectionOptions) throws(ClientFailure) {
        // Otherwise the connection could get the descriptor number of a closed standard input, and would be sent to itself.
        guard fcntl(descriptor, F_GETFD) >= 0 else {
            throw .refused("\(title) cannot be read: \(systemReason())")
        }
        let connection = try options.connect()
        let reply = try options.perform(method, parameters, on: connection) { _ in "" }
        // From here on there is an item to remove. Before this, a signal may end the program as usual.
        let signals = try SignalPipe(SignalPipe.ending)
        var pump = StreamPump(from: descriptor, beginning, to: connection, signals: signals)
        switch pump.run() {
        case .over:
            try finish(connection, options)
            // Somebody may have removed the item. But if the daemon has gone, this reports it.
            if !pump.hasSentEverything { _ = try options.connect(patience: Self.patience) }
        case .unreadable(let error):
            throw .refused("\(title) cannot be read: \(systemReason(error))")
        case .signal(let number):
            take(reply, options)
            signals.end(by: number)
        }
    }

    private var method: String {
        switch purpose {
        case .item: "stream.open"
        case .announcement: "announce"
        }
    }

    private var parameters: JSONObject {
        var parameters: JSONObject = ["format": format, "title": .string(title)]
        switch purpose {
        case .item(let plays): parameters["play"] = .bool(plays)
        case .announcement(let further): parameters.append(contentsOf: further)
        }
        return parameters
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

    /// Removes the item from the queue, or cancels the announcement. If that fails, it still ends, after all that was sent, because
    /// the connection ends.
    private func take(_ reply: JSONValue, _ options: ConnectionOptions) {
        guard let connection = try? options.connect(patience: Self.patience) else { return }
        if let item = reply["item"] {
            _ = try? connection.call("queue.remove", ["ids": .array([item])])
        } else if let announcement = reply["announcement"] {
            _ = try? connection.call("announce.cancel", ["announcement": announcement])
        }
    }
}

extension MediaPush {
    /// Makes a push of a file, in any container.
    init(_ file: LocalFile, for purpose: Purpose) {
        self.init(descriptor: file.descriptor, title: file.name, format: nil, purpose: purpose)
    }
}
