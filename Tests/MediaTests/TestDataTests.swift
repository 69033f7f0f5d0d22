import AudioTypes
import MediaTypes
import TestSupport
import Testing

@testable import Media

@Suite("Real media", .enabled(if: Workbench.hasTestData, "set FERMATA_TESTDATA to the folder of real media"))
struct TestDataTests {
    /// The file and, for its use as an oracle, its exact length.
    @Test(
        "gapless media have the length that their encoder wrote down",
        arguments: [
            ("gapless/sine-1009ms-1ch-32000hz-gapless-with-lame-tag.mp3", 32_288), ("gapless/testcase.mp3", 25_000),
            ("gapless/testcase.wav", 25_000),
            // Its header says 117 packets, and is none of them.
            ("containers/mp3/bear-vbr-vbri-header.mp3", 117 * 1_152),
        ])
    func gapless(_ name: String, frames: Int) throws {
        #expect(try Sound(of: Workbench.testData(name)).count == frames)
    }

    static let folders = ["flac", "containers", "gapless"].flatMap { Workbench.files(below: Workbench.testData($0)) }
    static let isoStreams = Workbench.files(below: Workbench.testData("mp3-conformance")).filter { $0.hasSuffix(".bit") }

    /// The one file among them that somebody has cut.
    private static let cut = "sample_cbs_truncated.adts"

    @Test("every file decodes to what the ffmpeg program decodes, or says why not", arguments: folders)
    func matchesReference(_ path: String) throws {
        let sound: Sound
        let track: AudioTrack
        do {
            var reader = try AudioReader(MediaLocation(uri: path))
            track = reader.info.track
            sound = try Sound(reading: &reader)
        } catch let error as MediaError {
            #expect([.unsupported, .corrupt].contains(error.code) || error.code == .incomplete && path.hasSuffix(Self.cut))
            #expect(error.message.contains(path))
            return
        }
        // Nothing: it is held against the flac program elsewhere.
        if path.hasSuffix("bear_32bit.flac") { return }
        let clear = try ProgramDecode.withoutZeros(path).map { bytes in
            Workbench.write(bytes, as: "clear-" + (path.split(separator: "/").last ?? "sound.mp3"))
        }
        let reference = try Sound(
            reference: clear ?? path, track: track.index, channels: sound.planes.count,
            decoder: ProgramDecode.options(for: track.codec))
        // Never longer; shorter by the padding that an edit list cuts and the program leaves.
        #expect(sound.count <= reference.count)
        #expect(reference.count - sound.count < ProgramDecode.mostPadding)
        #expect(sound.difference(from: reference) == 0)
    }

    @Test("every file seeks to the frame", arguments: folders)
    func seeks(_ path: String) throws {
        guard let whole = try? Sound(of: path), whole.count > 0 else { return }
        var reader = try AudioReader(MediaLocation(uri: path))
        var random = LinearCongruentialGenerator(state: 3)
        for _ in 0..<5 {
            let target = Int.random(in: 0..<whole.count, using: &random)
            try reader.seek(to: FrameCount(Int64(target)))
            let part = try Sound(reading: &reader, atMost: 2_000)
            let expected = whole.part(from: target, count: 2_000)
            #expect(part.count == expected.count, "at \(target) of \(whole.count)")
            #expect(part.difference(from: expected) <= 1e-4, "at \(target) of \(whole.count)")
        }
    }

    @Test("ISO streams, whole and broken, decode to what the ffmpeg program decodes, or say why not", arguments: isoStreams)
    func isoStream(_ path: String) throws {
        guard !ProgramDecode.differs(for: path) else {
            _ = try Sound(of: path)
            return
        }
        try matchesReference(path)
    }
}
