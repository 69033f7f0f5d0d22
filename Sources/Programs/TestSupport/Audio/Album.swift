/// An album: one piece of sound cut into tracks, each encoded on its own.
package struct Album: Sendable {
    /// The paths of the tracks, in order.
    package let paths: [String]
    /// The tracks as the `ffmpeg` program decodes them, one behind the other. With a lossless codec this is the piece itself.
    package let audio: PCMAudio

    /// Cuts `piece` into tracks of `lengths` frames, and writes them into `directory` with one run of the program.
    ///
    /// - Throws: `unexpectedAnswer` if the program itself decodes fewer frames than a track has, or if a codec that is called
    ///   lossless is not.
    package static func cut(
        _ piece: PCMAudio, into lengths: [Int], recipe: Recipe, in directory: TemporaryDirectory
    ) async throws(TestSupportError) -> Album {
        let source = directory.file("piece.wav")
        try AudioFiles.writeWave(piece, to: source)
        let paths = lengths.indices.map { directory.file("track\($0).\(recipe.suffix)") }
        var arguments = ["-v", "error", "-nostdin", "-y", "-i", source]
        var start = 0
        for (path, length) in zip(paths, lengths) {
            let cut = "atrim=start_sample=\(start):end_sample=\(start + length),asetpts=PTS-STARTPTS"
            arguments += ["-af", cut] + recipe.options + [path]
            start += length
        }
        try await Tool.run("ffmpeg", arguments)
        let audio = try await decode(paths, lengths, like: piece, in: directory)
        let isPiece = audio.samples == piece[0..<start].samples
        guard isPiece || !recipe.isLossless else {
            throw TestSupportError(.unexpectedAnswer, "\(recipe) is not lossless")
        }
        return Album(paths: paths, audio: audio)
    }

    private static func decode(
        _ paths: [String], _ lengths: [Int], like piece: PCMAudio, in directory: TemporaryDirectory
    ) async throws(TestSupportError) -> PCMAudio {
        let outputs = paths.indices.map { directory.file("track\($0).f32") }
        var arguments = ["-v", "error", "-nostdin", "-y"]
        for path in paths {
            // From a few packets the program cannot always recognise the format.
            arguments += (path.hasSuffix(".mp3") ? ["-f", "mp3"] : []) + ["-i", path]
        }
        for (index, output) in outputs.enumerated() {
            arguments += ["-map", "\(index):a:0", "-f", "f32le", output]
        }
        try await Tool.run("ffmpeg", arguments)
        var samples: [Float] = []
        for (output, length) in zip(outputs, lengths) {
            let track = PCMAudio(
                sampleRate: piece.sampleRate, channelCount: piece.channelCount, floatBytes: try readFile(output))
            guard track.frameCount >= length else {
                throw TestSupportError(
                    .unexpectedAnswer, "the program decodes \(track.frameCount) of \(length) frames of \(output)")
            }
            // The ffmpeg program keeps frames that an MP4 edit list cuts off at the end.
            samples += track[0..<length].samples
        }
        return PCMAudio(sampleRate: piece.sampleRate, channelCount: piece.channelCount, samples: samples)
    }
}
