import AudioTypes
import Filters
import Glibc
import Testing

@Suite
struct CurveTests {
    private func curve(_ points: [(Double, Double)]) throws -> GraphicCurve {
        try #require(GraphicCurve(points.map { GraphicCurve.Point(frequency: $0.0, gain: $0.1) }))
    }

    @Test
    func aCurveIsStraightOverOctavesAndLevelOutside() throws {
        let curve = try curve([(100, -2), (400, 4), (1_000, 0)])
        #expect(curve.gain(at: 10) == -2 && curve.gain(at: 100) == -2 && abs(curve.gain(at: 200) - 1) < 1e-9)
        #expect(curve.gain(at: 400) == 4 && curve.gain(at: 20_000) == 0)
        #expect(GraphicCurve([]) == nil)
        #expect(GraphicCurve([.init(frequency: 20, gain: 1), .init(frequency: 20, gain: 1)]) == nil)
        #expect(GraphicCurve([.init(frequency: 20, gain: .nan)]) == nil)
    }

    @Test
    func aFlatCurveIsOneTapAndSilenceBehindIt() throws {
        let taps = try curve([(20, 0), (20_000, 0)]).taps(at: .cd)
        #expect(taps.count == GraphicCurve.tapCount(at: .cd) && taps.count == 4_096)
        #expect(abs(taps[0] - 1) < 1e-12 && taps.dropFirst().allSatisfy { abs($0) < 1e-12 })
        #expect(abs(try curve([(1_000, -6)]).taps(at: .cd)[0] - pow(10, -6.0 / 20)) < 1e-12)
    }

    @Test(arguments: [SampleRate.cd, .video, SampleRate(hertz: 96_000) ?? .cd])
    func theTapsHaveTheGainsOfTheCurve(rate: SampleRate) throws {
        // 127 points as AutoEq spaces them, of a smooth curve.
        let curve = try curve(
            (0..<127).map { index in
                let frequency = 20 * pow(2, Double(index) * 10 / 127)
                return (frequency, 6 * sin(Double(index) / 12) - 3)
            })
        let taps = curve.taps(at: rate)
        for frequency in [40.0, 100, 333, 1_000, 3_100, 9_000, 15_000] {
            let measured = part(of: taps, at: frequency, rate: rate).decibels
            #expect(abs(measured - curve.gain(at: frequency)) < 0.1, "\(frequency) Hz: \(measured), \(curve.gain(at: frequency))")
        }
    }

    @Test
    func theTapsComeAsEarlyAsTheirGainsAllow() throws {
        // A band of an equaliser has minimum phase, so the taps for its gains are its impulse response.
        let band = try band(.peak, 2_000, 6, .quality(1))
        let filter = band.coefficients(at: .video)
        let points = stride(from: 10.0, to: 23_990, by: 25).map { ($0, filter.response(at: $0, rate: .video).decibels) }
        let taps = try curve(points).taps(at: .video)
        var impulse = [Double](repeating: 0, count: 200)
        impulse[0] = 1
        let wanted = filtered(impulse, CascadeChain([Cascade([band], at: .video)]))
        #expect(zip(taps, wanted).allSatisfy { abs($0 - $1) < 1e-3 })
    }
}
