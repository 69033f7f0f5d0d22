/// Helpers that compare a decode with that of the `ffmpeg` program.
package enum ProgramDecode {
    /// Returns options with which the program uses the same decoder as the reader. `codec` is FFmpeg's name of the codec.
    package static func options(for codec: String) -> [String] {
        switch codec {
        // AC-3 fills silent bands with noise. If the noise is seeded from the packet, it is the same each time.
        case "ac3", "eac3": ["-cons_noisegen", "1"]
        case "mp1": ["-c:a", "mp1float"]
        case "mp2": ["-c:a", "mp2float"]
        default: []
        }
    }

    /// Returns whether the program's samples of a file differ for a known reason. Two files change between mono and stereo
    /// midway; there the program lowers mono by 3 dB and the reader does not. In FLAC with 32 bits it knows no packet.
    package static func differs(for path: String) -> Bool {
        ["l3-he_mode.bit", "compl-sideinfo-size.bit", "bear_32bit.flac"].contains(where: path.hasSuffix)
    }

    /// How many frames the program's decode may be longer at most: it keeps the padding that an edit list cuts.
    package static let mostPadding = 2_048

    /// Returns the planes into which the program decodes an audio track, with the rate and channels of the track.
    ///
    /// - Parameters:
    ///   - track: the track's number in the file.
    ///   - codec: FFmpeg's name of the track's codec.
    package static func planes(
        of path: String, track: Int, codec: String, channelCount: Int
    ) async throws(TestSupportError) -> [[Float]] {
        let bytes = try await Tool.run(
            "ffmpeg",
            ["-nostdin", "-v", "quiet"] + options(for: codec) + [
                "-i", path, "-map", "0:\(track)", "-f", "f32le", "-c:a", "pcm_f32le", "-",
            ])
        return PCMAudio(sampleRate: 1, channelCount: channelCount, floatBytes: bytes).planes
    }
}
