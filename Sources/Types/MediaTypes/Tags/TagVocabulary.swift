import AudioTypes

/// One name for each kind of tag. Containers, and programs that write tags, have several names for most.
///
/// The names are those of Vorbis comments and of MusicBrainz Picard, in lower case, except that `track` and `disc` hold number
/// and total together: `3/12`. A tag with no name here keeps its own. The names of what the library keeps are in ``SongTag``.
package enum TagVocabulary {
    /// The tags that are kept however many others there are, because the queue and the player need them.
    package static let indispensable: Set<String> = [
        "title", "artist", "album", "albumartist", "track", "disc", "date", "genre", "composer", "itunsmpb", "major_brand",
        "replaygain_track_gain", "replaygain_track_peak", "replaygain_album_gain", "replaygain_album_peak", "r128_track_gain",
        "r128_album_gain",
    ]

    /// The tags whose texts have several lines.
    package static let tagsWithLines: Set<String> = ["comment", "cuesheet", "description", "lyrics", "synopsis"]

    /// Whether a tag, by any of its names, is one of ``indispensable``.
    package static func isIndispensable(_ name: String) -> Bool { indispensable.contains(self.name(of: name)) }

    /// The name for the tag that a container or a program calls `other`; `other` is in lower case.
    package static func name(of other: String) -> String {
        if let name = names[other] { return name }
        if other.hasPrefix("lyrics-") { return "lyrics" }
        for prefix in ["musicbrainz", "acoustid"] where other.hasPrefix(prefix) {
            let rest = other.dropFirst(prefix.count).drop { "_ /".contains($0) }
            return rest.isEmpty ? other : "\(prefix)_\(rest.filter { $0 != " " })"
        }
        return other
    }

    /// Collects tags under their names; if several have one name, the first counts.
    package struct Collector {
        /// The collected tags by their names, with totals still on their own.
        package private(set) var found: [String: String] = [:]

        /// Makes a collector without tags.
        package init() {}

        /// Adds the tag that a container calls `other`, in lower case, with a name and a text that may be shown (``CleanText``). An
        /// empty text is left out.
        package mutating func add(_ other: String, _ text: String) {
            let name = TagVocabulary.name(of: CleanText.of(other))
            guard found[name] == nil else { return }
            let text = CleanText.of(text, keepsLines: TagVocabulary.tagsWithLines.contains(name))
            if !text.isEmpty { found[name] = text }
        }

        /// All collected tags, with totals joined to their numbers.
        package var tags: [String: String] {
            var tags = found
            for name in ["track", "disc"] {
                guard let total = tags.removeValue(forKey: "\(name)total"), let number = tags[name] else { continue }
                if !number.contains("/"), Int(total).map({ $0 > 0 }) == true { tags[name] = "\(number)/\(total)" }
            }
            return tags
        }
    }

    private static let names: [String: String] = {
        // What the library keeps is in the table of its tags.
        var names: [String: String] = [:]
        for definition in SongTag.allCases.map(\.definition) {
            for other in definition.otherFileNames { names[other] = definition.fileName }
        }
        let others: [String: String] = [
            "lyricist": "text|txt|writer|wm/writer",
            "tracktotal": "totaltracks|track total|track_total|trackcount|wm/tracktotal",
            "disctotal": "totaldiscs|disc total|disc_total|disccount|wm/disctotal",
            "lyrics": "unsyncedlyrics|unsynced lyrics|uslt|ult|wm/lyrics",
            "encodedby": "encoded_by|encoded-by|tenc|ten|wm/encodedby",
            "bpm": "tbpm|tbp|tmpo|tempo|beats per minute|wm/beatsperminute",
            "compilation": "tcmp|tcp|cpil|itunescompilation|wm/iscompilation",
            "isrc": "tsrc|trc|wm/isrc",
            "key": "tkey|tke|initialkey|wm/initialkey",
            "language": "tlan|tla|wm/language",
            "mood": "tmoo|wm/mood",
            "subtitle": "tit3|tt3|wm/subtitle",
        ]
        for (name, list) in others {
            for other in list.split(separator: "|") { names[String(other)] = name }
        }
        return names
    }()
}
