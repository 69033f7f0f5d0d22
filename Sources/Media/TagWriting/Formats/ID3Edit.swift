/// Tags of loudness in an ID3 tag of version 2 (https://id3.org): frames of texts with names. All other frames stay as they are, byte for
/// byte, and so does the version: a player that knows only the old one still reads it.
enum ID3Edit {
    static let headSize: Int64 = 10
    /// The largest size that the head of a tag can state.
    private static let largest = 1 << 28 - 1
    /// How much room a tag gets behind its frames that has to grow, so that the next program need not move the sound.
    private static let padding = 1_024
    /// Of a tag without another reason for one.
    private static let newVersion: UInt8 = 3

    private static let ownUnsynchronised: UInt8 = 0x80
    /// A flag that says nothing about how the tag is to be read.
    private static let experimental: UInt8 = 0x20

    /// The size of the whole tag that begins with these bytes; `nil` if none does.
    static func size(of head: [UInt8]) throws(TagWritingError) -> Int64? {
        guard head.count >= headSize, head.starts(with: "ID3".utf8) else { return nil }
        guard (2...4).contains(head[3]), head[6..<10].allSatisfy({ $0 < 0x80 }) else { throw .damaged("its ID3 tag") }
        guard head[5] & 0x10 == 0 else { throw .unsupported("its ID3 tag has a footer, into which nothing is written here") }
        return headSize + sevenBits(head[6..<10])
    }

    /// Edits a whole tag. It keeps its size if the frames fit.
    static func edit(_ tag: [UInt8], _ fields: [GainField]) throws(TagWritingError) -> EditedBlock {
        let (version, flags) = (tag[3], tag[5])
        // In version 4, frames are unsynchronised one by one, and their sizes are those of what is written.
        let known = version == 4 ? experimental | ownUnsynchronised : experimental
        guard flags & ~known == 0 else {
            throw .unsupported("its ID3 tag is packed or has an extended header, and nothing is written into such a one here")
        }
        var (edited, frames, place) = (EditedBlock(), [UInt8](), Int(headSize))
        while let frame = try Frame(tag, at: place, version, isUnsynchronised: flags & ownUnsynchronised != 0) {
            if let field = frame.field { edited.stated.append(field) } else { frames += tag[place..<frame.end] }
            place = frame.end
        }
        guard tag[place...].allSatisfy({ $0 == 0 }) else { throw .damaged("its ID3 tag") }
        for field in fields { frames += userText(field, version) }
        let room = frames.count <= tag.count - Int(headSize) ? tag.count - Int(headSize) : frames.count + padding
        edited.bytes = try whole(frames, room: room, version: version, flags: flags)
        return edited
    }

    /// Makes a new tag.
    /// - Parameter old: a tag of version 1: what it says, this one says as well, because many programs read only one of the two.
    static func make(_ fields: [GainField], from old: [UInt8]? = nil) throws(TagWritingError) -> [UInt8] {
        let frames = (old.map(version1Frames) ?? []) + fields.flatMap { userText($0, newVersion) }
        return try whole(frames, room: frames.count, version: newVersion, flags: 0)
    }

    private static func whole(
        _ frames: [UInt8], room: Int, version: UInt8, flags: UInt8
    ) throws(TagWritingError) -> [UInt8] {
        guard room <= largest else { throw TagWritingError(.excessive, "its ID3 tag has no room for more") }
        var tag: [UInt8] = Array("ID3".utf8)
        tag += [version, 0, flags]
        tag += room.bigEndianBytes(4, bits: 7)
        tag += frames
        tag += [UInt8](repeating: 0, count: room - frames.count)
        return tag
    }

    private static func sevenBits(_ bytes: ArraySlice<UInt8>) -> Int64 { bytes.reduce(0) { $0 << 7 | Int64($1) } }

    /// The frame of a text with a name. Both are ASCII, which is Latin-1 as well, and have no byte that unsynchronisation would change.
    private static func userText(_ field: GainField, _ version: UInt8) -> [UInt8] {
        var content: [UInt8] = [0]
        content += field.name.utf8
        content.append(0)
        content += field.value.utf8
        return frame(version == 2 ? "TXX" : "TXXX", content, version)
    }

    private static func frame(_ name: String, _ content: [UInt8], _ version: UInt8) -> [UInt8] {
        var frame: [UInt8] = Array(name.utf8)
        switch version {
        case 2: frame += content.count.bigEndianBytes(3)
        case 3: frame += content.count.bigEndianBytes(4) + [0, 0]
        default: frame += content.count.bigEndianBytes(4, bits: 7) + [0, 0]
        }
        return frame + content
    }

    /// The frames that say what a tag of version 1 says, of version 3. Its bytes stay as they are: nobody knows their character set.
    private static func version1Frames(_ old: [UInt8]) -> [UInt8] {
        func text(_ range: Range<Int>) -> [UInt8] {
            let text = old[range].prefix { $0 != 0 }
            return Array(text[..<(text.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? text.startIndex)])
        }
        let hasTrack = old[125] == 0 && old[126] != 0
        var frames: [UInt8] = []
        let track: [UInt8] = hasTrack ? Array("\(old[126])".utf8) : []
        let genre: [UInt8] = old[127] < 192 ? Array("(\(old[127]))".utf8) : []
        let texts: [(name: String, value: [UInt8])] = [
            ("TIT2", text(3..<33)), ("TPE1", text(33..<63)), ("TALB", text(63..<93)), ("TYER", text(93..<97)), ("TRCK", track),
            ("TCON", genre),
        ]
        for (name, value) in texts where !value.isEmpty { frames += frame(name, [0] + value, newVersion) }
        let comment = text(97..<(hasTrack ? 125 : 127))
        // Of an unknown language, and without a description.
        let head: [UInt8] = [0] + Array("und".utf8) + [0]
        if !comment.isEmpty { frames += frame("COMM", head + comment, newVersion) }
        return frames
    }

    /// A frame of a tag.
    private struct Frame {
        let end: Int
        /// The tag of loudness that it is; `nil` if it is anything else.
        let field: GainField?

        /// Reads the frame at a place; `nil` where there is none any more.
        init?(_ tag: [UInt8], at place: Int, _ version: UInt8, isUnsynchronised: Bool) throws(TagWritingError) {
            let nameSize = version == 2 ? 3 : 4
            let head = version == 2 ? 6 : 10
            guard place + head <= tag.count, tag[place] != 0 else { return nil }
            guard Self.isName(tag, place, nameSize), let size = Self.size(tag, at: place, version) else {
                throw .damaged("its ID3 tag")
            }
            end = place + head + size
            let name = String(decoding: tag[place..<place + nameSize], as: UTF8.self)
            guard name == "TXXX" || name == "TXX" else {
                field = nil
                return
            }
            let content = tag[place + head..<end]
            switch version {
            case 2: field = Self.field(Array(content))
            case 3:
                let flags = tag[place + 9]
                // Packed, or encrypted; and a byte for a group.
                field = flags & 0xC0 != 0 ? nil : Self.field(Array(content.dropFirst(flags & 0x20 != 0 ? 1 : 0)))
            default:
                let flags = tag[place + 9]
                let plain = content.dropFirst((flags & 0x40 != 0 ? 1 : 0) + (flags & 0x01 != 0 ? 4 : 0))
                let isWritten = isUnsynchronised || flags & 0x02 != 0
                field = flags & 0x0C != 0 ? nil : Self.field(isWritten ? Self.synchronised(plain) : Array(plain))
            }
        }

        private static func isName(_ tag: [UInt8], _ place: Int, _ size: Int) -> Bool {
            place + size <= tag.count
                && tag[place..<place + size].allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
        }

        /// The size of a frame's content; `nil` if it is not within the tag.
        private static func size(_ tag: [UInt8], at place: Int, _ version: UInt8) -> Int? {
            let head = version == 2 ? 6 : 10
            let field = version == 2 ? tag[place + 3..<place + 6] : tag[place + 4..<place + 8]
            let whole = Int(field.bigEndianNumber)
            guard version == 4 else { return place + head + whole <= tag.count ? whole : nil }
            // iTunes has written sizes of eight bits into version 4: the next frame tells.
            let isSound = field.allSatisfy { $0 < 0x80 }
            let proper = Int(ID3Edit.sevenBits(field))
            func leadsOn(_ size: Int) -> Bool {
                let next = place + head + size
                return next == tag.count || next < tag.count && tag[next] == 0 || isName(tag, next, 4)
            }
            if isSound, place + head + proper <= tag.count, leadsOn(proper) { return proper }
            return place + head + whole <= tag.count && leadsOn(whole) ? whole : nil
        }

        private static func synchronised(_ content: ArraySlice<UInt8>) -> [UInt8] {
            var (bytes, last): ([UInt8], UInt8) = ([], 0)
            for byte in content {
                if !(last == 0xFF && byte == 0) { bytes.append(byte) }
                last = byte
            }
            return bytes
        }

        /// The tag of loudness in a text with a name; `nil` if it is another one.
        private static func field(_ content: [UInt8]) -> GainField? {
            guard let encoding = content.first else { return nil }
            let parts: [[UInt8]]
            if encoding == 1 || encoding == 2 {
                var units = stride(from: 1, to: content.count - 1, by: 2).map { (content[$0], content[$0 + 1]) }
                let isLittle = encoding == 1 && units.first.map { $0 == (0xFF, 0xFE) } ?? false
                units.removeAll { $0 == (0xFF, 0xFE) || $0 == (0xFE, 0xFF) }
                // The names and the numbers are ASCII. What is not, is none of them.
                let text = units.map { unit in
                    let (high, low) = isLittle ? (unit.1, unit.0) : unit
                    return high == 0 ? low : UInt8(ascii: "?")
                }
                parts = text.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
            } else {
                parts = content.dropFirst().split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
            }
            guard parts.count == 2, GainField.isGain(parts[0]) else { return nil }
            return GainField(name: parts[0], value: parts[1].prefix { $0 != 0 })
        }
    }
}
