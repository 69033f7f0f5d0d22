import AudioTypes
import Filters
import Glibc
import Testing

@Suite
struct MixingTests {
    @Test
    func aMixerDoesWhatItsMatrixSaysAndLeavesTheRest() throws {
        let matrix = try #require(ChannelMatrix([[0.5, 0.5, 0], [0, 1, 0], [1, 0, -2]]))
        let mixer = ChannelMixer(matrix)
        let planes = (0..<3).map { noise(1_000, seed: UInt64($0)) }
        let output = inPieces(planes, [1, 333, 64]) { mixer.process($0, count: $1) }
        #expect(output[1] == planes[1] && !mixer.isNeutral)
        for frame in 0..<1_000 {
            #expect(output[0][frame] == Float(0.5 * Double(planes[0][frame]) + 0.5 * Double(planes[1][frame])))
            #expect(output[2][frame] == Float(Double(planes[0][frame]) - 2 * Double(planes[2][frame])))
        }
        let still = ChannelMixer(.identity(2))
        let odd: [Float] = [.nan, .infinity, 0.5]
        #expect(inPieces([odd, odd], [2]) { still.process($0, count: $1) }[0].map(\.bitPattern) == odd.map(\.bitPattern))
        let mono = ChannelMixer(try #require(ListeningAids(isMono: true)).mixing(for: .stereo))
        #expect(inPieces([odd, [1, 1, 1]], [3]) { mono.process($0, count: $1) } == [[0.5, 0.5, 0.75], [0.5, 0.5, 0.75]])
    }

    @Test
    func delaysAreExactAndLeaveTheOthers() {
        let delays = ChannelDelays([0, 1, 4_800])
        let samples = noise(12_000, seed: 3)
        let output = inPieces([samples, samples, samples], [17, 1_024, 8_192]) { delays.process($0, count: $1) }
        #expect(output[0] == samples && output[1] == [0] + samples.dropLast() && !delays.isNeutral)
        #expect(Array(output[2][4_800...]) == Array(samples[..<7_200]) && output[2][..<4_800].allSatisfy { $0 == 0 })
        delays.reset()
        #expect(inPieces([samples, samples, samples], [100]) { delays.process($0, count: $1) } == output)
        let none = ChannelDelays([0, -3])
        let isNeutral = none.isNeutral
        #expect(isNeutral)
    }

    /// The first sample of each ear is that of libbs2b 3.1 for the same numbers.
    @Test(
        arguments: zip(
            [(700.0, 4.5), (650, 9.5), (2_000, 1)],
            [[0.789_381_846_18, 0.032_685_150_91], [0.867_119_024_60, 0.020_466_191_30], [0.665_651_755_76, 0.108_545_044_48]]))
    func crossfeedKeepsWhatBothSidesHaveInCommonAndTellsTheRestApart(numbers: (cutoff: Double, feed: Double), first: [Double])
        throws
    {
        let (cutoff, feed) = numbers
        let crossfeed = try #require(Crossfeed(cutoff: cutoff, feed: feed))
        let click = [Float(1)] + [Float](repeating: 0, count: 47_999)
        let silence = [Float](repeating: 0, count: 48_000)
        var mixer = CrossfeedMixer(crossfeed, for: .stereo, at: .video)
        let left = inPieces([click, silence], [1_000]) { mixer.process($0, count: $1) }
        mixer.reset()
        let right = inPieces([silence, click], [1_000]) { mixer.process($0, count: $1) }
        #expect(left[0] == right[1] && left[1] == right[0])
        let (own, other) = (left[0].map(Double.init), left[1].map(Double.init))
        #expect(abs(own[0] - first[0]) < 1e-6 && abs(other[0] - first[1]) < 1e-6)
        // At low frequencies both together are 1, and the other side is quieter by the feed.
        let (low, lowOther) = (part(of: own, at: 1, rate: .video), part(of: other, at: 1, rate: .video))
        #expect(abs(low.magnitude + lowOther.magnitude - 1) < 1e-3)
        #expect(abs(lowOther.decibels - low.decibels + feed) < 0.3)
        #expect(part(of: other, at: 15_000, rate: .video).decibels < -15)
        for frequency in [30.0, 100, 700, 3_000, 16_000] {
            let sum = part(of: zip(own, other).map { $0 + $1 }, at: frequency, rate: .video)
            #expect(abs(sum.decibels) < 2.5, "\(frequency): \(sum.decibels)")
            let found = part(of: own, at: frequency, rate: .video)
            #expect(abs(found.decibels - crossfeed.own(at: .video).response(at: frequency, rate: .video).decibels) < 0.01)
        }
        #expect(Crossfeed(cutoff: 200, feed: 5) == nil && Crossfeed(cutoff: 700, feed: 16) == nil)
        let alone = CrossfeedMixer(crossfeed, for: .mono, at: .video).isNeutral
        #expect(alone)
    }

    @Test
    func loudnessIsThatOfTheShelvesAtEachVolume() throws {
        let shelves = try #require(LoudnessShelves(reference: -20, bass: 9, treble: 5))
        let click = [Float(1)] + [Float](repeating: 0, count: 47_999)
        for (volume, isAttenuating) in [
            (-20.0, false), (-25.25, false), (-33, false), (-70, false), (-33, true), (-.infinity, true),
        ] {
            var follower = LoudnessFollower(shelves, isAttenuating: isAttenuating, channelCount: 1, at: .video, volume: volume)
            let output = inPieces([click], [777]) { follower.process($0, count: $1) }[0].map(Double.init)
            let wanted = Cascade(shelves.bands(volume: volume), at: .video)
            let lowered = isAttenuating ? 9 * min(max((-20 - volume) / 20, 0), 1) : 0
            for frequency in [20.0, 85, 500, 6_500, 18_000] {
                let found = part(of: output, at: frequency, rate: .video).decibels
                let difference = found - wanted.response(at: frequency, rate: .video).decibels + lowered
                #expect(abs(difference) < 0.03, "\(frequency) Hz at \(volume) dB: \(difference)")
                if isAttenuating { #expect(found < 0.01) }
            }
        }
    }

    @Test
    func atTheReferenceLoudnessKeepsEveryBitAlsoAfterItWasQuiet() throws {
        let shelves = try #require(LoudnessShelves(reference: -20, bass: 10, treble: 10))
        var follower = LoudnessFollower(shelves, channelCount: 2, at: .video)
        let samples = noise(48_000, seed: 5)
        #expect(inPieces([samples, samples], [480]) { follower.process($0, count: $1) } == [samples, samples])
        follower.follow(volume: -50)
        #expect(inPieces([samples, samples], [480]) { follower.process($0, count: $1) } != [samples, samples])
        follower.follow(volume: -20)
        let output = inPieces([samples, samples], [480]) { follower.process($0, count: $1) }
        #expect(Array(output[1].suffix(20_000)) == Array(samples.suffix(20_000)))
        follower.follow(volume: .nan)
        #expect(inPieces([samples, samples], [480]) { follower.process($0, count: $1) } == [samples, samples])
    }

    @Test
    func whileTheVolumeMovesNothingClicks() throws {
        let shelves = try #require(LoudnessShelves(reference: -10, bass: 10, treble: 6))
        let rate = SampleRate.video
        var follower = LoudnessFollower(shelves, channelCount: 1, at: rate, volume: 0)
        let input = sine(440, amplitude: 0.25, count: 65_536, rate: rate).map(Float.init)
        var done = 0
        let output = inPieces([input], [480]) {
            // Down in steps of a decibel, and back at once.
            let volume = done < 30_000 ? -Double(done / 480) : 0
            follower.follow(volume: volume)
            follower.process($0, count: $1)
            done += $1
        }[0]
        var loudest = -200.0
        for start in stride(from: 0, through: 57_344, by: 8_192) {
            let window = output[start..<start + 8_192].enumerated().map { index, sample in
                let angle = 2 * Double.pi * Double(index) / 8_192
                return Double(sample) * (0.35875 - 0.48829 * cos(angle) + 0.14128 * cos(2 * angle) - 0.01168 * cos(3 * angle))
            }
            // The window makes each sine eight steps wide.
            for bin in stride(from: 5_000.0, to: 24_000, by: 4 * 48_000.0 / 8_192) {
                loudest = max(loudest, 20 * log10(part(of: window, at: bin, rate: rate).magnitude / (8_192 * 0.35875 / 2)))
            }
        }
        #expect(loudest < -90, "\(loudest) dBFS")
    }

    @Test
    func channelsOfACrossoverGetTheirSides() throws {
        let crossover = try #require(Crossover(frequency: 80))
        let sides = try #require(ChannelCrossover(crossover, sides: [.high, .low]))
        #expect(sides.bands(of: 0) == crossover.high && sides.bands(of: 1) == crossover.low && sides.bands(of: 2).isEmpty)
        let whole = try #require(ChannelCrossover(crossover, sides: [.whole]))
        #expect(!sides.isNeutral && whole.isNeutral)
        #expect(ChannelCrossover(crossover, sides: Array(repeating: .low, count: 65)) == nil)
    }

    private func noise(_ count: Int, seed: UInt64) -> [Float] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in Float.random(in: -0.5...0.5, using: &generator) }
    }
}
