import TestSupport
import Testing

/// How a file for a test of seeking is made, one for each common codec.
struct Recipe: Sendable, CustomTestStringConvertible {
    let suffix: String
    let sampleRate: Int
    /// What `ffmpeg` is told besides the names of the files.
    let options: [String]

    var testDescription: String { suffix }

    static let all = [
        Recipe(suffix: "wav", sampleRate: 44_100, options: []),
        Recipe(suffix: "flac", sampleRate: 44_100, options: []),
        Recipe(suffix: "mp3", sampleRate: 44_100, options: ["-c:a", "libmp3lame", "-b:a", "192k"]),
        // Without noise substitution, whose decoder draws other noise after each seek.
        Recipe(suffix: "m4a", sampleRate: 44_100, options: ["-c:a", "aac", "-b:a", "160k", "-aac_pns", "0"]),
        Recipe(suffix: "ogg", sampleRate: 44_100, options: ["-c:a", "libvorbis", "-q:a", "5"]),
        Recipe(suffix: "opus", sampleRate: 48_000, options: ["-c:a", "libopus", "-b:a", "128k"]),
    ]

    /// Writes four seconds of noise to `path` and answers what a decode of the whole file makes of them.
    func make(at path: String) async throws -> PCMAudio {
        let noise = AudioFixture.unique(frameCount: sampleRate * 4, sampleRate: sampleRate)
        // Far from full scale, which a codec that loses something would overshoot.
        let quiet = PCMAudio(sampleRate: sampleRate, channelCount: 2, samples: noise.samples.map { $0 / 4 })
        try await AudioFiles.encode(quiet, options: options, to: path)
        let decoded = try await AudioFiles.decode(path, sampleRate: sampleRate, channelCount: 2)
        // The ffmpeg program leaves in what an MP4 edit list cuts off at the end.
        return decoded[0..<min(decoded.frameCount, noise.frameCount)]
    }
}
