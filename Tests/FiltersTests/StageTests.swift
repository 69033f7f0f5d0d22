import AudioTypes
import Filters
import Glibc
import Testing

@Suite
struct StageTests {
    private static let format = StreamFormat(sampleRate: .video, channelLayout: .stereo)

    /// Runs `samples` of both channels through a stage in cycles of `length` frames; `before` is called before each with its first frame.
    private func run(
        _ stage: FilterStage, _ samples: [Float], cycles length: Int = 256, before: (Int) -> Void = { _ in }
    ) -> [[Float]] {
        var (one, two) = (samples, samples)
        for start in stride(from: 0, to: samples.count, by: length) {
            before(start)
            let count = min(length, samples.count - start)
            one.withUnsafeMutableBufferPointer { left in
                two.withUnsafeMutableBufferPointer { right in
                    guard let first = left.baseAddress, let second = right.baseAddress else { return }
                    let both = [first + start, second + start]
                    both.withUnsafeBufferPointer { pointers in
                        if let address = pointers.baseAddress { stage.consumer.process(address, frameCount: count) }
                    }
                }
            }
        }
        return [one, two]
    }

    private func cascades(_ bands: [Band], decibels: Double = 0) -> [Cascade] {
        Array(repeating: Cascade(decibels: decibels, bands, at: .video), count: 2)
    }

    private func tone(_ frequency: Double, count: Int, amplitude: Double = 0.5) -> [Float] {
        sine(frequency, amplitude: amplitude, count: count, rate: .video).map(Float.init)
    }

    /// The largest sample of what is above 5 kHz, in decibels of full scale, from the frame `start` on.
    private func above5kHz(_ samples: [Float], from start: Int) throws -> Double {
        let steep = try (0..<8).map { place in
            try band(.highPass, 5_000, 0, .quality(0.5 / cos(Double.pi * (Double(place) + 0.5) / 16)))
        }
        let high = filtered(samples.map(Double.init), CascadeChain([Cascade(steep, at: .video)]))
        return 20 * log10(high[start...].map(abs).max() ?? 0)
    }

    @Test
    func withoutAChainEverySampleStaysAsItIs() {
        let stage = FilterStage(Self.format)
        let samples: [Float] = [.nan, -0.0, .leastNonzeroMagnitude, 0.1, -1.5, .infinity]
        for channel in run(stage, samples) { #expect(channel.map(\.bitPattern) == samples.map(\.bitPattern)) }
    }

    @Test("forgets a sound that was silenced or has ended: nothing of it comes out of delays, limiter and convolution")
    func forgets() throws {
        let response = try ImpulseResponse(rate: .video, channels: [[0.5] + [Double](repeating: 0, count: 3_000) + [0.5]])
        let parts = try #require(ListeningAids(delays: [100, 0]))
        let filters = try #require(FilterChain(aids: parts))
        let plan = ListeningPlan(filters: filters, impulse: response, limiter: LimiterSettings(ceiling: -1))
        let kernel = try ListeningKernel(plan, for: .stereo, at: .video)
        #expect(kernel.held > 4_800 + 3_000)
        for isTold in [true, false] {
            let stage = FilterStage(Self.format)
            stage.publish(kernel, isSudden: true)
            #expect(run(stage, tone(997, count: 20_000)).allSatisfy { $0.contains { $0 != 0 } })
            if isTold { stage.forget() } else { stage.consumer.forget() }
            for channel in run(stage, [Float](repeating: 0, count: 20_000)) { #expect(channel.allSatisfy { $0 == 0 }) }
            // It goes on with what comes, as if it were new.
            let fresh = FilterStage(Self.format)
            fresh.publish(kernel, isSudden: true)
            let next = tone(440, count: 20_000)
            #expect(run(stage, next) == run(fresh, next))
        }
    }

    @Test("ends a change that is under way when it forgets, and has the newest one")
    func forgetsInAChange() throws {
        let stage = FilterStage(Self.format)
        stage.publish(cascades([], decibels: -6), isSudden: true)
        _ = run(stage, tone(997, count: 1_024))
        stage.publish(cascades([], decibels: -12), isSudden: false)
        _ = run(stage, tone(997, count: 256))
        stage.publish(cascades([], decibels: -20), isSudden: false)
        stage.consumer.forget()
        let heard = run(stage, [Float](repeating: 0.5, count: 256))
        #expect(heard[0].allSatisfy { abs($0 - 0.05) < 1e-6 })
    }

    @Test
    func aChainThatIsThereFromTheBeginningIsHeardFromTheFirstFrame() throws {
        let stage = FilterStage(Self.format)
        let wanted = cascades(try tenBands(), decibels: -6)
        stage.publish(wanted, isSudden: true)
        let samples = noise(count: 10_000)
        let expected = filtered(samples, CascadeChain(wanted))
        #expect(run(stage, samples) == [expected, expected])
    }

    @Test
    func aChangeIsHeardWithin50MillisecondsAndAddsNothingAbove5kHz() throws {
        let stage = FilterStage(Self.format)
        stage.publish(cascades(try tenBands(), decibels: -6), isSudden: true)
        let samples = tone(997, count: 48_000)
        let other = cascades([try band(.peak, 1_000, 9, .quality(1))], decibels: -9)
        let played = run(stage, samples) { if $0 == 20_480 { stage.publish(other, isSudden: false) } }
        #expect(try above5kHz(played[0], from: 10_000) < -120)
        let alone = filtered(samples, CascadeChain(other))
        let late = 20_480 + 48_000 / 20
        #expect(zip(played[0][late...], alone[late...]).allSatisfy { abs($0 - $1) < 1e-6 })
        #expect(played[0][..<20_480] != alone[..<20_480])
    }

    @Test
    func aBandThatChangesALittleGoesOnWithTheSoundAndDoesNotDip() throws {
        let samples = tone(40, count: 96_000, amplitude: 0.1)
        let stage = FilterStage(Self.format)
        stage.publish(cascades([try band(.peak, 40, 12, .quality(5))]), isSudden: true)
        let other = cascades([try band(.peak, 40, 12.5, .quality(5))])
        let played = run(stage, samples) { if $0 == 51_200 { stage.publish(other, isSudden: false) } }
        // The largest sample of each period.
        let peaks = stride(from: 45_600, to: 90_000, by: 1_200).map { played[0][$0..<($0 + 1_200)].map(abs).max() ?? 0 }
        let lowest = 20 * log10(Double(peaks.min() ?? 0) / 0.1)
        #expect(lowest > 11.6, "\(lowest) dB")
    }

    @Test
    func ofSeveralChangesTheNewestFollowsWhenTheOneUnderWayIsOver() throws {
        let stage = FilterStage(Self.format)
        let samples = [Float](repeating: 0.5, count: 24_000)
        let played = run(stage, samples) { start in
            if start == 0 { stage.publish([Cascade(gain: 0.5), Cascade(gain: 0.5)], isSudden: false) }
            // The third one never comes: the fourth takes its place.
            if start == 512 { stage.publish([Cascade(gain: 0), Cascade(gain: 0)], isSudden: false) }
            if start == 1_024 { stage.publish([Cascade(gain: 0.8), Cascade(gain: 0.8)], isSudden: false) }
        }
        let steps = zip(played[0], played[0].dropFirst()).map { abs($1 - $0) }
        #expect((steps.max() ?? 1) < 0.001)
        #expect((played[0].min() ?? 0) > 0.24, "\(played[0].min() ?? 0)")
        #expect(played[0].contains { abs($0 - 0.25) < 0.001 })
        #expect(played[0].last == 0.4)
    }

    @Test
    func aSuddenChangeWinsOverAllThatIsUnderWayAlsoOverANewerOne() throws {
        let stage = FilterStage(Self.format)
        let samples = [Float](repeating: 0.5, count: 2_560)
        let played = run(stage, samples) { start in
            if start == 256 { stage.publish([Cascade(gain: 0.5), Cascade(gain: 0.5)], isSudden: false) }
            if start == 1_024 {
                stage.publish([Cascade(gain: 0.25), Cascade(gain: 0.25)], isSudden: true)
                stage.publish([Cascade(gain: 0.75), Cascade(gain: 0.75)], isSudden: false)
            }
        }
        #expect(played[0][1_024...].allSatisfy { $0 == 0.375 })
    }

    @Test
    func afterAFadeToNothingEverySampleStaysAsItIsAgain() throws {
        let stage = FilterStage(Self.format)
        stage.publish(cascades(try tenBands()), isSudden: true)
        let samples = noise(count: 10_240)
        let played = run(stage, samples) { if $0 == 2_048 { stage.publish([], isSudden: false) } }
        #expect(played[0][4_608...] == samples[4_608...])
        #expect(played[0][..<2_048] != samples[..<2_048])
    }

    @Test
    func silenceComesToRestAndSoundAfterItIsThatOfAFreshChain() throws {
        let stage = FilterStage(Self.format)
        let wanted = cascades([try band(.peak, 1_000, 6, .quality(1))])
        stage.publish(wanted, isSudden: true)
        let sound = noise(count: 4_096)
        let silence = [Float](repeating: 0, count: 256 * 100)
        let played = run(stage, sound + silence + sound)
        let (rest, again) = (sound.count + silence.count / 2, sound.count + silence.count)
        #expect(played[0][sound.count] != 0, "the filter rings")
        #expect(played[0][rest..<again].allSatisfy { $0 == 0 })
        #expect(Array(played[0][again...]) == filtered(sound, CascadeChain(wanted)))
    }

    @Test
    func samplesBeyondFullScaleAreCountedFromWhereTheCountBegins() {
        let stage = FilterStage(Self.format)
        stage.publish([Cascade(gain: 2), Cascade(gain: 1)], isSudden: true)
        _ = run(stage, [0.4, 0.6, -0.7, 0.5, 0.9])
        #expect(stage.clippedSamples == 3)
        stage.beginCount()
        _ = run(stage, [0.6])
        #expect(stage.clippedSamples == 1)
    }

    @Test
    func samplesOfTheSourceAreNotCountedWhileTheFirstChainIsNotHeardYet() {
        let stage = FilterStage(Self.format)
        stage.publish(cascades([], decibels: -20), isSudden: false)
        // 15 ms are 720 frames.
        _ = run(stage, [Float](repeating: 1.5, count: 512))
        #expect(stage.clippedSamples == 0)
    }

    @Test
    func aChangeBehindASuddenOneThatWasNotTakenYetIsSuddenToo() {
        let stage = FilterStage(Self.format)
        stage.publish(cascades([], decibels: -6), isSudden: true)
        stage.publish(cascades([], decibels: -20), isSudden: false)
        let played = run(stage, [Float](repeating: 0.5, count: 64))
        #expect(played[0].allSatisfy { abs($0 - 0.05) < 1e-6 }, "\(played[0].prefix(3))")
    }

    // MARK: More than bands

    private func kernel(
        impulse: [Double]? = nil, night: NightMode? = nil, limiter: LimiterSettings? = nil, aids: ListeningAids = .none
    ) throws -> ListeningKernel {
        let filters = try #require(FilterChain(aids: aids))
        let plan = ListeningPlan(
            filters: filters, impulse: try impulse.map { try ImpulseResponse(rate: .video, channels: [$0]) }, night: night,
            limiter: limiter)
        return try ListeningKernel(plan, for: .stereo, at: .video)
    }

    @Test
    func anImpulseResponseIsHeardAsItsSumFromTheFirstFrameOn() throws {
        let taps = (0..<3_000).map { pow(0.997, Double($0)) * ($0 % 3 == 0 ? 0.02 : -0.01) }
        let stage = FilterStage(Self.format)
        stage.publish(try kernel(impulse: taps), isSudden: true)
        let samples = noise(count: 8_192)
        let played = run(stage, samples)
        for frame in stride(from: 0, to: samples.count, by: 97) {
            let sum = (0...min(frame, taps.count - 1)).reduce(0.0) { $0 + taps[$1] * Double(samples[frame - $1]) }
            #expect(abs(Double(played[0][frame]) - sum) < 1e-6)
        }
        #expect(played[0] == played[1])
    }

    @Test
    func aChangeOfAnImpulseResponseUnderASineAddsNothingAbove5kHz() throws {
        let stage = FilterStage(Self.format)
        func room(_ shade: Double) -> [Double] { (0..<9_000).map { pow(shade, Double($0)) * 0.004 } }
        stage.publish(try kernel(impulse: room(0.999)), isSudden: true)
        let samples = tone(997, count: 192_000)
        let other = try kernel(impulse: room(0.9995))
        let played = run(stage, samples) { if $0 == 51_200 { stage.publish(other, isSudden: false) } }
        #expect(try above5kHz(played[0], from: 24_000) < -90)
        #expect(played[0].suffix(4_800).map(abs).max() != played[0][46_000..<50_800].map(abs).max())
    }

    @Test
    func aLimiterIsLateByWhatTheStageSaysAndItsRestComesOutBehindTheSound() throws {
        let stage = FilterStage(Self.format)
        stage.publish(try kernel(limiter: .standard), isSudden: true)
        let samples = noise(count: 1_024)
        let played = run(stage, samples + [Float](repeating: 0, count: 4_096))
        #expect(stage.latency == 240)
        let ceiling = Float(pow(10, -1.0 / 20))
        #expect(played[0].allSatisfy { abs($0) <= ceiling })
        #expect(played[0][..<240].allSatisfy { $0 == 0 })
        #expect(Array(played[0][240..<1_264]) == samples.map { $0 })
        stage.publish([], isSudden: true)
        _ = run(stage, samples)
        #expect(stage.latency == 0)
    }

    @Test
    func silenceComesToRestOnlyOnceDelaysAndAnImpulseResponseHaveComeOut() throws {
        let stage = FilterStage(Self.format)
        var echo = [Double](repeating: 0, count: 20_001)
        (echo[0], echo[20_000]) = (0.5, 0.5)
        let aids = try #require(ListeningAids(delays: [20, 20]))
        stage.publish(try kernel(impulse: echo, limiter: .standard, aids: aids), isSudden: true)
        let sound = [Float](repeating: 0.5, count: 1_000)
        let played = run(stage, sound + [Float](repeating: 0, count: 96_000) + sound + [Float](repeating: 0, count: 48_000))
        let late = 960 + 240
        for start in [0, 97_000] {
            #expect(played[0][(start + late)..<(start + late + 1_000)].allSatisfy { abs($0 - 0.25) < 1e-5 })
            #expect(played[0][(start + late + 20_000)..<(start + late + 21_000)].allSatisfy { abs($0 - 0.25) < 1e-5 })
        }
        #expect(played[0][60_000..<97_000].allSatisfy { $0 == 0 })
    }

    @Test
    func aLimiterThatComesGoesOnWithTheReleaseOfTheOneBefore() throws {
        let slow = try #require(LimiterSettings(ceiling: -6, release: 2_000))
        let stage = FilterStage(Self.format)
        stage.publish(try kernel(limiter: slow), isSudden: true)
        // So loud that it is lowered by 20 dB, and then so quiet that nothing lowers it.
        let samples = [Float](repeating: 5, count: 4_800) + tone(440, count: 96_000, amplitude: 0.1)
        let other = try #require(LimiterSettings(ceiling: -6.1, release: 2_000))
        let changed = try kernel(limiter: other)
        let played = run(stage, samples) { if $0 == 19_200 { stage.publish(changed, isSudden: false) } }
        // 50 ms each: louder and louder, never a jump up and back.
        let levels = stride(from: 9_600, to: 90_000, by: 2_400).map { played[0][$0..<$0 + 2_400].map(abs).max() ?? 0 }
        #expect(zip(levels, levels.dropFirst()).allSatisfy { $1 > $0 * 0.995 && $1 < $0 * 1.3 }, "\(levels)")
    }

    @Test
    func theLoudnessFollowsTheVolumeThatIsTold() throws {
        let shelves = try #require(LoudnessShelves(reference: -10, bass: 10, treble: 0))
        let aids = try #require(ListeningAids(loudness: shelves))
        let stage = FilterStage(Self.format)
        stage.publish(try kernel(aids: aids), isSudden: true)
        let samples = tone(30, count: 96_000, amplitude: 0.05)
        let played = run(stage, samples) { if $0 == 48_128 { stage.setVolume(-30) } }
        let (before, after) = (played[0][24_000..<48_000].map(abs).max() ?? 0, played[0][72_000...].map(abs).max() ?? 0)
        #expect(abs(before - 0.05) < 1e-4 && after > 0.14, "\(before), \(after)")
    }
}
