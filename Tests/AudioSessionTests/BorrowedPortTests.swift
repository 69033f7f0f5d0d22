import AudioTypes
import Testing

@testable import AudioSession

@Suite("A borrowed port")
struct BorrowedPortTests {
    private let choice = PortChoice(node: "card", port: "socket")

    /// A card that plays through `active`, with these ports to play through.
    private func graph(_ active: String, _ available: [String] = ["speaker", "socket"]) -> GraphSnapshot {
        var device = GraphDevice(name: "card", serial: 9)
        device.port = active
        var sink = GraphSink(uid: "card", serial: 1, name: "Card", type: .builtInSpeaker, channelCount: 2, device: device)
        sink.ports = available.map { SinkPort(name: $0, title: $0, type: .builtInSpeaker, isAvailable: true) }
        var graph = GraphSnapshot()
        graph.sinks = [sink]
        return graph
    }

    private func follow(_ port: inout BorrowedPort, _ graph: GraphSnapshot, isHeard: Bool = true) -> BorrowedPort.Step? {
        port.follow(choice, "socket", in: graph.sink("card")?.cardPorts, isHeard: isHeard)
    }

    private func back(_ port: inout BorrowedPort, _ graph: GraphSnapshot) -> String? {
        port.giveBack(unless: nil) { graph.sink($0)?.cardPorts }?.port
    }

    @Test("is asked for once, plays, and is given back to the one that played before")
    func loan() {
        var port = BorrowedPort()
        #expect([follow(&port, graph("speaker")), follow(&port, graph("speaker"))] == [.ask, nil])
        #expect([follow(&port, graph("socket")), follow(&port, graph("socket"))] == [.heard, nil])
        let kept = port.giveBack(unless: choice) { graph("socket").sink($0)?.cardPorts }
        #expect(kept == nil)
        #expect([back(&port, graph("socket")), back(&port, graph("socket"))] == ["speaker", nil])
        #expect(port == BorrowedPort())
    }

    @Test("is given back before it plays, but not to a port that was unplugged")
    func early() {
        for (available, before) in [(["speaker", "socket"], "speaker"), (["socket"], nil)] {
            var port = BorrowedPort()
            _ = follow(&port, graph("speaker"))
            let given = back(&port, graph("speaker", available))
            #expect(given == before)
        }
    }

    @Test("that played already is given back to nothing")
    func alreadyPlaying() {
        var port = BorrowedPort()
        #expect([follow(&port, graph("socket"))] == [nil])
        #expect(back(&port, graph("socket")) == nil)
    }

    @Test("is lost to whoever chooses another port, and stays with that")
    func taken() {
        var port = BorrowedPort()
        let steps = ["speaker", "socket", "speaker"].map { follow(&port, graph($0)) }
        #expect(steps == [.ask, .heard, .taken])
        #expect(port == BorrowedPort())
        _ = follow(&port, graph("speaker"))
        _ = follow(&port, graph("socket"))
        #expect(back(&port, graph("speaker")) == nil)
    }

    @Test("that was unplugged is asked for again when it is back, and still given back to the first one")
    func unplugged() {
        var port = BorrowedPort()
        _ = follow(&port, graph("speaker"))
        _ = follow(&port, graph("socket"))
        #expect([follow(&port, graph("speaker", ["speaker"])), follow(&port, graph("speaker"))] == [nil, .ask])
        _ = follow(&port, graph("socket"))
        #expect(back(&port, graph("socket")) == "speaker")
    }

    @Test("of a card that is gone is forgotten, and one that is not heard is no news")
    func gone() {
        var port = BorrowedPort()
        _ = follow(&port, graph("speaker"))
        #expect([follow(&port, graph("socket"), isHeard: false), follow(&port, GraphSnapshot())] == [nil, nil])
        #expect(port == BorrowedPort())
    }
}
