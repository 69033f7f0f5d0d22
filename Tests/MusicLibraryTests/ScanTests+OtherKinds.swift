import Database
import MediaTypes
import TagReading
import TestSupport
import Testing

@testable import MusicLibrary

// Kinds of files that TagLib does not know, but the demuxer does.
extension ScanTests {
    @Test("knows title, artist, album, length, form and picture of files whose kind TagLib does not know")
    func otherKinds() async throws {
        let picture = directory.file("cover.png")
        try await Tool.run(
            "ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", "color=c=red:s=16x16", "-frames:v", "1", picture])
        let sound = ["-f", "lavfi", "-i", "sine=d=0.5:r=48000", "-c:a", "flac"]
        let attachment = ["-attach", picture, "-metadata:s:t:0", "mimetype=image/png", "-metadata:s:t:0", "filename=cover.png"]
        let tags = ["title=Title", "artist=Artist", "album=Album"].flatMap { ["-metadata", $0] }
        try await Tool.run("ffmpeg", ["-nostdin", "-y"] + sound + attachment + tags + ["\(music)/a.mka"])
        try writeFile(Self.recordingOfBits(picture: try readFile(picture)), to: "\(music)/b.dsf")
        let store = try store()
        let scan = try scanner(store).scan(.directories)
        #expect(scan.songsAdded == 2, "\(scan)")
        // The demuxer makes one frame of eight bits.
        for (name, milliseconds, rate, channels) in [("a.mka", 500, 48_000, 1), ("b.dsf", 511, 352_800, 2)] {
            let byTagLib = try? MusicFileReader.read(Array("\(music)/\(name)".utf8)).sound.sampleRate
            #expect(byTagLib ?? 0 == 0, "TagLib knows \(name): the test needs another kind of file")
            let song = try #require(try song(store, named: name))
            #expect(song.title == "Title" && song.tags[.artist] == "Artist" && song.tags[.album] == "Album", "\(song)")
            // Matroska counts whole milliseconds, and may count what is not heard.
            #expect(abs((song.milliseconds ?? 0) - Int64(milliseconds)) <= 30, "\(song)")
            #expect(song.sampleRate == Int64(rate) && song.channelCount == Int64(channels) && song.hasPicture, "\(song)")
        }
    }

    @Test(
        "takes what Matroska and WebM say of the whole file, and what they say of the track only beside it",
        arguments: ["mka", "weba"])
    func tagsOfTracks(suffix: String) async throws {
        let whole = ["title=Whole", "album=Album"].flatMap { ["-metadata", $0] }
        let track = ["title=Track", "artist=Artist"].flatMap { ["-metadata:s:a:0", $0] }
        let sound = ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=0.5:r=48000", "-c:a", "libopus"]
        let container = ["-f", suffix == "mka" ? "matroska" : "webm"]
        try await Tool.run("ffmpeg", sound + whole + track + container + ["\(music)/a.\(suffix)"])
        try await Tool.run("ffmpeg", sound + track + container + ["\(music)/b.\(suffix)"])
        let store = try store()
        try scanner(store).scan(.directories)
        let both = try #require(try song(store, named: "a.\(suffix)"))
        #expect(both.title == "Whole" && both.tags[.album] == "Album" && both.tags[.artist] == "Artist", "\(both)")
        let alone = try #require(try song(store, named: "b.\(suffix)"))
        #expect(alone.title == "Track" && alone.tags[.artist] == "Artist" && !alone.hasPicture, "\(alone)")
    }

    private func song(_ store: LibraryStore, named name: String) throws -> LibrarySong? {
        try store.neverPlayed(limit: 10).first { $0.name == Array(name.utf8) }
    }

    /// A DSF file of half a second with tags behind its sound, in the form of ID3 version 2.3.
    private static func recordingOfBits(picture: [UInt8]) -> [UInt8] {
        func bigEndian(_ number: Int, bits: Int = 8) -> [UInt8] {
            (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (bits * $0)) & UInt8((1 << bits) - 1) }
        }
        func littleEndian(_ number: Int) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
            Array(name.utf8) + bigEndian(content.count) + [0, 0] + content
        }
        let silence = [UInt8](repeating: 0x69, count: 44 * 4_096)
        var file = DSDRecording.bytes([silence, silence], rate: 2_822_400)
        var frames: [UInt8] = []
        // Each text begins with its encoding: Latin 1.
        for (name, text) in [("TIT2", "Title"), ("TPE1", "Artist"), ("TALB", "Album")] {
            frames += frame(name, [0] + Array(text.utf8))
        }
        // The media type, the kind, which is the front, and a description, which is empty.
        frames += frame("APIC", [0] + Array("image/png".utf8) + [0, 3, 0] + picture)
        // Its size is written in seven bits of each byte.
        let tag = Array("ID3".utf8) + [3, 0, 0] + bigEndian(frames.count, bits: 7) + frames
        file.replaceSubrange(12..<28, with: littleEndian(file.count + tag.count) + littleEndian(file.count))
        return file + tag
    }
}
