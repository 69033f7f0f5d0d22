import AudioTypes
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

    /// Where the values of a tag stand that has a place of its own; one value of each is kept beyond the limits. The first places are those
    /// of ``SongTag``, by its index.
    private struct Slot: Hashable, Sendable {
        let index: Int

        /// The place of a tag of the library.
        init(_ tag: SongTag) { index = tag.index }

        /// The place of another tag, behind those.
        private init(further: Int) { index = SongTag.allCases.count + further }

        /// The place of a name of ``TagVocabulary``; `nil` if it has none.
        init?(name: String) {
            guard let slot = Self.names[name] else { return nil }
            self = slot
        }

        static let trackTotal = Slot(further: 0)
        static let discTotal = Slot(further: 1)
        static let lyrics = Slot(further: 2)
        static let compilation = Slot(further: 3)
        static let count = SongTag.allCases.count + 4

        private static let names: [String: Slot] = {
            var names = ["tracktotal": trackTotal, "disctotal": discTotal, "lyrics": lyrics, "compilation": compilation]
            for tag in SongTag.allCases { names[tag.definition.fileName] = Slot(tag) }
            return names
        }()
    }

    /// What was found, at the place of its tag.
    private var entries = [Entry?](repeating: nil, count: Slot.count)
    /// What was found under other names.
    private var further: [String: Entry] = [:]
    private var hasGains = false
    /// The names that were known when the file was opened. Threads that read would wait for each other for every single one.
    private let knownNames = Self.names.withLock { $0 }
    private var (count, total) = (0, 0)

    /// Adds one value. The bytes may be anything: what is no UTF-8 is taken for Windows-1252.
    mutating func add(block: Int, name nameBytes: some Collection<UInt8>, text textBytes: some Collection<UInt8>) {
        guard nameBytes.count <= TagLimits.name, !textBytes.isEmpty else { return }
        let bytesOfName = Array(nameBytes)
        let name = knownNames[bytesOfName] ?? Self.name(bytesOfName)
        let entry = name.slot.map { entries[$0.index] } ?? further[name.canonical]
        let bytes = textBytes.prefix(TagLimits.text)
        // Each value counts, so that not even an indispensable tag can have a million of them.
        guard count < TagLimits.count && total + bytes.count <= TagLimits.total || name.isIndispensable && entry == nil else {
            return
        }
        guard var text = Self.text(bytes, keepsLines: name.keepsLines) else { return }
        if let role = name.role { text += " (\(role))" }
        if let entry {
            guard entry.block == block, entry.name == name.name || name.isOneOfSeveral else { return }
            guard !entry.values.contains(text) else { return }
        }
        (count, total) = (count + 1, total + bytes.count)
        if name.isGain { hasGains = true }
        if let slot = name.slot {
            Self.add(text, to: &entries[slot.index], name, block)
        } else {
            Self.add(text, to: &further[name.canonical], name, block)
        }
    }

    private static func add(_ text: String, to entry: inout Entry?, _ name: Name, _ block: Int) {
        if entry == nil { entry = Entry(block: block, name: name.name, values: []) }
        entry?.values.append(text)
    }

    /// What is known of a name that a file has.
    private struct Name: Sendable {
        /// In lower case.
        let name: String
        let role: String?
        /// Whether it stands beside others that mean the same: the roles of performers and the descriptions of lyrics are names of their
        /// own, but all of them count.
        let isOneOfSeveral: Bool
        /// The name that ``TagVocabulary`` has.
        let canonical: String
        let slot: Slot?
        let isIndispensable: Bool
        /// Whether the texts keep their lines.
        let keepsLines: Bool
        let isGain: Bool

        init(_ name: String) {
            self.name = name
            (role, canonical) = TagValues.split(name)
            // Programs write the name of a movement, or its number, as "movement", beside "movementname".
            isOneOfSeveral = role != nil || canonical == "movement" || name.hasPrefix(TagValues.describedLyrics)
            slot = Slot(name: canonical)
            isIndispensable = slot != nil || TagVocabulary.isIndispensable(canonical)
            keepsLines = slot == Slot(.comment) || slot == .lyrics
            isGain = canonical.hasPrefix("replaygain_") || canonical.hasPrefix("r128_")
        }
    }

    /// The names that were read, because most files have the same. They are some dozens, unless somebody invents them.
    private static let names = Mutex<[[UInt8]: Name]>([:])
    private static let nameLimit = 1_000

    private static func name(_ bytes: [UInt8]) -> Name {
        if let known = names.withLock({ $0[bytes] }) { return known }
        let name = Name(TagText.decode(bytes).lowercased())
        names.withLock { names in
            if names.count >= nameLimit { names = [:] }
            names[bytes] = name
        }
        return name
    }

    /// How the name of lyrics begins that have a description, which follows.
    private static let describedLyrics = "lyrics:"

    /// Splits a name such as `performer:violin`, and finds the one that ``TagVocabulary`` has.
    private static func split(_ name: String) -> (role: String?, canonical: String) {
        if name.hasPrefix("performer:") { return (String(name.dropFirst("performer:".count)), "performer") }
        // Lyrics may have a description; one of a comment says that it is something else, such as iTunes' numbers.
        if name.hasPrefix(describedLyrics) { return (nil, "lyrics") }
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
            if unsafe CleanText.mayNotBeClean(bytes[index]) { return nil }
        }
        return unsafe String(validating: bytes, as: UTF8.self)
    }

    /// Returns `text` as it may be shown (``CleanText``) and without blanks at its ends; `nil` if nothing is left.
    private static func cleaned(_ text: String, keepsLines: Bool) -> String? {
        let scalars = CleanText.of(text, keepsLines: keepsLines).unicodeScalars
        let blank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\n" }
        let trimmed = scalars.drop(while: blank)
        guard let last = trimmed.lastIndex(where: { !blank($0) }) else { return nil }
        return String(String.UnicodeScalarView(trimmed[...last]))
    }

    /// The values at a place; none if the file does not have the tag.
    private func all(_ slot: Slot) -> [String] { entries[slot.index]?.values ?? [] }

    /// The number of a track or a disc, with its total.
    private func number(_ tag: SongTag, of total: Slot) -> String? {
        guard let number = all(Slot(tag)).first else { return nil }
        guard !number.contains("/"), let total = all(total).first, Int(total).map({ $0 > 0 }) == true else { return number }
        return "\(number)/\(total)"
    }

    /// Makes tags of the values.
    /// - Parameter isOpus: whether the file is Opus, in which other gains take precedence.
    consuming func tags(isOpus: Bool) -> MusicTags {
        var tags = MusicTags()
        if hasGains {
            let gains = further.filter { $0.key.hasPrefix("replaygain_") || $0.key.hasPrefix("r128_") }
            tags.replayGain = ReplayGain(tags: gains.compactMapValues(\.values.first), codec: isOpus ? "opus" : "")
            for name in gains.keys { further[name] = nil }
        }
        for tag in SongTag.allCases {
            guard let values = entries[tag.index]?.values else { continue }
            tags[all: tag] = tag.definition.isSingle ? Array(values.prefix(1)) : values
        }
        for shown in SongTag.allCases {
            if let each = shown.definition.shows { joinArtists(shown, each, in: &tags) }
        }
        tags[.track] = number(.track, of: .trackTotal)
        tags[.disc] = number(.disc, of: .discTotal)
        tags.lyrics = all(.lyrics)
        tags.isCompilation = all(.compilation).first.map { $0 != "0" } ?? false
        tags.further = further.mapValues(\.values)
        return tags
    }

    /// Makes one text of the artists as they are shown, and fills in what a file leaves out: it may state them in one of both ways.
    private func joinArtists(_ shown: SongTag, _ each: SongTag, in tags: inout MusicTags) {
        let (texts, names) = (tags[all: shown], tags[all: each])
        if names.isEmpty { tags[all: each] = texts }
        let whole = texts.isEmpty ? names : texts
        tags[shown] = whole.isEmpty ? nil : whole.joined(separator: ", ")
    }
}
