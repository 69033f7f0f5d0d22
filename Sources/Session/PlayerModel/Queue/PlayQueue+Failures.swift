import MediaTypes

// Items that could not be played. The revision stays: clients learn of each failure from an event.
extension PlayQueue {
    /// The failure that came last, if its item is still in the queue and has not been played since.
    package var latestFailure: PlaybackError? { latestFailedID.flatMap { failures[$0] } }

    /// Notes why an item could not be played. What is no fault of its media, such as a sound server that is away, does not count.
    mutating func note(_ error: PlaybackError, of id: Int64) {
        guard case .media(let code) = error.code, code != .cancelled, code != .limitExceeded, index(of: id) != nil else { return }
        failures[id] = error
        latestFailedID = id
    }

    /// Forgets that an item could not be played: it was opened, or has left.
    mutating func forgetFailure(of id: Int64) { failures[id] = nil }

    /// Forgets the failures of items that have left.
    mutating func forgetFailures() {
        guard !failures.isEmpty else { return }
        let ids = Set(items.lazy.map(\.id))
        failures = failures.filter { ids.contains($0.key) }
    }
}
