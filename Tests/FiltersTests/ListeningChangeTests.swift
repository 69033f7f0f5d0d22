import AudioTypes
import Filters
import Glibc
import Testing

/// What is heard while one ``ListeningProcessor`` takes over from another.
@Suite
struct ListeningChangeTests {
    @Test
    func aSmallChangeOfABandLeavesTheNightModeWhereItWas() throws {
        func plan(_ gain: String) throws -> ListeningPlan {
            let text = "Filter: ON PK Fc 8000 Hz Gain \(gain) dB Q 1"
            return ListeningPlan(
                filters: try #require(FilterChain(equalizer: EqualizerReader(Array(text.utf8)).equalizer)), night: .standard)
        }
        // So quiet that it is raised by 6 dB, once some seconds are over.
        let levels = try levelsAround(plan("3"), plan("3.1"), sine(1_000, amplitude: 0.01, count: 768_000, rate: .video))
        #expect(levels.before > 5.8, "\(levels.before) dB")
        #expect(levels.least > levels.before - 0.1, "\(levels.least) dB")
    }

    @Test
    func aSmallChangeOfANarrowBandMakesNoDip() throws {
        func plan(_ gain: String) throws -> ListeningPlan {
            let text = "Filter: ON PK Fc 40 Hz Gain \(gain) dB Q 20"
            return ListeningPlan(filters: try #require(FilterChain(equalizer: EqualizerReader(Array(text.utf8)).equalizer)))
        }
        let levels = try levelsAround(plan("12"), plan("12.1"), sine(40, amplitude: 0.1, count: 240_000, rate: .video))
        #expect(abs(levels.before - 12) < 0.1, "\(levels.before) dB")
        #expect(levels.least > 11.9, "\(levels.least) dB")
    }

    /// By how many decibels the peaks of 25 ms are louder than the input: just before a change that begins two seconds before the end, and
    /// the least since then.
    private func levelsAround(
        _ one: ListeningPlan, _ two: ListeningPlan, _ samples: [Double]
    ) throws -> (before: Double, least: Double) {
        let old = try ListeningProcessor(one, for: .mono, at: .video)
        let new = try ListeningProcessor(two, for: .mono, at: .video)
        var fade = ListeningFade(length: 2_400, warmUp: new.warmUp, channelCount: 1)
        let change = samples.count - 96_000
        var place = 0
        let output = inPieces([samples.map(Float.init)], [480]) {
            if place < change {
                old.process($0, channelCount: 1, count: $1)
            } else {
                fade.processAll($0, channelCount: 1, count: $1, leaving: old, coming: new)
            }
            place += $1
        }[0]
        let loudest = samples.reduce(0) { max($0, abs($1)) }
        let peaks = stride(from: change - 1_200, to: samples.count, by: 1_200).map { start in
            20 * log10(Double(output[start..<start + 1_200].reduce(0) { max($0, abs($1)) }) / loudest)
        }
        return (peaks[0], peaks.min() ?? 0)
    }
}
