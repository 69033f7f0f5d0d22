import MediaTypes
import TagReading
import TestSupport

@testable import TagWriting

/// A file that a test has made, as other programs see it.
struct WrittenFile {
    let path: String

    var bytes: [UInt8] { get throws { try readFile(path) } }

    /// What TagLib reads.
    func read() throws -> MusicFile { try MusicFileReader.readByTagLib(try OpenMusicFile(Array(path.utf8))) }

    /// What TagLib reads without the tags of loudness.
    func others() throws -> MusicFile {
        var file = try read()
        file.tags.replayGain = ReplayGain()
        // It depends on how much of the file is sound.
        file.sound.bitRate = nil
        return file
    }

    /// A checksum of the packets of sound that FFmpeg finds, with their times.
    func packets() async throws -> String {
        let arguments = ["-v", "error", "-nostdin", "-i", path, "-map", "0:a", "-c", "copy", "-f", "framemd5", "-"]
        let lines = String(decoding: try await Tool.run("ffmpeg", arguments), as: UTF8.self).split(separator: "\n")
        // Behind the checksum of each packet is what goes with it, such as the gain.
        let packets = lines.map { $0.split(separator: ",").prefix(6).joined(separator: ",") }
        // It takes an APE tag behind MP3 for a part of the last packet.
        return packets.dropLast(path.hasSuffix("ape.mp3") ? 1 : 0).joined(separator: "\n")
    }

    /// The tags that FFmpeg finds in the file and its stream, by their names in small letters.
    func probed() async throws -> [String: String] {
        let output = try await Tool.run(
            "ffprobe", ["-v", "error", "-show_entries", "format_tags:stream_tags", "-of", "default=noprint_wrappers=1", path])
        var tags: [String: String] = [:]
        for line in String(decoding: output, as: UTF8.self).split(separator: "\n") where line.hasPrefix("TAG:") {
            let parts = line.dropFirst(4).split(separator: "=", maxSplits: 1)
            if parts.count == 2 { tags[parts[0].lowercased()] = String(parts[1]) }
        }
        return tags
    }

    /// Writes a gain.
    @discardableResult
    func write(
        _ gain: ReplayGain, replaces: Bool = false, isDry: Bool = false, seen: GainWriter.Seen? = nil,
        beforeNaming: @escaping ([UInt8]) -> Void = { _ in }
    ) throws -> GainWriter.Outcome {
        var writer = GainWriter(replaces: replaces, isDry: isDry, beforeNaming: beforeNaming)
        return try writer.write(gain, to: Array(path.utf8), seen: seen)
    }

    /// The code of the error with which nothing is written.
    func refusal(
        _ gain: ReplayGain, seen: GainWriter.Seen? = nil, beforeNaming: @escaping ([UInt8]) -> Void = { _ in }
    ) -> TagWritingError.Code? {
        do {
            try write(gain, seen: seen, beforeNaming: beforeNaming)
            return nil
        } catch {
            return (error as? TagWritingError)?.code
        }
    }

    /// A FLAC file of a tenth of a second.
    static func flac(_ name: String = "a.flac", in directory: TemporaryDirectory) async throws -> WrittenFile {
        let path = directory.file(name)
        try await AudioFiles.encode(
            AudioFixture.unique(frameCount: 4_410), options: ["-metadata", "title=Überfahrt"], to: path)
        return WrittenFile(path: path)
    }
}

extension ReplayGain {
    static let usual = ReplayGain(track: Level(decibels: -6.54, peak: 0.987654), album: Level(decibels: -7.1, peak: 1.0321))
    static let other = ReplayGain(track: Level(decibels: 12.3456, peak: 0.1))
}
