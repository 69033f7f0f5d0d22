import Testing

@testable import PipeWireOutput

@Suite("The guard over a private output")
struct OutputGuardTests {
    /// A laptop with headphones plugged in, to which our stream (20) is linked.
    private func withHeadphones() -> GraphModel {
        var graph = GraphModel.laptop()
        graph.setPort(.headphones(isAvailable: true), card: 60)
        graph.setActivePort(.headphones(isAvailable: true), card: 60)
        graph.add(20, ["object.serial": "200", "media.class": "Stream/Output/Audio"])
        graph.addLink(50, GraphLink(output: 20, input: 10))
        return graph
    }

    /// Whether `change` is a sign, and whether it stays the only one.
    private func isSign(_ change: (inout GraphModel) -> Void) -> Bool {
        var graph = withHeadphones()
        let guarding = Watch()
        guarding.guarding.set(true)
        #expect(!guarding.look(at: graph, stream: 20))
        #expect(guarding.guarding.isWatching)
        change(&graph)
        let isSign = guarding.look(at: graph, stream: 20)
        #expect(guarding.guarding.isWatching != isSign)
        #expect(!guarding.look(at: graph, stream: 20), "told once")
        return isSign
    }

    @Test("the sink gone, its card gone, the port unavailable or another, and the links gone are each a sign")
    func signs() {
        #expect(isSign { $0.remove(10) })
        #expect(isSign { $0.remove(60) })
        #expect(isSign { $0.setPort(.headphones(isAvailable: false), card: 60) })
        #expect(isSign { $0.setActivePort(.headphones(isAvailable: false), card: 60) })
        #expect(isSign { $0.setActivePort(.speaker, card: 60) })
        #expect(isSign { $0.remove(50) })
        #expect(isSign { $0.add(10, ["object.serial": "900", "node.name": "out", "media.class": "Audio/Sink"]) })
    }

    @Test("a new sink, another default, a volume and an additional link are none")
    func noSigns() {
        #expect(!isSign { $0.add(11, ["object.serial": "110", "node.name": "hdmi", "media.class": "Audio/Sink"]) })
        #expect(!isSign { $0.setVolumes([0.1], node: 10) })
        #expect(!isSign { $0.setMetadata(MetadataContent()) })
        #expect(
            !isSign { graph in
                graph.add(11, ["object.serial": "110", "node.name": "hdmi", "media.class": "Audio/Sink"])
                graph.addLink(51, GraphLink(output: 20, input: 11))
            })
        #expect(
            !isSign { graph in
                graph.addLink(51, GraphLink(output: 20, input: 10))
                graph.remove(50)
            }, "two links, one a channel")
    }

    @Test("a public output is not watched, and a private one from when it is reached")
    func waiting() {
        var graph = GraphModel.laptop()
        let guarding = Watch()
        guarding.guarding.set(true)
        graph.add(20, ["object.serial": "200", "media.class": "Stream/Output/Audio"])
        graph.addLink(50, GraphLink(output: 20, input: 10))
        #expect(!guarding.look(at: graph, stream: 20))
        #expect(!guarding.guarding.isWatching)
        graph.setActivePort(.headphones(isAvailable: true), card: 60)
        graph.setPort(.headphones(isAvailable: true), card: 60)
        #expect(!guarding.look(at: graph, stream: 20))
        #expect(guarding.guarding.isWatching)
    }

    @Test("after a sign it watches again only when told to, and then what is reached then")
    func rearming() {
        var graph = withHeadphones()
        let guarding = Watch()
        guarding.guarding.set(true)
        _ = guarding.look(at: graph, stream: 20)
        graph.remove(50)
        #expect(guarding.look(at: graph, stream: 20))
        graph.addLink(51, GraphLink(output: 20, input: 10))
        guarding.guarding.set(true)
        #expect(!guarding.look(at: graph, stream: 20))
        #expect(!guarding.guarding.isWatching)
        guarding.guarding.rearm()
        #expect(!guarding.look(at: graph, stream: 20))
        #expect(guarding.guarding.isWatching)
    }

    @Test("a stream made anew may take its time to be linked, but not elsewhere")
    func replacedStream() {
        var graph = withHeadphones()
        graph.add(11, ["object.serial": "110", "node.name": "hdmi", "media.class": "Audio/Sink"])
        let guarding = Watch()
        guarding.guarding.set(true)
        _ = guarding.look(at: graph, stream: 20)
        guarding.guarding.streamEnded()
        graph.remove(20)
        graph.remove(50)
        #expect(!guarding.look(at: graph, stream: nil))
        #expect(!guarding.look(at: graph, stream: 21))
        #expect(!guarding.guarding.isReached)
        var elsewhere = (Watch(guarding), graph)
        elsewhere.1.addLink(51, GraphLink(output: 21, input: 11))
        #expect(elsewhere.0.look(at: elsewhere.1, stream: 21))
        graph.addLink(51, GraphLink(output: 21, input: 10))
        #expect(!guarding.look(at: graph, stream: 21))
        #expect(guarding.guarding.isReached)
        graph.remove(51)
        #expect(guarding.look(at: graph, stream: 21))
    }

    @Test("switched off, or without its server, it sees nothing")
    func off() {
        var graph = withHeadphones()
        let guarding = Watch()
        guarding.guarding.set(true)
        _ = guarding.look(at: graph, stream: 20)
        let lost = Watch(guarding)
        lost.guarding.serverEnded()
        #expect(!lost.look(at: GraphModel(), stream: nil))
        guarding.guarding.set(false)
        graph.remove(10)
        #expect(!guarding.look(at: graph, stream: 20))
    }
}

/// A guard that can be asked within an expectation.
private final class Watch {
    var guarding: OutputGuard

    init(_ other: Watch? = nil) { guarding = other?.guarding ?? OutputGuard() }

    func look(at graph: GraphModel, stream: UInt32?) -> Bool { guarding.look(at: graph, stream: stream) }
}
