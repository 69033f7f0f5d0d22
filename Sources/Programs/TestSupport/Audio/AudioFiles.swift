/// Writes fixtures to files of any format, and reads any file back. Both use the installed FFmpeg.
package enum AudioFiles {
    /// Writes `audio` to `path` as WAVE with signed integers.
    package static func writeWave(_ audio: PCMAudio, bits: Int = 16, to path: String) throws(TestSupportError) {
        try writeFile(WaveFile.encode(audio, as: .signed(bits: bits)), to: path)
    }

    /// Returns the bytes of raw samples with interleaved channels. `encoding` is FFmpeg's name: `f32le`, `s16le`, `s24le` or
    /// `s32le`.
    package static func samples(_ audio: PCMAudio, as encoding: String) -> [UInt8] {
        let bits = ["s16le": 16, "s24le": 24, "s32le": 32][encoding]
        return WaveFile.encodeSamples(audio, as: bits.map { .signed(bits: $0) } ?? .float)
    }

    /// Writes `audio` to `path`, in the container that the suffix names.
    ///
    /// - Parameters:
    ///   - bits: The depth of the samples that the encoder gets, 16 or 24.
    ///   - options: Output options of the `ffmpeg` program, such as `["-c:a", "libmp3lame", "-b:a", "192k"]`. None are needed
    ///     for the usual codec of the container.
    package static func encode(
        _ audio: PCMAudio, bits: Int = 16, options: [String] = [], to path: String
    ) async throws(TestSupportError) {
        let directory = try TemporaryDirectory()
        let source = directory.file("source.wav")
        try writeWave(audio, bits: bits, to: source)
        try await Tool.run("ffmpeg", ["-v", "error", "-nostdin", "-y", "-i", source] + options + [path])
    }

    /// Decodes the file at `path` with FFmpeg.
    package static func decode(
        _ path: String, sampleRate: Int, channelCount: Int
    ) async throws(TestSupportError) -> PCMAudio {
        let bytes = try await Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-nostdin", "-i", path, "-map", "0:a:0", "-f", "f32le", "-ar", "\(sampleRate)",
                "-ac", "\(channelCount)", "-",
            ])
        return PCMAudio(sampleRate: sampleRate, channelCount: channelCount, floatBytes: bytes)
    }
}
