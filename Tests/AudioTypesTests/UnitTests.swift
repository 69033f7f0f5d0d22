import AudioTypes
import Testing

@Suite("Units")
struct UnitTests {
    @Test("a rate is a positive number of hertz within reason", arguments: [(0, false), (-1, false), (1, true), (44_100, true)])
    func rates(hertz: Int, isRate: Bool) {
        #expect((SampleRate(hertz: hertz) != nil) == isRate)
        #expect(SampleRate(hertz: 2_000_000) == nil)
    }

    @Test("frames and seconds turn into each other to the nearest frame")
    func frames() {
        #expect(FrameCount(seconds: 2.5, at: .cd) == FrameCount(110_250))
        #expect(FrameCount(110_250).seconds(at: .cd) == 2.5)
        #expect(FrameCount(3) + FrameCount(4) - FrameCount(5) == FrameCount(2))
    }

    @Test("seconds that are no frame count are clamped", arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func clamped(seconds: Double) {
        let frames = FrameCount(seconds: seconds, at: .video)
        #expect(frames.value == 0 || frames.value == 1 << 62)
    }

    @Test("a layout has 1 to 64 channels")
    func layouts() {
        #expect(ChannelLayout([]) == nil)
        #expect(ChannelLayout(Array(repeating: .discrete, count: 65)) == nil)
        for count in 1...64 { #expect(ChannelLayout.standard(channelCount: count)?.count == count) }
        for count in [Int.min, -1, 0, 65, 644_006_000, .max] { #expect(ChannelLayout.standard(channelCount: count) == nil) }
    }
}
