import AudioTypes
import Glibc
import Testing

@testable import Media

@Suite("The spectrum")
struct SpectrumTests {
    /// The levels of the bands for a sine of both channels.
    private func levels(frequency: Double, amplitude: Float, rate: SampleRate = .video) throws -> [Double] {
        guard var spectrum = Spectrum(sampleRate: rate) else {
            Issue.record("there is no transform")
            return []
        }
        let buffer = PlaneBuffer(channelCount: 2, capacity: 4_096)
        for frame in 0..<4_096 {
            let sample = amplitude * Float(sin(2 * Double.pi * frequency * Double(frame) / Double(rate.hertz)))
            for channel in 0..<2 { buffer.planes[channel][frame] = sample }
        }
        spectrum.add(buffer.planes, from: 0, count: 4_096)
        return spectrum.levels()
    }

    @Test(
        "of a sine is its level in its band, and far less in bands that are not beside it",
        arguments: [120.0, 440, 1_000, 10_000])
    func sine(frequency: Double) throws {
        for (amplitude, decibels) in [(Float(1), 0.0), (0.1, -20)] {
            let levels = try levels(frequency: frequency, amplitude: amplitude)
            let loudest = try #require(levels.indices.max { levels[$0] < levels[$1] })
            let expected = log(frequency / 20) / log(20_000.0 / 20) * Double(Spectrum.bandCount)
            #expect(abs(Double(loudest) - expected) <= 1.5, "band \(loudest), expected \(expected)")
            #expect(abs(levels[loudest] - decibels) < 2, "\(levels[loudest])")
            for (band, level) in levels.enumerated() where abs(band - loudest) > 5 {
                #expect(level < decibels - 40, "band \(band): \(level)")
            }
        }
    }

    @Test("of silence is silence, at every rate", arguments: [8_000, 44_100, 384_000])
    func silence(hertz: Int) throws {
        let rate = try #require(SampleRate(hertz: hertz))
        guard var spectrum = Spectrum(sampleRate: rate) else { return #expect(Bool(false), "there is no transform") }
        #expect(spectrum.levels() == Array(repeating: -120, count: Spectrum.bandCount))
    }
}
