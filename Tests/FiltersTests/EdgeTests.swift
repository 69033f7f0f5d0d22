import AudioTypes
import Filters
import Glibc
import Testing

/// What lies at the ends of what the values allow.
@Suite
struct EdgeTests {
    private let telephone = SampleRate(hertz: 8_000) ?? .cd
    private let slowest = SampleRate(hertz: 1) ?? .cd

    private func read(_ text: String) throws -> Equalizer { try EqualizerReader(Array(text.utf8)).equalizer }

    private func curve(_ points: [(Double, Double)]) throws -> GraphicCurve {
        try #require(GraphicCurve(points.map { GraphicCurve.Point(frequency: $0.0, gain: $0.1) }))
    }

    // MARK: Bands that have no room

    @Test
    func aBandAboveHalfTheRateDoesBelowItWhatItWouldDoThere() throws {
        for frequency in [22_050.0, 30_000] {
            for kind in [Band.Kind.highPass, .bandPass] {
                let filter = try band(kind, frequency).coefficients(at: .cd)
                #expect(filter == BiquadCoefficients(b0: 0, b1: 0, b2: 0, a1: 0, a2: 0), "\(kind)")
            }
            let shelf = try band(.lowShelf, frequency, -6).coefficients(at: .cd)
            #expect(shelf == BiquadCoefficients(b0: pow(10, -6.0 / 20), b1: 0, b2: 0, a1: 0, a2: 0))
            for kind in [Band.Kind.peak, .lowPass, .notch, .allPass, .highShelf] {
                #expect(try band(kind, frequency, 6).coefficients(at: .cd).isNeutral, "\(kind)")
            }
        }
    }

    @Test
    func aCrossoverAboveHalfTheRateKeepsTheBassFromTheHighSide() throws {
        let crossover = try #require(Crossover(frequency: 5_000))
        let high = Cascade(crossover.high, at: telephone)
        #expect(high.response(at: 100, rate: telephone).magnitude == 0)
        #expect(Cascade(crossover.low, at: telephone).isNeutral)
    }

    @Test
    func aShelfByItsCornerCountsByItsMiddle() throws {
        let high = try band(.highShelf, 23_000, -12, .slope(6), isCorner: true).coefficients(at: .cd)
        #expect(high.response(at: 22_000, rate: .cd).decibels < -6)
        // The other way round: the corner is there, but the middle is not.
        let low = try band(.lowShelf, 21_000, 12, .slope(6), isCorner: true).coefficients(at: .cd)
        #expect(abs(low.response(at: 22_000, rate: .cd).decibels - 12) < 1e-9)
    }

    @Test
    func aRateOfOneFrameASecondHasAPeak() throws {
        let peak = Cascade(decibels: -3, [try band(.peak, 0.2, 6)], at: slowest).peak(rate: slowest)
        #expect(peak.decibels.isFinite)
        let chain = try #require(FilterChain(preamp: .automatic, equalizer: try read("Filter: ON PK Fc 0.2 Hz Gain 6 dB Q 1")))
        #expect(chain.cascades(for: .stereo, at: slowest).allSatisfy { $0.gain.isFinite })
    }

    // MARK: Samples

    @Test
    func aChannelWithoutACascadePassesUnchanged() throws {
        let chain = CascadeChain([Cascade(gain: 0.5), Cascade([try band(.peak, 1_000, 6)], at: .cd)])
        let samples: [Float] = [0.25, -0.5, 1]
        for channel in [2, 5, -1] { #expect(filtered(samples, chain, channel: channel) == samples) }
        var doubles = [0.25, -0.5]
        doubles.withUnsafeMutableBufferPointer { buffer in
            if let start = buffer.baseAddress { chain.process(channel: 6, start, count: buffer.count) }
        }
        #expect(doubles == [0.25, -0.5])
    }

    @Test
    func whatGrowsBeyondAllBoundsStaysANumberInsideThem() throws {
        let line = "Filter: ON PK Fc 1000 Hz Gain 40 dB Q 1\n"
        let equalizer = try read("Preamp: 40 dB\nPreamp: 40 dB\nPreamp: 40 dB\n" + String(repeating: line, count: 20))
        let cascades = try #require(FilterChain(preamp: .decibels(40), equalizer: equalizer)).cascades(for: .mono, at: .cd)
        #expect(abs(20 * log10(cascades[0].gain) - 100) < 1e-9 && equalizer.preamp(channel: 0, of: .mono) == 100)
        let samples = sine(1_000, amplitude: 1, count: 10_000, rate: .cd).map(Float.init)
        let loud = filtered(samples, CascadeChain(cascades))
        #expect(loud.allSatisfy { $0.isFinite && abs($0) <= 1e6 } && loud.contains { abs($0) == 1e6 })
        let quiet = try read(String(repeating: "Preamp: -100 dB\n", count: 3))
        #expect(quiet.preamp(channel: 0, of: .mono) == -100)
    }

    @Test
    func aSampleThatIsNoNumberCostsNothingButItself() throws {
        let cascade = Cascade(try tenBands(), at: .cd)
        var samples = sine(1_000, amplitude: 0.5, count: 4_000, rate: .cd).map(Float.init)
        for place in [1_000, 2_001, 3_002] { samples[place] = 0 }
        let wanted = filtered(samples, CascadeChain([cascade]))
        (samples[1_000], samples[2_001], samples[3_002]) = (.nan, .infinity, -.infinity)
        #expect(filtered(samples, CascadeChain([cascade])) == wanted)
    }

    @Test
    func aFadeFromANeutralChainMixesOnlyNumbers() {
        var fade = ListeningFade(length: 8, warmUp: 0, channelCount: 1)
        let old = processor(of: Cascade())
        let new = processor(of: Cascade(gain: 0.5))
        let output = inPieces([[.nan, .infinity, -.infinity, 1]], [4]) {
            fade.processAll($0, channelCount: 1, count: $1, leaving: old, coming: new)
        }[0]
        #expect(output[..<3].allSatisfy { $0 == 0 } && output[3] > 0.7 && output[3] < 1)
    }

    // MARK: The automatic level

    @Test
    func theAutomaticLevelCountsWhatTheTapsOfACurveReach() throws {
        let steep = try curve([(20, -80), (990, -80), (1_000, 6), (1_100, 6), (1_110, -80), (20_000, -80)])
        let equalizer = try #require(Equalizer([Equalizer.Step(.curve(steep))]))
        let chain = try #require(FilterChain(preamp: .automatic, equalizer: equalizer))
        let gain = 20 * log10(chain.cascades(for: .mono, at: .cd)[0].gain)
        let taps = steep.taps(at: .cd)
        let reached = stride(from: 980.0, to: 1_120, by: 0.5).map { part(of: taps, at: $0, rate: .cd).decibels }.max() ?? 0
        #expect(reached > 6.2 && abs(reached + gain) < 0.01, "\(reached) dB, lowered by \(gain) dB")
    }

    @Test
    func theAutomaticLevelKeepsWhatTheTextLowersOneChannelBy() throws {
        let equalizer = try read("Preamp: -20 dB\nChannel: R\nPreamp: -3 dB\nFilter: ON PK Fc 1000 Hz Gain 6 dB Q 1")
        let cascades = try #require(FilterChain(preamp: .automatic, equalizer: equalizer)).cascades(for: .stereo, at: .cd)
        let gains = cascades.map { 20 * log10($0.gain) }
        #expect(abs(gains[0] + 3) < 1e-6 && abs(gains[1] + 6) < 1e-6, "\(gains)")
    }

    // MARK: Texts

    @Test
    func anOlderCurveOfAutoEqBeginsWithItsVeryLowPoint() throws {
        let equalizer = try read("GraphicEQ: 10 -84; 20 -5.9; 22 -6.1; 20000 40")
        #expect(equalizer.curves(channel: 0, of: .mono).first?.points.first?.gain == -84)
        #expect(throws: EqualizerTextError.self) { try read("GraphicEQ: 10 -101") }
        #expect(throws: EqualizerTextError.self) { try read("GraphicEQ: 10 41") }
    }

    @Test
    func whatIsMeantForTheSidesIsForTheBackWhereThereAreNoSides() throws {
        let back = try #require(ChannelLayout([.frontLeft, .frontRight, .backLeft, .backRight]))
        let side = try #require(ChannelLayout([.frontLeft, .frontRight, .sideLeft, .sideRight]))
        let both = try #require(ChannelLayout([.frontLeft, .backLeft, .backRight, .sideLeft, .sideRight]))
        let sides = try read("Channel: SL SR\nPreamp: -1 dB\nChannel: RL\nPreamp: -2 dB")
        #expect((0..<4).map { sides.preamp(channel: $0, of: back) } == [0, 0, -3, -1])
        #expect((0..<4).map { sides.preamp(channel: $0, of: side) } == [0, 0, -3, -1])
        #expect((0..<5).map { sides.preamp(channel: $0, of: both) } == [0, -2, 0, -1, -1])
    }

    @Test
    func inKilohertzAPointIsNeverForThousands() throws {
        for (text, frequency) in [("1.250 kHz", 1_250.0), ("1,250kHz", 1_250), ("0.05 kHz", 50), ("12 kHz", 12_000)] {
            let equalizer = try read("Filter: ON PK Fc \(text) Gain 1 dB Q 1")
            #expect(equalizer.bands(channel: 0, of: .mono) == [try band(.peak, frequency, 1, .quality(1))], "\(text)")
        }
        for text in ["769 kHz", "0.00001 kHz", "1.250,5 kHz"] {
            #expect(throws: EqualizerTextError.self) { try read("Filter: ON PK Fc \(text) Gain 1 dB Q 1") }
        }
    }

    @Test
    func whateverIsReadCanBeWrittenAndReadAgain() throws {
        // As long as a line can be, without a blank that is not needed.
        let points = (1...1_024).map { "\($0).55555555555 -1.123456789012" }
        let long = "GraphicEQ:" + points.joined(separator: ";")
        #expect(long.count > 32_000)
        let equalizer = try read(long)
        #expect(try read(equalizer.description) == equalizer)
        // Each gain becomes longer by a character without its exponent.
        let growing = (1_000..<2_024).map { "\($0).5555555555 -1.23456789e-4" }
        #expect(throws: EqualizerTextError.self) { try read("GraphicEQ:" + growing.joined(separator: ";")) }
        let quarters = "GraphicEQ:" + growing[..<512].joined(separator: ";") + "\n"
        let half = try read(quarters + quarters)
        #expect(try read(half.description) == half)
        #expect(throws: EqualizerTextError.self) { try read(String(repeating: quarters, count: 4)) }
    }
}
