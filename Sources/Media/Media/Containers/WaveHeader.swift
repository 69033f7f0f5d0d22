import MediaTypes

/// The header data of a WAV file outside its sound, read without FFmpeg.
struct WaveHeader: Equatable {
    /// The number of frames of the recording, from the `fact` chunk.
    let frames: Int64
    /// The number of bytes of sound.
    let dataSize: Int64

    /// A bound on the number of chunks before the sound; no file has as many.
    private static let mostChunks = 64
    /// How many more blocks a file may have than its header says: the last block is padded, and some programs write further
    /// ones after it. With more of them, the number in the header means something else.
    private static let mostPadding: Int64 = 8

    /// Reads the header; `nil` if there is no `fact` chunk before the sound, or if `source` cannot be read at any offset.
    init?(_ source: any ByteSource) throws(MediaError) {
        guard source.isSeekable, let size = source.size else { return nil }
        let start = try source.bytes(in: 0..<min(size, 12))
        guard start.count == 12, start.starts(with: "RIFF".utf8), start[8...].elementsEqual("WAVE".utf8) else { return nil }
        var position: Int64 = 12
        var frames: Int64?
        for _ in 0..<Self.mostChunks where position < size {
            let chunk = try source.bytes(in: position..<min(size, position + 12))
            guard chunk.count >= 8 else { return nil }
            let length = Self.number(chunk[4..<8])
            if chunk.starts(with: "fact".utf8), length >= 4, chunk.count == 12 { frames = Self.number(chunk[8..<12]) }
            if chunk.starts(with: "data".utf8) {
                guard let frames else { return nil }
                self.frames = frames
                dataSize = min(length, size - position - 8)
                return
            }
            // Chunks begin at even offsets.
            position += 8 + length + length % 2
        }
        return nil
    }

    /// The number of frames to play, for blocks of `blockSize` bytes; `nil` if the number in the header cannot mean that.
    func length(blockSize: Int64, framesInBlock: Int64) -> Int64? {
        guard blockSize > 0, framesInBlock > 0 else { return nil }
        let most = (dataSize / blockSize + 1) * framesInBlock
        return frames <= most && frames > most - Self.mostPadding * framesInBlock ? frames : nil
    }

    /// A number stored with the least significant byte first.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 { bytes.reversed().reduce(0) { $0 << 8 | Int64($1) } }
}
