import MediaTypes
import Synchronization

/// Collects the values of the tags of one file under the names of ``TagVocabulary``, within ``TagLimits``.
///
/// Several tags of a file may mean the same: a date in two blocks, or DATE beside YEAR. All values of the one that comes first
/// count, and none of the others.
struct TagValues {
    private struct Entry {
        /// The block and the name there that the values come from.
        let block: Int
        let name: String
        var values: [String]
    }

    private var entries: [String: Entry] = [:]
    private var (count, total) = (0, 0)

    /// The names whose texts keep their lines.
    private static let multiline: Set<String> = ["comment", "lyrics"]

    /// The tags that ``MusicTags`` has a property for; one value of each is kept beyond the limits.
    private static let named: Set<String> = [
        "title", "artist", "artists", "album", "albumartist", "albumartists", "titlesort", "artistsort", "albumsort",
        "albumartistsort", "composersort", "composer", "conductor", "performer", "work", "genre", "date", "originaldate", "track",
        "tracktotal", "disc", "disctotal", "publisher", "comment", "lyrics", "compilation", "musicbrainz_trackid",
        "musicbrainz_releasetrackid", "musicbrainz_albumid", "musicbrainz_releasegroupid", "musicbrainz_workid",
        "musicbrainz_artistid", "musicbrainz_albumartistid",
    ]

    /// Adds one value. The bytes may be anything: what is no UTF-8 is taken for Windows-1252.
    mutating func add(block: Int, name nameBytes: some Collection<UInt8>, text textBytes: some Collection<UInt8>) {
        guard nameBytes.count <= TagLimits.name, !textBytes.isEmpty else { return }
        let known = Self.name(Array(nameBytes))
        let (name, role, canonical, isIndispensable) = (known.name, known.role, known.canonical, known.isIndispensable)
        let bytes = textBytes.prefix(TagLimits.text)
        // Each value counts, so that not even an indispensable tag can have a million of them.
        guard count < TagLimits.count && total + bytes.count <= TagLimits.total || isIndispensable && entries[canonical] == nil
        else { return }
        guard var text = Self.text(bytes, keepsLines: known.keepsLines) else { return }
        if let role { text += " (\(role))" }
        if let entry = entries[canonical] {
            // The roles of performers are names of their own, but all of them count.
            guard entry.block == block, entry.name == name || role != nil else { return }
            guard !entry.values.contains(text) else { return }
        }
        (count, total) = (count + 1, total + bytes.count)
        entries[canonical, default: Entry(block: block, name: name, values: [])].values.append(text)
    }

    /// What is known of a name that a file has.
    private struct Name {
        /// In lower case.
        let name: String
        let role: String?
        let canonical: String
        let isIndispensable: Bool
        let keepsLines: Bool
    }

    /// The names that were read, because most files have the same. They are some dozens, unless somebody invents them.
    private static let names = Mutex<[[UInt8]: Name]>([:])
    private static let nameLimit = 1_000

    private static func name(_ bytes: [UInt8]) -> Name {
        if let known = names.withLock({ $0[bytes] }) { return known }
        let text = TagText.decode(bytes).lowercased()
        let (role, canonical) = split(text)
        let name = Name(
            name: text, role: role, canonical: canonical,
            isIndispensable: named.contains(canonical) || TagVocabulary.isIndispensable(canonical),
            keepsLines: multiline.contains(canonical))
        names.withLock { names in
            if names.count >= nameLimit { names = [:] }
            names[bytes] = name
        }
        return name
    }

    /// Splits a name such as `performer:violin`, and finds the one that ``TagVocabulary`` has.
    private static func split(_ name: String) -> (role: String?, canonical: String) {
        if name.hasPrefix("performer:") { return (String(name.dropFirst("performer:".count)), "performer") }
        // Lyrics may have a description; one of a comment says that it is something else, such as iTunes' numbers.
        if name.hasPrefix("lyrics:") { return (nil, "lyrics") }
        return (nil, TagVocabulary.name(of: name))
    }

    /// Returns the text that bytes are, without control characters and without blanks at its ends; `nil` if nothing is left.
    private static func text(_ bytes: some Collection<UInt8>, keepsLines: Bool) -> String? {
        // Most texts are clean: no character has to be looked at.
        let text = bytes.withContiguousStorageIfAvailable { unsafe clean($0) }
        if let text, let text { return text }
        return cleaned(TagText.decode(bytes), keepsLines: keepsLines)
    }

    /// Returns the text of bytes that are UTF-8 and surely without control characters, without blanks at their ends, and not cut; `nil` for
    /// others.
    private static func clean(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard unsafe bytes.count < TagLimits.text - 4 && bytes.first != 0x20 && bytes.last != 0x20 else { return nil }
        for index in bytes.indices {
            switch unsafe bytes[index] {
            // The last three begin the controls beyond ASCII, the ends of lines and paragraphs, and the byte order mark.
            case 0..<0x20, 0x7F, 0xC2, 0xE2, 0xEF: return nil
            default: break
            }
        }
        return unsafe String(validating: bytes, as: UTF8.self)
    }

    /// Returns `text` without control characters and without blanks at its ends; `nil` if nothing is left.
    private static func cleaned(_ text: String, keepsLines: Bool) -> String? {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A where keepsLines: scalars.append(scalar)
            case 0x0D where keepsLines: continue
            case 0..<0x20, 0x7F, 0x80..<0xA0, 0x2028, 0x2029, 0xFEFF: scalars.append(" ")
            default: scalars.append(scalar)
            }
        }
        let blank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\n" }
        let trimmed = scalars.drop(while: blank)
        guard let last = trimmed.lastIndex(where: { !blank($0) }) else { return nil }
        return String(String.UnicodeScalarView(trimmed[...last]))
    }

    /// Takes the values of a tag out; none if the file does not have it.
    private mutating func take(_ name: String) -> [String] { entries.removeValue(forKey: name)?.values ?? [] }

    /// Takes the number of a track or a disc out, with its total.
    private mutating func takeNumber(_ name: String) -> String? {
        let total = take("\(name)total").first
        guard let number = take(name).first else { return nil }
        guard !number.contains("/"), let total, Int(total).map({ $0 > 0 }) == true else { return number }
        return "\(number)/\(total)"
    }

    /// Makes tags of the values.
    /// - Parameter isOpus: whether the file is Opus, in which other gains take precedence.
    consuming func tags(isOpus: Bool) -> MusicTags {
        var tags = MusicTags()
        let gains = entries.filter { $0.key.hasPrefix("replaygain_") || $0.key.hasPrefix("r128_") }
        if !gains.isEmpty {
            tags.replayGain = ReplayGain(tags: gains.compactMapValues(\.values.first), codec: isOpus ? "opus" : "")
            for name in gains.keys { _ = take(name) }
        }
        tags.title = take("title").first
        (tags.artist, tags.artists) = takeArtists("artist", list: "artists")
        tags.album = take("album").first
        (tags.albumArtist, tags.albumArtists) = takeArtists("albumartist", list: "albumartists")
        tags.titleSort = take("titlesort").first
        tags.artistSort = take("artistsort").first
        tags.albumSort = take("albumsort").first
        tags.albumArtistSort = take("albumartistsort").first
        tags.composerSort = take("composersort").first
        tags.composers = take("composer")
        tags.conductors = take("conductor")
        tags.performers = take("performer")
        tags.work = take("work").first
        tags.genres = take("genre")
        tags.date = take("date").first
        tags.originalDate = take("originaldate").first
        tags.track = takeNumber("track")
        tags.disc = takeNumber("disc")
        tags.musicBrainz.recording = take("musicbrainz_trackid").first
        tags.musicBrainz.releaseTrack = take("musicbrainz_releasetrackid").first
        tags.musicBrainz.release = take("musicbrainz_albumid").first
        tags.musicBrainz.releaseGroup = take("musicbrainz_releasegroupid").first
        tags.musicBrainz.work = take("musicbrainz_workid").first
        tags.musicBrainz.artists = take("musicbrainz_artistid")
        tags.musicBrainz.albumArtists = take("musicbrainz_albumartistid")
        tags.labels = take("publisher")
        tags.comment = take("comment").first
        tags.lyrics = take("lyrics").first
        tags.isCompilation = take("compilation").first.map { $0 != "0" } ?? false
        tags.further = entries.mapValues(\.values)
        return tags
    }

    /// Takes artists out, as they are shown and each on its own.
    private mutating func takeArtists(_ name: String, list: String) -> (shown: String?, each: [String]) {
        let (shown, each) = (take(name), take(list))
        guard !shown.isEmpty else { return (each.isEmpty ? nil : each.joined(separator: ", "), each) }
        return (shown.joined(separator: ", "), each.isEmpty ? shown : each)
    }
}
