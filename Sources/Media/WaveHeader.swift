/// What stands in a WAV file around its sound, read beside FFmpeg.
struct WaveHeader: Equatable {
    /// The frames of the recording, by the `fact` chunk.
    let frames: Int64
    /// The bytes of sound.
    let dataSize: Int64

    /// More chunks than stand before the sound.
    private static let mostChunks = 64
    /// Blocks that a file may have beyond what its header says: one is filled up, and some programs write others behind it. What
    /// has more is no such file, but one with a number that means something else.
    private static let mostPadding: Int64 = 8

    /// `nil` where there is no such chunk before the sound, or it cannot be looked for.
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
            // Chunks begin at even places.
            position += 8 + length + length % 2
        }
        return nil
    }

    /// The frames to play of blocks of a size in bytes; `nil` where the number cannot be meant so.
    func length(blockSize: Int64, framesInBlock: Int64) -> Int64? {
        guard blockSize > 0, framesInBlock > 0 else { return nil }
        let most = (dataSize / blockSize + 1) * framesInBlock
        return frames <= most && frames > most - Self.mostPadding * framesInBlock ? frames : nil
    }

    /// A number, the least significant byte first.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 { bytes.reversed().reduce(0) { $0 << 8 | Int64($1) } }
}
