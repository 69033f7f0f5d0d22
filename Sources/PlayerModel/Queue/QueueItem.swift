import MediaTypes

/// One entry of the queue.
package struct QueueItem: Hashable, Sendable {
    /// The number of the entry while it is in the queue; it is never used again.
    package var id: Int64
    /// The absolute path or the URL, as the client gave it. It is for the opener only, because it may hold a password.
    package var location: String
    package var title: String?
    package var artist: String?
    package var album: String?
    /// The duration in seconds; `nil` if unknown.
    package var duration: Double?
    /// Whether the duration may differ from what will be heard: a playlist states it, or a container that does not know it
    /// exactly.
    package var durationIsEstimate: Bool
    /// Whether only reading the whole media would tell its duration. Not saved.
    package var isToBeCounted = false
    /// Whether the tags of the media itself were read, or it was tried without success.
    var wasRead = false
    /// Whether the address may lead to public addresses only, because a list of a public host named it.
    package var isPublicOnly = false

    package init(
        id: Int64, uri: String, title: String? = nil, artist: String? = nil, album: String? = nil, duration: Double? = nil,
        durationIsEstimate: Bool = false
    ) {
        self.id = id
        location = uri
        self.title = title
        self.artist = artist
        self.album = album
        self.duration = duration
        self.durationIsEstimate = durationIsEstimate
    }

    /// Takes over a duration that was found out. An estimate does not replace an exact duration.
    mutating func take(duration new: Double?, isEstimate: Bool) {
        guard let new, !isEstimate || duration == nil || durationIsEstimate else { return }
        duration = new
        durationIsEstimate = isEstimate
    }

    /// ``location`` without user and password, for all other uses and for the state that is saved.
    package var uri: String { MediaAddress.shown(location) }
}

// MARK: - Saved

extension QueueItem: Codable {
    private enum Key: String, CodingKey {
        case id, uri, title, artist, album, duration, durationIsEstimate, wasRead, isPublicOnly
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            id: try values.decode(Int64.self, forKey: .id), uri: try values.decode(String.self, forKey: .uri),
            title: try values.decodeIfPresent(String.self, forKey: .title),
            artist: try values.decodeIfPresent(String.self, forKey: .artist),
            album: try values.decodeIfPresent(String.self, forKey: .album),
            duration: try values.decodeIfPresent(Double.self, forKey: .duration),
            durationIsEstimate: try values.decodeIfPresent(Bool.self, forKey: .durationIsEstimate) ?? false)
        wasRead = try values.decodeIfPresent(Bool.self, forKey: .wasRead) ?? false
        isPublicOnly = try values.decodeIfPresent(Bool.self, forKey: .isPublicOnly) ?? false
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(id, forKey: .id)
        try values.encode(uri, forKey: .uri)
        try values.encodeIfPresent(title, forKey: .title)
        try values.encodeIfPresent(artist, forKey: .artist)
        try values.encodeIfPresent(album, forKey: .album)
        try values.encodeIfPresent(duration, forKey: .duration)
        // Most items have none of these, and a queue has many items.
        if durationIsEstimate { try values.encode(true, forKey: .durationIsEstimate) }
        if wasRead { try values.encode(true, forKey: .wasRead) }
        if isPublicOnly { try values.encode(true, forKey: .isPublicOnly) }
    }
}
