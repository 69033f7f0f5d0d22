/// Bounds how many pictures are in memory for the network at a time: each may have megabytes, until a slow client has read it. A value; what it
/// returns is to be called.
struct PictureTurns {
    /// How many at a time.
    static let most = 8
    /// How many may wait.
    static let mostWaiting = 256

    private var running: Set<UInt64> = []
    private var waiting: [(client: UInt64, begin: () -> Void)] = []

    /// Gives a client a turn: returns what begins it now, `nil` if it waits for its turn.
    ///
    /// - Throws: if too many wait.
    mutating func enter(_ client: UInt64, _ begin: @escaping () -> Void) throws(WebRefusal) -> (() -> Void)? {
        guard running.count >= Self.most else {
            running.insert(client)
            return begin
        }
        guard waiting.count < Self.mostWaiting else { throw .unavailable }
        waiting.append((client, begin))
        return nil
    }

    /// Ends the turn of a client, or its waiting. Returns what begins the next turn.
    mutating func leave(_ client: UInt64) -> (() -> Void)? {
        waiting.removeAll { $0.client == client }
        guard running.remove(client) != nil, !waiting.isEmpty else { return nil }
        let next = waiting.removeFirst()
        running.insert(next.client)
        return next.begin
    }
}
