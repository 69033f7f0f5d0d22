import MediaTypes
import SystemSupport

/// One entry of the cache as it lies on the disk: length and checksum of what follows, four bytes each, least significant
/// first; then the key, the duration, a byte that says what is known of that, and the three texts, each behind the number of its bytes.
struct TagRecord: Hashable {
    /// Bytes before what length and checksum are about.
    static let headSize = 8
    /// The most bytes that a record has behind its head.
    static let bodyLimit = 8 + 8 + 1 + 3 * (2 + 1_024)

    /// What the byte about the duration says: that it is an estimate, and that counting would tell more.
    private static let (estimate, toBeCounted): (UInt8, UInt8) = (1, 2)

    /// A number of bytes that no text has stands for a text that is not there.
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

    /// The record that begins with these bytes; `nil` where that is none, or less than a whole one.
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

    /// How many bytes the record has that begins with these; `nil` where they cannot tell, or no record has as many.
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
