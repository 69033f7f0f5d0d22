/// The recipe by which the `ffmpeg` program makes a file of one common codec.
package struct Recipe: Sendable, CustomStringConvertible {
    /// The suffix of the file name, which selects the container.
    package let suffix: String
    /// Frames a second.
    package let sampleRate: Int
    /// The arguments for `ffmpeg` other than the names of the files.
    package let options: [String]
    /// Whether a decode gives exactly the samples that were encoded.
    package let isLossless: Bool

    package var description: String { suffix }

    private init(_ suffix: String, sampleRate: Int = 44_100, isLossless: Bool = false, _ options: String...) {
        self.suffix = suffix
        self.sampleRate = sampleRate
        self.isLossless = isLossless
        self.options = options
    }

    /// A recipe for each common codec.
    package static let all = [
        Recipe("wav", isLossless: true),
        Recipe("flac", isLossless: true),
        Recipe("mp3", "-c:a", "libmp3lame", "-b:a", "192k"),
        // Without noise substitution, because the decoder would draw other noise after each seek.
        Recipe("m4a", "-c:a", "aac", "-b:a", "160k", "-aac_pns", "0"),
        Recipe("ogg", "-c:a", "libvorbis", "-q:a", "5"),
        Recipe("opus", sampleRate: 48_000, "-c:a", "libopus", "-b:a", "128k"),
    ]

    /// All these, and recipes for less common lossless codecs.
    package static let albums =
        all + [
            Recipe("caf", isLossless: true, "-c:a", "alac"), Recipe("mp4", isLossless: true, "-c:a", "alac"),
            Recipe("wv", isLossless: true, "-c:a", "wavpack"), Recipe("oga", isLossless: true, "-c:a", "flac"),
            Recipe("aiff", isLossless: true, "-c:a", "pcm_s16be"), Recipe("tta", isLossless: true, "-c:a", "tta"),
            Recipe("webm", sampleRate: 48_000, "-c:a", "libopus", "-b:a", "128k"),
        ]

    /// Returns stereo noise for this recipe. For a lossy codec the noise is far from full scale, because the decode would
    /// exceed it.
    package func noise(frameCount: Int) -> PCMAudio {
        let noise = AudioFixture.unique(frameCount: frameCount, sampleRate: sampleRate)
        guard !isLossless else { return noise }
        return PCMAudio(sampleRate: sampleRate, channelCount: 2, samples: noise.samples.map { $0 / 4 })
    }

    /// Writes four seconds of noise to `path`, and returns the decode of the whole file.
    package func make(at path: String) async throws(TestSupportError) -> PCMAudio {
        let noise = noise(frameCount: sampleRate * 4)
        try await AudioFiles.encode(noise, options: options, to: path)
        let decoded = try await AudioFiles.decode(path, sampleRate: sampleRate, channelCount: 2)
        // The ffmpeg program keeps frames that an MP4 edit list cuts off at the end.
        return decoded[0..<min(decoded.frameCount, noise.frameCount)]
    }
}
