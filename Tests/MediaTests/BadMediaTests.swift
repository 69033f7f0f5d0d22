import AudioTypes
import Glibc
import MediaTypes
import Testing

@testable import Media

@Suite("What cannot be played says why")
struct BadMediaTests {
    /// The error of opening something, and of reading it to its end.
    private func failure(_ path: String) throws -> MediaError {
        try #require(throws: MediaError.self) { _ = try Sound(of: path) }
    }

    @Test("things that are no readable file")
    func notFiles() throws {
        #expect(try failure(Workbench.path("missing.flac")).code == .notFound)
        #expect(try failure(Workbench.path("missing/too.flac")).code == .notFound)
        #expect(try failure(Workbench.path(String(repeating: "n", count: 5_000))).code == .notFound)
        let directory = try failure(Workbench.directory)
        #expect(directory.code == .unreadable)
        #expect(directory.message == "\(Workbench.directory) is a directory, not a file")
        let fifo = Workbench.path("fifo.mp3")
        mkfifo(fifo, 0o600)
        #expect(try failure(fifo).code == .unreadable)
        #expect(try failure("/dev/zero").code == .unreadable)
        let loop = Workbench.path("loop.mp3")
        symlink(loop, loop)
        #expect(try failure(loop).code == .unreadable)
        let empty = try failure(Workbench.write([], as: "empty.mp3"))
        #expect(empty.code == .unsupported)
        #expect(empty.message.hasSuffix("is empty"))
    }

    @Test("a file that became shorter while it was read gives what is there, and then says so", arguments: [44_100, 2])
    func shrinks(framesLeft: Int) throws {
        let data = (0..<44_100 * 8).map { UInt8(truncatingIfNeeded: $0) }
        let path = Workbench.write(
            WAVFile.bytes(rate: 44_100, channels: 2, bits: 16, data: data), as: "shrinking\(framesLeft).wav")
        var reader = try AudioReader(MediaLocation(uri: path))
        let start = try Sound(reading: &reader, atMost: 512)
        try #require(truncate(path, 44 + framesLeft * 4) == 0)
        var count = start.count
        let error = #expect(throws: MediaError.self) {
            while true {
                let part = try Sound(reading: &reader, atMost: 4_096)
                if part.count == 0 { break }
                count += part.count
            }
        }
        #expect(error?.code == .corrupt && error?.message.contains("became shorter") == true)
        #expect(count >= min(framesLeft, 88_200) && count < 88_200)
    }

    @Test("a file that lost only what followed its sound is whole")
    func losesTags() throws {
        let data = (0..<44_100 * 4).map { UInt8(truncatingIfNeeded: $0) }
        let sound = WAVFile.bytes(rate: 44_100, channels: 2, bits: 16, data: data)
        let junk = Array("junk".utf8) + [100, 0, 0, 0] + Array(repeating: 0, count: 100)
        let path = Workbench.write(sound + junk, as: "tagged.wav")
        var reader = try AudioReader(MediaLocation(uri: path))
        let start = try Sound(reading: &reader, atMost: 512)
        try #require(truncate(path, sound.count) == 0)
        #expect(try Sound(reading: &reader).count + start.count == 44_100)
    }

    @Test("a file without permission to read it", .disabled(if: geteuid() == 0, "root may read everything"))
    func permission() throws {
        let path = Workbench.write([1, 2, 3], as: "secret.mp3")
        chmod(path, 0)
        #expect(try failure(path).code == .unreadable)
    }

    @Test("a symbolic link to a file is the file")
    func link() throws {
        let target = try Synthesis("s16.wav", "-c:a", "pcm_s16le").make()
        let link = Workbench.path("link.wav")
        symlink(target, link)
        #expect(try Sound(of: link).count == 132_300)
    }

    @Test(
        "content that is no audio, whatever the name says",
        arguments: [
            ("text.mp3", "Dear diary, today nothing happened.\n"), ("playlist.mp3", "#EXTM3U\n#EXTINF:1,x\n/etc/passwd\n"),
            ("hls.mp3", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n/etc/passwd\n#EXT-X-ENDLIST\n"),
            ("concat.mp3", "ffconcat version 1.0\nfile '/etc/passwd'\n"),
            ("sdp.mp3", "v=0\no=- 0 0 IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 0\n"),
            ("subtitle.mp3", "1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\nYou\n"),
            ("meta.mp3", ";FFMETADATA1\ntitle=x\n"),
            ("dash.mp3", "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" profiles=\"dash:profile\"></MPD>"),
        ])
    func wrongContent(_ name: String, _ text: String) throws {
        let error = try failure(Workbench.write(text.utf8, as: name))
        #expect(error.code == .unsupported)
        #expect(error.message.contains(name))
    }

    @Test("pictures, and video without sound")
    func withoutAudio() throws {
        let picture = Workbench.path("picture.png")
        _ = Command.run("ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", "testsrc=d=0.04", "-frames:v", "1", picture])
        #expect(try failure(picture).code == .unsupported)
        let video = Workbench.path("silent.mkv")
        _ = Command.run("ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", "testsrc=d=0.2", "-c:v", "mpeg4", video])
        let error = try failure(video)
        #expect(error.code == .unsupported)
        #expect(error.message == "\(video) has no audio")
    }

    @Test("random bytes never play as something else than noise, and never crash", arguments: 0..<24)
    func randomBytes(seed: Int) {
        var random = LinearCongruentialGenerator(state: UInt64(seed))
        let path = Workbench.write((0..<65_536).map { _ in UInt8.random(in: 0...255, using: &random) }, as: "random\(seed).mp3")
        _ = try? Sound(of: path)
    }

    @Test(
        "absurd headers are refused",
        arguments: [(0, 2, 16), (44_100, 0, 16), (44_100, 2, 0), (4_000_000_000, 2, 16), (44_100, 65_535, 16)])
    func absurdHeaders(rate: Int, channels: Int, bits: Int) throws {
        let bytes = WAVFile.bytes(
            rate: UInt32(rate), channels: UInt16(channels), bits: UInt16(bits), data: Array(repeating: 1, count: 4_000))
        let error = try failure(Workbench.write(bytes, as: "absurd-\(rate)-\(channels)-\(bits).wav"))
        #expect([.unsupported, .corrupt].contains(error.code))
    }

    static let cut: [Synthesis] = [
        "s16.wav", "s16.flac", "vbr.mp3", "aac.m4a", "adts.aac", "vorbis.ogg", "opus.opus", "opus.webm", "alac.m4a", "wma.wma",
        "wavpack.wv", "monkeys.ape", "aac.ts",
    ]
    .compactMap { name in SeekingTests.media.first { $0.name == name } }

    @Test("a file that ends early plays up to there or says so", arguments: cut)
    func truncated(_ synthesis: Synthesis) throws {
        let path = try synthesis.make()
        let whole = try Sound(of: path)
        let bytes = Workbench.bytes(of: path)
        for sixteenth in 1..<16 {
            let shorter = Workbench.write(bytes.prefix(bytes.count * sixteenth / 16), as: "cut\(sixteenth)-\(synthesis.name)")
            do {
                let sound = try Sound(of: shorter)
                #expect(sound.count <= whole.count + 4_096)
            } catch let error as MediaError {
                #expect([.corrupt, .unsupported, .incomplete].contains(error.code))
                #expect(error.message.contains(shorter))
            }
        }
    }

    @Test("damaged bytes are left out, counted, and never crash", arguments: cut)
    func damaged(_ synthesis: Synthesis) throws {
        let bytes = Workbench.bytes(of: try synthesis.make())
        for seed in 0..<6 {
            var random = LinearCongruentialGenerator(state: UInt64(seed))
            var broken = bytes
            for _ in 0..<max(4, bytes.count / 500) {
                broken[Int.random(in: broken.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let path = Workbench.write(broken, as: "broken\(seed)-\(synthesis.name)")
            guard var reader = try? AudioReader(MediaLocation(uri: path)) else { continue }
            _ = try? Sound(reading: &reader)
            try? reader.seek(to: FrameCount(50_000))
            _ = try? Sound(reading: &reader, atMost: 1_000)
        }
    }

    @Test("a damaged stretch is counted and the rest still plays")
    func errorCount() throws {
        var bytes = Workbench.bytes(of: try Synthesis("s16.flac", "-c:a", "flac", "-sample_fmt", "s16").make())
        for index in bytes.count / 2..<bytes.count / 2 + 400 { bytes[index] = 0 }
        var reader = try AudioReader(MediaLocation(uri: Workbench.write(bytes, as: "hole.flac")))
        let sound = try Sound(reading: &reader)
        #expect(sound.count > 100_000)
        #expect(reader.decodeErrorCount > 0)
    }
}
