import MediaTypes

/// What the rules of a playlist may ask of a song, and by what it may be sorted.
package enum SmartField: Hashable, Sendable {
    /// A number, a time in seconds since 1970, or whether something holds: 1 or 0.
    case number(SmartNumber)
    /// The values of a tag, or the name of the file.
    case text(SmartText)
    /// Another order for each question. Only for sorting.
    case random

    /// The field of a name, in small or capital letters; `nil` if there is none.
    package init?(name: String) {
        let name = name.lowercased()
        if name == "random" {
            self = .random
        } else if let number = SmartNumber(rawValue: name) {
            self = .number(number)
        } else if let text = SmartText(rawValue: SmartText.otherNames[name] ?? name) {
            self = .text(text)
        } else {
            return nil
        }
    }

    /// The names of the fields of which rules may ask.
    package static let names = (SmartNumber.allCases.map(\.rawValue) + SmartText.allCases.map(\.rawValue)).sorted()
}

/// A number that is known of a song. The raw values are the names in the rules.
package enum SmartNumber: String, CaseIterable, Hashable, Sendable {
    case year
    case trackNumber = "tracknumber"
    case discNumber = "discnumber"
    /// In seconds.
    case duration
    /// In kbit/s.
    case bitRate = "bitrate"
    /// In hertz.
    case sampleRate = "samplerate"
    case channels
    /// In bytes.
    case size
    case playCount = "playcount"
    case skipCount = "skipcount"
    /// From 0 to 5: half of the sticker, which goes up to 10.
    case rating
    case lastPlayed = "lastplayed"
    case lastSkipped = "lastskipped"
    case dateAdded = "dateadded"
    case dateModified = "datemodified"
    case loved
    case hasPicture = "hascoverart"
    case compilation

    /// What the values are.
    enum Kind { case number, time, flag }

    var kind: Kind {
        switch self {
        case .lastPlayed, .lastSkipped, .dateAdded, .dateModified: .time
        case .loved, .hasPicture, .compilation: .flag
        default: .number
        }
    }

    /// The value as SQL; NULL where the song has none.
    var sql: String {
        switch self {
        case .year: "songs.year"
        case .trackNumber: "songs.track_number"
        case .discNumber: "songs.disc_number"
        case .duration: "songs.milliseconds / 1000.0"
        case .bitRate: "songs.bit_rate"
        case .sampleRate: "songs.sample_rate"
        case .channels: "songs.channels"
        case .size: "songs.size"
        case .playCount: "coalesce(plays.play_count, 0)"
        case .skipCount: "coalesce(plays.skip_count, 0)"
        case .rating: "coalesce(CAST(ratings.value AS REAL), 0) / 2"
        case .lastPlayed: "plays.last_played"
        case .lastSkipped: "plays.last_skipped"
        case .dateAdded: "songs.added"
        case .dateModified: "songs.modified / 1e9"
        case .loved: "(coalesce(likes.value, '') = '2' OR coalesce(loves.value, '') NOT IN ('', '0', 'false'))"
        case .hasPicture: "songs.has_picture"
        case .compilation: "coalesce(albums.is_compilation, 0)"
        }
    }

    /// The tables beside that of the songs in which the value is, as SQL.
    var tables: [String] {
        switch self {
        case .playCount, .skipCount, .lastPlayed, .lastSkipped: ["LEFT JOIN plays ON plays.song = songs.id"]
        case .rating: [Self.sticker("ratings", named: "rating")]
        case .loved: [Self.sticker("likes", named: "like"), Self.sticker("loves", named: "loved")]
        case .compilation: ["LEFT JOIN albums ON albums.id = songs.album"]
        default: []
        }
    }

    private static func sticker(_ table: String, named name: String) -> String {
        "LEFT JOIN stickers AS \(table) ON \(table).song = songs.id AND \(table).name = '\(name)'"
    }

    /// What has to change for another value, beside the file.
    var dependence: SmartDependence {
        switch self {
        case .playCount, .skipCount, .lastPlayed, .lastSkipped: .plays
        case .rating, .loved: .stickers
        default: []
        }
    }
}

/// A text that is known of a song. The raw values are the names in the rules.
package enum SmartText: String, CaseIterable, Hashable, Sendable {
    case title, album, artist, genre, composer, conductor, performer, work, label, grouping, mood, comment, date
    /// The artists of the album, or those of the song if none are stated.
    case albumArtist = "albumartist"
    case originalDate = "originaldate"
    case titleSort = "sorttitle"
    case albumSort = "sortalbum"
    case artistSort = "sortartist"
    case albumArtistSort = "sortalbumartist"
    case albumIdentifier = "mbz_album_id"
    case artistIdentifier = "mbz_artist_id"
    case albumArtistIdentifier = "mbz_album_artist_id"
    case recordingIdentifier = "mbz_recording_id"
    case releaseTrackIdentifier = "mbz_release_track_id"
    case releaseGroupIdentifier = "mbz_release_group_id"
    /// The place of the file, as clients see it.
    case filePath = "filepath"
    /// What stands behind the last dot of its name.
    case fileType = "filetype"

    /// Further names that other programs have for these.
    static let otherNames = ["recordlabel": "label", "recordingdate": "date"]

    /// The tags of which any value counts; none for what is no tag.
    var tags: [SongTag] {
        switch self {
        case .title: [.title]
        case .album: [.album]
        case .artist: [.artist, .shownArtist]
        case .genre: [.genre]
        case .composer: [.composer]
        case .conductor: [.conductor]
        case .performer: [.performer]
        case .work: [.work]
        case .label: [.label]
        case .grouping: [.grouping]
        case .mood: [.mood]
        case .comment: [.comment]
        case .date: [.date]
        case .albumArtist: [.albumArtist, .shownAlbumArtist]
        case .originalDate: [.originalDate]
        case .titleSort: [.titleSort]
        case .albumSort: [.albumSort]
        case .artistSort: [.artistSort]
        case .albumArtistSort: [.albumArtistSort]
        case .albumIdentifier: [.releaseIdentifier]
        case .artistIdentifier: [.artistIdentifier]
        case .albumArtistIdentifier: [.albumArtistIdentifier]
        case .recordingIdentifier: [.recordingIdentifier]
        case .releaseTrackIdentifier: [.releaseTrackIdentifier]
        case .releaseGroupIdentifier: [.releaseGroupIdentifier]
        case .filePath, .fileType: []
        }
    }

    /// Whether it is a tag that the songs of an album share, so that a test holds for all of these or for none.
    var isShared: Bool { !tags.isEmpty && tags.allSatisfy(\.isShared) }

    /// Whether it is a date, of which one text comes before another one.
    var isDate: Bool { self == .date || self == .originalDate }

    /// The values of a song, as they are.
    func values(of tags: SongTags) -> [String] {
        let values = self.tags.flatMap(tags.all)
        return self == .albumArtist && values.isEmpty ? Self.artist.values(of: tags) : values
    }
}

/// What has to change for the songs of a playlist to be others.
package struct SmartDependence: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Somebody hears a song, or skips one.
    package static let plays = Self(rawValue: 1)
    /// Somebody rates a song, or notes something else.
    package static let stickers = Self(rawValue: 2)
    /// Another stored playlist.
    package static let playlists = Self(rawValue: 4)
}
