import Glibc
import MediaTypes
import TestSupport
import Testing

@testable import Media

@Suite("How loud media says it is")
struct ReplayGainTests {
    @Test(
        "decibels are read however programs write them",
        arguments: [
            ("-6.54 dB", -6.54), ("-6.54dB", -6.54), ("+3.2 db", 3.2), ("3.20", 3.2), ("  -0.5   DB  ", -0.5),
            ("-6,54 dB", -6.54),
            (".5 dB", 0.5), ("7. dB", 7), ("0", 0), ("-64 dB", -64),
        ])
    func decibels(text: String, expected: Double) {
        #expect(ReplayGain(tags: ["replaygain_track_gain": text], codec: "flac") == ReplayGain(track: .init(decibels: expected)))
    }

    @Test(
        "what is no number, or none that can be meant, is none",
        arguments: [
            "", "dB", "loud", "- 6 dB", "--6", "+-6", "6 7", "1.2.3", "1.000,5", "nan", "inf dB", "0x10", "1e1", "٣ dB",
            "-64.1 dB", "999999999999999999999999999999", ".", "-", "6 dB dB",
        ])
    func nonsense(text: String) {
        let tags = ["replaygain_track_gain": text, "replaygain_album_gain": text, "r128_track_gain": text]
        #expect(ReplayGain(tags: tags, codec: "opus") == ReplayGain())
    }

    @Test("a peak belongs to its gain, and one that cannot be is none")
    func peaks() {
        func peak(_ text: String) -> Double? {
            ReplayGain(tags: ["replaygain_album_gain": "-1 dB", "replaygain_album_peak": text], codec: "mp3").album?.peak
        }
        #expect(peak("0.988553") == 0.988_553)
        #expect(peak("1,122") == 1.122)
        #expect(peak(" 0.5 ") == 0.5)
        for text in ["0", "-0.5", "1e9", "101", "loud", ""] { #expect(peak(text) == nil) }
        #expect(ReplayGain(tags: ["replaygain_track_peak": "0.9"], codec: "mp3") == ReplayGain())
    }

    @Test("the tags of Opus count in 256ths of a decibel, from a reference five decibels lower")
    func broadcast() {
        let tags = ["r128_track_gain": "-1536", "r128_album_gain": "512"]
        let expected = ReplayGain(track: .init(decibels: -1), album: .init(decibels: 7))
        #expect(ReplayGain(tags: tags, codec: "opus") == expected)
        #expect(ReplayGain(tags: tags, codec: "flac") == expected)
        for text in ["32768", "1.5", "70000", ""] {
            #expect(ReplayGain(tags: ["r128_track_gain": text], codec: "opus").track == nil)
        }
    }

    @Test("where both kinds of tags are there, Opus goes by its own and everything else by the usual ones")
    func both() {
        let tags = ["r128_track_gain": "0", "replaygain_track_gain": "-3 dB", "replaygain_track_peak": "0.9"]
        #expect(ReplayGain(tags: tags, codec: "opus").track == .init(decibels: 5, peak: 0.9))
        #expect(ReplayGain(tags: tags, codec: "vorbis").track == .init(decibels: -3, peak: 0.9))
    }

    @Test(
        "every container's tags are found",
        arguments: ["g.flac", "g.mp3", "g.ogg", "g.opus", "g.m4a", "g.wv", "g.mka"])
    func containers(name: String) throws {
        let path = Workbench.path(name)
        var options = ["-metadata", "REPLAYGAIN_TRACK_GAIN=-7.25 dB", "-metadata", "replaygain_album_gain=+1.5 dB"]
        options += ["-metadata", "REPLAYGAIN_TRACK_PEAK=0.75"]
        if name.hasSuffix("m4a") { options += ["-movflags", "use_metadata_tags"] }
        let made = Command.run("ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=0.3:r=48000"] + options + [path])
        try #require(made.status == 0)
        let reader = try AudioReader(MediaLocation(uri: path))
        #expect(
            reader.info.replayGain
                == ReplayGain(track: .init(decibels: -7.25, peak: 0.75), album: .init(decibels: 1.5)))
    }

    @Test("a gain that nobody can mean is none, also where FFmpeg believes it", arguments: ["flac", "mp3", "ogg", "mka"])
    func absurd(suffix: String) throws {
        let path = Workbench.path("absurd.\(suffix)")
        let options = ["-metadata", "REPLAYGAIN_TRACK_GAIN=400 dB"]
        let made = Command.run("ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=0.3:r=48000"] + options + [path])
        try #require(made.status == 0)
        #expect(try AudioReader(MediaLocation(uri: path)).info.replayGain.track == nil)
    }

    @Test("what says nothing has no gain")
    func untagged() throws {
        let path = Workbench.path("ungained.flac")
        _ = Command.run("ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=0.3", path])
        #expect(try AudioReader(MediaLocation(uri: path)).info.replayGain == ReplayGain())
    }

    @Test(
        "the gain and peak of LAME's header are found",
        .enabled(if: Workbench.hasTestData, "set FERMATA_TESTDATA to the folder of real media"),
        arguments: [("accurate", 23.3), ("fast", 23)])
    func lameHeader(kind: String, decibels: Double) throws {
        let path = Workbench.testData("containers/mp3/bear-vbr-xing-header-replaygain-\(kind).mp3")
        let gain = try AudioReader(MediaLocation(uri: path)).info.replayGain
        let track = try #require(gain.track)
        #expect(track.decibels == decibels)
        if kind == "accurate" { #expect(try #require(track.peak) == 0.069_25) }
        #expect(gain.album == nil)
        #expect(try MediaProbe.describe(MediaLocation(uri: path)).replayGain == gain, "also without decoding")
    }
}

@Suite("The gain in the header of Opus")
struct OpusHeaderGainTests {
    /// A file of Opus whose header says `steps` 256ths of a decibel; its sound is the same whatever they are.
    private func make(steps: Int16, _ options: [String] = [], for test: String) throws -> String {
        let name = "\(test)\(steps)-\(options.count).mka"
        let path = Workbench.path(name)
        let source = ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=f=440:d=0.5:r=48000", "-c:a", "libopus"]
        let made = Command.run("ffmpeg", source + options + ["-bitexact", "-write_crc32", "0", path])
        try #require(made.status == 0)
        var bytes = Workbench.bytes(of: path)
        let header = try #require(bytes.indices.first { bytes[$0...].starts(with: "OpusHead".utf8) })
        bytes[header + 16] = UInt8(truncatingIfNeeded: steps)
        bytes[header + 17] = UInt8(truncatingIfNeeded: steps >> 8)
        return Workbench.write(bytes, as: name)
    }

    @Test("is in the samples already, once", arguments: [-6.0, 4.5, -0.003_906_25])
    func appliedOnce(decibels: Double) throws {
        let plain = try Sound(of: make(steps: 0, for: "once\(decibels)"))
        let changed = try Sound(of: make(steps: Int16(decibels * 256), for: "once"))
        let factor = Float(pow(10, decibels / 20))
        let expected = Sound(planes: plain.planes.map { $0.map { $0 * factor } })
        try #require(plain.count > 20_000 && changed.count == plain.count)
        #expect(plain.planes[0].max() ?? 0 > 0.05)
        #expect(changed.difference(from: expected) < 1e-6)
    }

    @Test("counts not a second time: what the tags say is on top of it")
    func besideTags() throws {
        let plain = try AudioReader(MediaLocation(uri: make(steps: -1_536, for: "tags")))
        #expect(plain.info.replayGain == ReplayGain())
        let tagged = try AudioReader(MediaLocation(uri: make(steps: -1_536, ["-metadata", "R128_TRACK_GAIN=-256"], for: "tags")))
        #expect(tagged.info.replayGain.track == .init(decibels: 4))
    }
}
