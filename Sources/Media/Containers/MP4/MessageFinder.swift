import MediaTypes

/// Finds the messages with ID3 tags (`emsg`, ISO/IEC 23009-1, section 5.10.3.3) between the boxes of a segment of MP4. A value that
/// gets the segment piece by piece.
package struct MessageFinder: Hashable {
    package struct Message: Hashable {
        /// From when on it holds, in seconds of the media's clock; `nil` if only `delay` says it.
        package let time: Double?
        /// From how many seconds behind the beginning of the segment on it holds.
        package let delay: Double
        /// The bytes of the ID3 tag.
        package let tag: [UInt8]
    }

    /// The most bytes of a message that is read.
    private static let limit = 64 << 10
    /// How many bytes of the current box are still to be passed over.
    private var skip: Int64 = 0
    private var bytes: [UInt8] = []
    private var isOver = false
    private var hasBox = false

    /// Begins in front of a segment.
    package init() {}

    /// Takes in the next bytes of the segment, and returns the messages that end in them.
    package mutating func take(_ piece: UnsafeRawBufferPointer) -> [Message] {
        var found: [Message] = []
        var place = 0
        while !isOver, place < piece.count {
            if skip > 0 {
                let passed = Int(min(skip, Int64(piece.count - place)))
                skip -= Int64(passed)
                place += passed
                continue
            }
            let added = min((messageSize ?? 16) - bytes.count, piece.count - place)
            unsafe bytes += piece[place..<place + added]
            place += added
            guard bytes.count >= 16, let head = BoxHead(bytes[...]) else { continue }
            guard let size = messageSize else {
                advance(over: head)
                continue
            }
            guard bytes.count >= size else { continue }
            if let message = Self.message(bytes) { found.append(message) }
            bytes = []
        }
        return found
    }

    /// The size of a message that is being collected; `nil` before its head is there, and for another box.
    private var messageSize: Int? {
        guard bytes.count >= 16, let head = BoxHead(bytes[...]), head.type == "emsg" else { return nil }
        return (16...Self.limit).contains(Int(head.length)) ? Int(head.length) : nil
    }

    /// Passes over a box of which the first bytes are there.
    private mutating func advance(over box: BoxHead) {
        // What does not begin with the boxes of a segment has none.
        guard box.length >= 8, hasBox || Self.beginners.contains(box.type) else { return isOver = true }
        hasBox = true
        if box.length < 16 {
            bytes.removeFirst(Int(box.length))
            return
        }
        skip = box.length - Int64(bytes.count)
        bytes = []
    }

    private static let beginners: Set = ["styp", "sidx", "prft", "moof", "ftyp", "emsg", "free", "moov", "mdat"]

    private static func message(_ box: [UInt8]) -> Message? {
        var rest = box[12...]
        func takeNumber(_ count: Int) -> UInt64? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count).bigEndian()
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
        guard let scheme, scheme.contains("ID3") || scheme.contains("id3") else { return nil }
        return Message(time: time, delay: delay, tag: Array(rest))
    }
}
