import AudioTypes
import MediaTypes
import Testing

@testable import Media

@Suite("Damage that decodes to what no recording can mean is concealed")
struct ConcealmentTests {
    /// A file of floats whose samples are changed, frame numbers and new values: on the left, or on the right channel.
    private static func floats(_ name: String, _ changes: [(frame: Int, isRight: Bool, value: Float)]) throws -> String {
        var bytes = Workbench.bytes(of: try Synthesis("f32.wav", "-c:a", "pcm_f32le").make())
        let start = bytes.count - 132_300 * 8
        for change in changes {
            let place = start + change.frame * 8 + (change.isRight ? 4 : 0)
            for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: change.value.bitPattern >> (8 * byte)) }
        }
        return Workbench.write(bytes, as: name)
    }

    /// The largest difference of two samples that follow each other.
    private static func largestStep(_ plane: [Float]) -> Float {
        zip(plane, plane.dropFirst()).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }

    @Test(
        "a sample that is no number, or far beyond all, is silence with short fades, and counted",
        arguments: [Float.nan, -Float.infinity, 3e38, -65])
    func burst(value: Float) throws {
        let whole = try Sound(of: try Synthesis("f32.wav", "-c:a", "pcm_f32le").make())
        let path = try Self.floats("burst\(value).wav", [(50_000, false, value), (80_000, true, value)])
        var reader = try AudioReader(MediaLocation(uri: path))
        let sound = try Sound(reading: &reader)
        #expect(reader.decodeErrorCount == 2)
        #expect(sound.count == whole.count)
        for (plane, unharmed) in zip(sound.planes, whole.planes) {
            #expect(Self.largestStep(plane) <= Self.largestStep(unharmed))
            let changed = plane.indices.filter { plane[$0].bitPattern != unharmed[$0].bitPattern }
            // The frames around the two places, each with a fade behind it, and no more.
            let isNear = changed.allSatisfy { abs($0 - 50_000) < 2_500 || abs($0 - 80_000) < 2_500 }
            #expect(isNear)
            #expect(abs(plane[50_000]) < 1 && abs(plane[80_000]) < 1)
        }
    }

    @Test("recordings in floating point that go over full scale are untouched, bit by bit")
    func headroom() throws {
        let values: [Float] = [1.5, 8.5, 63.9, -64, 20]
        let changes = values.enumerated().map { (frame: 40_000 + $0.offset, isRight: false, value: $0.element) }
        var reader = try AudioReader(MediaLocation(uri: try Self.floats("hot.wav", changes)))
        let sound = try Sound(reading: &reader)
        #expect(reader.decodeErrorCount == 0)
        #expect(sound.part(from: 40_000, count: values.count).planes[0] == values)
    }

    @Test("what is damaged all along fails, and says so")
    func everywhere() throws {
        let changes = stride(from: 0, to: 132_300, by: 200).map { (frame: $0, isRight: false, value: Float(30_000)) }
        let bytes = Workbench.bytes(of: try Self.floats("scaled.wav", changes))
        // Long enough to give up.
        let start = bytes.count - 132_300 * 8
        let samples = (0..<12).flatMap { _ in bytes[start...] }
        var header = Array(bytes[..<start])
        let size = UInt32(samples.count)
        for byte in 0..<4 { header[start - 4 + byte] = UInt8(truncatingIfNeeded: size >> (8 * byte)) }
        let path = Workbench.write(header + samples, as: "scaled-long.wav")
        let error = #expect(throws: MediaError.self) { _ = try Sound(of: path) }
        #expect(error?.code == .corrupt)
    }

    @Test("the same after a jump as from the start")
    func jump() throws {
        let path = try Self.floats("jump.wav", [(90_000, false, .nan)])
        let whole = try Sound(of: path)
        var reader = try AudioReader(MediaLocation(uri: path))
        for target in [30_000, 95_000, 40_000] {
            try reader.seek(to: FrameCount(Int64(target)))
            let part = try Sound(reading: &reader, atMost: 4_096)
            #expect(part.difference(from: whole.part(from: target, count: part.count)) == 0)
        }
    }

    static let bursting: [Synthesis] = [
        "float.wv", "f32.wav", "f64.wav", "cbr.mp3", "vbr.mp3", "adts.aac", "aac.mka", "aac.ts", "vorbis.ogg", "opus.webm",
        "ac3.ac3",
        "dts.dts", "wma.wma",
    ]
    .compactMap { name in (SeekingTests.media + DecodingTests.lossless).first { $0.name == name } }

    @Test("flipped bits give no sample beyond the bound", arguments: bursting)
    func flippedBits(_ synthesis: Synthesis) throws {
        let bytes = Workbench.bytes(of: try synthesis.make())
        let isLossless = ["float.wv", "f32.wav", "f64.wav"].contains(synthesis.name)
        for seed in 0..<8 {
            var random = LinearCongruentialGenerator(state: UInt64(seed))
            var broken = bytes
            for _ in 0..<bytes.count / 200 {
                broken[Int.random(in: 200..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            let path = Workbench.write(broken, as: "flipped\(seed)-\(synthesis.name)")
            guard var reader = try? AudioReader(MediaLocation(uri: path)) else { continue }
            while let part = try? Sound(reading: &reader, atMost: 4_096), part.count > 0 {
                let isBounded = part.planes.allSatisfy { $0.allSatisfy { $0.magnitude <= (isLossless ? 64 : 8) } }
                #expect(isBounded, "\(path)")
            }
        }
    }
}
