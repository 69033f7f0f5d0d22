import ControlProtocol
import FermataKit
import Glibc
import JSON
import SystemSupport

/// Media that this program sends to the daemon from a descriptor. The push lasts until the item or the announcement is over.
struct MediaPush {
    /// What the daemon makes of the media.
    enum Purpose {
        /// A queue item, which replaces the queue (`plays`) or waits at the end of the queue for its turn.
        case item(plays: Bool)
        /// An announcement, which is heard as the order says.
        case announcement(Wire.AnnouncementOrder)
    }

    /// The time-out for the daemon's answer when a signal ends the program, in seconds.
    private static let patience = 2

    let descriptor: CInt
    /// The title to show if the media has none of its own.
    let title: String
    /// The format of raw samples; `nil` for a container.
    let format: Wire.StreamFormat?
    let purpose: Purpose
    /// The bytes that were read from the descriptor already.
    var beginning: [UInt8] = []
    /// How much of live sound must be there before it is heard, in seconds; `nil`: the stream is buffered.
    var latency: Double?

    /// Sends all of it, and waits until it was heard or somebody removed it. A signal removes what is left.
    func run(_ options: ConnectionOptions) throws(ClientFailure) {
        // Otherwise the connection could get the descriptor number of a closed standard input, and would be sent to itself.
        guard fcntl(descriptor, F_GETFD) >= 0 else {
            throw .refused("\(title) cannot be read: \(systemReason())")
        }
        let connection = try options.connect()
        let id = try begin(on: connection, options)
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
            if let id { take(id, options) }
            signals.end(by: number)
        }
    }

    /// Has the daemon take the media. Returns the id of the item or of the announcement.
    private func begin(on connection: DaemonConnection, _ options: ConnectionOptions) throws(ClientFailure) -> Int64? {
        switch purpose {
        case .item(let plays):
            let parameters = (format: format ?? .automatic, title: title, play: plays, latency: latency, at: Wire.StartTime?.none)
            return try options.perform(Methods.Stream.open, parameters, on: connection).answer
        case .announcement(var order):
            (order.format, order.title) = (format, title)
            return try options.perform(Methods.announce, order, on: connection).answer
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

    /// Removes the item from the queue, or cancels the announcement. If that fails, it still ends, after all that was sent, because
    /// the connection ends.
    private func take(_ id: Int64, _ options: ConnectionOptions) {
        guard let connection = try? options.connect(patience: Self.patience) else { return }
        switch purpose {
        case .item: _ = try? connection.ask(Methods.Queue.remove, [id])
        case .announcement: _ = try? connection.ask(Methods.Announce.cancel, id)
        }
    }
}

extension MediaPush {
    /// Makes a push of a file, in any container.
    init(_ file: LocalFile, for purpose: Purpose) {
        self.init(descriptor: file.descriptor, title: file.name, format: nil, purpose: purpose)
    }
}
