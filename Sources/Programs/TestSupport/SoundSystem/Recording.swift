/// The file into which a recorder writes 32-bit floats.
struct Recording: Sendable {
    /// The content of the file.
    enum Content: Sendable {
        /// A header, then interleaved samples.
        case wave
        /// Interleaved samples from the first byte on, at `rate` frames a second.
        case samples(rate: Int)
    }

    /// The largest size of the header that `pw-record` puts before the samples, in bytes.
    private static let waveHeaderSize = 80

    let path: String
    let content: Content
    let channelCount: Int

    /// How many frames the file has so far; while a WAVE file is open, this may be a few too low.
    var frameCount: Int {
        let header =
            switch content {
            case .wave: Self.waveHeaderSize
            case .samples: 0
            }
        return max(0, (fileLength(path) ?? 0) - header) / (channelCount * MemoryLayout<Float>.size)
    }

    /// Reads everything that is in the file so far.
    func audio() throws(TestSupportError) -> PCMAudio {
        let bytes = try readFile(path)
        return switch content {
        case .wave: try WaveFile.decodeFloat(bytes)
        case .samples(let rate): PCMAudio(sampleRate: rate, channelCount: channelCount, floatBytes: bytes)
        }
    }
}
