import AudioTypes
import Filters
import Glibc
import Testing

@Suite
struct ProcessingTests {
    @Test
    func whatIsNeutralKeepsEveryBit() {
        let chain = CascadeChain([Cascade(), Cascade([.neutral])])
        let isNeutral = chain.isNeutral
        #expect(isNeutral)
        let samples = [Float.nan, -0.0, .leastNonzeroMagnitude, 0.1, -1.5, .infinity]
        #expect(filtered(samples, chain).map(\.bitPattern) == samples.map(\.bitPattern))
    }

    @Test
    func twoEqualisersBehindEachOtherAreOneWithAllTheirBandsBitByBit() throws {
        let bands = try tenBands()
        let samples = noise(count: 30_000).map(Double.init)
        for split in [1, 4, 7] {
            let (first, second) = (Array(bands[..<split]), Array(bands[split...]))
            let one = filtered(samples, CascadeChain([Cascade(first, at: .cd)]))
            let both = filtered(one, CascadeChain([Cascade(second, at: .cd)]))
            #expect(both == filtered(samples, CascadeChain([Cascade(bands, at: .cd)])))
        }
    }

    @Test
    func inHowManyPiecesTheSoundComesDoesNotMatter() throws {
        let cascade = Cascade(decibels: -3, try tenBands(), at: .video)
        let samples = noise(count: 20_000)
        let whole = filtered(samples, CascadeChain([cascade]), pieces: [20_000])
        #expect(filtered(samples, CascadeChain([cascade]), pieces: [1, 17, 256, 1_023, 4_096]) == whole)
    }

    @Test
    func channelsDoNotHearEachOther() throws {
        let bands = try tenBands()
        let chain = CascadeChain([Cascade(bands, at: .cd), Cascade(gain: 0.5), Cascade(bands, at: .cd)])
        let samples = noise(count: 3_000)
        let first = filtered(samples, chain)
        #expect(filtered(samples, chain, channel: 1) == samples.map { $0 * 0.5 })
        #expect(filtered(samples, chain, channel: 2) == first)
        // The same sound again goes on from where it was; without a memory, it begins anew.
        #expect(filtered(samples, chain) != first)
        chain.reset()
        #expect(filtered(samples, chain) == first)
    }

    @Test
    func samplesMayBeFilteredInPlace() throws {
        let cascade = Cascade(try tenBands(), at: .cd)
        let samples = noise(count: 5_000)
        let wanted = filtered(samples, CascadeChain([cascade]))
        var place = samples
        let chain = CascadeChain([cascade])
        place.withUnsafeMutableBufferPointer { buffer in
            if let start = buffer.baseAddress {
                chain.process(channel: 0, from: UnsafePointer(start), to: start, count: buffer.count)
            }
        }
        #expect(place == wanted)
    }

    @Test
    func aSineThroughTenBandsHasNoOtherFrequencies() throws {
        let rate = SampleRate.cd
        let chain = CascadeChain([Cascade(decibels: -6, try tenBands(), at: rate)])
        let count = 44_100
        let input = sine(997, amplitude: pow(10, -1.0 / 20), count: 2 * count, rate: rate)
        // The second second: the filters have settled.
        let double = filtered(input, chain).suffix(count)
        let single = filtered(input.map(Float.init), CascadeChain([Cascade(decibels: -6, try tenBands(), at: rate)])).suffix(
            count)
        #expect(noiseAndDistortion(Array(double), rate) < -135)
        // Floats have 24 bits: what they cannot hold is the only noise that is added.
        #expect(noiseAndDistortion(single.map(Double.init), rate) < -140)
    }

    /// What is left of a sine of 997 Hz without the sine, against it in decibels.
    private func noiseAndDistortion(_ samples: [Double], _ rate: SampleRate) -> Double {
        let count = Double(samples.count)
        let found = part(of: samples, at: 997, rate: rate)
        let (cosine, minusSine) = (2 * found.real / count, 2 * found.imaginary / count)
        var (rest, whole) = (0.0, 0.0)
        for (place, sample) in samples.enumerated() {
            let angle = 2 * Double.pi * (997 * Double(place) / Double(rate.hertz)).truncatingRemainder(dividingBy: 1)
            let wave = cosine * cos(angle) - minusSine * sin(angle)
            rest += (sample - wave) * (sample - wave)
            whole += wave * wave
        }
        return 10 * log10(rest / whole)
    }

    @Test
    func silenceBehindSoundBecomesExactSilence() throws {
        let chain = CascadeChain([Cascade(try [band(.peak, 1_000, 6, .quality(5)), band(.highPass, 500)], at: .cd)])
        _ = filtered(noise(count: 10_000), chain)
        let silence = [Float](repeating: 0, count: 200_000)
        #expect(filtered(silence, chain).suffix(10_000).allSatisfy { $0 == 0 })
        #expect(filtered([Double](repeating: 0, count: 100), chain).allSatisfy { $0 == 0 })
    }

    @Test
    func aSampleThatIsNoNumberIsForgotten() throws {
        let chain = CascadeChain([Cascade(try tenBands(), at: .cd)])
        _ = filtered([Float.nan, .infinity, 3e38], chain)
        let later = filtered(sine(1_000, amplitude: 0.5, count: 44_100, rate: .cd).map(Float.init), chain)
        #expect(later.allSatisfy { $0.isFinite && abs($0) < 4 })
    }

    @Test
    func aChangeUnderASineAddsNothingAbove5Kilohertz() throws {
        let rate = SampleRate.video
        let old = processor(of: Cascade(decibels: -6, try tenBands(), at: rate))
        let new = processor(of: Cascade(try [band(.lowShelf, 200, -9), band(.peak, 440, 6, .quality(2))], at: rate))
        var fade = ListeningFade(length: 2_048, warmUp: 0, channelCount: 1)
        let input = sine(440, amplitude: 0.5, count: 16_384, rate: rate).map(Float.init)
        var place = 0
        let output = inPieces([input], [8_000, 480]) {
            if place == 0 {
                old.process($0, channelCount: 1, count: $1)
            } else {
                fade.processAll($0, channelCount: 1, count: $1, leaving: old, coming: new)
            }
            place += $1
        }[0]
        // Around the change, with the window of Blackman and Harris, whose own sides are 92 dB down; and without the beginning.
        let window = output[4_096..<12_288].enumerated().map { index, sample in
            let angle = 2 * Double.pi * Double(index) / 8_192
            return Double(sample) * (0.35875 - 0.48829 * cos(angle) + 0.14128 * cos(2 * angle) - 0.01168 * cos(3 * angle))
        }
        var loudest = -200.0
        for bin in stride(from: 5_000.0, to: 24_000, by: 48_000.0 / 8_192) {
            loudest = max(loudest, 20 * log10(part(of: window, at: bin, rate: rate).magnitude / (8_192 * 0.35875 / 2)))
        }
        #expect(loudest < -90, "\(loudest) dBFS")
    }

    @Test
    func theSharesOfAFadeBeginAndEndWithoutACorner() {
        var fade = ListeningFade(length: 1_000, warmUp: 0, channelCount: 1)
        let old = processor(of: Cascade(gain: 0))
        let new = processor(of: Cascade())
        let output = inPieces([[Float](repeating: 1, count: 1_200)], [1_200]) {
            fade.processAll($0, channelCount: 1, count: $1, leaving: old, coming: new)
        }[0]
        let isOver = fade.isOver
        #expect(isOver && output[0] < 1e-5 && output[998] > 0.99999 && output[999...].allSatisfy { $0 == 1 })
        #expect(zip(output, output.dropFirst()).allSatisfy { $0 <= $1 && $1 - $0 < 0.002 })
        #expect(abs(output[499] - 0.5) < 1e-6)
    }
}
