import AudioTypes
import MediaTypes
import Testing

@testable import Loudness

@Suite("Loudness")
struct LoudnessMeterTests {
    private static let everything: LoudnessMeter.Measures = [
        .momentary, .shortTerm, .integrated, .range, .samplePeak, .truePeak,
    ]

    private static func format(_ rate: Int = 48_000, _ layout: ChannelLayout = .stereo) throws -> StreamFormat {
        StreamFormat(sampleRate: try #require(SampleRate(hertz: rate)), channelLayout: layout)
    }

    private static func measured(
        _ measures: LoudnessMeter.Measures = everything, rate: Int = 48_000, layout: ChannelLayout = .stereo, _ tones: [Tone]
    ) throws -> Readings {
        var meter = try LoudnessMeter(try format(rate, layout), measures: measures)
        for tone in tones { try tone.add(to: &meter) }
        return Readings(meter)
    }

    @Test(
        "a tone of -23 dBFS in both channels has -23 LUFS by every measure, at every usual rate (EBU Tech 3341, case 1)",
        arguments: [8_000, 44_100, 48_000, 96_000, 192_000])
    func tone(rate: Int) throws {
        let sound = try Self.measured(rate: rate, [.stereo(-23, seconds: 20)])
        for value in [sound.momentary, sound.shortTerm, sound.integrated] { #expect(abs(try #require(value) + 23) <= 0.1) }
        #expect(abs(try #require(sound.loudnessRange)) <= 0.1)
        #expect(abs(try #require(sound.samplePeak) + 23) <= 0.1)
        #expect(sound.channelsLeftOut.isEmpty)
    }

    @Test(
        "quiet parts do not count for the integrated loudness (EBU Tech 3341, cases 3 to 5)",
        arguments: [
            [(-36.0, 10.0), (-23, 60), (-36, 10)], [(-72, 10), (-36, 10), (-23, 60), (-36, 10), (-72, 10)],
            [(-26, 20), (-20, 20.1), (-26, 20)],
        ])
    func gating(_ parts: [(level: Double, seconds: Double)]) throws {
        let sound = try Self.measured(.integrated, parts.map { .stereo($0.level, seconds: $0.seconds) })
        #expect(abs(try #require(sound.integrated) + 23) <= 0.1)
    }

    @Test("surround channels have more weight, and low frequencies none (EBU Tech 3341, case 6)")
    func surround() throws {
        let layout = try #require(ChannelLayout.standard(channelCount: 6))
        let sound = try Self.measured(
            .integrated, layout: layout, [Tone(seconds: 20, levels: [-28, -28, -24, 0, -30, -30])])
        #expect(abs(try #require(sound.integrated) + 23) <= 0.1)
        #expect(sound.channelsLeftOut == [3])
    }

    @Test("two parts 10 dB apart have a range of 10 LU (EBU Tech 3342, case 1)")
    func range() throws {
        let sound = try Self.measured(.range, [.stereo(-20, seconds: 20), .stereo(-30, seconds: 20)])
        #expect(abs(try #require(sound.loudnessRange) - 10) <= 1)
    }

    @Test(
        "the true peak is that of the wave between the samples (EBU Tech 3341, cases 15 to 18)",
        arguments: [(12_000.0, 0.0), (12_000, 45), (8_000, 60), (6_000, 67.5)])
    func truePeak(hertz: Double, degrees: Double) throws {
        let tone = Tone(seconds: 1, levels: [-6, -6], hertz: hertz, phase: degrees / 180 * .pi, rise: 0.1)
        let sound = try Self.measured([.truePeak], [tone])
        #expect((-6.4 ... -5.8).contains(try #require(sound.truePeak)))
        // Four samples a period, at the slopes: the samples miss the peak by 3 dB.
        if degrees == 45 {
            let samples = try Self.measured([.samplePeak], [tone])
            #expect(abs(try #require(samples.samplePeak) + 9) <= 0.1)
        }
    }

    @Test("silence has no loudness and no peak")
    func silence() throws {
        let sound = try Self.measured(Self.everything, [Tone(seconds: 5, levels: [nil, nil])])
        #expect(sound.momentary == nil && sound.shortTerm == nil && sound.integrated == nil)
        #expect(sound.samplePeak == nil && sound.truePeak == nil)
        #expect(sound.loudnessRange == 0)
        let empty = try Self.measured(Self.everything, [])
        #expect(empty.integrated == nil && empty.truePeak == nil)
    }

    @Test("what was not asked for is not told")
    func unasked() throws {
        let sound = try Self.measured(.integrated, [.stereo(-23, seconds: 4)])
        #expect(sound.integrated != nil)
        #expect(sound.momentary == nil && sound.shortTerm == nil && sound.loudnessRange == nil)
        #expect(sound.samplePeak == nil && sound.truePeak == nil)
    }

    @Test("each channel of every usual layout counts with the weight of its position", arguments: 1...8)
    func channels(count: Int) throws {
        let layout = try #require(ChannelLayout.standard(channelCount: count))
        for (channel, position) in layout.channels.enumerated() {
            var levels = [Double?](repeating: nil, count: count)
            levels[channel] = -20
            let sound = try Self.measured([.integrated, .samplePeak], layout: layout, [Tone(seconds: 1, levels: levels)])
            #expect(abs(try #require(sound.samplePeak) + 20) <= 0.1)
            // A sine of -20 dBFS in one channel has -23 LUFS; 1.5 dB more at the sides.
            switch position {
            case .lowFrequency: #expect(sound.integrated == nil)
            case .sideLeft, .sideRight: #expect(abs(try #require(sound.integrated) + 21.5) <= 0.1)
            case .backLeft, .backRight:
                #expect(abs(try #require(sound.integrated) + (count == 8 ? 23 : 21.5)) <= 0.1)
            default: #expect(abs(try #require(sound.integrated) + 23) <= 0.1)
            }
        }
    }

    @Test("channels without a position are left out if they are more than two")
    func discrete() throws {
        let two = try #require(ChannelLayout([.discrete, .discrete]))
        let stereo = try Self.measured(.integrated, layout: two, [.stereo(-23, seconds: 1)])
        #expect(abs(try #require(stereo.integrated) + 23) <= 0.1)
        let nine = try #require(ChannelLayout.standard(channelCount: 9))
        let sound = try Self.measured(
            [.integrated, .samplePeak], layout: nine, [Tone(seconds: 1, levels: Array(repeating: -20, count: 9))])
        #expect(sound.integrated == nil)
        #expect(sound.channelsLeftOut == Array(0..<9))
        #expect(sound.samplePeak != nil)
    }

    @Test("rates at which loudness is not defined are refused in a sentence", arguments: [1, 15, 100, 3_999])
    func lowRates(rate: Int) throws {
        let format = try Self.format(rate)
        let error = #expect(throws: MediaError.self) { _ = try LoudnessMeter(format, measures: Self.everything) }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains("\(rate) Hz") == true)
    }

    @Test("extreme rates with few channels are measured, and with many refused before memory is taken")
    func extremeRates() throws {
        let sound = try Self.measured([.integrated, .truePeak], rate: 1_536_000, [.stereo(-23, seconds: 1)])
        #expect(abs(try #require(sound.integrated) + 23) <= 0.1)
        let low = try Self.measured([.integrated], rate: 4_000, [.stereo(-23, seconds: 1)])
        #expect(abs(try #require(low.integrated) + 23) <= 1)
        let many = try #require(ChannelLayout.standard(channelCount: 64))
        let format = try Self.format(1_536_000, many)
        let error = #expect(throws: MediaError.self) { _ = try LoudnessMeter(format, measures: Self.everything) }
        #expect(error?.code == .unsupported)
    }

    @Test("samples that are no numbers count as silence and spoil nothing")
    func noNumbers() throws {
        var meter = try LoudnessMeter(try Self.format(), measures: Self.everything)
        let values: [Float] = [.nan, .infinity, -.infinity, .signalingNaN]
        for value in values {
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: 100)
            defer { plane.deallocate() }
            plane.initialize(repeating: value, count: 100)
            try [plane, plane].withUnsafeBufferPointer { try meter.add($0, from: 0, count: 100) }
        }
        #expect(Readings(meter).samplePeak == nil)
        try Tone.stereo(-23, seconds: 5).add(to: &meter)
        #expect(abs(try #require(Readings(meter).integrated) + 23) <= 0.1)
    }
}
