/// What a DSF file says about its length: the number of samples of one bit. FFmpeg tells how long the blocks are that hold them,
/// and the last of those is filled up.
struct DSFHeader: Equatable {
    /// Two chunks without what the second ends with.
    private static let size = 72

    /// Frames as they are decoded, each from eight samples.
    let frameCount: Int64

    /// `nil` for a source that does not begin with such chunks, or is shorter than it says.
    init?(of source: any ByteSource) throws(MediaError) {
        let bytes = try source.bytes(in: 0..<Int64(Self.size))
        guard bytes.count == Self.size, bytes.starts(with: "DSD ".utf8), bytes[28..<32].elementsEqual("fmt ".utf8) else {
            return nil
        }
        func number(_ place: Int) -> UInt64 { bytes[place..<place + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        let (fileSize, samples) = (number(12), number(64))
        guard let size = source.size, fileSize <= UInt64(size), (8..<UInt64(ByteCount.largest)).contains(samples) else {
            return nil
        }
        frameCount = Int64(samples / 8)
    }
}
