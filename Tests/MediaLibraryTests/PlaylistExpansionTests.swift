import AudioTypes
import Decoding
import Media
import MediaTypes
import PlayerModel
import TestSupport
import Testing

@testable import MediaLibrary

@Suite("Playlist files in the place of media")
struct PlaylistExpansionTests {
    private func samples(_ uri: String, in format: StreamFormat? = nil, chunk: Int = 999) throws -> [Float] {
        let source = try MediaFileOpening().open(uri, cancellation: CancellationToken())
        if let format { try source.convert(to: format) }
        let plane = UnsafeMutablePointer<Float>.allocate(capacity: chunk)
        defer { plane.deallocate() }
        var planes = [plane]
        var all: [Float] = []
        while true {
            let count = try planes.withUnsafeMutableBufferPointer { planes in
                try source.read(into: #require(planes.baseAddress), capacity: chunk)
            }
            if count == 0 { return all }
            all += (0..<count).map { plane[$0] }
        }
    }

    @Test("the tracks of a CUE sheet in a row are the whole file, bit by bit", arguments: [44_100, 48_000, 22_050, 11_025])
    func ranges(rate: Int) throws {
        let directory = try TemporaryDirectory()
        let sound = (0..<rate * 3 + 17).map { Float(($0 * 7_919) % 65_536 - 32_768) / 32_768 }
        let wave = WaveFile.encode(PCMAudio(sampleRate: rate, channelCount: 1, samples: sound), as: .signed(bits: 16))
        try writeFile(wave, to: directory.file("a #1.wav"))
        let indices = ["00:00:00", "00:00:01", "00:01:07", "00:02:74"]
        let tracks = indices.enumerated().map {
            " TRACK 0\($0.offset + 1) AUDIO\n TITLE T\($0.offset)\n INDEX 01 \($0.element)\n"
        }
        let sheet = try directory.write("FILE \"a #1.wav\" WAVE\n" + tracks.joined(), to: "a.CUE")
        let items = try PlaylistExpansion([sheet]).items
        #expect(items.map(\.title) == ["T0", "T1", "T2", "T3"])
        #expect(try items.flatMap { try samples($0.uri) } == sound)
        let lengths = try items.map { try samples($0.uri).count }
        #expect(lengths[0] == Int((Double(rate) / 75).rounded()))

        let second = try MediaFileOpening().open(items[2].uri, cancellation: CancellationToken())
        #expect(second.description.duration == Double(lengths[2]) / Double(rate))
    }

    @Test("a list that names its character set has its titles in it, and its paths as they are")
    func characterSet() throws {
        let directory = try TemporaryDirectory()
        try writeFile([1], to: directory.file("ä.mp3"))
        let title: [UInt8] = [0xC0, 0xEB, 0xEB, 0xE0]
        var list = Array("#EXTM3U\r\n#EXTENC: windows-1251\r\n#EXTINF:7,".utf8) + title
        list += Array("\r\nä.mp3\r\n".utf8)
        try writeFile(list, to: directory.file("a.m3u"))
        let items = try PlaylistExpansion([directory.file("a.m3u")]).items
        #expect(items.map(\.title) == ["Алла"] && items.map(\.uri) == [directory.file("ä.mp3")])
    }

    @Test("resampled, the tracks have the same samples as the whole file resampled")
    func resampled() throws {
        let directory = try TemporaryDirectory()
        let sound = (0..<90_000).map { Float(($0 * 331) % 20_000 - 10_000) / 32_768 }
        let wave = WaveFile.encode(PCMAudio(sampleRate: 44_100, channelCount: 1, samples: sound), as: .signed(bits: 16))
        let path = directory.file("a.wav")
        try writeFile(wave, to: path)
        let format = StreamFormat(sampleRate: .video, channelLayout: .mono)
        let parts = ["#t=0,77/75", "#t=77/75,78/75", "#t=78/75"]
        let joined = try parts.flatMap { try samples("file://\(path)\($0)", in: format) }
        #expect(try joined == samples(path, in: format))
    }

    @Test("entries stand in the playlist's place, and everything else where it was")
    func places() throws {
        let directory = try TemporaryDirectory()
        let list = try directory.write("#EXTM3U\n#EXTINF:3,A - B\nsub/x.flac\nftp://no\nnested.pls\n", to: "list.m3u8")
        let expansion = try PlaylistExpansion(["/first.ogg", list, "http://example.org/live.m3u8"])
        let expected = ["/first.ogg", directory.file("sub/x.flac"), "http://example.org/live.m3u8"]
        #expect(expansion.items.map(\.uri) == expected)
        #expect(expansion.items[1].title == "B")
        #expect(expansion.items[1].duration == 3)
        #expect(expansion.skipped.map(\.uri) == [list, directory.file("nested.pls")])
        let stream = try directory.write("#EXTM3U\n#EXT-X-VERSION:3\nx.ts\n", to: "hls.m3u8")
        #expect(try PlaylistExpansion([stream]).items.map(\.uri) == [stream])
    }

    @Test("names that another system spelt are found, and those that are there as they are spelt stay")
    func spelling() throws {
        let directory = try TemporaryDirectory()
        _ = try directory.makeDirectory("mús")
        _ = try directory.write("x", to: "mús/é ü.flac")
        _ = try directory.write("x", to: "mús/a\\b.flac")
        _ = try directory.write("x", to: "mús/b.flac")
        let latin = Array("\u{E9} \u{FC}.flac\nx\\y.flac\n".unicodeScalars.map { UInt8($0.value) })
        try writeFile(Array("mús\\b.flac\nmús/a\\b.flac\n".utf8), to: directory.file("outer.m3u"))
        try writeFile(latin, to: directory.file("mús/inner.m3u"))
        let outer = try PlaylistExpansion([directory.file("outer.m3u")]).items.map(\.uri)
        #expect(outer == [directory.file("mús/b.flac"), directory.file("mús/a\\b.flac")])
        let inner = try PlaylistExpansion([directory.file("mús/inner.m3u")]).items.map(\.uri)
        #expect(inner == [directory.file("mús/é ü.flac"), directory.file("mús/x\\y.flac")])
    }

    @Test(
        "a list of each format names its files as another system spells them, and what is nowhere here is left out with a sentence",
        arguments: [
            ("a.m3u", "Sub\\ONE.mp3\nC:\\Music\\sub\\two.flac\nC:\\gone.mp3\n"),
            ("a.pls", "[playlist]\nFile1=SUB/one.wav\nFile2=\\\\nas\\x\\sub\\Two.flac\nFile3=D:\\gone.mp3\n"),
            (
                "a.xspf",
                "<playlist><trackList><track><location>sub/One.flac</location></track><track><location>file:///C:/sub/TWO.mp3"
                    + "</location></track><track><location>C:\\gone.mp3</location></track></trackList></playlist>"
            ),
        ])
    func otherSystems(name: String, text: String) throws {
        let directory = try TemporaryDirectory()
        let (one, two) = (try directory.write("x", to: "sub/one.flac"), try directory.write("x", to: "sub/two.flac"))
        let expansion = try PlaylistExpansion([directory.write(text, to: name)])
        #expect(expansion.items.map(\.uri) == [one, two])
        #expect(expansion.skipped.count == 1 && expansion.skipped[0].message.contains("path of another system"))
    }

    @Test("a CUE sheet gives the tracks of the file that its own was converted to, with their disc")
    func convertedSheet() throws {
        let directory = try TemporaryDirectory()
        _ = try directory.write("x", to: "Disc.flac")
        let sheet = try directory.write(
            "REM DISCNUMBER 2\nREM TOTALDISCS 4\nFILE \"E:\\rips\\disc.wav\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n"
                + "TRACK 02 AUDIO\nINDEX 01 00:02:00\n", to: "disc.cue")
        let items = try PlaylistExpansion([sheet]).items
        #expect(items.map(\.wholeURI) == [directory.file("Disc.flac"), directory.file("Disc.flac")])
        #expect(items.map(\.albumTags.discNumber) == [2, 2] && items.map(\.albumTags.discTotal) == [4, 4])
    }

    @Test("blanks and line ends around an address are no part of it", arguments: [" @", "@ ", "\t@\r\n", "@"])
    func blanks(text: String) throws {
        let address = "http://example.org/a.mp3"
        #expect(try PlaylistExpansion([text.replacing("@", with: address)]).items.map(\.uri) == [address])
    }

    @Test("a playlist that is missing, no file or without entries says so, and is left out where something else is there")
    func failures() throws {
        let directory = try TemporaryDirectory()
        func code(_ path: String) throws -> PlaybackError.Code? {
            let beside = try PlaylistExpansion(["/ok.flac", path])
            #expect(beside.items.map(\.uri) == ["/ok.flac"] && beside.skipped.map(\.uri) == [path])
            do throws(PlaybackError) {
                _ = try PlaylistExpansion([path])
                return nil
            } catch {
                #expect(beside.skipped.first?.message == error.message)
                return error.code
            }
        }
        #expect(try code(directory.file("missing.m3u")) == .media(.notFound))
        #expect(try code(directory.makeDirectory("d.pls")) == .media(.unreadable))
        #expect(try code(directory.write("# nothing\n", to: "n.m3u")) == .media(.unsupported))
        #expect(try code(directory.write("", to: "e.m3u")) == .media(.unsupported))
        #expect(try code(directory.write("<!DOCTYPE x>", to: "x.xspf")) == .media(.unsupported))
    }

    @Test("one playlist file stands for its entries, which may be none, and nothing else can be read as one")
    func oneFile() throws {
        let directory = try TemporaryDirectory()
        let stored = PlaylistDirectory(path: directory.file("lists")) { _ in [] }
        func items(_ path: String, limit: Int = 9) throws(PlaybackError) -> [String] {
            try PlaylistExpansion(
                file: Array(path.utf8), limit: limit, network: nil, stored: stored, cancellation: .init()
            ).items.map(\.location)
        }
        let list = try directory.write("#EXTM3U\na.flac\nhttp://h/x\n", to: "list.m3u")
        #expect(try items(list) == [directory.file("a.flac"), "http://h/x"])
        #expect(try items(directory.write("", to: "empty.m3u")).isEmpty)
        #expect(try items(directory.write("# nothing\n", to: "nothing.m3u")).isEmpty)
        #expect(throws: PlaybackError.self) { try items(list, limit: 1) }
        for (path, code) in [
            (directory.file("missing.m3u"), PlaybackError.Code.media(.notFound)),
            (try directory.write("x", to: "notes.txt"), .media(.unsupported)),
            (try directory.write("<!DOCTYPE x>", to: "x.xspf"), .media(.unsupported)),
        ] {
            #expect { try items(path) } throws: { ($0 as? PlaybackError)?.code == code }
        }
    }

    @Test("pictures and texts between the songs of a folder are left out, and said; what is not there yet stays")
    func folder() throws {
        let directory = try TemporaryDirectory()
        let picture = try directory.write("\u{89}PNG\r\n and no sound", to: "cover.png")
        let text = try directory.write(String(repeating: "words ", count: 400), to: "notes.txt")
        let empty = try directory.write("", to: "empty")
        let wave = WaveFile.encode(
            PCMAudio(sampleRate: 8_000, channelCount: 1, samples: Array(repeating: 0.5, count: 8_000)), as: .signed(bits: 16))
        try writeFile(wave, to: directory.file("sound without suffix"))
        let sound = directory.file("sound without suffix")
        let expansion = try PlaylistExpansion([picture, "/a.flac", text, sound, empty, "/to come"])
        #expect(expansion.items.map(\.uri) == ["/a.flac", sound, "/to come"])
        #expect(expansion.skipped.map(\.uri) == [picture, text, empty])
        #expect(expansion.skipped.allSatisfy { $0.message.contains($0.uri) })
        #expect { try PlaylistExpansion([picture, text]) } throws: { error in
            (error as? PlaybackError).map { $0.code == .media(.unsupported) && $0.uri == picture } ?? false
        }
    }

    @Test("playlists that name playlists and directories add what is in them, each once on its way")
    func nested() throws {
        let directory = try TemporaryDirectory()
        _ = try directory.makeDirectory("album")
        for name in ["album/1.flac", "album/2.flac", "album/cover.jpg"] { _ = try directory.write("x", to: name) }
        _ = try directory.write("/b.flac\nouter.m3u\n/c.flac\n", to: "inner.m3u")
        _ = try directory.write("# nothing\n", to: "none.pls")
        let outer = try directory.write("/a.flac\ninner.m3u\nnone.pls\nalbum\n/d.flac\n", to: "outer.m3u")
        let expansion = try PlaylistExpansion([outer])
        let album = ["album/1.flac", "album/2.flac"].map { directory.file($0) }
        #expect(expansion.items.map(\.uri) == ["/a.flac", "/b.flac", "/c.flac"] + album + ["/d.flac"])
        #expect(expansion.skipped.map(\.uri) == [outer, directory.file("none.pls")])
        #expect(expansion.skipped.first?.message.contains("names itself") == true)
        let chain = try (0..<20).map { number in
            try directory.write("\(number).m3u\n/\(number).flac\n", to: "\(number + 1).m3u")
        }
        #expect(try PlaylistExpansion([chain[19]]).items.count == 8)
        #expect(throws: PlaybackError.self) { try PlaylistExpansion([chain[19]], limit: 7) }
    }

    @Test("of many that are left out a hundred are told, and how many more there are")
    func manySkipped() throws {
        let lists = (0..<150).map { "/missing/\($0).m3u" }
        let skipped = try PlaylistExpansion(["/a.flac"] + lists).skipped
        #expect(skipped.count == 101 && skipped.last?.message == "50 more are left out")
    }

    @Test(
        "seconds of a fragment may have decimals",
        arguments: [
            ("1.5,2.25", 15, 10, 225, 100), ("0.3333333999,7.0", 3_333_333, 10_000_000, 70, 10), ("1/3,2.5", 1, 3, 25, 10),
        ])
    func decimals(text: String, start: Int64, scale: Int64, end: Int64, endScale: Int64) {
        let range = MediaRange.split("file:///a.flac#t=\(text)")?.range
        #expect(range?.start == MediaTime(value: start, timescale: scale))
        #expect(range?.end == MediaTime(value: end, timescale: endScale))
    }

    @Test("a fragment of another form belongs to the name")
    func fragments() {
        #expect(MediaRange.split("file:///a#t=1,2/75")?.range.end == MediaTime(value: 2, timescale: 75))
        for uri in [
            "/a#t=1", "file:///a#t=", "file:///a#t=1/0", "file:///a#t=1,", "file:///a#1", "file:///a#t=-1", "http://a#t=1",
            "file:///a#t=1.", "file:///a#t=.5", "file:///a#t=1.5.2", "file:///a#t=1.5/2", "file:///a#t=99999999999.5",
        ] {
            #expect(MediaRange.split(uri) == nil)
        }
    }
}
