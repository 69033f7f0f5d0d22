import AudioTypes
import MediaTypes

/// The bytes of a WAVE file in front of its samples, for any number of samples.
///
/// All of them are as long, so that a later one can replace an earlier. Until the file is as long as RIFF can say, a chunk
/// called `JUNK` keeps the room for the 64-bit lengths of RF64 (EBU Tech 3306).
struct WaveHead: SampleHead {
    /// The bytes of one frame.
    let frameSize: Int
    private let samples: AudioFileFormat.SampleKind
    private let format: StreamFormat
    private let list: [UInt8]
    /// The length in bytes at which the file becomes RF64.
    private let largest: Int64

    /// The largest length that RIFF can say. A length of this value means that the length is in another chunk, or unknown.
    static let largestRIFF: Int64 = 0xFFFF_FFFF
    /// The names of tags in the list `INFO` of RIFF.
    private static let tagNames = [
        "title": "INAM", "artist": "IART", "album": "IPRD", "date": "ICRD", "language": "ILNG", "comment": "ICMT",
        "genre": "IGNR", "track": "IPRT", "copyright": "ICOP",
    ]
    /// The end of the identifiers of sample formats, which begin with the format's tag of 16 bits (`ksmedia.h`,
    /// KSDATAFORMAT_SUBTYPE_PCM).
    private static let subformat: [UInt8] = [
        0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71,
    ]

    /// - Parameter largest: the length in bytes at which the file becomes RF64; tests choose a smaller one.
    init(
        _ samples: AudioFileFormat.SampleKind, _ format: StreamFormat, tags: WrittenTags, largest: Int64 = largestRIFF - 1
    ) {
        self.samples = samples
        self.largest = largest
        self.format = format
        frameSize = samples.byteCount * format.channelCount
        let entries = tags.entries.flatMap { name, text -> [UInt8] in
            // Texts end with a zero.
            Self.tagNames[name].map { Self.chunk($0, Array(text.utf8) + [0]) } ?? []
        }
        list = entries.isEmpty ? [] : Self.chunk("LIST", Array("INFO".utf8) + entries)
    }

    /// Returns the head of a file with `dataSize` bytes of samples; `nil` if the length is not known. A file of more than
    /// ``largest`` bytes after its first eight becomes RF64.
    func bytes(dataSize: Int64?) -> [UInt8] {
        let data = dataSize ?? Self.largestRIFF
        let frames = data / Int64(frameSize)
        var chunks = Self.chunk("fmt ", description)
        // The number of frames, which WAVE wants for all samples that are not plain integers.
        if isFloat { chunks += Self.chunk("fact", Self.bytes(UInt32(min(frames, Self.largestRIFF)))) }
        chunks += list
        // `WAVE`, the chunk for the lengths, these chunks, and the head of the samples' own chunk.
        let whole = Int64(4 + 8 + Self.lengthsSize + chunks.count + 8) + data + data % 2
        let isLarge = dataSize != nil && whole > largest
        func short(_ length: Int64) -> [UInt8] { Self.bytes(UInt32(isLarge || dataSize == nil ? Self.largestRIFF : length)) }
        // The lengths of the file, the samples and the frames, and of a table that is empty.
        let lengths = isLarge ? [whole, data, frames].flatMap { Self.bytes(UInt64($0)) } + Self.bytes(UInt32(0)) : nil
        return Array((isLarge ? "RF64" : "RIFF").utf8) + short(whole) + Array("WAVE".utf8)
            + Self.chunk(isLarge ? "ds64" : "JUNK", lengths ?? Array(repeating: 0, count: Self.lengthsSize))
            + chunks + Array("data".utf8) + short(data)
    }

    /// The size of the content of `ds64` without a table, in bytes.
    private static let lengthsSize = 28

    private var isFloat: Bool { samples == .float32 }

    /// The description of the samples: the short one if it says everything, and WAVE_FORMAT_EXTENSIBLE for more than two channels
    /// or more than 16 bits of integers.
    private var description: [UInt8] {
        let tag: UInt16 = isFloat ? 3 : 1
        let bits = UInt16(8 * samples.byteCount)
        let needsMask = format.channelCount > 2 || samples == .signed24
        let byteRate = UInt32(truncatingIfNeeded: Int(format.sampleRate.hertz) * frameSize)
        let common =
            Self.bytes(needsMask ? 0xFFFE : tag) + Self.bytes(UInt16(format.channelCount))
            + Self.bytes(UInt32(format.sampleRate.hertz)) + Self.bytes(byteRate) + Self.bytes(UInt16(frameSize))
            + Self.bytes(bits)
        guard needsMask else { return isFloat ? common + Self.bytes(UInt16(0)) : common }
        let mask = UInt32(truncatingIfNeeded: format.channelLayout.nativeMask ?? 0)
        return common + Self.bytes(UInt16(22)) + Self.bytes(bits) + Self.bytes(mask) + Self.bytes(tag) + Self.subformat
    }

    /// A chunk with its head, filled to an even number of bytes.
    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + bytes(UInt32(content.count)) + content + (content.count % 2 == 0 ? [] : [0])
    }

    /// A number with the least significant byte first.
    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        number.littleEndianBytes(number.bitWidth / 8)
    }
}

extension AudioFileFormat.SampleKind {
    /// The bytes of a stored sample.
    var byteCount: Int {
        switch self {
        case .signed16: 2
        case .signed24: 3
        case .float32: 4
        }
    }
}
