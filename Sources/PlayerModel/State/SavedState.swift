import MediaTypes

/// What survives a restart of the daemon.
package struct SavedState: Hashable, Sendable, Codable {
    /// The version this code writes.
    package static let currentVersion = 1

    package var version = SavedState.currentVersion
    package var items: [QueueItem]
    package var currentID: Int64?
    /// The heard position in the current item, in seconds.
    package var seconds: Double
    package var wasPlaying: Bool
    /// Whether it was stopped, and not only paused; `nil` in a state of before that was kept.
    package var wasStopped: Bool?
    package var modes: QueueModes
    package var volume: Volume
    package var nextID: Int64
    /// The audio session's settings; `nil` in a state of before there were any.
    package var session: SavedSession?
    /// Counts what is saved; `nil` in a state of before that was counted.
    package var serial: UInt64?
    /// Where the queue shuffles; `nil` too in a state of before that was kept.
    package var shuffleOrder: ShuffleOrder?
    /// Whether durations that are estimates are marked; `nil` in a state of before they were, where any may be one.
    package var marksEstimates: Bool?
}

/// What clients asked of the audio session, in the protocol's words.
package struct SavedSession: Hashable, Sendable, Codable {
    package var category: String
    package var mode: String
    package var options: [String]
    /// In seconds; 0 for no preference.
    package var preferredIOBufferDuration: Double
    /// In hertz; 0 for no preference.
    package var preferredSampleRate: Double
    /// What was heard on something that only the listener hears; `nil` where it was not, and in a state of before that was kept.
    package var privateOutput: SavedOutput?

    package init(
        category: String, mode: String, options: [String], preferredIOBufferDuration: Double, preferredSampleRate: Double,
        privateOutput: SavedOutput? = nil
    ) {
        self.category = category
        self.mode = mode
        self.options = options
        self.preferredIOBufferDuration = preferredIOBufferDuration
        self.preferredSampleRate = preferredSampleRate
        self.privateOutput = privateOutput
    }
}

/// An output as it is found again after a restart of everything.
package struct SavedOutput: Hashable, Sendable, Codable {
    /// PipeWire's `node.name`.
    package var uid: String
    /// For people.
    package var name: String
    /// PipeWire's `device.name`, and the port that it played through; empty where it has none.
    package var device: String
    package var port: String

    package init(uid: String, name: String, device: String, port: String) {
        self.uid = uid
        self.name = name
        self.device = device
        self.port = port
    }
}

extension SavedState {
    /// Keeps volume and modes, and forgets what was queued and heard.
    package mutating func forgetQueue() {
        items = []
        currentID = nil
        shuffleOrder = nil
        seconds = 0
        wasPlaying = false
        wasStopped = true
    }
}

extension SavedState {
    /// Takes out what clients sent, which is gone with their connections; where that was the current item, the one that would have
    /// been played behind it follows. Answers what it took out.
    package mutating func leaveOutStreams() -> [QueueItem] {
        let gone = items.filter { MediaAddress.isPushed($0.uri) }
        guard !gone.isEmpty else { return [] }
        let order = shuffleOrder.map(\.ids) ?? items.map(\.id)
        items.removeAll { MediaAddress.isPushed($0.uri) }
        if let current = currentID, gone.contains(where: { $0.id == current }) {
            let left = Set(items.map(\.id))
            currentID = order.drop { $0 != current }.first { left.contains($0) }
            seconds = 0
            wasStopped = true
        }
        return gone
    }
}

extension SavedState {
    /// The items, of which any duration is one to look into where nobody noted which are estimates.
    var markedItems: [QueueItem] {
        guard marksEstimates != true else { return items }
        return items.map { item in
            var item = item
            item.durationIsEstimate = item.duration != nil
            item.wasRead = false
            return item
        }
    }
}
