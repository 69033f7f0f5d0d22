import AudioTypes
import Filters
import Glibc
import Testing

@Suite
struct DynamicsTests {
    @Test(arguments: [(44_100, 5.0), (48_000, 1.0), (192_000, 3.0), (8_000, 1.0)])
    func noSampleIsLouderThanTheCeilingAndQuietSoundIsOnlyLate(rate hertz: Int, lookAhead: Double) throws {
        let rate = try #require(SampleRate(hertz: hertz))
        let settings = try #require(LimiterSettings(lookAhead: lookAhead))
        var limiter = Limiter(settings, channelCount: 2, at: rate)
        #expect(limiter.latency == Int(lookAhead / 1_000 * Double(hertz)))
        let quiet = noise(6_000, 0.8)
        let loud = (0..<6_000).map { $0 % 700 == 0 ? Float(9) : 2 * quiet[$0] }
        let planes = [quiet + loud + [Float](repeating: 0, count: 500), quiet + quiet + [Float](repeating: 0, count: 500)]
        let output = inPieces(planes, [1, 480, 64, 1_023]) { limiter.process($0, count: $1) }
        let ceiling = pow(10, -1.0 / 20)
        #expect(output.joined().allSatisfy { abs(Double($0)) <= ceiling })
        let late = limiter.latency
        #expect(Array(output[0][late..<6_000]) == Array(quiet[..<(6_000 - late)]))
        #expect(output[0][..<late].allSatisfy { $0 == 0 } && limiter.loweredFrames > 0)
        // Both channels are lowered by the same factor.
        for frame in 6_500..<12_000 {
            let (one, two) = (planes[0][frame - late], planes[1][frame - late])
            if abs(one) < 0.01 || abs(two) < 0.01 || abs(output[0][frame]) > 0.89 { continue }
            #expect(abs(output[0][frame] / one - output[1][frame] / two) < 1e-5)
        }
    }

    @Test
    func theLevelComesBackToExactlyWhatItWas() {
        var limiter = Limiter(channelCount: 1, at: .video)
        let quiet = noise(200_000, 0.5)
        let output = inPieces([[4, -4, 4] + quiet], [1_024]) { limiter.process($0, count: $1) }[0]
        let late = limiter.latency
        #expect(Array(output.suffix(50_000)) == Array(([0, 0, 0] + quiet).dropLast(late).suffix(50_000)))
        #expect(limiter.loweredFrames > 1_000 && limiter.loweredFrames < 150_000)
    }

    @Test
    func theLevelGoesDownWithoutAStepBeforeTheLoudSample() {
        var limiter = Limiter(channelCount: 2, at: .video)
        var samples = [Float](repeating: 0.5, count: 4_000)
        samples[2_000] = 8
        let both = inPieces([samples, [Float](repeating: 0.5, count: 4_000)], [4_000]) { limiter.process($0, count: $1) }
        let output = both[0]
        let place = 2_000 + limiter.latency
        // As low as it has to be, and not only cut there.
        #expect(abs(both[1][place] / 0.5 - 0.8912509 / 8) < 1e-6)
        #expect(abs(output[place] - 0.8912509) < 1e-6)
        var before = output[1_900]
        for frame in 1_901..<4_000 where frame != place {
            #expect(abs(output[frame] - before) < 0.008, "\(frame)")
            before = output[frame]
        }
        #expect(output[1_999] == 0.5 && output[place - 1] < 0.07)
    }

    @Test
    func whatLiesBetweenTheSamplesCountsIfItIsWanted() throws {
        // A sine at a quarter of the rate, between whose samples its peaks lie: 3 dB above them.
        let samples = (0..<8_000).map { Float(1.2 * sin(Double.pi / 2 * Double($0) + Double.pi / 4)) }
        func between(_ isTruePeak: Bool) throws -> Double {
            var limiter = Limiter(try #require(LimiterSettings(isTruePeak: isTruePeak)), channelCount: 1, at: .video)
            let output = inPieces([samples], [480]) { limiter.process($0, count: $1) }[0].suffix(4_096).map(Double.init)
            return 20 * log10(part(of: output, at: 12_000, rate: .video).magnitude / 2_048)
        }
        #expect(try between(false) > 1.5)
        #expect(try abs(between(true) + 1) < 0.1)
    }

    @Test
    func noNumbersDoNoHarmToALimiter() {
        var limiter = Limiter(channelCount: 1, at: .cd)
        let samples: [Float] = [.nan, .infinity, -.infinity, 3e38] + [Float](repeating: 0.25, count: 100_000)
        let output = inPieces([samples], [256]) { limiter.process($0, count: $1) }[0]
        #expect(output.allSatisfy { abs($0) <= 0.8912510 } && output.last == 0.25)
        limiter.reset()
        #expect(limiter.loweredFrames == 0)
        #expect(
            LimiterSettings(ceiling: 1) == nil && LimiterSettings(lookAhead: 6) == nil && LimiterSettings(release: .nan) == nil)
    }

    @Test
    func anInfiniteSampleCostsALimiterNothingButItself() {
        var limiter = Limiter(channelCount: 1, at: .video)
        var samples = [Float](repeating: 0.25, count: 4_000)
        (samples[1_000], samples[1_001], samples[1_002], samples[1_003]) = (.infinity, -.infinity, .nan, 3e38)
        let output = inPieces([samples], [256]) { limiter.process($0, count: $1) }[0]
        for place in 1_000...1_003 { samples[place] = 0 }
        #expect(Array(output[limiter.latency...]) == Array(samples.dropLast(limiter.latency)))
        #expect(limiter.loweredFrames == 0)
    }

    @Test
    func theCurveOfTheNightModeIsTheOneThatIsPublished() throws {
        let mode = NightMode.standard
        let points = [(-60.0, 6.0), (-12, 6), (-6, 3), (0, 0), (5, 0), (15, -5), (35, -24), (10, -2.5)]
        for (above, gain) in points { #expect(abs(mode.gain(at: mode.speech + above) - gain) < 1e-9) }
        #expect(NightMode(speech: -9) == nil && NightMode(speech: .nan) == nil)
    }

    @Test(arguments: [-70.0, -38, -29, -20, -10, -3])
    func steadySoundGetsTheGainOfTheCurve(level: Double) throws {
        var compressor = Compressor(channelCount: 2, at: .video)
        // The power of a sine is 3 dB below its peak.
        let samples = sine(1_000, amplitude: pow(10, level / 20) * 2.0.squareRoot(), count: 48_000 * 12, rate: .video).map(
            Float.init)
        let output = inPieces([samples, samples.map { $0 / 2 }], [1_000]) { compressor.process($0, count: $1) }
        let wanted = NightMode.standard.gain(at: level)
        #expect(abs(compressor.gain - wanted) < 0.1, "\(compressor.gain) instead of \(wanted) dB")
        let place = samples.count - 37
        #expect(abs(20 * log10(Double(output[0][place] / samples[place])) - wanted) < 0.1)
        // Both channels alike.
        #expect(abs(output[1][place] * 2 - output[0][place]) < 1e-6)
    }

    @Test
    func theNightModeMakesNoSteps() {
        var compressor = Compressor(channelCount: 1, at: .video)
        // From quiet to loud at a zero of the sine.
        let samples =
            sine(500, amplitude: 0.01, count: 96_000, rate: .video).map(Float.init)
            + sine(500, amplitude: 0.9, count: 48_000, rate: .video).map(Float.init)
        let output = inPieces([samples], [77]) { compressor.process($0, count: $1) }[0]
        var before: Float = 0
        for frame in 96_100..<samples.count where abs(samples[frame]) > 0.3 {
            let factor = output[frame] / samples[frame]
            if before != 0 { #expect(abs(factor / before - 1) < 0.02, "\(frame)") }
            before = factor
        }
        let again = inPieces([samples], [4_096]) { compressor.process($0, count: $1) }
        compressor.reset()
        #expect(again[0] != output && inPieces([samples], [4_096]) { compressor.process($0, count: $1) }[0] == output)
    }

    private func noise(_ count: Int, _ size: Float) -> [Float] {
        var generator = SeededGenerator(seed: 21)
        return (0..<count).map { _ in Float.random(in: -size...size, using: &generator) }
    }
}
