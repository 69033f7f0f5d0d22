import Containers
import Glibc
import MediaTypes
import SystemSupport

/// Reads what a FLAC file (RFC 9639) says of itself, as long as nothing about the file is unusual, as TagLib does and in a fraction of its
/// time: the bytes of pictures stay where they are, and no text is copied into another encoding and back. Most libraries are of FLAC. The
/// rest is TagLib's.
enum PlainFLAC {
    /// The most blocks, and the most bytes of comments, that are not unusual.
    private static let (blockLimit, commentLimit) = (64, 256 << 10)
    /// The most bytes of all blocks: TagLib, which gives the pictures, reads no more than twice as much.
    private static let sizeLimit: Int64 = 64 << 20

    /// Reads the blocks in front of the sound; `nil` if TagLib has to read the file.
    static func read(_ file: borrowing OpenMusicFile) -> MusicFile? {
        var window = FileWindow(file.descriptor.number, size: file.size)
        guard var blocks = blocks(in: &window), !window.hasTagBehindSound else { return nil }
        var information: FLACInformation?
        var values: TagValues?
        var pictures: [EmbeddedPicture] = []
        var (soundStart, hasCueSheet) = (Int64?.none, false)
        while let next = blocks.next {
            guard let block = window.bytes(in: next).flatMap({ blocks.take($0) }), let kind = block.kind else { return nil }
            let (place, size) = (block.content.lowerBound, block.content.count)
            // Behind the last block there is sound. The first one is the only one with the properties.
            guard block.content.upperBound < min(file.size, sizeLimit), (information == nil) == (kind == .information) else {
                return nil
            }
            if block.isLast { soundStart = block.content.upperBound }
            switch kind {
            case .information:
                guard size == FLACInformation.size, let bytes = window.bytes(in: block.content) else { return nil }
                information = FLACInformation(bytes)
            case .comments:
                guard values == nil, size <= commentLimit, let bytes = window.bytes(in: block.content),
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
        }
        guard let soundStart, let information, let sound = SoundProperties(information, soundSize: file.size - soundStart),
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
        guard var blocks = blocks(in: &window) else { return false }
        while let next = blocks.next, let block = window.bytes(in: next).flatMap({ blocks.take($0) }) {
            if block.kind == .cueSheet { return true }
        }
        return false
    }

    /// The blocks of the file, in front of the first one; `nil` if it is no FLAC.
    private static func blocks(in window: inout FileWindow) -> FLACMetadata? {
        window.bytes(in: 0..<4).flatMap { FLACMetadata(behind: $0, limit: blockLimit) }
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
        guard size >= 32, let head = window.bytes(in: place..<place + 8) else { return nil }
        let (kind, typeSize): (Int, Int) = (head.prefix(4).bigEndian(), head.suffix(4).bigEndian())
        guard kind <= UInt8.max, typeSize <= min(TagLimits.name, longestMediaType), 8 + typeSize + 4 <= size,
            let type = window.bytes(in: place + 8..<place + 8 + Int64(typeSize) + 4)
        else { return nil }
        let mediaType = type.prefix(typeSize)
        guard mediaType.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        let descriptionSize: Int = type.suffix(4).bigEndian()
        let dataPlace = 8 + typeSize + 4 + descriptionSize + 16 + 4
        guard descriptionSize <= longestDescription, dataPlace <= size,
            let last = window.bytes(in: place + Int64(dataPlace) - 4..<place + Int64(dataPlace))
        else { return nil }
        let dataSize: Int = last.bigEndian()
        guard dataSize > 0, dataPlace + dataSize <= size else { return nil }
        return EmbeddedPicture(
            kind: UInt8(kind), mediaType: TagText.decode(mediaType).lowercased(), size: dataSize)
    }
}

extension SoundProperties {
    /// Takes the block of a FLAC file that says what its sound is; `nil` if that is unusual.
    /// - Parameter soundSize: how many bytes follow the metadata.
    fileprivate init?(_ information: FLACInformation, soundSize: Int64) {
        guard information.sampleRate > 0 else { return nil }
        self.init(sampleRate: Int32(information.sampleRate), channels: Int32(information.channelCount))
        guard let frames = information.frameCount else { return }
        let length = Double(frames) * 1_000 / Double(information.sampleRate)
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
    mutating func bytes(in range: Range<Int64>) -> ArraySlice<UInt8>? {
        if range.lowerBound < start || range.upperBound > start + Int64(piece.count) {
            (start, piece) = (range.lowerBound, read(at: range.lowerBound, max(range.count, Self.pieceSize)))
        }
        let offset = Int(range.lowerBound - start)
        return offset + range.count <= piece.count ? piece[offset..<offset + range.count] : nil
    }

    /// Whether the file ends with a tag of ID3 version 1, which is no part of the sound.
    var hasTagBehindSound: Bool { size >= 128 && read(at: size - 128, 3) == Array("TAG".utf8) }

    private func read(at place: Int64, _ count: Int) -> [UInt8] {
        unsafe Array(unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, unsafe pread(descriptor, buffer.baseAddress, count, Int(place)))
        }
    }
}
