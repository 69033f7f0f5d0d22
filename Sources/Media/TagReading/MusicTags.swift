package import MediaTypes

/// The tags of a music file: every value of each, as the file has them.
///
/// All texts are valid UTF-8 without control characters, except that the comment and the lyrics keep their lines, and within
/// ``TagLimits``. An absent tag is `nil` or an empty list, never an empty text.
package struct MusicTags: Hashable, Sendable {
    package var title: String?
    /// The artists as the file wants them shown: "A feat. B".
    package var artist: String?
    /// Each artist on its own, in the file's order: `ARTISTS` of MusicBrainz Picard, or all values of `ARTIST`.
    package var artists: [String] = []
    package var album: String?
    /// The artists of the whole album, as they are shown.
    package var albumArtist: String?
    /// Each artist of the whole album on its own.
    package var albumArtists: [String] = []
    /// Forms by which lists are sorted: "Beatles, The".
    package var titleSort: String?
    package var artistSort: String?
    package var albumSort: String?
    package var albumArtistSort: String?
    package var composerSort: String?
    package var composers: [String] = []
    package var conductors: [String] = []
    /// Those who play or sing, with the instrument in brackets if the file states it: "Alice (violin)".
    package var performers: [String] = []
    package var work: String?
    package var genres: [String] = []
    /// The date of this release as it is stated: a year, or `2003-05-12`.
    package var date: String?
    /// The date of the first release.
    package var originalDate: String?
    /// The track as it is stated, with the total if there is one: `3/12`, `03`, `A2`.
    package var track: String?
    /// The disc as it is stated, with the total if there is one.
    package var disc: String?
    package var musicBrainz = MusicBrainzIdentifiers()
    package var labels: [String] = []
    package var comment: String?
    /// Each text of lyrics, as one language or one description has it.
    package var lyrics: [String] = []
    package var replayGain = ReplayGain()
    /// Whether the album has tracks of various artists and belongs together.
    package var isCompilation = false
    /// The values behind the first one.
    package var repeated: [Repeatable: [String]] = [:]
    /// All other tags, by the names of ``TagVocabulary``.
    package var further: [String: [String]] = [:]

    /// A tag that has one text above, and of which a file may have several all the same. The raw values are the names of
    /// ``TagVocabulary``.
    package enum Repeatable: String, CaseIterable, Hashable, Sendable {
        case title
        case titleSort = "titlesort"
        case artistSort = "artistsort"
        case album
        case albumSort = "albumsort"
        case albumArtistSort = "albumartistsort"
        case composerSort = "composersort"
        case work, date
        case originalDate = "originaldate"
        case comment
    }

    /// Makes tags of which none is known.
    package init() {}

    /// Number and total of the track, as far as they are plain numbers.
    package var trackNumber: TagNumber { TagNumber(track) }
    /// Number and total of the disc, as far as they are plain numbers.
    package var discNumber: TagNumber { TagNumber(disc) }
}

/// What identifies a recording and its release at MusicBrainz; empty lists and `nil` if the file does not state it.
package struct MusicBrainzIdentifiers: Hashable, Sendable {
    package var recording: String?
    /// The track of one release.
    package var releaseTrack: String?
    package var release: String?
    package var releaseGroup: String?
    package var work: String?
    package var artists: [String] = []
    package var albumArtists: [String] = []

    /// Makes identifiers of which none is known.
    package init() {}
}

extension MusicTags {
    /// Makes tags from those that a demuxer has found, one value each, by the names of ``TagVocabulary``.
    package init(found: [String: String]) {
        var values = TagValues()
        for (name, text) in found.sorted(by: { $0.key < $1.key }) {
            values.add(block: 0, name: Array(name.utf8), text: Array(text.utf8))
        }
        self = values.tags(isOpus: false)
    }
}
