import TestSupport
import Testing

@Suite("Chapters that files state", .serialized)
struct ChapterTests {
    private static let titles = ["One", "Zwei – ü; a=b", "Three"]
    private static let starts: [Double] = [0, 4, 9]

    @Test(
        "of each kind of file are listed, shown in the status, and gone to",
        arguments: ["book.m4b", "book.mka", "book.mp3", "book.opus"])
    func realFiles(name: String) async throws {
        let stage = try await Stage.set()
        let client = stage.client
        let book = stage.system.directory.file(name)
        try await write(book, in: stage.system.directory)
        let listed = try await client.call("media.chapters", "{\"uri\":\"\(book)\"}")
        for (index, (title, start)) in zip(Self.titles, Self.starts).enumerated() {
            #expect(listed.string(at: "result.chapters.\(index).title") == title)
            let told = try #require(listed.number(at: "result.chapters.\(index).start"), "\(listed.line)")
            // Times of packets, not of frames: those in front of the sound are cut off.
            #expect(abs(told - start) < 0.03, "\(listed.line)")
        }
        #expect(listed.string(at: "result.chapters.3.title") == nil)
        try await stage.play(book)
        try await client.waitForEvent("player.chapterChanged") { $0.string(at: "params.chapter.title") == Self.titles[0] }
        for index in [2, 1] {
            let status = try await client.call("player.seekToChapter", "{\"index\":\(index)}")
            let place = try #require(listed.number(at: "result.chapters.\(index).start"))
            #expect(status.string(at: "result.chapter.title") == Self.titles[index])
            #expect(status.number(at: "result.position.seconds") ?? 0 >= place - 0.001, "\(status.line)")
            // Told once it is heard.
            try await client.waitForEvent("player.chapterChanged") {
                $0.string(at: "params.chapter.title") == Self.titles[index]
            }
            #expect(try await client.call("media.chapters").number(at: "result.current") == Double(index))
        }
        try await stage.daemon.stop()
    }

    @Test("are the tracks of a FLAC file's block where it names none, and a sheet among the tags has names for them")
    func blockOfTracks() async throws {
        let stage = try await Stage.set()
        let client = stage.client
        let sheet =
            "FILE \"x\" WAVE\n TRACK 01 AUDIO\n  TITLE \"Named\"\n  INDEX 01 00:00:00\n TRACK 02 AUDIO\n  INDEX 01 00:05:00\n"
        let block = FLACBlocks.cueSheet(
            [
                .init(at: 0, number: 1, recording: "DEA456700001"),
                .init(at: 168_000, number: 2, indices: [(0, 0), (1, 24_000)], recording: "DEA456700002"),
                .init(at: 432_000, number: 3),
            ], end: 960_000)
        for (name, tags) in [
            ("disc.flac", []), ("tagged.flac", ["-metadata", "cuesheet=\(sheet)"]),
        ] as [(String, [String])] {
            let path = stage.system.directory.file(name)
            try await Tool.run(
                "ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=20:r=48000"] + tags + [path])
            try writeFile(FLACBlocks.adding(block, to: try readFile(path)), to: path)
            let listed = try await client.call("media.chapters", "{\"uri\":\"\(path)\"}")
            let starts: [Double] = tags.isEmpty ? Self.starts : [0, 5]
            for (index, start) in starts.enumerated() {
                #expect(listed.number(at: "result.chapters.\(index).start") == start, "\(listed.line)")
            }
            #expect(listed.number(at: "result.chapters.\(starts.count).start") == nil)
            #expect(listed.string(at: "result.chapters.0.title") == (tags.isEmpty ? nil : "Named"), "\(listed.line)")
        }
        try await stage.daemon.stop()
    }

    /// Has ffmpeg write twenty seconds with chapters, in the form of the suffix: those of MP4 and of Matroska, `CHAP` of ID3, or comments.
    private func write(_ path: String, in directory: TemporaryDirectory) async throws {
        var text = ";FFMETADATA1\n"
        for (index, (title, start)) in zip(Self.titles, Self.starts).enumerated() {
            let end = index + 1 < Self.starts.count ? Self.starts[index + 1] : 20
            text += "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(Int(start * 1_000))\nEND=\(Int(end * 1_000))\n"
            text += "title=\(title.replacing(";", with: "\\;").replacing("=", with: "\\="))\n"
        }
        let chapters = try directory.write(text, to: "chapters.txt")
        try await Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=20:r=48000", "-f", "ffmetadata", "-i", chapters, "-map", "0:a",
                "-map_metadata", "1", "-map_chapters", "1", path,
            ])
    }
}
