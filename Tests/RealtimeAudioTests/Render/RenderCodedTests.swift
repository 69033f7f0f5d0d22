import AudioTypes
import Testing

@testable import RealtimeAudio

@Suite("Rendering: sound that a sink decodes")
struct RenderCodedTests {
    static let unit = 96
    static let quanta = [16, 64, 333, 1_024]

    private func playing(_ count: Int, at mediaFrame: Int64 = 0) -> RenderHarness {
        let harness = RenderHarness(unit: Self.unit)
        harness.renderer.setPlays(true)
        harness.begin(1, numbered(count), at: mediaFrame)
        return harness
    }

    @Test("begins with its first frame and is copied bit for bit, whatever gain is wanted", arguments: quanta)
    func copies(quantum: Int) {
        let harness = RenderHarness(unit: Self.unit)
        harness.renderer.setGain(0.25)
        harness.renderer.setPlays(true)
        harness.begin(1, numbered(6_000), rampsIn: true, gain: 0.5)
        while harness.rendered < 5_000 { harness.render(quantum) }
        #expect(harness.output[0] == Array(numbered(6_000)[..<harness.rendered]))
    }

    @Test("a pause ends between two units, reports that place, and a resume goes on with the next unit", arguments: quanta)
    func pause(quantum: Int) throws {
        let harness = playing(6_000)
        harness.render(100)
        harness.renderer.setPlays(false)
        while harness.rendered < 3_000 { harness.render(quantum) }
        let heard = numbered(2 * Self.unit)
        #expect(Array(harness.output[0][..<(2 * Self.unit)]) == heard)
        #expect(harness.output[0][(2 * Self.unit)...].allSatisfy { $0 == 0 })
        #expect(try #require(harness.event(.paused)).mediaFrame == Int64(2 * Self.unit))
        let start = harness.rendered
        harness.renderer.setPlays(true)
        harness.render(500)
        #expect(Array(harness.output[0][start...]) == Array(numbered(6_000)[(2 * Self.unit)..<(2 * Self.unit + 500)]))
    }

    @Test("a seek ends the old sound between two units, and begins with the first frame of the new one", arguments: quanta)
    func seek(quantum: Int) {
        let harness = playing(3_000)
        harness.render(100)
        harness.change(generation: 1)
        harness.begin(2, numbered(3_000).map { $0 + 10_000 }, at: 960, rampsIn: true)
        while harness.rendered < 2_000 { harness.render(quantum) }
        #expect(Array(harness.output[0][..<(2 * Self.unit)]) == numbered(2 * Self.unit))
        #expect(harness.output[0][(2 * Self.unit)...].first == numbered(1)[0] + 10_000)
        #expect(harness.output[0][(2 * Self.unit)...].allSatisfy { $0 >= 10_000 })
    }

    @Test("mute makes whole units silent while playback moves on", arguments: quanta)
    func mute(quantum: Int) {
        let harness = playing(6_000)
        harness.render(100)
        harness.renderer.setMuted(true)
        while harness.rendered < 1_000 { harness.render(quantum) }
        harness.renderer.setMuted(false)
        while harness.rendered < 3_000 { harness.render(quantum) }
        let output = harness.output[0]
        for (frame, sample) in output.enumerated() { #expect(sample == 0 || sample == numbered(6_000)[frame]) }
        for start in stride(from: 0, to: 2_500, by: Self.unit) {
            let silent = output[start..<start + Self.unit].count { $0 == 0 }
            #expect(silent == 0 || silent == Self.unit, "in the unit at \(start)")
        }
        #expect(output[(2 * Self.unit)..<1_000].allSatisfy { $0 == 0 } && output.last != 0)
    }

    @Test("a loss of the output cuts at once")
    func cut() {
        let harness = playing(3_000)
        harness.render(100)
        harness.renderer.setCut(true)
        #expect(harness.render(500).allSatisfy { $0 == 0 })
    }

    /// Samples of DSD over PCM as the worker writes them, with the markers of the places from `mediaFrame` on: as many as `words`.
    private func marked(_ words: [Int], at mediaFrame: Int = 0) -> [Float] {
        words.enumerated().map { index, word in
            Float(((mediaFrame + index) & 1 == 0 ? 0x05_0000 : 0xFA_0000 - 0x100_0000) + word) * 0x1p-23
        }
    }

    /// The words that samples of DSD over PCM carry.
    private func words(_ samples: ArraySlice<Float>) -> [Int] { samples.map { Int($0 * 0x1p23) & 0xFFFF } }

    /// The markers that samples of DSD over PCM have.
    private func markers(_ samples: ArraySlice<Float>) -> [Int] { samples.map { Int($0 * 0x1p23) >> 16 & 0xFF } }

    private func alternating(_ count: Int) -> [Int] { (0..<count).map { $0 & 1 == 0 ? 0x05 : 0xFA } }

    @Test("the markers of DSD alternate where a track of an odd length ends and the next begins", arguments: [1, 2, 5, 16])
    func markersAtJoint(quantum: Int) {
        let harness = RenderHarness(unit: 1, codec: .dop)
        harness.renderer.setPlays(true)
        let (first, second) = ([0, 0xFFFF, 0x6969], [0x1234, 0x8000, 0x7FFF, 1])
        harness.segment(1, marked(first))
        harness.segment(2, marked(second))
        while harness.rendered < 7 { harness.render(quantum) }
        #expect(words(harness.output[0][..<7]) == first + second)
        #expect(markers(harness.output[0][..<7]) == alternating(7))
        #expect(harness.output[0][7...].allSatisfy { $0 == 0 })
    }

    @Test("the markers of DSD alternate over a seek from an odd frame and to one", arguments: [0, 1])
    func markersAtSeek(place: Int) {
        let harness = RenderHarness(channelCount: 2, unit: 1, codec: .dop)
        harness.channelStep = 0x1p-23
        harness.renderer.setPlays(true)
        harness.begin(1, marked(Array(1...50)))
        harness.render(5)
        harness.change(generation: 1)
        harness.begin(2, marked(Array(1_001...1_050), at: place), at: Int64(place))
        harness.render(20)
        for (number, channel) in harness.output.enumerated() {
            #expect(words(channel[...]) == (Array(1...5) + Array(1_001...1_020)).map { $0 + number })
            #expect(markers(channel[...]) == alternating(25))
        }
    }

    @Test("silence among DSD stays silence, and the markers behind it begin anew")
    func markersBehindSilence() {
        let harness = RenderHarness(unit: 1, codec: .dop)
        harness.renderer.setPlays(true)
        harness.begin(1, marked([1, 2, 3]) + [0, 0] + marked([4, 5], at: 5))
        harness.render(7)
        #expect(harness.output[0][3..<5] == [0, 0])
        #expect(markers(harness.output[0][..<3]) == alternating(3))
        harness.render(4)
        harness.write(marked([6, 7, 8], at: 7))
        harness.render(3)
        #expect(markers(harness.output[0][11...]) == alternating(3) && words(harness.output[0][11...]) == [6, 7, 8])
    }
}
