import AudioTypes
import Testing

@testable import AudioSession

@Suite("The links of our stream")
struct StreamLinksTests {
    /// A graph with a speaker and our stream, which has these links.
    private func graph(
        _ reaches: String..., stream: UInt64 = 50, hasManager: Bool = true, hasSpeaker: Bool = true
    ) -> GraphSnapshot {
        var graph = GraphSnapshot()
        graph.hasSessionManager = hasManager
        if hasSpeaker {
            graph.sinks = [GraphSink(uid: "speaker", serial: 1, name: "Speaker", type: .builtInSpeaker, channelCount: 2)]
        }
        graph.stream = GraphStream(serial: stream, reaches: reaches)
        return graph
    }

    /// The links to the speaker have just been taken away.
    private func taken(hasManager: Bool = true, isPlaying: Bool = true) -> StreamLinks {
        var links = StreamLinks()
        _ = links.take(graph(hasManager: hasManager), since: graph("speaker"), whilePlaying: isPlaying, at: 7)
        return links
    }

    @Test("are taken where the speaker is there and they are not, which the session manager means")
    func interruption() {
        var links = taken()
        #expect(links.takenSince == 7)
        #expect([links.judge(in: graph()), links.judge(in: graph())] == [true, false])
        #expect(links.takenSince == nil)
    }

    @Test("go with their sink, and with the session manager, without that anybody means it")
    func notMeant() {
        var links = taken()
        #expect([links.judge(in: graph(hasSpeaker: false))] == [false])
        var gone = taken(hasManager: false)
        #expect([gone.judge(in: graph())] == [false])
        var later = taken()
        let isLinked = later.take(graph(hasManager: false), since: graph(), whilePlaying: true, at: 8)
        #expect(!isLinked && later.takenSince == 7)
        #expect([later.judge(in: graph())] == [false])
    }

    @Test("of a stream that does not play are not judged, but have it made anew")
    func silent() {
        var links = taken(isPlaying: false)
        #expect(links.takenSince == nil)
        #expect([links.takeBare(), links.takeBare()] == [true, false])
    }

    @Test("are there again, lead to a mixing desk, or are those of another stream: then nothing is taken")
    func thereAgain() {
        for new in [graph("speaker"), graph("desk"), graph(stream: 51)] {
            var links = taken()
            let isLinked = links.take(new, since: graph(), whilePlaying: true, at: 8)
            #expect(isLinked && links == StreamLinks())
        }
    }

    @Test("are not judged once the server is gone")
    func serverGone() {
        var links = taken()
        links.forget()
        #expect(links.takenSince == nil)
    }
}
