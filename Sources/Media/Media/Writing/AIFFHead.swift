import AudioTypes
import MediaTypes

/// The bytes of an AIFF file in front of its samples (Apple, "Audio Interchange File Format 1.3"), or for floats of an AIFF-C file.
///
/// Its lengths have 32 bits, so a file ends at 4 GiB.
struct AIFFHead: SampleHead {
    let frameSize: Int
    let mostData: Int64?
    private let samples: AudioFileFormat.SampleKind
    private let format: StreamFormat
    private let chunks: [UInt8]

    /// The largest length that the format can say.
    static let largest: Int64 = 0xFFFF_FFFF
    /// The version of AIFF-C, of which there is one.
    private static let version: UInt32 = 0xA280_5140
    /// The names of the chunks of tags. The format has no others.
    static let tagNames = [("title", "NAME"), ("artist", "AUTH"), ("copyright", "(c) "), ("comment", "ANNO")]

    /// - Parameter largest: the length in bytes at which the file is full; tests choose a smaller one.
    init(_ samples: AudioFileFormat.SampleKind, _ format: StreamFormat, tags: WrittenTags, largest: Int64 = largest) {
        self.samples = samples
        self.format = format
        let frameSize = samples.byteCount * format.channelCount
        self.frameSize = frameSize
        let texts = Self.tagNames.flatMap { name, chunk -> [UInt8] in
            tags.entries.first { $0.name == name }.map { Self.chunk(chunk, Array($0.text.utf8)) } ?? []
        }
        chunks = (AppleLayout.bytes(format.channelLayout).map { Self.chunk("CHAN", $0) } ?? []) + texts
        // The rest of the head is far shorter than this.
        let room = largest - Int64(chunks.count) - Self.mostBeside
        mostData = room - room % Int64(frameSize)
    }

    /// The most bytes beside the samples, layout and tags.
    private static let mostBeside: Int64 = 128

    var isBigEndian: Bool { true }

    var fullAdvice: String { "a file of AIFF ends at 4 GiB: use caf or wav for longer sound" }

    func bytes(dataSize: Int64?) -> [UInt8] {
        let data = dataSize ?? mostData ?? 0
        let frames = UInt32(clamping: data / Int64(frameSize))
        let isCompressed = samples == .float32
        var common =
            UInt16(format.channelCount).bigEndianBytes + frames.bigEndianBytes + UInt16(8 * samples.byteCount).bigEndianBytes
            + Self.extended(UInt64(format.sampleRate.hertz))
        // The name of the coding as a text with its length, filled to an even number of bytes.
        if isCompressed { common += Array("fl32".utf8) + [12] + Array("32-bit float".utf8) + [0] }
        let version = isCompressed ? Self.chunk("FVER", Self.version.bigEndianBytes) : []
        // Offset and block size stand before the samples, and count as a part of them.
        let sound = Array("SSND".utf8) + UInt32(clamping: data + 8).bigEndianBytes + [UInt8](repeating: 0, count: 8)
        let inner = Array((isCompressed ? "AIFC" : "AIFF").utf8) + version + Self.chunk("COMM", common) + chunks + sound
        return Array("FORM".utf8) + UInt32(clamping: Int64(inner.count) + data + data % 2).bigEndianBytes + inner
    }

    /// A whole number as an IEEE 754 float of 80 bits.
    private static func extended(_ number: UInt64) -> [UInt8] {
        let shift = number.leadingZeroBitCount
        let exponent = UInt16(16_383 + 63 - min(63, shift))
        return exponent.bigEndianBytes + (number << UInt64(shift)).bigEndianBytes
    }

    /// A chunk with its head, filled to an even number of bytes.
    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + UInt32(content.count).bigEndianBytes + content + (content.count % 2 == 0 ? [] : [0])
    }
}
