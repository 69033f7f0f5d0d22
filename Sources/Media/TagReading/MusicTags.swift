package import MediaTypes

/// The tags of a music file: every value of each, as the file has them.
///
/// All texts are valid UTF-8 without control characters, except that the comment and the lyrics keep their lines, and within
/// ``TagLimits``. An absent tag is `nil` or an empty list, never an empty text.
package struct MusicTags: Hashable, Sendable {
    /// The values of each tag, by its index; empty as long as there is none.
    private var values: [[String]] = []
    /// Each text of lyrics, as one language or one description has it.
    package var lyrics: [String] = []
    package var replayGain = ReplayGain()
    /// Whether the album has tracks of various artists and belongs together.
    package var isCompilation = false
    /// All tags that a library does not keep, by the names of ``TagVocabulary``.
    package var further: [String: [String]] = [:]

    /// Makes tags of which none is known.
    package init() {}

    /// The first value of a tag; `nil` if the file does not have it. Setting it removes all others.
    package subscript(_ tag: SongTag) -> String? {
        get { values.isEmpty ? nil : values[tag.index].first }
        set { self[all: tag] = newValue.map { [$0] } ?? [] }
    }

    /// All values of a tag, in the file's order. Those that are shown as one text (``TagDefinition/shows``) are one text.
    package subscript(all tag: SongTag) -> [String] {
        get { values.isEmpty ? [] : values[tag.index] }
        set {
            if values.isEmpty {
                if newValue.isEmpty { return }
                values = Array(repeating: [], count: SongTag.allCases.count)
            }
            values[tag.index] = newValue
        }
    }

    /// Removes all values of a tag but the first.
    package mutating func keepFirst(of tag: SongTag) {
        if self[all: tag].count > 1 { self[all: tag].removeSubrange(1...) }
    }

    /// Sets the artists of a track or an album: one text, and no form to sort by.
    /// - Parameter tag: ``SongTag/artist`` or ``SongTag/albumArtist``.
    package mutating func setArtist(_ tag: SongTag, to name: String) {
        self[tag] = name
        for other in SongTag.allCases where other.definition.shows == tag { self[other] = name }
        for other in SongTag.allCases where other.definition.sorts == tag { self[other] = nil }
    }
}

// The tags that most code asks for, by their names.
extension MusicTags {
    package var title: String? { self[.title] }
    /// The artists as the file wants them shown: "A feat. B".
    package var artist: String? { self[.shownArtist] }
    /// Each artist on its own, in the file's order: `ARTISTS` of MusicBrainz Picard, or all values of `ARTIST`.
    package var artists: [String] { self[all: .artist] }
    package var album: String? { self[.album] }
    /// The artists of the whole album, as they are shown.
    package var albumArtist: String? { self[.shownAlbumArtist] }
    /// The date of this release as it is stated: a year, or `2003-05-12`.
    package var date: String? { self[.date] }
    package var genres: [String] { self[all: .genre] }
    package var composers: [String] { self[all: .composer] }
    /// The track as it is stated, with the total if there is one: `3/12`, `03`, `A2`.
    package var track: String? { self[.track] }
    /// The disc as it is stated, with the total if there is one.
    package var disc: String? { self[.disc] }
    package var comment: String? { self[.comment] }
    /// Number and total of the track, as far as they are plain numbers.
    package var trackNumber: TagNumber { TagNumber(track) }
    /// Number and total of the disc, as far as they are plain numbers.
    package var discNumber: TagNumber { TagNumber(disc) }
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
