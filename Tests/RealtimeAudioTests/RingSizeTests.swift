import AudioTypes
import SystemSupport
import Testing

@testable import RealtimeAudio

@Suite("The size of a ring")
struct RingSizeTests {
    private func format(_ hertz: Int, _ channels: Int) throws -> StreamFormat {
        StreamFormat(
            sampleRate: try #require(SampleRate(hertz: hertz)),
            channelLayout: try #require(ChannelLayout.standard(channelCount: channels)))
    }

    @Test(
        "is what was asked for in every format in use",
        arguments: [(44_100, 2, 30), (192_000, 2, 30), (192_000, 8, 4), (768_000, 2, 4), (48_000, 6, 30)])
    func usual(hertz: Int, channels: Int, seconds: Int) throws {
        let frames = try format(hertz, channels).ringFrames(for: Double(seconds))
        #expect(frames == hertz * seconds)
        #expect(frames.roundedUpToPowerOfTwo * channels * 4 <= 64 << 20)
    }

    @Test("is bounded whatever a header says", arguments: [4.0, 30])
    func forged(seconds: Double) throws {
        let forged = try format(1_536_000, 64)
        let frames = forged.ringFrames(for: seconds)
        #expect(frames.roundedUpToPowerOfTwo * 64 * 4 <= 64 << 20)
        #expect(Double(frames) / 1_536_000 == forged.longestBuffer)
        let renderer = try Renderer(
            format: forged, bufferSeconds: seconds, fadeSeconds: 0, workerDescriptor: EventDescriptor())
        #expect(renderer.capacity == frames)
    }
}
