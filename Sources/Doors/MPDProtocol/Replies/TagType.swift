/// The tags of the protocol, by their names there. Those in ``listed`` are in the order in which `tagtypes` lists them.
package enum TagType: String, CaseIterable, Hashable, Sendable {
    case artist = "Artist"
    case artistSort = "ArtistSort"
    case album = "Album"
    case albumSort = "AlbumSort"
    case albumArtist = "AlbumArtist"
    case albumArtistSort = "AlbumArtistSort"
    case title = "Title"
    case titleSort = "TitleSort"
    case track = "Track"
    case name = "Name"
    case genre = "Genre"
    case mood = "Mood"
    case date = "Date"
    case originalDate = "OriginalDate"
    case composer = "Composer"
    case composerSort = "ComposerSort"
    case performer = "Performer"
    case conductor = "Conductor"
    case work = "Work"
    case movement = "Movement"
    case movementNumber = "MovementNumber"
    case showMovement = "ShowMovement"
    case ensemble = "Ensemble"
    case location = "Location"
    case grouping = "Grouping"
    case disc = "Disc"
    case label = "Label"
    case musicBrainzArtist = "MUSICBRAINZ_ARTISTID"
    case musicBrainzAlbum = "MUSICBRAINZ_ALBUMID"
    case musicBrainzAlbumArtist = "MUSICBRAINZ_ALBUMARTISTID"
    case musicBrainzTrack = "MUSICBRAINZ_TRACKID"
    case musicBrainzReleaseTrack = "MUSICBRAINZ_RELEASETRACKID"
    case musicBrainzWork = "MUSICBRAINZ_WORKID"
    case musicBrainzReleaseGroup = "MUSICBRAINZ_RELEASEGROUPID"
    /// Known by its name, but no song has it: MPD leaves comments out unless its configuration asks for them.
    case comment = "Comment"

    /// The tags that songs may have.
    package static let listed = allCases.filter { $0 != .comment }

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })

    /// Makes the tag with a name, whose case does not matter; `nil` if there is none.
    package init?(name: String) {
        guard let tag = Self.byName[name.lowercased()] else { return nil }
        self = tag
    }

    /// Whether its values are identifiers of MusicBrainz, which nobody types: what looks into any tag leaves them out.
    package var isIdentifier: Bool {
        switch self {
        case .musicBrainzArtist, .musicBrainzAlbum, .musicBrainzAlbumArtist, .musicBrainzTrack, .musicBrainzReleaseTrack,
            .musicBrainzWork, .musicBrainzReleaseGroup:
            true
        default: false
        }
    }

    /// The tag and those that stand in for it where a song has none.
    package var withSubstitutes: [TagType] { [self] + (substitute?.withSubstitutes ?? []) }

    /// The tag that stands in for this one where a song has none; `nil` if none does.
    package var substitute: TagType? {
        switch self {
        case .albumArtist: .artist
        case .artistSort: .artist
        case .albumSort: .album
        case .titleSort: .title
        case .composerSort: .composer
        case .albumArtistSort: .albumArtist
        default: nil
        }
    }
}
