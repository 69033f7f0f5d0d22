package import MediaTypes
import TagReading

/// The tags of a song in the library: every value of each, without lyrics.
///
/// They are kept as the bytes in which the database has them, because most are never looked at.
package struct SongTags: Hashable, Sendable {
    /// The tags that the song does not share: for each value a byte for its tag, the value in UTF-8, and a line end.
    let own: [UInt8]
    /// Those that it shares with others of its album (``SongTag/isShared``), in the same form.
    let shared: [UInt8]

    /// The longest value in bytes: lists show many of them.
    private static let valueLimit = 1_024
    private static let lineEnd = UInt8(ascii: "\n")
    /// Takes the bytes of a database.
    init(own: [UInt8], shared: [UInt8]) {
        self.own = own
        self.shared = shared
    }

    /// Takes tags of both kinds in one run of bytes.
    init(mixed: [UInt8]) {
        var (own, shared): ([UInt8], [UInt8]) = ([], [])
        unsafe Self.forEachLine(of: mixed) { byte, value in
            let isShared = SongTag(rawValue: byte)?.isShared ?? false
            unsafe Self.add(byte, value, to: &own, if: !isShared)
            unsafe Self.add(byte, value, to: &shared, if: isShared)
            return true
        }
        self.init(own: own, shared: shared)
    }

    private static func add(_ tag: UInt8, _ value: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8], if isWanted: Bool) {
        guard isWanted else { return }
        bytes.append(tag)
        unsafe bytes.append(contentsOf: value)
        bytes.append(lineEnd)
    }

    /// Takes what is kept of the tags of a file.
    init(_ tags: MusicTags) {
        var packing = Packing()
        for tag in SongTag.allCases {
            if let each = tag.definition.shows {
                packing.add(tag, tags[tag], unlessOf: tags[all: each])
            } else {
                for value in tags[all: tag] { packing.add(tag, value) }
            }
        }
        self.init(own: packing.own, shared: packing.shared)
    }

    /// Puts values into the two runs of bytes.
    private struct Packing {
        var own: [UInt8] = []
        var shared: [UInt8] = []

        mutating func add(_ tag: SongTag, _ value: String?) {
            guard var value else { return }
            let isShared = tag.isShared
            value.withUTF8 { bytes in
                var count = min(bytes.count, SongTags.valueLimit)
                // Up to the end of a character.
                if count < bytes.count {
                    while unsafe count > 0 && bytes[count] & 0xC0 == 0x80 { count -= 1 }
                }
                func add(to packed: inout [UInt8]) {
                    packed.append(tag.rawValue)
                    // The values of all tags but the comment have no line ends, but nothing here ensures it.
                    for index in 0..<count {
                        let byte = unsafe bytes[index]
                        packed.append(byte == SongTags.lineEnd ? UInt8(ascii: " ") : byte)
                    }
                    packed.append(SongTags.lineEnd)
                }
                if isShared { add(to: &shared) } else { add(to: &own) }
            }
        }

        /// Adds a text that shows names, unless it is no more than their list.
        mutating func add(_ shown: SongTag, _ text: String?, unlessOf names: [String]) {
            if names.count == 1 ? text != names[0] : text != names.joined(separator: ", ") { add(shown, text) }
        }
    }

    /// Calls `body` with each tag and value, in the order in which they are kept.
    /// - Parameter wanted: the tags of which the values are wanted; `nil` for all. The fewer, the faster.
    package func forEach(_ wanted: Set<SongTag>? = nil, _ body: (SongTag, String) -> Void) {
        unsafe forEachValue { tag, value in
            if wanted?.contains(tag) ?? true { body(tag, unsafe String(decoding: value, as: UTF8.self)) }
            return true
        }
    }

    /// Calls `body` with each tag and the bytes of its value, in UTF-8, until it returns `false`.
    package func forEachValue(_ body: (SongTag, UnsafeBufferPointer<UInt8>) -> Bool) {
        for bytes in [own, shared] {
            guard unsafe Self.forEachValue(of: bytes, body) else { return }
        }
    }

    /// Calls `body` with each tag that is not shared, and the bytes of its value.
    package func forEachOwnValue(_ body: (SongTag, UnsafeBufferPointer<UInt8>) -> Void) {
        unsafe Self.forEachValue(of: own) {
            unsafe body($0, $1)
            return true
        }
    }

    /// Calls `body` with each tag that is shared, and the bytes of its value.
    package func forEachSharedValue(_ body: (SongTag, UnsafeBufferPointer<UInt8>) -> Void) {
        unsafe Self.forEachValue(of: shared) {
            unsafe body($0, $1)
            return true
        }
    }

    /// What tells whether two songs share the same tags.
    package var sharedBytes: [UInt8] { shared }

    @discardableResult
    private static func forEachValue(of bytes: [UInt8], _ body: (SongTag, UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        unsafe forEachLine(of: bytes) { byte, value in
            guard let tag = SongTag(rawValue: byte) else { return true }
            return unsafe body(tag, value)
        }
    }

    /// The first value of a tag; `nil` if the song does not have it.
    package subscript(_ tag: SongTag) -> String? {
        var found: String?
        unsafe withBytes(of: tag) { found = unsafe String(decoding: $0, as: UTF8.self) }
        return found
    }

    /// Calls `body` with each value of a tag, in UTF-8, until it returns `false`. Returns whether the song has the tag.
    @discardableResult
    package func forEachValue(of tag: SongTag, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        let wanted = tag.rawValue
        var hasAny = false
        unsafe Self.forEachLine(of: tag.isShared ? shared : own) { byte, value in
            guard byte == wanted else { return true }
            hasAny = true
            return unsafe body(value)
        }
        return hasAny
    }

    /// Calls `body` with the first value of a tag, in UTF-8, if the song has it.
    func withBytes(of tag: SongTag, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        unsafe forEachValue(of: tag) {
            unsafe body($0)
            return false
        }
    }

    /// Calls `body` with the byte and the value of each line until it returns `false`. Returns whether it never did.
    @discardableResult
    private static func forEachLine(of packed: [UInt8], _ body: (UInt8, UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        unsafe packed.withUnsafeBufferPointer { bytes in
            var start = 0
            while start < bytes.count {
                var end = start
                while end < bytes.count, unsafe bytes[end] != lineEnd { end += 1 }
                if end > start {
                    let value = unsafe UnsafeBufferPointer(rebasing: bytes[(start + 1)..<end])
                    if unsafe !body(bytes[start], value) { return false }
                }
                start = end + 1
            }
            return true
        }
    }

    /// The values of a tag.
    package func all(_ tag: SongTag) -> [String] {
        var values: [String] = []
        unsafe Self.forEachLine(of: tag.isShared ? shared : own) { byte, value in
            if byte == tag.rawValue { unsafe values.append(String(decoding: value, as: UTF8.self)) }
            return true
        }
        return values
    }

    /// The artists as they are shown.
    package var shownArtist: String? { shown(.shownArtist, .artist) }

    /// The artists of the whole album as they are shown.
    package var shownAlbumArtist: String? { shown(.shownAlbumArtist, .albumArtist) }

    /// The text of a tag that shows another one; the list of that one if the song has none.
    func shown(_ shown: SongTag, _ each: SongTag) -> String? {
        if let text = self[shown] { return text }
        let names = all(each)
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}
