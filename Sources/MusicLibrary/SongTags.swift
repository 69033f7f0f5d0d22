import TagReading

/// A tag that the library keeps for its songs. The raw values are bytes in the database.
package enum SongTag: UInt8, CaseIterable, Hashable, Sendable {
    case title = 0x41
    /// Each artist on its own.
    case artist
    /// The artists as the file wants them shown, if that is more than the list of them: "A feat. B".
    case shownArtist
    case album
    /// Each artist of the whole album on its own.
    case albumArtist
    /// The artists of the whole album as they are shown, if that is more than the list of them.
    case shownAlbumArtist
    case titleSort, artistSort, albumSort, albumArtistSort, composerSort
    case track, disc, date, originalDate
    case genre, composer, conductor, performer, work, label
    case movement, movementNumber, ensemble, location, grouping
    case recordingIdentifier, releaseTrackIdentifier, releaseIdentifier, releaseGroupIdentifier, workIdentifier
    case artistIdentifier, albumArtistIdentifier
    case comment
}

/// The tags of a song in the library: every value of each, without lyrics.
///
/// They are kept as the one text in which the database has them, because most are never looked at.
package struct SongTags: Hashable, Sendable {
    /// For each value a byte for its tag, the value, and a line end.
    let packed: String

    /// The longest value in bytes: lists show many of them.
    private static let valueLimit = 1_024
    /// The tags without a property of ``MusicTags``, by their names in a file.
    static let further: [(String, SongTag)] = [
        ("movement", .movement), ("movementname", .movement), ("movementnumber", .movementNumber), ("ensemble", .ensemble),
        ("location", .location),
        ("grouping", .grouping),
    ]

    /// Takes the text of a database.
    init(packed: String) { self.packed = packed }

    /// Takes what is kept of the tags of a file.
    init(_ tags: MusicTags) {
        var packed = ""
        func add(_ tag: SongTag, _ values: some Sequence<String>) {
            for value in values {
                packed.unicodeScalars.append(Unicode.Scalar(tag.rawValue))
                // The values of all tags but the comment have no line ends, but nothing here ensures it.
                let text = value.utf8.contains(0x0A) ? value.split(separator: "\n").joined(separator: " ") : value
                packed += text.utf8.count > Self.valueLimit ? Self.cut(text) : text
                packed += "\n"
            }
        }
        func add(_ tag: SongTag, _ value: String?) {
            if let value { add(tag, CollectionOfOne(value)) }
        }
        func add(_ each: SongTag, _ names: [String], shown: SongTag, _ text: String?) {
            add(each, names)
            if text != names.joined(separator: ", ") { add(shown, text) }
        }
        add(.title, tags.title)
        add(.artist, tags.artists, shown: .shownArtist, tags.artist)
        add(.album, tags.album)
        add(.albumArtist, tags.albumArtists, shown: .shownAlbumArtist, tags.albumArtist)
        add(.track, tags.track)
        add(.disc, tags.disc)
        add(.date, tags.date)
        add(.originalDate, tags.originalDate)
        add(.genre, tags.genres)
        add(.composer, tags.composers)
        add(.conductor, tags.conductors)
        add(.performer, tags.performers)
        add(.work, tags.work)
        add(.label, tags.labels)
        add(.titleSort, tags.titleSort)
        add(.artistSort, tags.artistSort)
        add(.albumSort, tags.albumSort)
        add(.albumArtistSort, tags.albumArtistSort)
        add(.composerSort, tags.composerSort)
        for (name, tag) in Self.further { add(tag, tags.further[name] ?? []) }
        add(.recordingIdentifier, tags.musicBrainz.recording)
        add(.releaseTrackIdentifier, tags.musicBrainz.releaseTrack)
        add(.releaseIdentifier, tags.musicBrainz.release)
        add(.releaseGroupIdentifier, tags.musicBrainz.releaseGroup)
        add(.workIdentifier, tags.musicBrainz.work)
        add(.artistIdentifier, tags.musicBrainz.artists)
        add(.albumArtistIdentifier, tags.musicBrainz.albumArtists)
        add(.comment, tags.comment)
        self.packed = packed
    }

    /// Returns the beginning of a text, up to the end of a character.
    private static func cut(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            count += UTF8.width(scalar)
            if count > valueLimit { break }
            scalars.append(scalar)
        }
        return String(scalars)
    }

    /// Calls `body` with each tag and value, in the order in which they are kept.
    /// - Parameter wanted: the tags of which the values are wanted; `nil` for all. The fewer, the faster.
    package func forEach(_ wanted: Set<SongTag>? = nil, _ body: (SongTag, String) -> Void) {
        unsafe forEachLine { byte, value in
            guard let tag = SongTag(rawValue: byte), wanted?.contains(tag) ?? true else { return true }
            body(tag, unsafe String(decoding: value, as: UTF8.self))
            return true
        }
    }

    /// The first value of a tag; `nil` if the song does not have it.
    package subscript(_ tag: SongTag) -> String? {
        var found: String?
        unsafe forEachLine { byte, value in
            guard byte == tag.rawValue else { return true }
            found = unsafe String(decoding: value, as: UTF8.self)
            return false
        }
        return found
    }

    /// Calls `body` with the byte and the value of each line until it returns `false`. As bytes, because to find the lines of a string is
    /// what costs most where the tags of all songs are looked at.
    private func forEachLine(_ body: (UInt8, UnsafeBufferPointer<UInt8>) -> Bool) {
        var packed = packed
        packed.withUTF8 { bytes in
            var start = 0
            while start < bytes.count {
                let rest = unsafe UnsafeBufferPointer(rebasing: bytes[start...])
                let length = unsafe rest.firstIndex(of: 0x0A) ?? rest.count
                if length > 0, unsafe !body(rest[0], UnsafeBufferPointer(rebasing: rest[1..<length])) { return }
                start += length + 1
            }
        }
    }

    /// The values of a tag.
    package func all(_ tag: SongTag) -> [String] {
        var values: [String] = []
        forEach([tag]) { values.append($1) }
        return values
    }

    /// The artists as they are shown.
    package var shownArtist: String? { shown(.shownArtist, .artist) }

    /// The artists of the whole album as they are shown.
    package var shownAlbumArtist: String? { shown(.shownAlbumArtist, .albumArtist) }

    private func shown(_ shown: SongTag, _ each: SongTag) -> String? {
        if let text = self[shown] { return text }
        let names = all(each)
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}
