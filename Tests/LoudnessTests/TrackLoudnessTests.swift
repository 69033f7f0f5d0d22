import AudioTypes
import Glibc
import MediaTypes
import Testing

@testable import Loudness

@Suite("The loudness of a track, and of tracks together")
struct TrackLoudnessTests {
    private static func format(_ rate: Int = 48_000, _ layout: ChannelLayout = .stereo) throws -> StreamFormat {
        StreamFormat(sampleRate: try #require(SampleRate(hertz: rate)), channelLayout: layout)
    }

    /// The blocks and the peak of tones one after the other.
    private static func measured(
        rate: Int = 48_000, layout: ChannelLayout = .stereo, _ tones: [Tone]
    ) throws -> (blocks: LoudnessHistogram, peak: Double?) {
        var meter = try TrackLoudnessMeter(try format(rate, layout))
        for tone in tones {
            try tone.forEachPiece(at: rate) { planes, count in
                try meter.add(planes, count: count)
            }
        }
        return (meter.blocks, meter.peak)
    }

    /// What libebur128 itself says of the whole.
    private static func whole(rate: Int = 48_000, layout: ChannelLayout = .stereo, _ tones: [Tone]) throws -> Double? {
        var meter = try LoudnessMeter(try format(rate, layout), measures: .integrated)
        for tone in tones { try tone.add(to: &meter) }
        return meter.integrated
    }

    @Test(
        "a tone of 997 Hz and -23 dBFS in both channels has -23 LUFS and that peak, at every usual rate",
        arguments: [11_025, 44_100, 192_000])
    func tone(rate: Int) throws {
        var tone = Tone.stereo(-23, seconds: 3)
        (tone.hertz, tone.rise) = (997, 0.01)
        let (blocks, peak) = try Self.measured(rate: rate, [tone])
        #expect(abs(try #require(blocks.integrated) + 23) <= 0.1)
        #expect(abs(20 * log10(try #require(peak)) + 23) <= 0.1)
    }

    @Test("five channels of surround have -23 LUFS together, and the low frequencies count for the peak alone")
    func surround() throws {
        let layout = try #require(ChannelLayout.standard(channelCount: 6))
        let tone = Tone(seconds: 3, levels: [-28, -28, -24, 0, -30, -30], rise: 0.01)
        let (blocks, peak) = try Self.measured(layout: layout, [tone])
        #expect(abs(try #require(blocks.integrated) + 23) <= 0.1)
        #expect(abs(20 * log10(try #require(peak))) <= 0.1)
    }

    /// A level in dBFS, and for how many seconds.
    typealias Part = (level: Double, seconds: Double)

    private static let fading: [Part] = (0..<20).map { (-5 - 2.77 * Double($0), 0.7) }
    private static let partsAtRates: [(Int, [Part])] = [
        (48_000, [(-36, 3), (-23, 9), (-36, 3)]), (44_100, [(-72, 2), (-36, 2.03), (-23.04, 6), (-72, 2)]),
        (22_051, [(-26, 5), (-20, 5.1), (-26, 5)]), (44_100, [(-14.33, 3.37)]), (48_000, fading),
    ]

    @Test(
        "the blocks say what libebur128 says, also with quiet parts, at odd rates and after being kept as bytes",
        arguments: partsAtRates)
    func gating(rate: Int, parts: [Part]) throws {
        let tones = parts.map { Tone.stereo($0.level, seconds: $0.seconds) }
        let (blocks, _) = try Self.measured(rate: rate, tones)
        let expected = try #require(try Self.whole(rate: rate, tones))
        #expect(abs(try #require(blocks.integrated) - expected) <= 0.02)
        let kept = try #require(LoudnessHistogram(bytes: blocks.bytes))
        #expect(abs(try #require(kept.integrated) - expected) <= 0.02)
        #expect(kept.bytes == blocks.bytes && blocks.bytes.count < 1_000)
    }

    @Test("an album has the loudness of its tracks one after the other, and not the mean of theirs")
    func album() throws {
        let tracks = [[Tone.stereo(-14, seconds: 4)], [.stereo(-20, seconds: 12)], [.stereo(-40, seconds: 6)]]
        var album = LoudnessHistogram()
        for track in tracks { album.add(try #require(LoudnessHistogram(bytes: try Self.measured(track).blocks.bytes))) }
        let expected = try #require(try Self.whole(tracks.flatMap(\.self)))
        #expect(abs(try #require(album.integrated) - expected) <= 0.05)
        #expect(abs(expected + 24.67) > 1, "the mean would do as well")
    }

    @Test("silence, and what is shorter than a block, has no loudness")
    func silence() throws {
        for tone in [Tone(seconds: 2, levels: [nil, nil]), .stereo(-20, seconds: 0.39), .stereo(-80, seconds: 2)] {
            #expect(try Self.measured([tone]).blocks.integrated == nil)
        }
        #expect(LoudnessHistogram().integrated == nil)
        #expect(LoudnessHistogram(bytes: LoudnessHistogram().bytes) == LoudnessHistogram())
    }

    @Test("bytes that are none of ours are refused, whatever they are")
    func foreignBytes() throws {
        let good = try Self.measured([.stereo(-23, seconds: 3)]).blocks.bytes
        for count in 1..<good.count where LoudnessHistogram(bytes: Array(good[..<count])) != nil {
            // Only after a whole entry.
            #expect(count == 1)
        }
        let foreign: [[UInt8]] = [
            [], [0], [2, 0, 1, 0], [1, 0x80], [1, 0, 0, 0], [1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 0], [1, 0xA0, 0x06, 1, 0],
            [1, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 1, 0],
        ]
        for bytes in foreign { #expect(LoudnessHistogram(bytes: bytes) == nil, "\(bytes)") }
    }

    @Test("more blocks than fit, and louder ones than there can be, do no harm")
    func extremes() throws {
        var one = try #require(LoudnessHistogram(bytes: [1, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0]))
        one.add(one)
        one.add(-70)
        #expect(abs(try #require(one.integrated) + 70) < 0.1)
        one.add(1_000)
        #expect(one.integrated?.isFinite == true)
        one.add(nil)
    }
}
