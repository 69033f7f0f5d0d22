import AudioTypes
import Filters
import Glibc
import Testing

@Suite
struct ListeningTests {
    @Test
    func withoutAWishEveryBitStays() throws {
        let plan = ListeningPlan(filters: try #require(FilterChain()))
        let processor = try ListeningProcessor(plan, for: .stereo, at: .cd)
        #expect(plan.isNeutral && processor.isNeutral && processor.latency == 0 && processor.warmUp == 0)
        let planes: [[Float]] = [[.nan, 2, .infinity, 0.5], [1e9, -3, 0, 1]]
        let output = processed(planes, processor)
        #expect(output.map { $0.map(\.bitPattern) } == planes.map { $0.map(\.bitPattern) } && processor.clippedSamples == 0)
    }

    @Test
    func everythingRunsInItsOrder() throws {
        // Swapped; the left channel (which was the right one) raised by a band; its echo 100 frames later; and the right one 48 frames late.
        let text = "Channel: L\nFilter: ON PK Fc 1000 Hz Gain 6 dB Q 1"
        let aids = try #require(ListeningAids(isSwapped: true, delays: [0, 1]))
        var echo = [Double](repeating: 0, count: 101)
        (echo[0], echo[100]) = (1, 0.5)
        let filters = try #require(FilterChain(equalizer: EqualizerReader(Array(text.utf8)).equalizer, aids: aids))
        let plan = try ListeningPlan(filters: filters, impulse: ImpulseResponse(rate: .video, channels: [echo]))
        let processor = try ListeningProcessor(plan, for: .stereo, at: .video)
        let planes = [noise(4_000, seed: 1), noise(4_000, seed: 2)]
        let output = processed(planes, processor, pieces: [480])
        let left = filtered(planes[1], CascadeChain(filters.cascades(for: .stereo, at: .video)))
        for frame in 200..<4_000 {
            #expect(abs(output[0][frame] - left[frame] - left[frame - 100] / 2) < 1e-6)
            #expect(abs(output[1][frame] - planes[0][frame - 48] - planes[0][frame - 148] / 2) < 1e-6)
        }
        #expect(!processor.isNeutral && processor.latency == 0 && processor.warmUp >= 12_000)
        // With another number of channels, nothing is touched.
        #expect(processed([planes[0]], processor) == [planes[0]])
    }

    @Test
    func curvesAreConvolvedAndGoTogetherWithAnImpulseResponse() throws {
        let text = "GraphicEQ: 100 0; 1000 -12; 10000 0"
        let filters = try #require(FilterChain(equalizer: EqualizerReader(Array(text.utf8)).equalizer))
        let click = [Float(1)] + [Float](repeating: 0, count: 32_767)
        for impulse in [nil, try ImpulseResponse(rate: .video, channels: [[0.5], [0.25]])] {
            let processor = try ListeningProcessor(ListeningPlan(filters: filters, impulse: impulse), for: .stereo, at: .video)
            let output = processed([click, click], processor)
            for (frequency, gain) in [(30.0, 0.0), (1_000, -12), (15_000, 0)] {
                let left = part(of: output[0].map(Double.init), at: frequency, rate: .video).decibels
                let right = part(of: output[1].map(Double.init), at: frequency, rate: .video).decibels
                #expect(
                    abs(left - gain + (impulse == nil ? 0 : 6.02)) < 0.2 && abs(right - gain + (impulse == nil ? 0 : 12.04)) < 0.2
                )
            }
        }
    }

    @Test
    func theAutomaticLevelCountsTheImpulseResponse() throws {
        let filters = try #require(FilterChain(preamp: .automatic))
        let impulse = try ImpulseResponse(rate: .video, channels: [[2, 0, 0, -1]])
        let processor = try ListeningProcessor(ListeningPlan(filters: filters, impulse: impulse), for: .stereo, at: .video)
        let output = processed([[1, 0, 0, 0, 0], [0, 0, 0, 0, 0]], processor)
        // Both taps together raise by at most 3.
        #expect(abs(output[0][0] - 2.0 / 3) < 1e-3 && abs(output[0][3] + 1.0 / 3) < 1e-3)
    }

    @Test
    func anImpulseResponseThatDoesNotFitIsRefusedAndOneOfAnotherRateResampled() throws {
        let filters = try #require(FilterChain())
        let six = try #require(ChannelLayout.standard(channelCount: 6))
        let stereo = try ImpulseResponse(rate: .video, channels: [[1], [1]])
        #expect(throws: ImpulseError.layout(channels: 2, sound: six)) {
            _ = try ListeningProcessor(ListeningPlan(filters: filters, impulse: stereo), for: six, at: .video)
        }
        let processor = try ListeningProcessor(ListeningPlan(filters: filters, impulse: stereo), for: .stereo, at: .cd)
        #expect(processor.latency > 0 && processor.latency < 200)
        let samples = sine(1_000, amplitude: 0.5, count: 4_000, rate: .cd).map(Float.init)
        let output = processed([samples, samples], processor)
        for frame in 1_000..<4_000 { #expect(abs(output[0][frame] - samples[frame - processor.latency]) < 1e-4) }
    }

    @Test
    func theNightModeHasALimiterAndClippedSamplesAreCounted() throws {
        let filters = try #require(FilterChain(preamp: .decibels(12)))
        let loud = noise(20_000, seed: 4)
        let processor = try ListeningProcessor(ListeningPlan(filters: filters), for: .stereo, at: .video)
        let output = processed([loud, loud], processor)
        #expect(processor.clippedSamples == output.joined().count { abs($0) > 1 } && processor.clippedSamples > 1_000)
        for plan in [ListeningPlan(filters: filters, night: .standard), ListeningPlan(filters: filters, limiter: .standard)] {
            let limited = try ListeningProcessor(plan, for: .stereo, at: .video)
            #expect(limited.latency == 240 && !plan.isNeutral)
            #expect(processed([loud, loud], limited).joined().allSatisfy { abs($0) < 0.8913 } && limited.clippedSamples == 0)
        }
    }

    @Test
    func aFadeWarmsTheNewOneUpAndAddsNothingAbove5Kilohertz() throws {
        let rate = SampleRate.video
        let one = ListeningPlan(filters: try #require(FilterChain()))
        let bands = "Filter: ON PK Fc 440 Hz Gain -6 dB Q 4\nFilter: ON LSC Fc 100 Hz Gain 6 dB Q 0.7"
        let two = ListeningPlan(
            filters: try #require(FilterChain(equalizer: EqualizerReader(Array(bands.utf8)).equalizer)), limiter: .standard)
        let old = try ListeningProcessor(one, for: .mono, at: rate)
        let new = try ListeningProcessor(two, for: .mono, at: rate)
        var fade = ListeningFade(length: 2_400, warmUp: new.warmUp, channelCount: 1)
        let input = sine(440, amplitude: 0.5, count: 32_768, rate: rate).map(Float.init)
        let output = inPieces([input], [480]) {
            fade.processAll($0, channelCount: 1, count: $1, leaving: old, coming: new)
        }[0]
        // Unheard at first.
        let warm = new.warmUp
        #expect(Array(output[..<warm]) == Array(input[..<warm]))
        // The level goes from the old one to the new one without a dip below it.
        let peaks = stride(from: 0, to: 32_000, by: 250).map { output[$0..<$0 + 250].reduce(0) { max($0, abs($1)) } }
        #expect(peaks.allSatisfy { $0 > 0.17 } && abs((peaks.last ?? 0) - 0.25) < 0.005)
        let start = warm + 1_200 - 4_096
        let window = output[start..<start + 8_192].enumerated().map { index, sample in
            let angle = 2 * Double.pi * Double(index) / 8_192
            return Double(sample) * (0.35875 - 0.48829 * cos(angle) + 0.14128 * cos(2 * angle) - 0.01168 * cos(3 * angle))
        }
        var loudest = -200.0
        for bin in stride(from: 5_000.0, to: 24_000, by: 96_000.0 / 8_192) {
            loudest = max(loudest, 20 * log10(part(of: window, at: bin, rate: rate).magnitude / (8_192 * 0.35875 / 2)))
        }
        #expect(loudest < -90, "\(loudest) dBFS")
    }

    @Test
    func whatIsResetBeginsAnew() throws {
        let shelves = try #require(LoudnessShelves(reference: -10, bass: 6, treble: 3))
        let aids = try #require(ListeningAids(balance: 3, delays: [2, 0], loudness: shelves))
        let filters = try #require(
            FilterChain(
                preamp: .automatic, equalizer: EqualizerReader(Array("Filter: ON PK Fc 900 Hz Gain 3 dB Q 2".utf8)).equalizer,
                aids: aids))
        let division = try #require(Crossover(frequency: 100))
        let crossover = try #require(ChannelCrossover(division, sides: [.high, .low]))
        let plan = try ListeningPlan(
            filters: filters, crossfeed: .standard, crossover: crossover,
            impulse: ImpulseResponse(rate: .video, channels: [(0..<300).map { pow(0.98, Double($0)) }]), night: .standard)
        let processor = try ListeningProcessor(plan, for: .stereo, at: .video, volume: -20)
        let planes = [noise(9_000, seed: 7), noise(9_000, seed: 8)]
        let first = processed(planes, processor, pieces: [512, 1, 8_192])
        #expect(processed(planes, processor) != first)
        processor.reset()
        #expect(processed(planes, processor, pieces: [100]) == first)
        processor.follow(volume: 0)
        processor.reset()
        #expect(processed(planes, processor) != first)
    }

    private func processed(_ planes: [[Float]], _ processor: borrowing ListeningProcessor, pieces: [Int] = [1_024]) -> [[Float]] {
        let count = planes.count
        return inPieces(planes, pieces) { processor.process($0, channelCount: count, count: $1) }
    }

    private func noise(_ count: Int, seed: UInt64) -> [Float] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in Float.random(in: -0.5...0.5, using: &generator) }
    }
}
