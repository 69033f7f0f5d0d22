import MediaTypes
import SystemSupport

/// One entry of the cache, in the form that it has on the disk. Its parts, in order (least significant byte first):
/// - the length and the checksum of the parts that follow, four bytes each
/// - the key
/// - the duration
/// - a byte of flags about the duration
/// - the three texts, each behind the number of its bytes
struct TagRecord: Hashable {
    /// The bytes of length and checksum, which describe the bytes behind them.
    static let headSize = 8
    /// The largest number of bytes that a record has behind its head.
    static let bodyLimit = 8 + 8 + 1 + 3 * (2 + 1_024)

    /// The flags about the duration: it is an estimate; counting would tell more.
    private static let (estimate, toBeCounted): (UInt8, UInt8) = (1, 2)

    /// The length that stands for a missing text; no text is that long.
    private static let none = UInt16.max

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
        body.append((facts.durationIsEstimate ? Self.estimate : 0) | (facts.isToBeCounted ? Self.toBeCounted : 0))
        for text in [facts.title, facts.artist, facts.album] {
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
        for field in [\MediaFacts.title, \.artist, \.album] {
            guard let count: UInt16 = rest.takeNumber() else { return nil }
            if count == Self.none { continue }
            guard rest.count >= count else { return nil }
            facts[keyPath: field] = String(decoding: rest.prefix(Int(count)), as: UTF8.self)
            rest = rest.dropFirst(Int(count))
        }
    }

    /// Returns how many bytes the record has that begins with `bytes`; `nil` if they are too few to tell, or no record has that
    /// size.
    static func size(_ bytes: ArraySlice<UInt8>) -> Int? {
        var rest = bytes
        guard let count: UInt32 = rest.takeNumber(), count >= 23, count <= bodyLimit else { return nil }
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
        for shift in stride(from: 0, to: number.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func takeNumber<Number: FixedWidthInteger & UnsignedInteger>() -> Number? {
        let size = Number.bitWidth / 8
        guard count >= size else { return nil }
        let number = prefix(size).reversed().reduce(Number(0)) { $0 << 8 | Number($1) }
        self = dropFirst(size)
        return number
    }
}
