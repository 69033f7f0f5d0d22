/// The file into which a recorder writes 32-bit floats.
struct Recording: Sendable {
    /// What is in the file.
    enum Content: Sendable {
        /// A header, then interleaved samples.
        case wave
        /// Interleaved samples from the first byte on, so many frames a second.
        case samples(rate: Int)
    }

    /// The most that `pw-record` puts before the samples, in bytes.
    private static let waveHeaderSize = 80

    let path: String
    let content: Content
    let channelCount: Int

    /// How many frames there are so far; a few less than that while a WAVE file is open.
    var frameCount: Int {
        let header =
            switch content {
            case .wave: Self.waveHeaderSize
            case .samples: 0
            }
        return max(0, (fileLength(path) ?? 0) - header) / (channelCount * MemoryLayout<Float>.size)
    }

    /// All that is in the file so far.
    func audio() throws(TestSupportError) -> PCMAudio {
        let bytes = try readFile(path)
        return switch content {
        case .wave: try WaveFile.decodeFloat(bytes)
        case .samples(let rate): PCMAudio(sampleRate: rate, channelCount: channelCount, floatBytes: bytes)
        }
    }
}
