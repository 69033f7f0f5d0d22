import AudioTypes
import Filters
import Glibc
import Testing

/// How loud curves and impulse responses may become together.
@Suite
struct ConvolutionGainTests {
    private func first(_ text: String, preamp: FilterChain.Preamp = .decibels(0), impulse: ImpulseResponse? = nil) throws
        -> Double
    {
        let filters = try #require(FilterChain(preamp: preamp, equalizer: EqualizerReader(Array(text.utf8)).equalizer))
        let processor = try ListeningProcessor(ListeningPlan(filters: filters, impulse: impulse), for: .stereo, at: .video)
        let click = [Float(0.001)] + [Float](repeating: 0, count: 63)
        let output = inPieces([click, click], [64]) { processor.process($0, channelCount: 2, count: $1) }
        return 20 * log10(Double(output[1][0]) / 0.001)
    }

    @Test
    func theLoudestCurveThatMayBeWrittenIsHeard() throws {
        #expect(abs(try first("GraphicEQ: 20 40; 20000 40") - 40) < 0.01)
        #expect(abs(try first("GraphicEQ: 20 40; 20000 40", preamp: .automatic)) < 0.01)
    }

    @Test
    func curvesBehindEachOtherAddTheirDecibels() throws {
        let flat = "GraphicEQ: 20 30; 20000 30\n"
        #expect(abs(try first(flat + flat) - 60) < 0.01)
        #expect(abs(try first(flat, impulse: ImpulseResponse(rate: .video, channels: [[50]])) - 63.98) < 0.01)
    }

    @Test
    func whatTogetherIsLouderThan120DecibelsIsRefused() throws {
        let flat = "GraphicEQ: 20 40; 20000 40\n"
        #expect(abs(try first(flat + flat + "GraphicEQ: 20 39; 20000 39") - 119) < 0.01)
        #expect(throws: ImpulseError.self) { _ = try first(flat + flat + flat + flat) }
    }
}
