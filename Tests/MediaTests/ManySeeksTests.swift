import AudioTypes
import MediaTypes
import Testing

@testable import Media

/// Ten thousand jumps at random, spread over all formats, each reader doing all of its own one after the other.
@Suite("Ten thousand seeks in a row")
struct ManySeeksTests {
    private static let total = 10_000
    /// How much of what follows a landing is compared.
    private static let length = 256

    /// FLAC has no seek table here, one MP3 of a variable rate no header, one AAC and AC-3 no container at all.
    static let media =
        SeekingTests.media + DecodingTests.shapes.filter { $0.name == "channels6.m4a" || $0.name == "rate8000.mp3" }

    @Test("land on the frame, each of them", arguments: media)
    func landExactly(_ synthesis: Synthesis) throws {
        let path = try synthesis.make()
        try expectLandings(in: path, tolerance: SeekingTests.tolerances[synthesis.name] ?? 0)
    }

    @Test("land on the frame in chains of Ogg streams too", arguments: ChainedOgg.all)
    func chains(_ chain: ChainedOgg) throws { try expectLandings(in: try chain.make(), tolerance: 0) }

    private func expectLandings(in path: String, tolerance: Float) throws {
        let whole = try Sound(of: path)
        var reader = try AudioReader(MediaLocation(uri: path))
        var random = LinearCongruentialGenerator(state: 11)
        var worst: (difference: Float, target: Int) = (0, 0)
        for _ in 0...Self.total / (Self.media.count + ChainedOgg.all.count) {
            let target = Int.random(in: 0..<whole.count, using: &random)
            try reader.seek(to: FrameCount(Int64(target)))
            let position = reader.position
            let part = try Sound(reading: &reader, atMost: Self.length)
            let expected = whole.part(from: target, count: Self.length)
            guard position == FrameCount(Int64(target)), part.count == expected.count else {
                Issue.record("at \(position) with \(part.count) frames in the place of \(target) of \(whole.count)")
                return
            }
            let difference = part.difference(from: expected)
            if difference > worst.difference { worst = (difference, target) }
        }
        #expect(worst.difference <= tolerance, "at \(worst.target) of \(whole.count)")
    }
}
