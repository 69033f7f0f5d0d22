import MediaTypes
import SystemSupport

/// One entry of the cache, in the form that it has on the disk. Its parts, in order (least significant byte first):
/// - the length and the checksum of the parts that follow, four bytes each
/// - the key
/// - the duration
/// - a byte of flags
/// - the number of the track, the total of tracks, the number of the disc and the total of discs, two bytes each; 0 for none
/// - the six texts, each behind the number of its bytes
struct TagRecord: Hashable {
    /// The bytes of length and checksum, which describe the bytes behind them.
    static let headSize = 8
    /// The largest number of bytes that a record has behind its head.
    static let bodyLimit = leastBody + 6 * 1_024
    /// The number of those bytes if there are no texts.
    private static let leastBody = 8 + 8 + 1 + 4 * 2 + 6 * 2

    /// The flags: the duration is an estimate; counting would tell more; somebody looked for a picture in the file; there is
    /// one.
    private static let (estimate, toBeCounted, lookedForPicture, picture): (UInt8, UInt8, UInt8, UInt8) = (1, 2, 4, 8)

    /// The length that stands for a missing text; no text is that long.
    fileprivate static let none = UInt16.max

    var key: UInt64
    var facts: MediaFacts

    init(key: UInt64, facts: MediaFacts) {
        self.key = key
        self.facts = facts
    }

    var bytes: [UInt8] {
        var body: [UInt8] = []
        body.append(number: key)
        body.append(number: (facts.duration ?? .nan).bitPattern)
        let tags = facts.albumTags?.tags ?? AlbumTags()
        body.append(
            (facts.durationIsEstimate ? Self.estimate : 0) | (facts.isToBeCounted ? Self.toBeCounted : 0)
                | (facts.hasPicture == nil ? 0 : Self.lookedForPicture) | (facts.hasPicture == true ? Self.picture : 0))
        for number in [facts.trackNumber, tags.trackTotal, tags.discNumber, tags.discTotal] { body.append(number: number ?? 0) }
        for text in [facts.title, facts.artist, facts.album, tags.artist, tags.date, tags.genre] {
            body.append(number: text.map { UInt16(clamping: min($0.utf8.count, 1_024)) } ?? Self.none)
            body += text?.utf8.prefix(1_024) ?? "".utf8.prefix(0)
        }
        var bytes: [UInt8] = []
        bytes.append(number: UInt32(body.count))
        bytes.append(number: Self.checksum(body[...]))
        return bytes + body
    }

    /// Reads the record that begins with `bytes`; `nil` if they are damaged, or less than a whole record.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let size = Self.size(bytes), bytes.count >= size else { return nil }
        var rest = bytes.prefix(size).dropFirst(4)
        guard let checksum: UInt32 = rest.takeNumber(), checksum == Self.checksum(rest), let key: UInt64 = rest.takeNumber(),
            let duration: UInt64 = rest.takeNumber(), let flags: UInt8 = rest.takeNumber()
        else { return nil }
        self.key = key
        facts = MediaFacts()
        let seconds = Double(bitPattern: duration)
        facts.duration = seconds.isFinite && seconds >= 0 ? seconds : nil
        facts.durationIsEstimate = flags & Self.estimate != 0
        facts.isToBeCounted = flags & Self.toBeCounted != 0
        facts.hasPicture = flags & Self.lookedForPicture != 0 ? flags & Self.picture != 0 : nil
        guard let track: UInt16 = rest.takeNumber(), let trackTotal: UInt16 = rest.takeNumber(),
            let disc: UInt16 = rest.takeNumber(), let discTotal: UInt16 = rest.takeNumber()
        else { return nil }
        facts.trackNumber = TagNumber.believable(track)
        guard let title = rest.takeText(), let artist = rest.takeText(), let album = rest.takeText(),
            let albumArtist = rest.takeText(), let date = rest.takeText(), let genre = rest.takeText()
        else { return nil }
        facts.title = title
        facts.artist = artist
        facts.album = album
        facts.albumTags =
            AlbumTags(
                artist: albumArtist, date: date, genre: genre, discNumber: disc, discTotal: discTotal,
                trackTotal: trackTotal
            ).shared
    }

    /// Returns how many bytes the record has that begins with `bytes`; `nil` if they are too few to tell, or no record has that
    /// size.
    static func size(_ bytes: ArraySlice<UInt8>) -> Int? {
        var rest = bytes
        guard let count: UInt32 = rest.takeNumber(), count >= leastBody, count <= bodyLimit else { return nil }
        return headSize + Int(count)
    }

    private static func checksum(_ body: ArraySlice<UInt8>) -> UInt32 {
        var checksum = Checksum()
        checksum.combine(body.span)
        return UInt32(truncatingIfNeeded: checksum.value ^ checksum.value >> 32)
    }
}

extension [UInt8] {
    fileprivate mutating func append(number: some FixedWidthInteger & UnsignedInteger) {
        self += number.littleEndianBytes(number.bitWidth / 8)
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func takeNumber<Number: FixedWidthInteger & UnsignedInteger>() -> Number? {
        let size = Number.bitWidth / 8
        guard count >= size else { return nil }
        defer { self = dropFirst(size) }
        return prefix(size).littleEndian()
    }

    /// Takes a text, or the mark of a missing one; returns `nil` if the bytes are too few.
    fileprivate mutating func takeText() -> String?? {
        guard let count: UInt16 = takeNumber() else { return nil }
        if count == TagRecord.none { return .some(nil) }
        guard self.count >= count else { return nil }
        defer { self = dropFirst(Int(count)) }
        return String(decoding: prefix(Int(count)), as: UTF8.self)
    }
}
