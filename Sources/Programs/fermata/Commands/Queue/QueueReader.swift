import ControlProtocol
import FermataKit

/// Reads the queue over a connection, page by page.
struct QueueReader {
    private let connection: DaemonConnection

    init(_ connection: DaemonConnection) { self.connection = connection }

    /// Returns the pages with at most `limit` items behind the first `offset`.
    /// - Parameter told: takes each reply as it came.
    func pages(
        offset: Int? = nil, limit: Int? = nil, told: (String) -> Void = { _ in }
    ) throws(ClientFailure) -> [Wire.QueuePage] {
        var pages: [Wire.QueuePage] = []
        var (next, missing) = (offset, limit)
        repeat {
            let reply = try connection.ask(Methods.Queue.list, (offset: next ?? 0, limit: missing))
            told(reply.line)
            guard let page = try answer(of: reply) else {
                throw .refused("fermata cannot read the queue that fermatad sent")
            }
            pages.append(page)
            next = page.next
            missing = missing.map { $0 - page.items.count }
        } while next != nil && missing != 0
        return pages
    }

    func items(offset: Int? = nil, limit: Int? = nil) throws(ClientFailure) -> [Wire.QueueItem] {
        try pages(offset: offset, limit: limit).flatMap(\.items)
    }

    /// Returns the ids of all items.
    func ids() throws(ClientFailure) -> [Int64] { try items().map(\.id) }

    /// Returns the status of the player.
    func status() throws(ClientFailure) -> Wire.Status {
        guard let status = try answer(of: try connection.ask(Methods.status)) else {
            throw .refused("fermata cannot read the status that fermatad sent")
        }
        return status
    }

    /// Returns how the queue is played.
    func modes() throws(ClientFailure) -> Wire.QueueModes {
        guard let modes = try answer(of: try connection.ask(Methods.Queue.set, Wire.QueueModeChange())) else {
            throw .refused("fermata cannot read how the queue is played")
        }
        return modes
    }

    private func answer<Answer>(of reply: DaemonConnection.Reply<Answer>) throws(ClientFailure) -> Answer? {
        if case .failure(let error) = reply.result { throw .refused(error.message) }
        return reply.answer
    }
}

/// Puts items of the queue into another order.
struct QueueOrdering {
    /// How many items one message moves at most, so that its ids fit into it.
    private static let atOnce = 10_000

    /// Returns ids by chance, the current one in front of them: what plays goes on, and everything else comes behind it.
    static func shuffled(_ ids: [Int64], current: Int64?) -> [Int64] {
        let others = ids.filter { $0 != current }.shuffled()
        return (current.map { ids.contains($0) ? [$0] : [] } ?? []) + others
    }

    /// Moves the items to the beginning of the queue, in this order.
    static func bringForward(_ ids: [Int64], on connection: DaemonConnection, _ options: ConnectionOptions) throws(ClientFailure)
    {
        for start in stride(from: 0, to: ids.count, by: atOnce) {
            let piece = ids[start..<min(ids.count, start + atOnce)]
            try options.perform(Methods.Queue.move, (Array(piece), position: start), on: connection)
        }
    }

    /// Removes items.
    static func remove(_ ids: [Int64], on connection: DaemonConnection, _ options: ConnectionOptions) throws(ClientFailure) {
        for start in stride(from: 0, to: ids.count, by: atOnce) {
            let piece = ids[start..<min(ids.count, start + atOnce)]
            try options.perform(Methods.Queue.remove, Array(piece), on: connection)
        }
    }
}
