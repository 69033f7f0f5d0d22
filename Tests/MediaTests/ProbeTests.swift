import AudioTypes
import MediaTypes
import TestSupport
import Testing

@testable import Media

@Suite("Probing")
struct ProbeTests {
    @Test("a video with two languages of sound tells all of its tracks")
    func tracks() throws {
        let path = Workbench.path("film.mkv")
        _ = Command.run(
            "ffmpeg",
            [
                "-nostdin", "-y", "-f", "lavfi", "-i", "testsrc=d=0.5:s=320x180", "-f", "lavfi", "-i", "sine=d=0.5:r=48000",
                "-map", "0",
                "-map", "1", "-map", "1", "-c:v", "mpeg4", "-c:a:0", "ac3", "-ac:a:0", "6", "-b:a:0", "384k", "-c:a:1", "libopus",
                "-metadata:s:a:0", "language=ger", "-metadata:s:a:1", "language=fre", "-metadata", "TITLE=A film", path,
            ])
        let media = try MediaProbe.describe(MediaLocation(uri: path))
        #expect(media.container == "matroska")
        #expect(media.tags["title"] == "A film")
        #expect(abs((media.duration?.seconds ?? 0) - 0.5) < 0.05)
        #expect(media.video.map(\.codec) == ["mpeg4"])
        #expect(media.video.first?.width == 320 && media.video.first?.height == 180 && media.video.first?.rotation == 0)
        #expect(media.audio.map(\.index) == [1, 2])
        #expect(media.audio.map(\.codec) == ["ac3", "opus"])
        #expect(media.audio.map(\.language) == ["ger", "fre"])
        #expect(media.audio.map(\.sampleRate) == [48_000, 48_000])
        #expect(media.audio.map(\.channels) == [6, 1])
        #expect(media.audio.map(\.channelLayout) == ["5.1(side)", "mono"])
        #expect(media.audio.first?.bitRate == 384_000)
        #expect(try Sound(of: path).planes.count == 6)
    }

    @Test("a track in the wanted language that has no sound leaves the choice to the others, unless its number was chosen")
    func announcedTrack() throws {
        let whole = Workbench.path("whole.ts")
        _ = Command.run(
            "ffmpeg",
            [
                "-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=1:r=48000", "-map", "0", "-map", "0", "-c:a", "mp2",
                "-metadata:s:a:0", "language=fre", "-metadata:s:a:1", "language=ger", whole,
            ])
        let bytes = try readFile(whole)
        // The packets of the second track are left out, which the table of the tracks has all the same.
        let left = stride(from: 0, to: bytes.count - 187, by: 188).flatMap { start -> ArraySlice<UInt8> in
            let track = Int(bytes[start + 1] & 0x1F) << 8 | Int(bytes[start + 2])
            return track == 0x101 ? [] : bytes[start..<start + 188]
        }
        let path = Workbench.write(left, as: "announced.ts")
        let german = try #require(LanguageCode("de"))
        func index(_ wish: TrackWish) throws -> Int? {
            try AudioReader(FileSource(MediaLocation(uri: path)), name: path, track: wish).info.track.index
        }
        #expect(try index(TrackWish(languages: [german])) == 0)
        #expect(try index(TrackWish(.language(german))) == 0)
        #expect(throws: MediaError.self) { try index(TrackWish(.index(1))) }
    }

    @Test("a file that names no places for its channels tells the usual ones, with which it is played")
    func usualLayout() throws {
        let path = Workbench.write(
            WAVFile.bytes(rate: 44_100, channels: 2, bits: 16, data: Array(repeating: 0, count: 4_000)), as: "places.wav")
        #expect(try MediaProbe.describe(MediaLocation(uri: path)).audio.map(\.channelLayout) == ["stereo"])
    }

    @Test("a turned video tells how to turn it back", arguments: [90, 180, 270])
    func rotation(degrees: Int) throws {
        let plain = Workbench.path("plain\(degrees).mp4")
        _ = Command.run(
            "ffmpeg",
            [
                "-nostdin", "-y", "-f", "lavfi", "-i", "testsrc=d=0.2", "-f", "lavfi", "-i", "sine=d=0.2", "-c:v", "mpeg4",
                "-c:a", "aac", plain,
            ])
        // How to turn it is in the head of the first track, behind 40 bytes: how much of x and of y goes into x, then into y, in 16.16 bits.
        var bytes = Workbench.bytes(of: plain)
        let place = try #require(bytes.firstRange(of: Array("tkhd".utf8))).upperBound + 40
        let (cosine, sine) = ([90: 0, 180: -1, 270: 0][degrees] ?? 1, [90: 1, 180: 0, 270: -1][degrees] ?? 0)
        for (index, number) in [(0, cosine), (1, sine), (3, -sine), (4, cosine)] {
            let fixed = UInt32(bitPattern: Int32(number) << 16)
            for byte in 0..<4 { bytes[place + 4 * index + byte] = UInt8(truncatingIfNeeded: fixed >> (24 - 8 * byte)) }
        }
        let media = try MediaProbe.describe(MediaLocation(uri: Workbench.write(bytes, as: "turned\(degrees).mp4")))
        #expect(media.container == "mp4")
        // The file says how to turn it clockwise.
        #expect(media.video.map(\.rotation) == [degrees])
    }

    @Test(
        "tags come with lower-case keys, wherever a container keeps them",
        arguments: ["t.flac", "t.mp3", "t.ogg", "t.opus", "t.m4a", "t.wma"])
    func tags(_ name: String) throws {
        let path = Workbench.path(name)
        let options = ["-metadata", "title=Tïtle", "-metadata", "artist=Someone", "-metadata", "album=Something"]
        _ = Command.run("ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=0.3:r=48000"] + options + [path])
        let media = try MediaProbe.describe(MediaLocation(uri: path))
        #expect(media.tags["title"] == "Tïtle")
        #expect(media.tags["artist"] == "Someone")
        #expect(media.tags["album"] == "Something")
        #expect(media.video.isEmpty)
    }

    @Test("a cover picture is no video track")
    func cover() throws {
        let path = Workbench.path("cover.mp3")
        _ = Command.run(
            "ffmpeg",
            [
                "-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=0.5", "-f", "lavfi", "-i", "testsrc=d=0.04", "-map", "0", "-map",
                "1", "-c:v", "mjpeg", "-disposition:v", "attached_pic", path,
            ])
        let media = try MediaProbe.describe(MediaLocation(uri: path))
        #expect(media.video.isEmpty)
        #expect(media.audio.count == 1)
        #expect(try Sound(of: path).count == 22_050)
    }

    @Test(
        "the length is known before playing",
        arguments: [
            ("s16.wav", 132_300), ("s16.flac", 132_300), ("alac.m4a", 132_300), ("aac.m4a", 132_300), ("vorbis.ogg", 132_300),
            ("opus.mp4", 144_000), ("wavpack.wv", 132_300), ("opus.opus", 144_000), ("vbr.mp3", 132_300), ("cbr.mp3", 132_300),
            ("monkeys.ape", 44_100),
        ])
    func duration(_ name: String, frames: Int) throws {
        let synthesis = try #require(SeekingTests.media.first { $0.name == name })
        let reader = try AudioReader(MediaLocation(uri: try synthesis.make()))
        let seconds = try #require(reader.info.description.duration).seconds
        let length = FrameCount(seconds: seconds, at: reader.info.format.sampleRate).value
        #expect(length == Int64(frames))
        #expect(reader.info.description.durationIsExact)
    }

    @Test(
        "the bits of a sample are told for lossless sound only",
        arguments: [("s16.wav", 16), ("s24.flac", 24), ("alac.m4a", 16), ("monkeys.ape", 16), ("vbr.mp3", nil)])
    func bits(_ name: String, bits: Int?) throws {
        let synthesis = try #require(SeekingTests.media.first { $0.name == name })
        let reader = try AudioReader(MediaLocation(uri: try synthesis.make()))
        #expect(reader.info.track.bitsPerSample == bits)
        #expect(reader.info.format.channelLayout == .stereo)
    }
}
