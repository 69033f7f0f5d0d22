import AudioTypes
import Testing

@testable import PipeWireOutput

@Suite("The properties of a stream")
struct StreamPropertiesTests {
    private static let format = StreamFormat(sampleRate: .cd, channelLayout: .stereo)

    private static func entries(
        _ properties: StreamProperties, target: String? = nil, knowsVolume: Bool = false
    ) -> [String: String] {
        let entries = properties.entries(format, target: target, knowsVolume: knowsVolume)
        return Dictionary(uniqueKeysWithValues: entries.compactMap { key, value in value.map { (key, $0) } })
    }

    @Test("mixers show the title, and the program's name while there is none")
    func title() {
        var properties = StreamProperties(OutputConfiguration())
        #expect(Self.entries(properties)["media.name"] == "Fermata")
        #expect(Self.entries(properties)["media.title"] == nil)
        properties.title = "Prelude"
        #expect(Self.entries(properties)["media.name"] == "Prelude")
        #expect(Self.entries(properties)["media.title"] == "Prelude")
        #expect(Self.entries(properties)["application.name"] == "Fermata")
    }

    @Test("the graph is asked for the stream's own rate unless another is preferred")
    func rate() {
        var properties = StreamProperties(OutputConfiguration())
        #expect(Self.entries(properties)["node.rate"] == "1/44100")
        properties.orders.preferredSampleRate = 48_000
        #expect(Self.entries(properties)["node.rate"] == "1/48000")
        #expect(properties.graphRate(Self.format) == 48_000)
    }

    @Test(
        "DSD over PCM asks for its own rate whatever is preferred, and bursts for the preferred one",
        arguments: [(PassthroughCodec.dop, 176_400), (.ac3, 48_000)])
    func rateOfCodedSound(codec: PassthroughCodec, expected: Int) throws {
        var properties = StreamProperties(OutputConfiguration())
        properties.orders.preferredSampleRate = 48_000
        let format = StreamFormat(
            sampleRate: try #require(SampleRate(hertz: 176_400)), channelLayout: .stereo,
            coding: SampleCoding(codec: codec, unitFrames: 1))
        #expect(properties.graphRate(format) == expected)
    }

    // A third more than what is wished, of which the graph makes the power of two nearest to the wish.
    @Test("the graph is asked for a long cycle unless a duration is preferred")
    func latency() {
        var properties = StreamProperties(OutputConfiguration())
        #expect(Self.entries(properties)["node.latency"] == "2509/44100")
        properties.orders.preferredBufferDuration = 0.01
        #expect(Self.entries(properties)["node.latency"] == "588/44100")
    }

    @Test("the configuration's preferences hold from the start")
    func configured() {
        var configuration = OutputConfiguration()
        configuration.orders.preferredBufferDuration = 0.01
        configuration.orders.preferredSampleRate = 96_000
        let entries = Self.entries(StreamProperties(configuration))
        #expect(entries["node.latency"] == "588/44100")
        #expect(entries["node.rate"] == "1/96000")
    }

    @Test("a target and a known volume are stated only if there are any")
    func targetAndVolume() {
        let properties = StreamProperties(OutputConfiguration())
        #expect(Self.entries(properties)["target.object"] == nil)
        #expect(Self.entries(properties)["state.restore-props"] == nil)
        let entries = Self.entries(properties, target: "headphones", knowsVolume: true)
        #expect(entries["target.object"] == "headphones")
        #expect(entries["state.restore-props"] == "false")
    }
}
