/// The tags that the tracks of one disc usually have in common.
package struct AlbumTags: Hashable, Sendable {
    /// The artist of the whole album.
    package var artist: String?
    /// The date of the release as the media states it: usually a year, or year, month and day as `2003-05-12`.
    package var date: String?
    package var genre: String?
    /// The number of the disc, from 1.
    package var discNumber: UInt16?
    /// How many discs the album has.
    package var discTotal: UInt16?
    /// How many tracks the disc has.
    package var trackTotal: UInt16?
    /// What a CUE sheet states of the loudness of the item and of its disc. It is here because an item has room for one reference, and few
    /// items have it.
    package var sheetGain: ReplayGain?

    /// Makes tags of which none is known.
    package init() {}

    /// Makes tags from values that may come from anywhere: cuts long texts, and leaves out numbers that cannot be right.
    package init(
        artist: String?, date: String?, genre: String?, discNumber: UInt16? = nil, discTotal: UInt16? = nil,
        trackTotal: UInt16? = nil
    ) {
        self.artist = QueueText.shown(artist)
        self.date = QueueText.shown(date, limit: Self.dateLimit)
        self.genre = QueueText.shown(genre, limit: Self.genreLimit)
        self.discNumber = TagNumber.believable(discNumber)
        self.discTotal = TagNumber.believable(discTotal)
        self.trackTotal = TagNumber.believable(trackTotal)
    }

    /// Makes them from the tags of media, as far as these have them.
    init(tags: [String: String]) {
        let disc = TagNumber(tags["disc"])
        self.init(
            artist: tags["albumartist"], date: tags["date"], genre: tags["genre"], discNumber: disc.number,
            discTotal: disc.total, trackTotal: TagNumber(tags["track"]).total)
    }

    /// The longest date with a time of day and a time zone has fewer bytes than this.
    private static let dateLimit = 40
    /// Some files list a dozen genres; more are of no use to anybody.
    private static let genreLimit = 256

    /// The tags as an object that many items can share; `nil` if none is known.
    package var shared: SharedAlbumTags? { self == AlbumTags() ? nil : SharedAlbumTags(self) }
}

/// Album tags that many items share: a hundred thousand items belong to some thousand albums, and each item holds one
/// reference.
package final class SharedAlbumTags: Hashable, Sendable {
    package let tags: AlbumTags

    fileprivate init(_ tags: AlbumTags) { self.tags = tags }

    /// Whether both have the same tags.
    package static func == (left: SharedAlbumTags, right: SharedAlbumTags) -> Bool { left === right || left.tags == right.tags }

    /// Feeds the tags to `hasher`.
    package func hash(into hasher: inout Hasher) { hasher.combine(tags) }
}
