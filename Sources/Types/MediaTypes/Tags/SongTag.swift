/// A tag that the library keeps for its songs. What else is known of each stands in its ``definition``: readers of files, the library,
/// every door and the client take it from there.
///
/// The raw values are bytes in the database: a tag keeps its own for ever, and a new one takes the next.
package enum SongTag: UInt8, CaseIterable, Hashable, Sendable {
    case title = 0x41
    /// Each artist on its own.
    case artist = 0x42
    /// The artists as the file wants them shown: "A feat. B".
    case shownArtist = 0x43
    case album = 0x44
    /// Each artist of the whole album on its own.
    case albumArtist = 0x45
    /// The artists of the whole album as they are shown.
    case shownAlbumArtist = 0x46
    case titleSort = 0x47
    case artistSort = 0x48
    case albumSort = 0x49
    case albumArtistSort = 0x4A
    case composerSort = 0x4B
    case track = 0x4C
    case disc = 0x4D
    case date = 0x4E
    case originalDate = 0x4F
    case genre = 0x50
    case composer = 0x51
    case conductor = 0x52
    case performer = 0x53
    case work = 0x54
    case label = 0x55
    case movement = 0x56
    case movementNumber = 0x57
    case ensemble = 0x58
    case location = 0x59
    case grouping = 0x5A
    case recordingIdentifier = 0x5B
    case releaseTrackIdentifier = 0x5C
    case releaseIdentifier = 0x5D
    case releaseGroupIdentifier = 0x5E
    case workIdentifier = 0x5F
    case artistIdentifier = 0x60
    case albumArtistIdentifier = 0x61
    case comment = 0x62
    case mood = 0x63
    /// Whether players are to show the work and the movement in place of the title: `1` if so.
    case showMovement = 0x64

    /// What is known of the tag.
    package var definition: TagDefinition { Self.definitions[index] }

    /// Whether most songs of an album have the same values: these are kept once for all of them.
    package var isShared: Bool { Self.shared & 1 << index != 0 }

    /// The place in ``allCases``.
    package var index: Int { Int(rawValue - Self.title.rawValue) }

    /// The tags whose values are names by which a library is browsed.
    package static let named = allCases.filter { $0.definition.role != nil }

    /// The tag that the control protocol calls `name`; `nil` if there is none.
    package init?(name: String) {
        guard let tag = Self.allCases.first(where: { $0.definition.name == name }) else { return nil }
        self = tag
    }

    private static let definitions = allCases.map(\.row)
    private static let shared = allCases.reduce(into: UInt64(0)) { bits, tag in
        if tag.definition.isShared { bits |= 1 << tag.index }
    }

    /// The table: one row a tag.
    private var row: TagDefinition {
        switch self {
        case .title: TagDefinition("title", file: "title", "tit2|tt2|wm/title", field: .title, mpd: "Title")
        case .artist:
            TagDefinition("artist", file: "artists", isShared: true, role: 1, address: "artist", field: .artist, mpd: "Artist")
        case .shownArtist:
            TagDefinition(
                "shownArtist", file: "artist", "author|tpe1|tp1|wm/author", isShared: true, field: .artist, mpd: "Artist",
                shows: .artist)
        case .album: TagDefinition("album", file: "album", "talb|tal|wm/albumtitle", isShared: true, field: .album, mpd: "Album")
        case .albumArtist:
            TagDefinition(
                "albumArtist", file: "albumartists", isShared: true, role: 2, address: "albumartist", field: .people,
                mpd: "AlbumArtist")
        case .shownAlbumArtist:
            TagDefinition(
                "shownAlbumArtist", file: "albumartist", "album_artist|album artist|tpe2|tp2|wm/albumartist", isShared: true,
                field: .people, mpd: "AlbumArtist", shows: .albumArtist)
        case .titleSort:
            TagDefinition(
                "titleSort", file: "titlesort", "title-sort|sort_name|tsot|wm/titlesortorder", field: .other, mpd: "TitleSort")
        case .artistSort:
            TagDefinition(
                "artistSort", file: "artistsort", "artist-sort|sort_artist|tsop|wm/artistsortorder", isShared: true,
                field: .other, mpd: "ArtistSort", sorts: .artist)
        case .albumSort:
            TagDefinition(
                "albumSort", file: "albumsort", "album-sort|sort_album|tsoa|wm/albumsortorder", isShared: true, field: .other,
                mpd: "AlbumSort")
        case .albumArtistSort:
            TagDefinition(
                "albumArtistSort", file: "albumartistsort", "album_artist-sort|sort_album_artist|tso2|wm/albumartistsortorder",
                isShared: true, field: .other, mpd: "AlbumArtistSort", sorts: .albumArtist)
        case .composerSort:
            TagDefinition(
                "composerSort", file: "composersort", "sort_composer|tsoc|wm/composersortorder", isShared: true, field: .other,
                mpd: "ComposerSort", sorts: .composer)
        case .track:
            TagDefinition(
                "track", file: "track", "tracknumber|track number|trck|trk|wm/tracknumber", isSingle: true, field: .other,
                mpd: "Track", isNumber: true)
        case .disc:
            TagDefinition(
                "disc", file: "disc", "discnumber|disc number|disk|disknumber|tpos|tpa|wm/partofset", isShared: true,
                isSingle: true, field: .other, mpd: "Disc", isNumber: true)
        case .date:
            TagDefinition(
                "date", file: "date", "year|tdrc|tyer|tye|tdrl|wm/year|date_released|date_recorded", isShared: true,
                field: .other, mpd: "Date")
        case .originalDate:
            TagDefinition(
                "originalDate", file: "originaldate",
                "tdor|tory|tor|originalyear|wm/originalreleaseyear|wm/originalreleasetime", isShared: true, field: .other,
                mpd: "OriginalDate")
        case .genre:
            TagDefinition(
                "genre", file: "genre", "tcon|tco|wm/genre", isShared: true, role: 6, address: "genre", field: .genre,
                mpd: "Genre")
        case .composer:
            TagDefinition(
                "composer", file: "composer", "tcom|tcm|wm/composer", isShared: true, role: 3, address: "composer",
                field: .people, mpd: "Composer")
        case .conductor:
            TagDefinition(
                "conductor", file: "conductor", "wm/conductor", isShared: true, role: 4, field: .people, mpd: "Conductor")
        case .performer:
            TagDefinition("performer", file: "performer", isShared: true, role: 5, field: .people, mpd: "Performer")
        case .work: TagDefinition("work", file: "work", "wm/work", field: .other, mpd: "Work")
        case .label:
            TagDefinition(
                "label", file: "publisher", "label|organization|tpub|tpb|wm/publisher", isShared: true, role: 7, field: .other,
                mpd: "Label")
        case .movement: TagDefinition("movement", file: "movement", "movementname", field: .other, mpd: "Movement")
        case .movementNumber: TagDefinition("movementNumber", file: "movementnumber", field: .other, mpd: "MovementNumber")
        case .ensemble: TagDefinition("ensemble", file: "ensemble", isShared: true, field: .other, mpd: "Ensemble")
        case .location: TagDefinition("location", file: "location", isShared: true, field: .other, mpd: "Location")
        case .grouping:
            TagDefinition(
                "grouping", file: "grouping", "tit1|tt1|contentgroup|wm/contentgroupdescription", isShared: true,
                field: .other, mpd: "Grouping")
        case .recordingIdentifier:
            TagDefinition("recordingIdentifier", file: "musicbrainz_trackid", isSingle: true, mpd: "MUSICBRAINZ_TRACKID")
        case .releaseTrackIdentifier:
            TagDefinition(
                "releaseTrackIdentifier", file: "musicbrainz_releasetrackid", isSingle: true, mpd: "MUSICBRAINZ_RELEASETRACKID")
        case .releaseIdentifier:
            TagDefinition(
                "releaseIdentifier", file: "musicbrainz_albumid", isShared: true, isSingle: true, mpd: "MUSICBRAINZ_ALBUMID")
        case .releaseGroupIdentifier:
            TagDefinition(
                "releaseGroupIdentifier", file: "musicbrainz_releasegroupid", isShared: true, isSingle: true,
                mpd: "MUSICBRAINZ_RELEASEGROUPID")
        case .workIdentifier:
            TagDefinition("workIdentifier", file: "musicbrainz_workid", isSingle: true, mpd: "MUSICBRAINZ_WORKID")
        case .artistIdentifier:
            TagDefinition("artistIdentifier", file: "musicbrainz_artistid", isShared: true, mpd: "MUSICBRAINZ_ARTISTID")
        case .albumArtistIdentifier:
            TagDefinition(
                "albumArtistIdentifier", file: "musicbrainz_albumartistid", isShared: true, mpd: "MUSICBRAINZ_ALBUMARTISTID")
        case .comment: TagDefinition("comment", file: "comment", "comments")
        case .mood: TagDefinition("mood", file: "mood", "tmoo|wm/mood", field: .other, mpd: "Mood")
        case .showMovement: TagDefinition("showMovement", file: "showmovement", mpd: "ShowMovement")
        }
    }
}

/// What is known of a tag, wherever it is read, kept, searched or shown.
package struct TagDefinition: Sendable {
    /// The name in the control protocol.
    package let name: String
    /// The name in files, which is that of ``TagVocabulary``.
    package let fileName: String
    /// The other names that containers, and programs that write tags, have for it, in lower case.
    package let otherFileNames: [String]
    /// Whether most songs of an album have the same values.
    package let isShared: Bool
    /// Whether the first value of a file counts alone: further ones are a mistake.
    package let isSingle: Bool
    /// By which number of the database its values are names that a library is browsed by; `nil` if they are not.
    package let role: Int64?
    /// The word of addresses in front of such a name: `genre:Jazz`.
    package let address: String?
    /// Where a search finds its values; `nil` if it does not: identifiers, which nobody types, would double the index.
    package let field: SearchField?
    /// The name in MPD's protocol; `nil` if clients of MPD do not see it.
    package let mpdName: String?
    /// The tag whose values this one shows as one text.
    package let shows: SongTag?
    /// The tag whose values are sorted by this one.
    package let sorts: SongTag?
    /// Whether the values are numbers, perhaps with a total: `3/12`.
    package let isNumber: Bool

    fileprivate init(
        _ name: String, file: String, _ otherFileNames: String = "", isShared: Bool = false, isSingle: Bool = false,
        role: Int64? = nil, address: String? = nil, field: SearchField? = nil, mpd: String? = nil, shows: SongTag? = nil,
        sorts: SongTag? = nil, isNumber: Bool = false
    ) {
        self.name = name
        fileName = file
        self.otherFileNames = otherFileNames.split(separator: "|").map(String.init)
        self.isShared = isShared
        self.isSingle = isSingle
        self.role = role
        self.address = address
        self.field = field
        mpdName = mpd
        self.shows = shows
        self.sorts = sorts
        self.isNumber = isNumber
    }
}

/// Where a search looks. The raw values are the columns of the index, in their order, and words of the protocol.
package enum SearchField: String, CaseIterable, Sendable {
    case title, artist, album
    /// Artists of albums, composers, conductors, performers.
    case people
    case genre
    /// The name of the file.
    case name
    /// Dates, numbers, sort forms, labels, works.
    case other
}
