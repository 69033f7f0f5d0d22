import AudioTypes
import MediaTypes

/// The bytes of a file of Apple's Core Audio Format in front of its samples (Apple, "Core Audio Format Specification 1.0").
///
/// Lengths have 64 bits. That of the samples is open until the file is finished, which the format allows for its last chunk: whatever a crash
/// leaves is whole but for a torn frame.
struct CAFHead: SampleHead {
    let frameSize: Int
    private let samples: AudioFileFormat.SampleKind
    private let format: StreamFormat
    /// The chunks between the description and the samples.
    private let chunks: [UInt8]

    /// The length of samples that go on to the end of the file.
    private static let openLength: Int64 = -1
    /// Bits of the flags of linear PCM.
    private static let isFloat: UInt32 = 1
    private static let isLittleEndian: UInt32 = 2
    /// The names of tags in the chunk `info`.
    private static let tagNames = [
        "title": "title", "artist": "artist", "album": "album", "date": "year", "comment": "comments", "genre": "genre",
        "track": "track number", "copyright": "copyright", "composer": "composer", "language": "language",
    ]

    init(_ samples: AudioFileFormat.SampleKind, _ format: StreamFormat, tags: WrittenTags) {
        self.samples = samples
        self.format = format
        frameSize = samples.byteCount * format.channelCount
        let texts = tags.entries.compactMap { name, text in
            Self.tagNames[name].map { Array($0.utf8) + [0] + Array(text.utf8) + [0] }
        }
        let info = texts.isEmpty ? [] : Self.chunk("info", UInt32(texts.count).bigEndianBytes + texts.flatMap { $0 })
        chunks = (AppleLayout.bytes(format.channelLayout).map { Self.chunk("chan", $0) } ?? []) + info
    }

    var isOpenUntilEnd: Bool { true }
    var fillsToEven: Bool { false }

    func bytes(dataSize: Int64?) -> [UInt8] {
        let flags = Self.isLittleEndian | (samples == .float32 ? Self.isFloat : 0)
        let description =
            Double(format.sampleRate.hertz).bitPattern.bigEndianBytes + Array("lpcm".utf8) + flags.bigEndianBytes
            + UInt32(frameSize).bigEndianBytes + UInt32(1).bigEndianBytes + UInt32(format.channelCount).bigEndianBytes
            + UInt32(8 * samples.byteCount).bigEndianBytes
        // The mark, the version, and no flags. Behind the length of the samples comes the count of edits, which is part of them.
        let length = (dataSize.map { $0 + 4 } ?? Self.openLength).bigEndianBytes
        var head: [UInt8] = Array("caff".utf8) + UInt16(1).bigEndianBytes + UInt16(0).bigEndianBytes
        head += Self.chunk("desc", description) + chunks
        head += Array("data".utf8) + length + UInt32(0).bigEndianBytes
        return head
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + Int64(content.count).bigEndianBytes + content
    }
}

/// The places of channels as Apple's formats tell them.
enum AppleLayout {
    /// The tag of a layout that a bitmap describes, whose bits are those of WAVE.
    private static let usesBitmap: UInt32 = 1 << 16

    /// Returns the content of a chunk for `layout`; `nil` for one and two channels, which need none, and for channels without places.
    static func bytes(_ layout: ChannelLayout) -> [UInt8]? {
        guard layout.count > 2, let mask = layout.nativeMask, mask < 1 << 18 else { return nil }
        return usesBitmap.bigEndianBytes + UInt32(mask).bigEndianBytes + UInt32(0).bigEndianBytes
    }
}
