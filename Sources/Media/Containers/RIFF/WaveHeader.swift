package import MediaTypes

/// The header data of a WAV file outside its sound, read without FFmpeg.
package struct WaveHeader: Equatable {
    /// The number of frames of the recording, from the `fact` chunk.
    package let frames: Int64
    /// The number of bytes of sound.
    package let dataSize: Int64

    /// How many more blocks a file may have than its header says: the last block is padded, and some programs write further
    /// ones after it. With more of them, the number in the header means something else.
    private static let mostPadding: Int64 = 8

    /// Reads the header; `nil` if there is no `fact` chunk before the sound, or if `source` cannot be read at any offset.
    package init?(_ source: any MediaBytes) throws(MediaError) {
        guard source.isSeekable, let size = source.size, var chunks = try RIFFChunks(source) else { return nil }
        var frames: Int64?
        while let chunk = try chunks.next() {
            let start = chunk.content.lowerBound
            if chunk.name == "fact", chunk.content.count >= 4, start + 4 <= size {
                frames = try source.bytes(in: start..<start + 4).littleEndian()
            }
            guard chunk.name == "data" else { continue }
            guard let frames else { return nil }
            self.frames = frames
            dataSize = min(chunk.content.upperBound, size) - start
            return
        }
        return nil
    }

    /// The number of frames to play, for blocks of `blockSize` bytes; `nil` if the number in the header cannot mean that.
    package func length(blockSize: Int64, framesInBlock: Int64) -> Int64? {
        guard blockSize > 0, framesInBlock > 0 else { return nil }
        let most = (dataSize / blockSize + 1) * framesInBlock
        return frames <= most && frames > most - Self.mostPadding * framesInBlock ? frames : nil
    }
}
