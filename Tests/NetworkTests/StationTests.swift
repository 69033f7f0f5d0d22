import AudioTypes
import Media
import MediaTypes
import SystemSupport
import TestSupport
import Testing

@testable import Network

@Suite("A radio station", .serialized)
struct StationTests {
    /// Samples of an MPEG packet at 44.1 kHz.
    private static let packet = 1_152

    /// A server whose station plays ten seconds of MP3 without a header, over and over.
    private func station() async throws -> MediaServer {
        let server = try await MediaServer.start()
        try await AudioFiles.encode(
            AudioFixture.sine(frequency: 440, frameCount: 441_000),
            options: ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0"],
            to: server.directory.file("radio.mp3"))
        return server
    }

    /// The number of the first packet that begins at or behind each offset.
    private func packets(of path: String, at offsets: [Int]) async throws -> [Int] {
        let listing = try await Tool.run("ffprobe", ["-v", "error", "-show_entries", "packet=size", "-of", "csv=p=0", path])
        let sizes = String(decoding: listing, as: UTF8.self).split(separator: "\n").compactMap { Int($0.prefix { $0 != "," }) }
        return offsets.map { offset in
            var start = 0
            return sizes.firstIndex { size in
                defer { start += size }
                return start >= offset
            } ?? sizes.count
        }
    }

    @Test("changes its title at the packet where the title stands", arguments: [4_000, 8_192])
    func titles(interval: Int) async throws {
        let server = try await station()
        let file = server.directory.file("radio.mp3")
        let names = ["One", "It's+Two", "Zw%C3%B6lf"]
        var reader = try AudioReader(
            at: server.address("radio.mp3?metaint=\(interval)&titles=\(names.joined(separator: "|"))"), .patient)
        let (isSeekable, tags) = (reader.isSeekable, reader.info.description.tags)
        #expect(!isSeekable && tags["station"] == "Test Radio" && tags["genre"] == "Noise")
        _ = try Sound(reading: &reader, atMost: 441_000 * 3 / 4)
        let changes = reader.takeTagChanges()
        #expect(changes.map { $0.tags["title"] } == ["One", "It's Two", "Zwölf"])
        // The server tells a title with the first text behind its third of the file.
        let size = try await Tool.run("stat", ["-c", "%s", file])
        let share = try #require(Int(String(decoding: size.dropLast(), as: UTF8.self))) / 3
        let offsets = (0..<3).map { max(interval, ($0 * share + interval - 1) / interval * interval) }
        for (change, packet) in zip(changes, try await packets(of: file, at: offsets)) {
            #expect(abs(Int(change.frame.value) - packet * Self.packet) <= Self.packet, "\(change)")
        }
    }

    @Test(
        "of Ogg shows the title of each song from its first frame on, and no old one while a song without tags is heard",
        arguments: ["libvorbis", "libopus", "flac"])
    func songsOfOgg(codec: String) async throws {
        let server = try await MediaServer.start()
        let songLength = 96_000
        var chain: [UInt8] = []
        for (number, title) in ["First", nil, "Third", "Fourth", nil].enumerated() {
            let path = server.directory.file("song\(number).ogg")
            let tags =
                ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact"]
                + (title.map { ["-metadata", "title=\($0)", "-metadata", "ARTIST=Band"] } ?? [])
            try await AudioFiles.encode(
                AudioFixture.sine(frequency: 440, frameCount: songLength, sampleRate: 48_000),
                options: tags + ["-c:a", codec, "-serial_offset", "\(number + 1)"], to: path)
            // The encoder's name would be a tag, too.
            let bare = server.directory.file("bare\(number).ogg")
            if title == nil {
                _ = try await Tool.run(
                    "ffmpeg",
                    ["-v", "error", "-i", path, "-c", "copy", "-map_metadata", "-1", "-map_metadata:s", "-1"]
                        + ["-fflags", "+bitexact", "-serial_offset", "\(number + 1)", bare])
            }
            chain += try readFile(title == nil ? bare : path)
        }
        try writeFile(chain, to: server.directory.file("chain.ogg"))
        let script = """
            handler.head(200, [("Content-Type", "audio/ogg"), ("icy-name", "Test Radio")])
            handler.wfile.write(open("\(server.directory.file("chain.ogg"))", "rb").read())
            """
        try server.directory.write(script, to: "script.py")
        try server.directory.write("x", to: "radio")
        var reader = try AudioReader(at: server.address("radio?script=script.py"), .patient)
        _ = try Sound(reading: &reader, atMost: songLength * 9 / 2)
        let changes = reader.takeTagChanges()
        #expect(changes.map { $0.tags["title"] } == ["First", nil, "Third", "Fourth", nil])
        #expect(changes.map { $0.tags["artist"] } == ["Band", nil, "Band", "Band", nil])
        #expect(changes.allSatisfy { $0.tags["station"] == "Test Radio" })
        for (change, song) in zip(changes, 0...) {
            #expect(abs(Int(change.frame.value) - song * songLength) <= 4_608, "\(change)")
        }
    }

    @Test("ends its title with an empty one, at the packet where that stands")
    func titleThatEnds() async throws {
        let server = try await station()
        var reader = try AudioReader(at: server.address("radio.mp3?metaint=4000&titles=One||Three"), .patient)
        _ = try Sound(reading: &reader, atMost: 441_000 * 3 / 4)
        let changes = reader.takeTagChanges()
        #expect(changes.map { $0.tags["title"] } == ["One", nil, "Three"])
        #expect(changes.allSatisfy { $0.tags["station"] == "Test Radio" })
    }

    @Test("that is a file with a tag has that tag as its own")
    func ownTags() async throws {
        let server = try await MediaServer.start()
        try await AudioFiles.encode(
            AudioFixture.sine(frequency: 440, frameCount: 44_100),
            options: ["-c:a", "libmp3lame", "-metadata", "title=Own"], to: server.directory.file("own.mp3"))
        var reader = try AudioReader(at: server.address("own.mp3"), .patient)
        let own = reader.info.description.tags["title"]
        _ = try Sound(reading: &reader)
        let changes = reader.takeTagChanges()
        #expect(own == "Own" && changes.isEmpty)
    }

    @Test("sounds as what it sends, without the text between", arguments: [256, 333, 16_000])
    func withoutText(interval: Int) async throws {
        let server = try await station()
        let whole = try Sound(of: server.directory.file("radio.mp3"))
        var reader = try AudioReader(at: server.address("radio.mp3?metaint=\(interval)&titles=A|B"), .patient)
        #expect(try Sound(reading: &reader, atMost: 200_000) == whole.part(from: 0, count: 200_000))
    }

    @Test("cannot send a terminal what it obeys, nor hide a part of its title")
    func cleanTitles() async throws {
        let server = try await station()
        let title = "%1b]0;x%07A%E2%80%AEB%C2%9B1m"
        var reader = try AudioReader(at: server.address("radio.mp3?metaint=4000&titles=\(title)&name=%1b[2JRadio"), .patient)
        _ = try Sound(reading: &reader, atMost: 44_100)
        #expect(reader.takeTagChanges().first?.tags["title"] == " ]0;x AB 1m")
        #expect(reader.info.description.tags["station"] == " [2JRadio")
    }

    @Test("is connected to again when it breaks off, and goes on live")
    func reconnects() async throws {
        let server = try await station()
        var reader = try AudioReader(at: server.address("radio.mp3?metaint=4000&titles=A&cut=60000"), .patient)
        let heard = try Sound(reading: &reader, atMost: 441_000)
        #expect(heard.count == 441_000 && server.requests.count >= 3)
        #expect(server.requests.allSatisfy { $0.hasSuffix("bytes=0-") })
    }

    @Test("that sends titles without end has the newest kept, each once")
    func endless() {
        var feed = Feed(attentionSeconds: 10)
        for number in 0..<1_000 {
            for repetition in 0..<2 { feed.add(StreamTitle(offset: Int64(number * 2 + repetition), title: "\(number)")) }
        }
        let titles = feed.takeTitles()
        #expect(titles == (936..<1_000).map { StreamTitle(offset: Int64($0 * 2), title: "\($0)") })
        #expect(feed.takeTitles().isEmpty)
    }

    @Test("that is gone is an error")
    func gone() async throws {
        let server = try await station()
        let address = server.address("radio.mp3?metaint=4000&titles=A&cut=60000&status=404&after=2")
        var reader = try AudioReader(at: address, .patient)
        let error = #expect(throws: MediaError.self) { _ = try Sound(reading: &reader) }
        #expect(error?.code == .notFound)
    }

    @Test(
        "has its title read whatever is in it",
        arguments: [
            ("StreamTitle='A - B';StreamUrl='';", "A - B"), ("StreamTitle='';", ""), ("StreamTitle='Don't stop';", "Don't stop"),
            ("StreamTitle='cut of", "cut of"), ("StreamUrl='x';StreamTitle='Y'", "Y"), ("nothing", nil),
        ])
    func titleText(_ text: String, _ title: String?) {
        #expect(StreamText.title(in: Array(text.utf8) + [0, 0]) == title)
        #expect(StreamText.title(in: Array("StreamTitle='".utf8) + [0xFC] + Array("';".utf8)) == "ü")
    }

    @Test(
        "is the song where a station sends it with attributes",
        arguments: [
            ("Band - text=\"Sweet \"Home\" Song\" song_spot=\"M\" length=\"00:04:42\"", "Band - Sweet \"Home\" Song"),
            ("text=\"Spot Block End\" amgTrackId=\"9876543\"", "Spot Block End"),
            ("x - text=\"text=\\\"Spot\\\" amgTrackId=\\\"1\\\"\" length=\"00:00:00\"", "x - Spot"),
            ("Band - text=\"\" song_spot=\"M\"", "Band"), (" - text=\"Song\" TAID=\"0\"", "Song"),
            ("Band - The text=\"x\" a=\"b\"", "Band - The text=\"x\" a=\"b\""), ("text=\"x\"", "text=\"x\""),
        ])
    func attributes(_ text: String, _ title: String) {
        #expect(StreamText.title(in: Array("StreamTitle='\(text)';".utf8)) == title)
    }

    private func title(_ title: [UInt8], _ rest: [UInt8] = Array("';".utf8), in charset: String? = nil) -> String? {
        StreamText.title(in: Array("StreamTitle='".utf8) + title + rest, charset: charset.flatMap(CharacterSet.init))
    }

    @Test("has each of its texts decoded alone, and loses no more of one that was cut than the last character")
    func decodedAlone() {
        #expect(title([0x44, 0x92, 0x73, 0x20, 0x85]) == "D’s …")
        #expect(title(Array("Zwölf".utf8), Array("';StreamUrl='".utf8) + [0xFC] + Array("';".utf8)) == "Zwölf")
        #expect(title(Array("Пугачёва".utf8).dropLast()) == "Пугачёв")
        #expect(title(Array("Пугачёва".utf8).dropLast(), []) == "Пугачёв", "in the middle of the block")
        #expect(title(Array("a\r\nb\u{85}c".utf8)) == "a  b c")
    }

    @Test("speaks in the character set that its address names, in titles and names, and no further")
    func charset() throws {
        let russian: [UInt8] = [0xC0, 0xEB, 0xEB, 0xE0]
        #expect(title(russian, in: "cp1251") == "Алла" && title(russian) == "Àëëà")
        #expect(title(russian, in: "cp77777") == "Àëëà", "there is no such set")
        let address = try WebAddress("http://h/x?y#charset=windows-1251")
        #expect(address.charset?.name == "CP1251" && address.text == "http://h/x?y")
        #expect(try WebAddress("http://h/x#t=1&charset=KOI8-R&x").charset?.name == "KOI8-R")
        #expect(try WebAddress("http://h/x#mycharset=cp1251").charset == nil)
        #expect(try address.resolving("/other").charset?.name == "CP1251", "a redirect does not forget it")
        #expect(try address.resolving("http://i/#charset=koi8-u").charset?.name == "KOI8-U")
        #expect(address.location == "http://h/x?y#charset=CP1251")
        var reader = HeadReader(charset: address.charset)
        for line in [Array("ICY 200 OK".utf8), Array("ICY-Name: ".utf8) + russian, Array("Server: ".utf8) + [0xFC], []] {
            #expect((line + [0x0D, 0x0A]).withUnsafeBytes { reader.take($0) })
        }
        #expect(reader.head?.fields["icy-name"] == "Алла" && reader.head?.fields["server"] == "ü")
    }
}
