import AudioSession
import AudioTypes
import Testing

@testable import Application

@Suite("what is told of an output beside the sound server's")
struct OutputPresenceTests {
    private static let rooms = OutputDevice(uid: "snapcast", name: "Rooms", type: .network, channelCount: 2)
    private static let format = StreamFormat(sampleRate: .video, channelLayout: .stereo)
    private var presence = OutputPresence(device: rooms, format: format)

    private var graph: GraphSnapshot {
        var graph = GraphSnapshot()
        graph.sinks = [GraphSink(uid: "speaker", serial: 1, name: "Speaker", type: .builtInSpeaker, channelCount: 2)]
        graph.defaultSink = "speaker"
        graph.stream = GraphStream(serial: 7, reaches: ["speaker"])
        graph.hasSessionManager = true
        return graph
    }

    @Test("without a choice everything is as without it, and the graph has one sink more")
    mutating func untouched() {
        #expect(presence.take(main: .serverConnected(version: "1")).events == [.serverConnected(version: "1")])
        #expect(presence.take(main: .soundCut).events == [.soundCut])
        #expect(presence.take(further: .streamChanged(.streaming)).events.isEmpty)
        let shown = presence.take(graph).graph
        #expect(shown?.sinks.map(\.uid) == ["speaker", "snapcast"])
        #expect(shown?.stream == graph.stream)
        #expect(presence.take(main: .serverLost(message: "gone")).events == [.serverLost(message: "gone")])
    }

    @Test("a choice fixes the format, moves the stream in the graph, and silences the other output")
    mutating func chosen() {
        _ = presence.take(main: .serverConnected(version: "1"))
        _ = presence.take(graph)
        let news = presence.choose(further: true)
        #expect(news.events == [.streamChanged(.closed), .formatFixed(Self.format)])
        #expect(news.graph?.stream?.reaches == ["snapcast"])
        #expect(news.graph?.defaultSink == "speaker")
        #expect(presence.take(main: .streamChanged(.closed)).events.isEmpty)
        #expect(presence.take(further: .streamChanged(.streaming)).events == [.streamChanged(.streaming)])
        #expect(presence.choose(further: true) == OutputPresence.News())
        let back = presence.choose(further: false)
        #expect(back.events == [.streamChanged(.closed), .formatFixed(nil)])
        #expect(back.graph?.stream == graph.stream)
    }

    @Test("what the sound server's output offers meanwhile is told when it is chosen again")
    mutating func offers() {
        let (old, new) = (PassthroughOffer(sink: "speaker"), PassthroughOffer(sink: "receiver", codecs: [.ac3]))
        #expect(presence.take(main: .passthroughOffered(old)).events == [.passthroughOffered(old)])
        _ = presence.choose(further: true)
        #expect(presence.take(main: .passthroughOffered(new)).events.isEmpty)
        #expect(presence.choose(further: false).events.contains(.passthroughOffered(new)))
    }

    @Test("while the rooms are chosen, the sound server may come and go")
    mutating func serverGoes() {
        _ = presence.take(main: .serverConnected(version: "1"))
        _ = presence.take(graph)
        _ = presence.choose(further: true)
        let lost = presence.take(main: .serverLost(message: "gone"))
        #expect(lost.events.isEmpty)
        #expect(lost.graph?.sinks.map(\.uid) == ["snapcast"])
        #expect(lost.graph?.defaultSink == "snapcast" && lost.graph?.hasSessionManager == true)
        #expect(lost.graph?.hasSoundServer == false && lost.graph?.sinks.first?.isIndependent == true)
        #expect(presence.take(main: .serverConnected(version: "2")).events.isEmpty)
        _ = presence.take(main: .serverLost(message: "gone"))
        let left = presence.choose(further: false).events
        #expect(left.last == .serverLost(message: "there is no sound server"))
        #expect(presence.take(main: .serverConnected(version: "3")).events == [.serverConnected(version: "3")])
    }

    @Test("a machine without a sound server plays in the rooms from the start on")
    mutating func never() {
        // Nothing is told before it is known.
        #expect(presence.choose(further: true).events == [.streamChanged(.closed), .formatFixed(Self.format)])
        let news = presence.take(main: .serverLost(message: "none"))
        #expect(news.events == [.serverConnected(version: "Rooms")])
        #expect(news.graph?.stream?.reaches == ["snapcast"])
    }

    @Test("who leaves rooms that are away can play at once")
    mutating func leftLost() {
        _ = presence.take(main: .serverConnected(version: "1"))
        _ = presence.choose(further: true)
        #expect(presence.take(further: .outputLost(message: "x")).events == [.outputLost(message: "x")])
        #expect(presence.choose(further: false).events.contains(.outputReturned))
        // Chosen again, they count as there until they are found to be away.
        _ = presence.choose(further: true)
        #expect(!presence.choose(further: false).events.contains(.outputReturned))
    }
}
