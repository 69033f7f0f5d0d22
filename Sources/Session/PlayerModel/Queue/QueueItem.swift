package import AudioTypes
package import MediaTypes
package import Playlists

/// One entry of the queue.
package struct QueueItem: Hashable, Sendable {
    /// The number of the entry while it is in the queue; it is never used again.
    package var id: Int64
    /// The absolute path or the URL, as the client gave it. It is for the opener only, because it may hold a password.
    package var location: String
    /// Its own tags, and those of what is on the air.
    var tags = ItemTags()
    /// The duration in seconds; `nil` if unknown.
    package var duration: Double?
    /// The facts below that are true or not, in one byte: each of its own would make the item larger.
    private var flags: Flags = []
    /// Whether there is a picture of the media, inside the file or beside it; `nil` if nobody has looked.
    package var hasPicture: Bool?
    /// How early a queue that shuffles plays the item: of those that are left of a round, the ones with the highest priority come
    /// first. It ends when the item is played.
    package internal(set) var priority: UInt8 = 0
    /// ``track``, as its two bytes.
    private var packedTrack: UInt16 = 0
    /// Facts that are true or not.
    private struct Flags: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let toBeCounted = Flags(rawValue: 1)
        static let read = Flags(rawValue: 2)
        static let publicOnly = Flags(rawValue: 4)
        static let markedSpoken = Flags(rawValue: 8)
        static let estimated = Flags(rawValue: 16)
        static let automatic = Flags(rawValue: 32)

        subscript(flag: Flags) -> Bool {
            get { contains(flag) }
            set { if newValue { insert(flag) } else { remove(flag) } }
        }
    }

    /// Whether the duration may differ from what will be heard: a playlist states it, or a container that does not know it
    /// exactly.
    package var durationIsEstimate: Bool {
        get { flags[.estimated] }
        set { flags[.estimated] = newValue }
    }

    /// Which of several audio tracks somebody has chosen; `nil` if nobody has.
    package var track: TrackChoice? {
        get { TrackChoice(packed: packedTrack) }
        set { packedTrack = newValue?.packed ?? 0 }
    }

    /// Whether only reading the whole media would tell its duration. Not saved.
    package var isToBeCounted: Bool {
        get { flags[.toBeCounted] }
        set { flags[.toBeCounted] = newValue }
    }

    /// Whether the tags of the media itself were read, or it was tried without success.
    package internal(set) var wasRead: Bool {
        get { flags[.read] }
        set { flags[.read] = newValue }
    }

    /// Whether the address may lead to public addresses only, because a list of a public host or a client of the network named it.
    package var isPublicOnly: Bool {
        get { flags[.publicOnly] }
        set { flags[.publicOnly] = newValue }
    }

    /// Whether nobody has added the item: it came because the queue had nothing more.
    package internal(set) var isAutomatic: Bool {
        get { flags[.automatic] }
        set { flags[.automatic] = newValue }
    }

    /// Whether the media was spoken when it was opened last, as ``SpokenWord`` decides. Tags of a client do not count: they are not known
    /// where media is opened.
    package internal(set) var isSpoken: Bool {
        get { flags[.markedSpoken] }
        set { flags[.markedSpoken] = newValue }
    }

    /// ``trackNumber``, or 0: as an optional it would make each item eight bytes larger.
    private var trackNumberOrZero: UInt16 = 0

    /// The number of the track, from 1, as the item itself has it.
    var ownTrackNumber: UInt16? {
        get { trackNumberOrZero == 0 ? nil : trackNumberOrZero }
        set { trackNumberOrZero = newValue ?? 0 }
    }

    package init(
        id: Int64, uri: String, title: String? = nil, artist: String? = nil, album: String? = nil, duration: Double? = nil,
        durationIsEstimate: Bool = false
    ) {
        self.id = id
        location = MediaAddress.escaped(uri)
        tags.own = OwnTags(title: title, artist: artist, album: album)
        self.duration = Self.believable(duration)
        self.durationIsEstimate = durationIsEstimate
    }

    /// Returns a duration that can be counted, or `nil`: what a playlist states, and what an earlier run has kept of that, may be any
    /// number.
    private static func believable(_ duration: Double?) -> Double? {
        duration.flatMap { $0.isFinite && $0 <= durationLimit ? $0 : nil }
    }

    /// The longest duration that is believed, in seconds: 31 years.
    private static let durationLimit = 1e9

    /// The title that is shown: of what is on the air, or the item's own. The others are shown likewise.
    package var title: String? { tags.title }
    package var artist: String? { tags.artist }
    package var album: String? { tags.album }
    /// The number of the track, from 1.
    package var trackNumber: UInt16? { tags.onAir?.trackNumber ?? ownTrackNumber }
    /// The tags that the item has in common with the other tracks of its disc.
    package var albumTags: AlbumTags { tags.albumTags }

    /// The tags that the item has whatever is heard of it.
    package var ownTags: OwnTags { tags.own }
    var sharedAlbumTags: SharedAlbumTags? { tags.own.shared }

    /// Takes over as its own the tags of the media, as far as `facts` have them.
    mutating func takeOwn(_ facts: MediaFacts) {
        var own = tags.own
        own.title = facts.title ?? own.title
        own.artist = facts.artist ?? own.artist
        own.album = facts.album ?? own.album
        ownTrackNumber = facts.trackNumber ?? ownTrackNumber
        // An item that has the same tags already goes on sharing them with others.
        if let album = facts.albumTags, album != own.shared {
            var tags = album.tags
            // The disc that a CUE sheet states stays, where the file states none, and so does the loudness of the track.
            if tags.discNumber == nil { (tags.discNumber, tags.discTotal) = (own.albumTags.discNumber, own.albumTags.discTotal) }
            tags.sheetGain = own.albumTags.sheetGain
            own.shared = tags == album.tags ? album : tags.shared
        }
        tags.own = own
    }

    /// Takes over what is known of the media by another item, before the media themselves were read. The address stays.
    package mutating func describe(as known: QueueItem) {
        var own = tags.own
        (own.title, own.artist, own.album) = (known.title, known.artist, known.album)
        tags.own = own
        if duration == nil { (duration, durationIsEstimate) = (known.duration, known.durationIsEstimate) }
    }

    /// Cuts texts that are too long, and has equal ones share their memory.
    mutating func trimTags(sharing pool: inout TextPool) {
        let own = tags.own
        // They are made anew, so that an item takes over the shared memory even of tags that are equal.
        tags = ItemTags()
        tags.own = OwnTags(
            title: QueueText.shown(own.title), artist: pool.shared(QueueText.shown(own.artist)),
            album: pool.shared(QueueText.shown(own.album)), shared: pool.shared(own.shared))
    }

    /// The size in bytes of all texts of the item, as a reply shows them.
    var textBytes: Int {
        let tags = albumTags
        let texts = [title, artist, album, tags.artist, tags.date, tags.genre]
        return texts.reduce(uri.utf8.count) { $0 + ($1?.utf8.count ?? 0) }
    }

    /// Takes over a duration that was found out. An estimate does not replace an exact duration.
    mutating func take(duration new: Double?, isEstimate: Bool) {
        guard let new = Self.believable(new), !isEstimate || duration == nil || durationIsEstimate else { return }
        duration = new
        durationIsEstimate = isEstimate
    }

    /// ``location`` without user and password, for all other uses and for the state that is saved.
    package var uri: String { MediaAddress.shown(location) }
}

// MARK: - Saved

extension QueueItem: Codable {
    private enum Key: String, CodingKey {
        case id, uri, title, artist, album, duration, durationIsEstimate, wasRead, isPublicOnly, isSpoken, isAutomatic, hasPicture
        case albumArtist, date, genre, trackNumber, trackTotal, discNumber, discTotal, sheetGain, priority, track
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
        isSpoken = try values.decodeIfPresent(Bool.self, forKey: .isSpoken) ?? false
        isAutomatic = try values.decodeIfPresent(Bool.self, forKey: .isAutomatic) ?? false
        hasPicture = wasRead ? try values.decodeIfPresent(Bool.self, forKey: .hasPicture) ?? false : nil
        priority = try values.decodeIfPresent(UInt8.self, forKey: .priority) ?? 0
        track = TrackChoice(packed: try values.decodeIfPresent(UInt16.self, forKey: .track) ?? 0)
        ownTrackNumber = TagNumber.believable(try values.decodeIfPresent(UInt16.self, forKey: .trackNumber))
        var album = AlbumTags(
            artist: try values.decodeIfPresent(String.self, forKey: .albumArtist),
            date: try values.decodeIfPresent(String.self, forKey: .date),
            genre: try values.decodeIfPresent(String.self, forKey: .genre),
            discNumber: try values.decodeIfPresent(UInt16.self, forKey: .discNumber),
            discTotal: try values.decodeIfPresent(UInt16.self, forKey: .discTotal),
            trackTotal: try values.decodeIfPresent(UInt16.self, forKey: .trackTotal))
        // A gain that nobody can mean is left out, as it is where a sheet is read.
        album.sheetGain = (try? values.decodeIfPresent(ReplayGain.self, forKey: .sheetGain)) ?? nil
        tags.own.shared = album.shared
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(id, forKey: .id)
        try values.encode(uri, forKey: .uri)
        // What is on the air is over when it is read again.
        let own = tags.own
        try values.encodeIfPresent(own.title, forKey: .title)
        try values.encodeIfPresent(own.artist, forKey: .artist)
        try values.encodeIfPresent(own.album, forKey: .album)
        try values.encodeIfPresent(duration, forKey: .duration)
        // Most items have none of these, and a queue has many items.
        if durationIsEstimate { try values.encode(true, forKey: .durationIsEstimate) }
        // An item whose picture nobody has looked for is read again by the next run.
        if wasRead, hasPicture != nil { try values.encode(true, forKey: .wasRead) }
        if isPublicOnly { try values.encode(true, forKey: .isPublicOnly) }
        if isSpoken { try values.encode(true, forKey: .isSpoken) }
        if isAutomatic { try values.encode(true, forKey: .isAutomatic) }
        if hasPicture == true { try values.encode(true, forKey: .hasPicture) }
        if packedTrack != 0 { try values.encode(packedTrack, forKey: .track) }
        if priority > 0 { try values.encode(priority, forKey: .priority) }
        try values.encodeIfPresent(ownTrackNumber, forKey: .trackNumber)
        guard let tags = own.shared?.tags else { return }
        try values.encodeIfPresent(tags.artist, forKey: .albumArtist)
        try values.encodeIfPresent(tags.date, forKey: .date)
        try values.encodeIfPresent(tags.genre, forKey: .genre)
        try values.encodeIfPresent(tags.discNumber, forKey: .discNumber)
        try values.encodeIfPresent(tags.discTotal, forKey: .discTotal)
        try values.encodeIfPresent(tags.trackTotal, forKey: .trackTotal)
        try values.encodeIfPresent(tags.sheetGain, forKey: .sheetGain)
    }
}

extension QueueItem {
    /// Makes an item, still without an id, from an entry of a playlist.
    package init(_ entry: PlaylistEntry) {
        let scale = CueRange.framesPerSecond
        let range = entry.range.map { range in
            MediaRange(
                start: MediaTime(value: range.start, timescale: scale),
                end: range.end.map { MediaTime(value: $0, timescale: scale) })
        }
        self.init(
            id: 0, uri: entry.uri + (range?.fragment ?? ""), title: QueueText.shown(entry.title),
            artist: QueueText.shown(entry.artist), album: QueueText.shown(entry.album), duration: entry.duration,
            durationIsEstimate: entry.duration != nil)
        isPublicOnly = entry.isPublicOnly
        let disc = TagNumber(entry.disc)
        var album = AlbumTags(artist: nil, date: nil, genre: nil, discNumber: disc.number, discTotal: disc.total)
        let gain = ReplayGain(tags: entry.replayGain, codec: "")
        album.sheetGain = gain.isEmpty ? nil : gain
        tags.own.shared = album.shared
    }
}
