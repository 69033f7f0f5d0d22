import AudioTypes
import Testing

@testable import PipeWireOutput

@Suite("What a sink can be given as it is")
struct PassthroughOfferTests {
    /// A graph with a receiver (10), which is the default, a speaker (11) and our stream (20).
    private func room() -> GraphModel {
        var graph = GraphModel()
        graph.ownClient = 5
        graph.setMetadata(MetadataContent())
        graph.setMetadata(subject: 0, key: "default.audio.sink", value: "{\"name\":\"receiver\"}")
        for (id, name) in [(UInt32(10), "receiver"), (11, "speaker")] {
            graph.addNode(id, properties: ["object.serial": "\(id)", "node.name": name, "media.class": "Audio/Sink"])
        }
        graph.setKnowsFormats(true)
        graph.setFormats(SinkFormats(burstCodecs: [.ac3, .dts], directRates: [176_400, 352_800]), node: 10)
        graph.setFormats(SinkFormats(directRates: [352_800]), node: 11)
        graph.addNode(20, properties: ["node.name": "fermata", "media.class": "Stream/Output/Audio", "client.id": "5"])
        graph.setSetting("clock.allowed-rates", value: "[ 48000, 176400 ]")
        return graph
    }

    private func offer(_ graph: GraphModel, uid: String? = nil) -> PassthroughOffer {
        graph.passthroughOffer(stream: 20, named: "fermata", uid: uid)
    }

    private let whole = PassthroughOffer(sink: "receiver", codecs: [.ac3, .dts], rates: [176_400])

    @Test("is what the chosen sink lists, or else the default one, of rates those that the graph can have as well")
    func sinks() {
        var graph = room()
        #expect(offer(graph) == whole)
        #expect(offer(graph, uid: "speaker") == PassthroughOffer(sink: "speaker"), "it resamples at 176.4 kHz")
        #expect(offer(graph, uid: "gone") == whole)
        graph.setMetadata(subject: 20, key: "target.object", value: "speaker")
        #expect(offer(graph).sink == "speaker")
        #expect(offer(graph, uid: "receiver").sink == "speaker")
        graph.setMetadata(subject: 20, key: "target.object", value: nil)
        graph.setFormats(SinkFormats(burstCodecs: [.eac3]), node: 10)
        #expect(offer(graph) == PassthroughOffer(sink: "receiver", codecs: [.eac3]))
        graph.setSetting("clock.allowed-rates", value: "[ 48000, 352800 ]")
        #expect(offer(graph, uid: "speaker") == PassthroughOffer(sink: "speaker", rates: [352_800]))
        graph.setKnowsFormats(false)
        #expect(offer(graph) == PassthroughOffer(sink: "receiver") && offer(graph, uid: "speaker").rates.isEmpty)
    }

    @Test("is that of the sink to which somebody has moved the stream, also while there is none, until the owner chooses")
    func moved() {
        var (graph, moved) = (room(), MovedSink())
        #expect(
            moved.sink(graph, stream: 20, chosen: nil) == nil && moved.sink(graph, stream: 20, chosen: "receiver") == "receiver")
        graph.setMetadata(subject: 20, key: "target.object", value: "speaker")
        #expect(moved.sink(graph, stream: 20, chosen: "receiver") == "speaker")
        graph.remove(20)
        #expect(
            moved.sink(graph, stream: nil, chosen: nil) == "speaker" && moved.sink(graph, stream: 20, chosen: nil) == "speaker")
        // The next stream, before and after the session manager has moved it.
        graph.addNode(21, properties: ["node.name": "fermata", "media.class": "Stream/Output/Audio", "client.id": "5"])
        graph.setMetadata(subject: 21, key: "target.object", value: "speaker")
        #expect(moved.sink(graph, stream: 21, chosen: nil) == "speaker")
        graph.remove(11)
        #expect(moved.sink(graph, stream: nil, chosen: "receiver") == "receiver", "the sink has gone")
        var forgotten = moved
        forgotten.forget()
        #expect(
            forgotten.sink(room(), stream: nil, chosen: nil) == nil && moved.sink(room(), stream: nil, chosen: nil) == "speaker")
    }

    @Test("is nothing while somebody else plays there or listens in, and our own streams do not count")
    func shared() {
        var graph = room()
        graph.addLink(40, GraphLink(output: 20, input: 10))
        #expect(offer(graph) == whole)
        graph.addNode(21, properties: ["node.name": "fermata", "media.class": "Stream/Output/Audio", "client.id": "5"])
        graph.addLink(41, GraphLink(output: 21, input: 10))
        #expect(offer(graph) == whole, "a stream that we have just ended")
        graph.addNode(22, properties: ["node.name": "browser", "media.class": "Stream/Output/Audio", "client.id": "7"])
        graph.addLink(42, GraphLink(output: 22, input: 10))
        #expect(offer(graph) == PassthroughOffer(sink: "receiver"))
        graph.remove(42)
        graph.addLink(43, GraphLink(output: 10, input: 22))
        #expect(offer(graph) == PassthroughOffer(sink: "receiver"))
        graph.remove(43)
        graph.addNode(
            23, properties: ["node.name": "fermata-announcement", "media.class": "Stream/Output/Audio", "client.id": "5"])
        graph.addLink(44, GraphLink(output: 23, input: 10))
        #expect(offer(graph) == PassthroughOffer(sink: "receiver"))
    }

    @Test(
        "has no rates for DSD if the sink has a volume, is muted, has other channels than two, or the rate of the graph is forced"
    )
    func rates() {
        var graph = room()
        graph.setVolumes([1, 0.5], node: 10)
        #expect(offer(graph).rates.isEmpty && offer(graph).codecs == whole.codecs)
        graph.setVolumes([1, 1], node: 10)
        #expect(offer(graph) == whole)
        graph.setMuted(true, node: 10)
        #expect(offer(graph).rates.isEmpty)
        graph.setMuted(false, node: 10)
        var properties = ["object.serial": "10", "node.name": "receiver", "media.class": "Audio/Sink"]
        for (positions, isOffered) in [("[ MONO ]", false), ("FL,FR,FC,LFE", false), ("[ FL FR ]", true)] {
            properties["audio.position"] = positions
            graph.setProperties(properties, of: 10)
            #expect(offer(graph).rates == (isOffered ? whole.rates : []), "\(positions)")
        }
        graph.setSetting("clock.force-rate", value: "48000")
        #expect(offer(graph).rates.isEmpty)
    }

    @Test("is told at once at first, and later only if it stays: the session manager takes the default away for a moment")
    func settles() {
        var offers = SettledOffer()
        let (second, other) = (SettledOffer.settleTime, PassthroughOffer(sink: "speaker"))
        #expect(offers.look(at: whole, now: 0) == .tell && offers.look(at: whole, now: 1) == .keep)
        #expect(offers.look(at: other, now: 10) == .wait(second))
        #expect(offers.look(at: other, now: 10 + second / 2) == .wait(second - second / 2))
        #expect(offers.look(at: whole, now: 20 + second / 2) == .keep)
        #expect(offers.look(at: other, now: second) == .wait(second), "it was away in between")
        #expect(offers.look(at: PassthroughOffer(), now: second + 5) == .wait(second), "a third one begins anew")
        #expect(offers.look(at: PassthroughOffer(), now: 2 * second + 5) == .tell)
    }

    @Test("is withdrawn if no stream of it is linked in time, also when sound is linked later, until the sink makes another one")
    func inVain() {
        var offers = LinkedOffer()
        let (limit, withdrawn) = (LinkedOffer.longestWait, PassthroughOffer(sink: "receiver"))
        #expect(offers.look(at: whole, isLinked: false, now: 0) == whole && offers.wait(from: 0) == nil)
        offers.opened(isCoded: true, now: 10)
        #expect(offers.look(at: whole, isLinked: false, now: 11) == whole && offers.wait(from: 11) == limit - 1)
        #expect(offers.look(at: whole, isLinked: false, now: limit + 10) == withdrawn && offers.wait(from: limit + 10) == nil)
        offers.opened(isCoded: false, now: limit + 20)
        #expect(offers.look(at: whole, isLinked: false, now: limit + 30) == withdrawn)
        #expect(offers.look(at: whole, isLinked: true, now: 9 * limit) == withdrawn)
        let other = PassthroughOffer(sink: "receiver", codecs: [.eac3])
        #expect(offers.look(at: other, isLinked: true, now: 9 * limit) == other)
        #expect(offers.look(at: whole, isLinked: true, now: 9 * limit) == whole)
    }

    @Test("stays while a stream of it is linked in time, and another offer gives the session manager as much time again")
    func linked() {
        var offers = LinkedOffer()
        let limit = LinkedOffer.longestWait
        offers.opened(isCoded: true, now: 0)
        #expect(offers.look(at: whole, isLinked: true, now: 1) == whole)
        #expect(offers.look(at: whole, isLinked: false, now: 2 * limit) == whole && offers.wait(from: 2 * limit) == nil)
        offers.opened(isCoded: true, now: 3 * limit)
        let other = PassthroughOffer(sink: "speaker", codecs: [.ac3])
        #expect(offers.look(at: other, isLinked: false, now: 4 * limit) == other)
        #expect(offers.look(at: other, isLinked: false, now: 5 * limit - 1) == other)
        #expect(offers.look(at: other, isLinked: false, now: 5 * limit) == PassthroughOffer(sink: "speaker"))
    }
}
