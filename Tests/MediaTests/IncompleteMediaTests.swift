import AudioTypes
import Testing

@testable import Media

@Suite("What is missing is told")
struct IncompleteMediaTests {
    static let cut =
        [
            Synthesis("front.m4a", "-c:a", "aac", "-movflags", "+faststart"),
            Synthesis("front-alac.m4a", "-c:a", "alac", "-movflags", "+faststart"),
        ]
        + ["s16.wav", "f32.wav", "ima.wav", "s16.aiff", "s24.caf", "s16.flac", "wavpack.wv", "tta.tta", "wma.wma", "aac.mka"]
        .compactMap { name in SeekingTests.media.first { $0.name == name } }

    /// Reads to the end, and answers the frames that came and the error behind them.
    private func read(_ path: String) throws -> (count: Int, error: MediaError?) {
        var reader = try AudioReader(MediaLocation(uri: path))
        var count = 0
        do throws(MediaError) {
            while true {
                let part = try Self.part(of: &reader)
                if part == 0 { return (count, nil) }
                count += part
            }
        } catch {
            return (count, error)
        }
    }

    private static func part(of reader: inout AudioReader) throws(MediaError) -> Int {
        do {
            return try Sound(reading: &reader, atMost: 4_096).count
        } catch let error as MediaError {
            throw error
        } catch {
            return 0
        }
    }

    @Test("a file that was cut is heard as far as it goes, and then it is said how much is missing", arguments: cut)
    func cutShort(_ synthesis: Synthesis) throws {
        let path = try synthesis.make()
        let whole = try read(path)
        #expect(whole.error == nil && whole.count > 130_000)
        let bytes = Workbench.bytes(of: path)
        let half = try read(Workbench.write(bytes.prefix(bytes.count * 6 / 10), as: "half-\(synthesis.name)"))
        #expect(half.count > 30_000 && half.count < 90_000)
        #expect(half.error?.code == .incomplete)
        let message = half.error?.message ?? ""
        #expect(message.contains("is incomplete: ") && message.hasSuffix("seconds are there"), "\(message)")
    }

    @Test("a size that no program could know is no promise", arguments: [UInt32.max, 0x7FFF_FFFF, 0x7FFF_F000, 0])
    func placeholder(size: UInt32) throws {
        var bytes = WAVFile.bytes(rate: 44_100, channels: 2, bits: 16, data: Array(repeating: 1, count: 44_100 * 4))
        for byte in 0..<4 { bytes[40 + byte] = UInt8(truncatingIfNeeded: size >> (8 * byte)) }
        let result = try read(Workbench.write(bytes, as: "open-end-\(size).wav"))
        #expect(result.error == nil)
        #expect(result.count == 44_100 || size == 0)
    }

    @Test("a FLAC whose header says a wrong greatest block is whole all the same", arguments: [0, 16, 1_152, 65_535])
    func wrongBlockSize(longest: Int) throws {
        let path = try Synthesis("s16.flac", "-c:a", "flac", "-sample_fmt", "s16").make()
        let whole = try Sound(of: path)
        var bytes = Workbench.bytes(of: path)
        // Behind the mark, the block's head and the shortest block.
        (bytes[10], bytes[11]) = (UInt8(longest >> 8), UInt8(longest & 0xFF))
        var reader = try AudioReader(MediaLocation(uri: Workbench.write(bytes, as: "block\(longest).flac")))
        let sound = try Sound(reading: &reader)
        #expect(sound.count == whole.count)
        #expect(sound.difference(from: whole) == 0)
        #expect(reader.decodeErrorCount == 0)
        for target in [100_000, 20_000, 60_001] {
            try reader.seek(to: FrameCount(Int64(target)))
            let part = try Sound(reading: &reader, atMost: 2_000)
            #expect(part.difference(from: whole.part(from: target, count: part.count)) == 0 && part.count == 2_000)
        }
    }

    @Test(
        "a codec's variant that cannot be decoded fails with its reason, and is no silence",
        .enabled(if: Workbench.hasTestData, "no shared test data"),
        arguments: ["containers/flac/bear_32bit.flac", "containers/mka/bear-flac-32bit.mka"])
    func thirtyTwoBits(file: String) throws {
        let error = try #require(throws: MediaError.self) { _ = try Sound(of: Workbench.testData(file)) }
        #expect(error.code == .unsupported)
        #expect(error.message.contains("32 bits a sample"))
    }
}
