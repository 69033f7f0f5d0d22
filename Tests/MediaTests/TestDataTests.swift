import AudioTypes
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
        ])
    func gapless(_ name: String, frames: Int) throws {
        #expect(try Sound(of: Workbench.testData(name)).count == frames)
    }

    static let folders = ["flac", "containers", "gapless"].flatMap { Workbench.files(below: Workbench.testData($0)) }
    static let isoStreams = Workbench.files(below: Workbench.testData("mp3-conformance")).filter { $0.hasSuffix(".bit") }

    @Test("every file decodes to what the ffmpeg program decodes, or says why not", arguments: folders)
    func matchesReference(_ path: String) throws {
        let sound: Sound
        do {
            var reader = try AudioReader(MediaLocation(uri: path))
            sound = try Sound(reading: &reader)
        } catch let error as MediaError {
            #expect([.unsupported, .corrupt].contains(error.code))
            #expect(error.message.contains(path))
            return
        }
        let reference = try Sound(reference: path, channels: sound.planes.count)
        // Never longer; shorter by the padding that an edit list cuts and the program leaves.
        #expect(sound.count <= reference.count)
        #expect(reference.count - sound.count < 2_048)
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

    @Test("the ISO streams decode to their reference within 16-bit rounding, and the broken ones never crash", arguments: isoStreams)
    func conformance(_ path: String) throws {
        guard let sound = try? Sound(of: path) else { return }
        let pcm = Workbench.bytes(of: path.dropLast(4) + ".pcm")
        guard !path.contains("nonstandard"), !path.contains("ILL"), !pcm.isEmpty else { return }
        let channels = sound.planes.count
        let frames = pcm.count / 2 / channels
        let reference = Sound(planes: (0..<channels).map { channel in
            (0..<frames).map { frame in
                let place = (frame * channels + channel) * 2
                return Float(Int16(bitPattern: UInt16(pcm[place]) | UInt16(pcm[place + 1]) << 8)) / 32_768
            }
        })
        #expect(abs(sound.count - frames) <= 2 * 1_152)
        let shift = sound.count - frames
        let aligned = shift > 0 ? sound.part(from: shift, count: frames) : sound
        #expect(min(sound.difference(from: reference), aligned.difference(from: reference)) < 4 / 32_768)
    }
}
