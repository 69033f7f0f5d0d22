/// Finds the messages with ID3 tags (`emsg`, ISO/IEC 23009-1, section 5.10.3.3) between the boxes of a segment of MP4. A value that
/// gets the segment piece by piece.
struct MessageFinder: Hashable {
    struct Message: Hashable {
        /// From when on it holds, in seconds of the media's clock; `nil` if only `delay` says it.
        let time: Double?
        /// From how many seconds behind the beginning of the segment on it holds.
        let delay: Double
        let tags: [String: String]
    }

    /// The most bytes of a message that is read.
    private static let limit = 64 << 10
    /// How many bytes of the current box are still to be passed over.
    private var skip: Int64 = 0
    private var bytes: [UInt8] = []
    private var isOver = false
    private var hasBox = false

    /// Takes in the next bytes of the segment, and returns the messages that end in them.
    mutating func take(_ piece: UnsafeRawBufferPointer) -> [Message] {
        var found: [Message] = []
        var place = 0
        while !isOver, place < piece.count {
            if skip > 0 {
                let passed = Int(min(skip, Int64(piece.count - place)))
                skip -= Int64(passed)
                place += passed
                continue
            }
            let wanted = boxSize ?? 16
            let added = min(wanted - bytes.count, piece.count - place)
            unsafe bytes += piece[place..<place + added]
            place += added
            guard bytes.count >= 16, let size = Self.size(bytes) else { continue }
            if Self.type(bytes) == "emsg", size <= Self.limit {
                guard bytes.count >= size else { continue }
                if let message = Self.message(bytes) { found.append(message) }
                bytes = []
            } else {
                advance(over: size)
            }
        }
        return found
    }

    /// The size of a message that is being collected; `nil` before its head is there.
    private var boxSize: Int? {
        guard bytes.count >= 16, Self.type(bytes) == "emsg", let size = Self.size(bytes), size <= Self.limit else { return nil }
        return Int(size)
    }

    /// Passes over a box of which the first bytes are there.
    private mutating func advance(over size: Int64) {
        // What does not begin with the boxes of a segment has none.
        guard size >= 8, hasBox || Self.beginners.contains(Self.type(bytes)) else { return isOver = true }
        hasBox = true
        if size < 16 {
            bytes.removeFirst(Int(size))
            return
        }
        skip = size - Int64(bytes.count)
        bytes = []
    }

    private static let beginners: Set = ["styp", "sidx", "prft", "moof", "ftyp", "emsg", "free", "moov", "mdat"]

    private static func type(_ bytes: [UInt8]) -> String { String(decoding: bytes[4..<8], as: UTF8.self) }

    private static func size(_ bytes: [UInt8]) -> Int64? {
        let short = number(bytes[0..<4])
        return short == 1 ? Int64(bitPattern: number(bytes[8..<16])) : Int64(short)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    private static func message(_ box: [UInt8]) -> Message? {
        var rest = box[12...]
        func takeNumber(_ count: Int) -> UInt64? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return number(rest.prefix(count))
        }
        func takeText() -> String? {
            guard let end = rest.firstIndex(of: 0) else { return nil }
            defer { rest = rest[(end + 1)...] }
            return String(decoding: rest[..<end], as: UTF8.self)
        }
        let version = box[8]
        let scheme: String?
        let scale: UInt64?
        var time: Double?
        var delay = 0.0
        if version == 1 {
            scale = takeNumber(4)
            guard let scale, scale > 0, let ticks = takeNumber(8), takeNumber(8) != nil else { return nil }
            time = Double(ticks) / Double(scale)
            scheme = takeText()
            _ = takeText()
        } else {
            scheme = takeText()
            _ = takeText()
            scale = takeNumber(4)
            guard let scale, scale > 0, let ticks = takeNumber(4), takeNumber(8) != nil else { return nil }
            delay = Double(ticks) / Double(scale)
        }
        guard let scheme, scheme.contains("ID3") || scheme.contains("id3"), let tags = SegmentTags.ofID3(Array(rest)) else {
            return nil
        }
        return Message(time: time, delay: delay, tags: tags)
    }
}
