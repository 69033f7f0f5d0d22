import Glibc
import MediaTypes
import SystemSupport

/// Reads what a FLAC file (RFC 9639) says of itself, as long as nothing about the file is unusual, as TagLib does and in a fraction of its
/// time: the bytes of pictures stay where they are, and no text is copied into another encoding and back. Most libraries are of FLAC. The
/// rest is TagLib's.
enum PlainFLAC {
    /// The kinds of metadata blocks, as they are numbered.
    private enum Kind: UInt8 {
        case information, padding, application, seekTable, comments, cueSheet, picture
    }

    /// The most blocks, and the most bytes of comments, that are not unusual.
    private static let (blockLimit, commentLimit) = (64, 256 << 10)
    /// The most bytes of all blocks: TagLib, which gives the pictures, reads no more than twice as much.
    private static let sizeLimit: Int64 = 64 << 20
    /// How many bytes the block of the sound's properties has.
    private static let informationSize = 34

    /// Reads the blocks in front of the sound; `nil` if TagLib has to read the file.
    static func read(_ file: borrowing OpenMusicFile) -> MusicFile? {
        var window = FileWindow(file.descriptor.number, size: file.size)
        guard let mark = window.bytes(at: 0, count: 4), mark.elementsEqual("fLaC".utf8), !window.hasTagBehindSound else {
            return nil
        }
        var information: [UInt8]?
        var values: TagValues?
        var pictures: [EmbeddedPicture] = []
        var (place, count, isLast, hasCueSheet) = (Int64(4), 0, false, false)
        while !isLast {
            guard count < blockLimit, let head = window.bytes(at: place, count: 4), let first = head.first,
                let kind = Kind(rawValue: first & 0x7F)
            else { return nil }
            (count, isLast) = (count + 1, first & 0x80 != 0)
            let size = number(head.dropFirst())
            place += 4
            // Behind the last block there is sound. The first one is the only one with the properties.
            guard place + Int64(size) < min(file.size, sizeLimit), (information == nil) == (kind == .information) else {
                return nil
            }
            switch kind {
            case .information:
                guard size == informationSize, let bytes = window.bytes(at: place, count: size) else { return nil }
                information = Array(bytes)
            case .comments:
                guard values == nil, size <= commentLimit, let bytes = window.bytes(at: place, count: size),
                    let found = comments(bytes)
                else { return nil }
                values = found
            case .picture:
                guard let picture = picture(in: &window, at: place, size: size) else { return nil }
                pictures.append(picture)
            case .padding, .seekTable: break
            case .application: guard size > 0 else { return nil }
            case .cueSheet:
                guard size > 0 else { return nil }
                hasCueSheet = true
            }
            place += Int64(size)
        }
        guard let information, let sound = SoundProperties(information, soundSize: file.size - place),
            pictures.count <= MusicFile.pictureLimit
        else { return nil }
        return MusicFile(
            tags: (values ?? TagValues()).tags(isOpus: false), sound: sound,
            // The front comes first, whatever the order in the file.
            pictures: pictures.filter(\.isFront) + pictures.filter { !$0.isFront }, hasCueSheetBlock: hasCueSheet)
    }

    /// Whether a file is FLAC and has a block with the tracks of a disc. TagLib does not tell.
    static func hasCueSheet(_ file: borrowing OpenMusicFile) -> Bool {
        var window = FileWindow(file.descriptor.number, size: file.size)
        guard let mark = window.bytes(at: 0, count: 4), mark.elementsEqual("fLaC".utf8) else { return false }
        var place: Int64 = 4
        for _ in 0..<blockLimit {
            guard let head = window.bytes(at: place, count: 4), let first = head.first else { return false }
            if first & 0x7F == Kind.cueSheet.rawValue { return true }
            guard first & 0x80 == 0 else { return false }
            place += 4 + Int64(number(head.dropFirst()))
        }
        return false
    }

    // MARK: Comments

    /// A comment whose name and text nobody has to mend.
    private struct Comment {
        let name: ArraySlice<UInt8>
        let text: ArraySlice<UInt8>
        /// The number of the comment in its block.
        let index: Int
        /// The first eight bytes of the name in upper case, the first one highest.
        let beginning: UInt64

        init?(_ comment: ArraySlice<UInt8>, _ index: Int) {
            guard let equals = comment.firstIndex(of: UInt8(ascii: "=")), equals > comment.startIndex else { return nil }
            (name, text) = (comment[..<equals], comment[(equals + 1)...])
            self.index = index
            var beginning: UInt64 = 0
            for (place, byte) in name.enumerated() {
                guard (0x20...0x7D).contains(byte) else { return nil }
                if place < 8 { beginning |= UInt64(Self.upper(byte)) << UInt64(56 - 8 * place) }
            }
            self.beginning = beginning
            guard Self.isPlain(text) else { return nil }
        }

        private static func upper(_ byte: UInt8) -> UInt8 { (0x61...0x7A).contains(byte) ? byte & 0xDF : byte }

        /// Whether bytes are UTF-8 without a zero, at which TagLib ends a text.
        private static func isPlain(_ text: ArraySlice<UInt8>) -> Bool {
            var isASCII = true
            for byte in text {
                if byte == 0 { return false }
                if byte >= 0x80 { isASCII = false }
            }
            return isASCII || String(validating: text, as: UTF8.self) != nil
        }

        /// Whether TagLib gives this comment before another one: by the names, and those of one name as they come.
        func precedes(_ other: Comment) -> Bool {
            if beginning != other.beginning { return beginning < other.beginning }
            if isNamed(before: other) { return true }
            return !other.isNamed(before: self) && index < other.index
        }

        private func isNamed(before other: Comment) -> Bool {
            name.lexicographicallyPrecedes(other.name) { Self.upper($0) < Self.upper($1) }
        }

        /// The names of comments that are pictures.
        private static let pictureNames = [Array("METADATA_BLOCK_PICTURE".utf8), Array("COVERART".utf8)]

        /// Whether the comment is a picture, written as a text.
        var isPicture: Bool {
            Self.pictureNames.contains { name.elementsEqual($0) { Self.upper($0) == $1 } }
        }
    }

    /// Reads a block of comments; `nil` if one of them is not plain.
    private static func comments(_ block: ArraySlice<UInt8>) -> TagValues? {
        guard var found = VorbisComments(block), found.count <= TagLimits.count else { return nil }
        var comments: [Comment] = []
        comments.reserveCapacity(found.count)
        for index in 0..<found.count {
            guard let next = found.next(), let comment = Comment(next, index) else { return nil }
            comments.append(comment)
        }
        comments.sort { $0.precedes($1) }
        var values = TagValues()
        for comment in comments {
            if comment.isPicture { return nil }
            values.add(block: 0, name: comment.name, text: comment.text)
        }
        return values
    }

    // MARK: Pictures

    /// The longest media type of a picture that TagLib gets, in bytes (`TagBounds`).
    private static let longestMediaType = 1 << 10
    /// The same of its description.
    private static let longestDescription = 64 << 10

    /// Reads what a block says of its picture; `nil` if that is unusual.
    private static func picture(in window: inout FileWindow, at place: Int64, size: Int) -> EmbeddedPicture? {
        // Its kind and the length of its media type; the type and the length of a description; then four numbers and its own length.
        guard size >= 32, let head = window.bytes(at: place, count: 8) else { return nil }
        let (kind, typeSize) = (number(head.prefix(4)), number(head.suffix(4)))
        guard kind <= UInt8.max, typeSize <= min(TagLimits.name, longestMediaType), 8 + typeSize + 4 <= size,
            let type = window.bytes(at: place + 8, count: typeSize + 4)
        else { return nil }
        let mediaType = type.prefix(typeSize)
        guard mediaType.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        let descriptionSize = number(type.suffix(4))
        let dataPlace = 8 + typeSize + 4 + descriptionSize + 16 + 4
        guard descriptionSize <= longestDescription, dataPlace <= size,
            let last = window.bytes(at: place + Int64(dataPlace) - 4, count: 4)
        else { return nil }
        let dataSize = number(last)
        guard dataSize > 0, dataPlace + dataSize <= size else { return nil }
        return EmbeddedPicture(
            kind: UInt8(kind), mediaType: TagText.decode(mediaType).lowercased(), size: dataSize)
    }

    /// The number that up to four bytes are, the most significant first.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

extension SoundProperties {
    /// Takes the block of a FLAC file that says what its sound is; `nil` if that is unusual.
    /// - Parameter soundSize: how many bytes follow the metadata.
    fileprivate init?(_ information: [UInt8], soundSize: Int64) {
        // Twenty bits of the rate, three of the channels less one, five of the depth, and 36 of the number of frames.
        let packed = information[10..<18].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let (rate, frames) = (Int32(packed >> 44), packed & 0xF_FFFF_FFFF)
        guard rate > 0 else { return nil }
        self.init(sampleRate: rate, channels: Int32(packed >> 41 & 7) + 1)
        guard frames > 0 else { return }
        let length = Double(frames) * 1_000 / Double(rate)
        guard let length32 = Int32(exactly: (length + 0.5).rounded(.down)),
            let bitRate32 = Int32(exactly: (Double(soundSize) * 8 / length + 0.5).rounded(.down))
        else { return nil }
        milliseconds = length32 > 0 ? Int64(length32) : nil
        bitRate = bitRate32 > 0 ? bitRate32 : nil
    }
}

/// The piece of a file that was read last.
private struct FileWindow: ~Copyable {
    let size: Int64
    private let descriptor: CInt
    private var start: Int64 = 0
    private var piece: [UInt8] = []

    /// The least bytes that are read at once: all metadata of most files, but for their pictures.
    private static let pieceSize = 8_192

    init(_ descriptor: CInt, size: Int64) {
        self.descriptor = descriptor
        self.size = size
    }

    /// Some bytes of the file; `nil` if it has them not, or if they cannot be read.
    mutating func bytes(at place: Int64, count: Int) -> ArraySlice<UInt8>? {
        if place < start || place + Int64(count) > start + Int64(piece.count) {
            (start, piece) = (place, read(at: place, max(count, Self.pieceSize)))
        }
        let offset = Int(place - start)
        return offset + count <= piece.count ? piece[offset..<offset + count] : nil
    }

    /// Whether the file ends with a tag of ID3 version 1, which is no part of the sound.
    var hasTagBehindSound: Bool { size >= 128 && read(at: size - 128, 3) == Array("TAG".utf8) }

    private func read(at place: Int64, _ count: Int) -> [UInt8] {
        unsafe Array(unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, unsafe pread(descriptor, buffer.baseAddress, count, Int(place)))
        }
    }
}
