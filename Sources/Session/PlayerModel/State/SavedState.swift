import MediaTypes

/// The state that survives a restart of the daemon.
package struct SavedState: Hashable, Sendable, Codable {
    /// The version that this code writes.
    package static let currentVersion = 1

    package var version = SavedState.currentVersion
    package var items: [QueueItem]
    package var currentID: Int64?
    /// The heard position in the current item, in seconds.
    package var seconds: Double
    package var wasPlaying: Bool
    /// Whether the player was stopped, and not only paused; `nil` in a state from before this was saved.
    package var wasStopped: Bool?
    package var modes: QueueModes
    package var volume: Volume
    package var nextID: Int64
    /// The audio session's settings; `nil` in a state from before they were saved.
    package var session: SavedSession?
    /// The number of the save; `nil` in a state from before saves were counted.
    package var serial: UInt64?
    /// The order of a queue that shuffles; `nil` if it does not, and in a state from before this was saved.
    var shuffleOrder: SavedShuffleOrder?
    /// Whether estimated durations are marked; `nil` in a state from before they were, in which any duration may be an
    /// estimate.
    var marksEstimates: Bool?
    /// Whether items have all tags that this code knows; `nil` in a state from before they had more than title, artist and
    /// album.
    var hasAlbumTags: Bool?
    /// When playback stops by itself; `nil` if it does not.
    package var stopAfter: SavedStop?
    /// The options that clients have chosen; `nil` if none was, and in a state from before this was saved.
    var chosenOptions: ChosenOptions?
    /// The stored playlist that was loaded last into the queue; `nil` if none was, and in a state from before this was saved.
    package var loadedPlaylist: String?
}

/// The settings that clients made in the audio session, in the protocol's words.
package struct SavedSession: Hashable, Sendable, Codable {
    package var category: String
    package var mode: String
    package var options: [String]
    /// In seconds; 0 for no preference.
    package var preferredIOBufferDuration: Double
    /// In hertz; 0 for no preference.
    package var preferredSampleRate: Double
    /// The private output (one that only the listener hears) that was playing; `nil` if none was, and in a state from before
    /// this was saved.
    package var privateOutput: SavedOutput?
    /// The uid of the input that a client chose; `nil` if none did, and in a state from before this was saved.
    package var input: String?
    /// The equalisers that clients chose, by the uids of outputs or patterns; `nil` in a state from before they were saved.
    package var filters: [String: SavedFilters]?
    /// The rules for volumes that clients chose, by the uids of outputs or patterns; `nil` in a state from before they were saved.
    package var volumes: [String: SavedVolumeRule]?

    package init(
        category: String, mode: String, options: [String], preferredIOBufferDuration: Double, preferredSampleRate: Double,
        privateOutput: SavedOutput? = nil, input: String? = nil, filters: [String: SavedFilters]? = nil,
        volumes: [String: SavedVolumeRule]? = nil
    ) {
        self.category = category
        self.mode = mode
        self.options = options
        self.preferredIOBufferDuration = preferredIOBufferDuration
        self.preferredSampleRate = preferredSampleRate
        self.privateOutput = privateOutput
        self.input = input
        self.filters = filters
        self.volumes = volumes
    }
}

/// A rule for the volume of an output that a client chose.
package struct SavedVolumeRule: Hashable, Sendable, Codable {
    /// The greatest level, and the one that it begins with, 0…1.
    package var maximum: Double?
    package var atStart: Double?
    /// Where the volume is set, in the protocol's word.
    package var control: String?

    package init(maximum: Double?, atStart: Double?, control: String?) {
        (self.maximum, self.atStart, self.control) = (maximum, atStart, control)
    }
}

/// What a client chose for the sound of an output.
package struct SavedFilters: Hashable, Sendable, Codable {
    /// The text of the equaliser; `nil` for none, whatever is chosen for others.
    package var text: String?
    /// Whether the level is lowered by itself.
    package var hasAutomaticLevel: Bool
    /// What else the sound goes through; `nil` for nothing, and in a state from before there was more.
    package var parts: SavedParts?

    package init(text: String?, hasAutomaticLevel: Bool, parts: SavedParts? = nil) {
        self.text = text
        self.hasAutomaticLevel = hasAutomaticLevel
        self.parts = parts
    }
}

/// What the sound of an output goes through besides an equaliser. What is `nil` is not wanted.
package struct SavedParts: Hashable, Sendable, Codable {
    package var impulse: String?
    /// In decibels.
    package var limiter: Double?
    package var night: Bool?
    package var mono: Bool?
    package var swap: Bool?
    /// In decibels.
    package var balance: Double?
    /// Hertz and decibels.
    package var crossfeed: [Double]?
    /// The reference in decibels.
    package var loudness: Double?
    package var attenuatesForLoudness: Bool?
    package var matrix: [[Double]]?
    /// In milliseconds.
    package var delays: [Double]?
    /// In hertz.
    package var crossover: Double?
    package var sides: [String]?

    package init() {}
}

/// An output, described so that it can be found again after a restart of everything.
package struct SavedOutput: Hashable, Sendable, Codable {
    /// PipeWire's `node.name`.
    package var uid: String
    /// The name for people.
    package var name: String
    /// PipeWire's `device.name`, and the `port` that it played through; each is empty if it has none.
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
    /// Keeps the volume and the modes, and forgets the queue and the position.
    package mutating func forgetQueue() {
        items = []
        currentID = nil
        shuffleOrder = nil
        seconds = 0
        wasPlaying = false
        wasStopped = true
        stopAfter = nil
        loadedPlaylist = nil
    }
}

extension SavedState {
    /// Removes the streams of clients, which ended with their connections, and returns them. If one of them was the current
    /// item, the next item in the order of playing becomes the current one.
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
    /// The items. If the state does not mark estimates, every duration counts as an estimate. If it does not mark them or lacks
    /// the tags of albums, all media are read again.
    var markedItems: [QueueItem] {
        guard marksEstimates != true || hasAlbumTags != true else { return items }
        return items.map { item in
            var item = item
            if marksEstimates != true { item.durationIsEstimate = item.duration != nil }
            item.wasRead = false
            return item
        }
    }
}
