import AudioTypes
import Filters
import Glibc
import Testing

@Suite
struct BiquadTests {
    /// The response of the analogue filter that the cookbook begins with, at a frequency as the bilinear transform bends it.
    private func analogue(_ band: Band, quality: Double, at frequency: Double, rate: SampleRate) -> Double {
        let amplitude = pow(10, band.gain / 40)
        let bent = tan(Double.pi * frequency / Double(rate.hertz)) / tan(Double.pi * band.frequency / Double(rate.hertz))
        // s = i·bent, s² = −bent².
        let square = 1 - bent * bent
        let over = bent / quality
        let root = amplitude.squareRoot()
        let parts: (upReal: Double, upImaginary: Double, downReal: Double, downImaginary: Double) =
            switch band.kind {
            case .peak: (square, over * amplitude, square, over / amplitude)
            case .lowPass: (1, 0, square, over)
            case .highPass: (-bent * bent, 0, square, over)
            case .bandPass: (0, over, square, over)
            case .notch: (square, 0, square, over)
            case .allPass: (square, -over, square, over)
            case .lowShelf:
                (
                    amplitude * (amplitude - bent * bent), amplitude * root * over, 1 - amplitude * bent * bent, root * over
                )
            case .highShelf:
                (
                    amplitude * (1 - amplitude * bent * bent), amplitude * root * over, amplitude - bent * bent, root * over
                )
            }
        return 20 * log10(hypot(parts.upReal, parts.upImaginary) / hypot(parts.downReal, parts.downImaginary))
    }

    @Test(arguments: rates)
    func everyKindHasTheResponseOfItsAnalogueFilterThroughTheProcessing(rate: SampleRate) throws {
        for (kind, frequency, gain, quality) in [
            (Band.Kind.peak, 105.0, 5.5, 0.7), (.peak, 9_000, -12, 3), (.lowPass, 8_000, 0, 0.7071), (.highPass, 60, 0, 0.9),
            (.bandPass, 1_000, 0, 1), (.notch, 3_000, 0, 2), (.allPass, 700, 0, 0.8), (.lowShelf, 105, 6.5, 0.7),
            (.highShelf, 10_000, -7, 0.6),
        ] {
            let band = try band(kind, frequency, gain, .quality(quality))
            var impulse = [Double](repeating: 0, count: Int(rate.hertz) / 4)
            impulse[0] = 1
            let answer = filtered(impulse, CascadeChain([Cascade([band], at: rate)]))
            for frequency in [20, 55, 131, 400, 1_250, 3_300, 7_000, 12_000, 0.45 * Double(rate.hertz)] {
                let wanted = analogue(band, quality: quality, at: frequency, rate: rate)
                let measured = part(of: answer, at: frequency, rate: rate).decibels
                let computed = band.coefficients(at: rate).response(at: frequency, rate: rate).decibels
                // What is 100 dB down is gone, and the end of the impulse response is missing.
                if wanted > -60 {
                    #expect(abs(measured - wanted) < 0.05, "\(band) at \(frequency) Hz, \(rate): \(measured), \(wanted)")
                }
                if wanted > -100 {
                    #expect(abs(computed - wanted) < 0.001, "\(band) at \(frequency) Hz, \(rate): \(computed), \(wanted)")
                }
            }
        }
    }

    @Test
    func theSteepestSlopeIsTheFilterWithoutABump() throws {
        for kind in [Band.Kind.lowShelf, .highShelf] {
            let slope = try band(kind, 500, 6, .slope(12)).coefficients(at: .video)
            let quality = try band(kind, 500, 6, .quality(0.5.squareRoot())).coefficients(at: .video)
            for (left, right) in [(slope.b0, quality.b0), (slope.b1, quality.b1), (slope.a1, quality.a1), (slope.a2, quality.a2)]
            {
                #expect(abs(left - right) < 1e-12)
            }
        }
    }

    @Test
    func aShelfByItsCornerIsTheOneByItsMiddleFurtherOn() throws {
        for gain in [6.0, -6] {
            let factor = pow(10, 6.0 / 80 / 0.5)
            let low = try band(.lowShelf, 100, gain, .slope(6), isCorner: true).coefficients(at: .cd)
            let lowMiddle = try band(.lowShelf, 100 * factor, gain, .slope(6)).coefficients(at: .cd)
            let high = try band(.highShelf, 5_000, gain, .slope(6), isCorner: true).coefficients(at: .cd)
            let highMiddle = try band(.highShelf, 5_000 / factor, gain, .slope(6)).coefficients(at: .cd)
            #expect(low == lowMiddle && high == highMiddle)
        }
        // A Q that means the steepest slope moves the middle as that does.
        let quality = try band(.lowShelf, 100, 8, .quality(0.5.squareRoot()), isCorner: true).coefficients(at: .cd)
        let slope = try band(.lowShelf, 100, 8, .slope(12), isCorner: true).coefficients(at: .cd)
        #expect(abs(quality.a1 - slope.a1) < 1e-12 && abs(quality.b0 - slope.b0) < 1e-12)
    }

    @Test
    func aBandInOctavesHasHalfItsGainAtItsEdges() throws {
        for octaves in [0.3, 1, 2.5] {
            let filter = try band(.peak, 500, 8, .octaves(octaves)).coefficients(at: SampleRate(hertz: 192_000) ?? .cd)
            for side in [-0.5, 0.5] {
                let level = filter.response(at: 500 * pow(2, side * octaves), rate: SampleRate(hertz: 192_000) ?? .cd).decibels
                #expect(abs(level - 4) < 0.02, "\(octaves) octaves: \(level)")
            }
        }
    }

    @Test
    func aPeakAtOrAboveHalfTheRateAndABandWithoutGainPassEverything() throws {
        #expect(try band(.peak, 22_050, 6).coefficients(at: .cd).isNeutral)
        #expect(try band(.lowPass, 30_000).coefficients(at: .cd).isNeutral)
        #expect(try !band(.peak, 22_049, 6).coefficients(at: .cd).isNeutral)
        #expect(try band(.lowShelf, 100, 0).coefficients(at: .cd).isNeutral)
    }

    @Test
    func everyBandThatThereIsIsStableAtEveryRate() {
        var generator = SeededGenerator(seed: 5)
        func between(_ range: ClosedRange<Double>) -> Double {
            exp(Double.random(in: log(range.lowerBound)...log(range.upperBound), using: &generator))
        }
        for _ in 0..<20_000 {
            let kind = Band.Kind.allCases.randomElement(using: &generator) ?? .peak
            let width: Band.Width =
                switch Int.random(in: 0..<2, using: &generator) {
                case 0: .quality(between(0.01...100))
                default: kind.isShelf ? .slope(between(0.1...12)) : .octaves(between(0.01...10))
                }
            let hertz = [1, 8_000, 44_100, 192_000, 1_536_000].randomElement(using: &generator) ?? 8_000
            guard let rate = SampleRate(hertz: hertz) else { continue }
            let half = Double(hertz) / 2
            let frequency =
                Bool.random(using: &generator) ? between(0.1...half) : half * Double.random(in: 0.99...1, using: &generator)
            let gain = Double.random(in: -40...40, using: &generator)
            guard let band = Band(kind, frequency: frequency, gain: gain, width: width, isCorner: Bool.random(using: &generator))
            else {
                Issue.record("\(kind) \(frequency) \(gain) \(width)")
                continue
            }
            let filter = band.coefficients(at: rate)
            #expect(filter.isStable, "\(band) at \(rate): \(filter)")
        }
    }

    @Test
    func thePeakOfACascadeIsFoundBetweenTheStepsOfTheSearch() throws {
        let bands = try [band(.peak, 1_003.7, 6, .quality(30)), band(.peak, 1_003.7, -2, .quality(1))]
        let peak = Cascade(bands, at: .cd).peak(rate: .cd)
        #expect(abs(peak.decibels - 4) < 1e-3 && abs(peak.frequency - 1_003.7) < 1)
        // Two neighbours raise what is between them by more than either.
        let pair = try [band(.peak, 900, 4, .quality(2)), band(.peak, 1_100, 4, .quality(2))]
        let both = Cascade(pair, at: .cd)
        let found = both.peak(rate: .cd, bands: pair)
        let scanned = stride(from: 20.0, to: 20_000, by: 0.5).map { both.response(at: $0, rate: .cd).decibels }.max() ?? 0
        #expect(found.decibels >= scanned - 1e-6 && found.decibels < scanned + 1e-3)
        #expect(Cascade(gain: 0.5).peak(rate: .cd).decibels < -6)
    }

    @Test
    func anAllPassTurnsThePhaseByHalfACircleAtItsFrequency() throws {
        let response = try band(.allPass, 1_000, 0, .quality(0.7)).coefficients(at: .cd).response(at: 1_000, rate: .cd)
        #expect(abs(response.decibels) < 1e-9 && abs(abs(response.phase) - .pi) < 1e-9)
    }
}
