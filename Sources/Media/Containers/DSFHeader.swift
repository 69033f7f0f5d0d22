package import MediaTypes

/// The length that a DSF file states: its number of one-bit samples. FFmpeg reports the length of the blocks that hold them,
/// and the last block is padded.
package struct DSFHeader {
    /// The size in bytes of the two chunks that are read, without the end of the second.
    private static let size = 72

    /// The number of decoded frames, each made from eight samples.
    package let frameCount: Int64

    /// Reads the header; `nil` if the source does not begin with these chunks, or is shorter than it states.
    package init?(of source: any MediaBytes) throws(MediaError) {
        let bytes = try source.bytes(in: 0..<Int64(Self.size))
        guard bytes.count == Self.size, bytes.starts(with: "DSD ".utf8), bytes[28..<32].elementsEqual("fmt ".utf8) else {
            return nil
        }
        let (fileSize, samples): (UInt64, UInt64) = (bytes[12..<20].littleEndian(), bytes[64..<72].littleEndian())
        guard let size = source.size, fileSize <= UInt64(size), (8..<UInt64(ByteCount.largest)).contains(samples) else {
            return nil
        }
        frameCount = Int64(samples / 8)
    }
}
