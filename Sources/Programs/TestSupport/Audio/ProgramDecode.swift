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

    /// Returns the bytes of an MP3 without the zeros behind its tag, behind which the program takes the packet with the encoder's numbers
    /// for sound; `nil` for any other file.
    package static func withoutZeros(_ path: String) throws(TestSupportError) -> [UInt8]? {
        guard path.hasSuffix(".mp3") else { return nil }
        let bytes = try readFile(path)
        guard bytes.starts(with: "ID3".utf8), bytes.count > 10 else { return nil }
        let end = 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1) }
        guard end < bytes.count, bytes[end] == 0, let first = bytes[end...].firstIndex(where: { $0 != 0 }) else { return nil }
        return Array(bytes[..<end] + bytes[first...])
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
        let directory = try TemporaryDirectory()
        var path = path
        if let bytes = try withoutZeros(path) {
            path = directory.file("clear.mp3")
            try writeFile(bytes, to: path)
        }
        let bytes = try await Tool.run(
            "ffmpeg",
            ["-nostdin", "-v", "quiet"] + options(for: codec) + [
                "-i", path, "-map", "0:\(track)", "-f", "f32le", "-c:a", "pcm_f32le", "-",
            ])
        return PCMAudio(sampleRate: 1, channelCount: channelCount, floatBytes: bytes).planes
    }
}
