import AudioSession
import AudioTypes
import Testing

@Suite("A port of a card")
struct PortTests {
    private static let speaker = SinkPort(name: "speaker", title: "Speaker", type: .builtInSpeaker, isAvailable: true)

    private static func headphones(isIn: Bool = true) -> SinkPort {
        SinkPort(name: "headphones", title: "", type: .headphones, isAvailable: isIn)
    }

    /// The card as it plays through that port.
    private func set(_ stage: inout SessionModelStage, port: String, isIn: Bool = true) {
        let ports = [Self.speaker, Self.headphones(isIn: isIn)]
        var device = GraphDevice(name: "card", serial: 9)
        device.port = port
        device.unavailablePorts = isIn ? [] : ["headphones"]
        let active = ports.first { $0.name == port } ?? Self.speaker
        stage.graph.devices = [device]
        stage.graph.sinks[0].device = device
        stage.graph.sinks[0].ports = ports
        stage.graph.sinks[0].type = active.type
        stage.graph.sinks[0].isAvailable = active.isAvailable
        stage.show()
    }

    /// A laptop with one card, playing through what is in its socket.
    private func laptop(port: String = "headphones") -> SessionModelStage {
        var stage = SessionModelStage()
        stage.add("analog", .headphones)
        stage.graph.stream = GraphStream(serial: 50)
        stage.link(to: "analog")
        set(&stage, port: port)
        stage.play()
        stage.forget()
        return stage
    }

    private func override(_ stage: inout SessionModelStage, toSpeaker: Bool) throws {
        stage.carryOut(try stage.session.overrideOutput(toSpeaker: toSpeaker, at: stage.time * 1_000_000))
    }

    private func select(_ stage: inout SessionModelStage, _ uid: String?) throws {
        stage.carryOut(try stage.session.select(uid, at: stage.time * 1_000_000))
    }

    private func switched(_ stage: SessionModelStage) -> [String] {
        stage.actions.compactMap { if case .setPort("analog", let port) = $0 { port } else { nil } }
    }

    @Test("is an output where its sink has several, as long as something is plugged in")
    func outputs() {
        var stage = laptop()
        stage.add("television", .hdmi)
        stage.graph.sinks[1].ports = [SinkPort(name: "hdmi", title: "", type: .hdmi, isAvailable: true)]
        stage.show()
        let outputs = stage.session.outputs.map(\.output)
        #expect(outputs.map(\.uid) == ["analog#speaker", "analog#headphones", "television"])
        #expect(outputs.map(\.name) == ["analog: Speaker", "analog: headphones", "television"])
        #expect(outputs.map(\.type) == [.builtInSpeaker, .headphones, .hdmi])
        #expect(stage.session.route.outputs.map(\.uid) == ["analog#headphones"])
        set(&stage, port: "speaker", isIn: false)
        #expect(stage.session.outputs.map(\.output.uid) == ["analog#speaker", "television"])
        #expect(stage.session.route.outputs.map(\.uid) == ["analog#speaker"])
    }

    @Test("is what overriding to the speaker switches on a laptop, without a pause, and what is given back after it")
    func overridden() throws {
        var stage = laptop()
        stage.add("television", .hdmi)
        stage.show()
        try override(&stage, toSpeaker: true)
        #expect(switched(stage) == ["speaker"])
        #expect(stage.actions.contains(.setTarget(uid: "analog")))
        stage.send(.soundCut)
        set(&stage, port: "speaker")
        #expect(stage.actions.contains(.endCut))
        #expect(stage.routeChanges.map(\.reason) == [.override], "a choice needs no time to settle")
        // So what was heard before may go now.
        set(&stage, port: "speaker", isIn: false)
        stage.wait(milliseconds: 1_000)
        #expect(stage.isPlaying)
        set(&stage, port: "speaker")
        stage.forget()
        try override(&stage, toSpeaker: false)
        #expect(switched(stage) == ["headphones"])
        set(&stage, port: "headphones")
        stage.wait(milliseconds: 1_000)
        #expect(switched(stage) == ["headphones"])
        #expect(stage.isPlaying)
    }

    @Test("is chosen by its uid and given back with the choice; one without a plug cannot be chosen")
    func selected() throws {
        var stage = laptop()
        try select(&stage, "analog#headphones")
        #expect(switched(stage).isEmpty, "it plays already")
        try select(&stage, "analog#speaker")
        set(&stage, port: "speaker")
        #expect(stage.session.isRouted(to: "analog#speaker") && stage.session.isRouted(to: "analog"))
        #expect(!stage.session.isRouted(to: "analog#headphones"))
        try select(&stage, nil)
        #expect(switched(stage) == ["speaker", "headphones"])
        set(&stage, port: "speaker", isIn: false)
        #expect(throws: SessionError.self) { try stage.session.select("analog#headphones", at: 0) }
        try select(&stage, "analog")
        #expect(switched(stage) == ["speaker", "headphones"], "whichever port it plays through")
    }

    @Test("that was chosen after another one goes back to the one from before both, with one switch for each choice")
    func chosenTwice() throws {
        var stage = laptop()
        func show(_ port: String) {
            set(&stage, port: port)
            stage.graph.sinks[0].ports.append(SinkPort(name: "line", title: "", type: .lineOut, isAvailable: true))
            stage.show()
        }
        show("headphones")
        try select(&stage, "analog#speaker")
        show("speaker")
        try select(&stage, "analog#line")
        show("line")
        try override(&stage, toSpeaker: true)
        show("speaker")
        try override(&stage, toSpeaker: false)
        show("line")
        try select(&stage, nil)
        #expect(switched(stage) == ["speaker", "line", "speaker", "line", "headphones"])
        // A choice that the card has not followed yet is as good as one that it has.
        show("headphones")
        stage.forget()
        try select(&stage, "analog#speaker")
        try select(&stage, "analog#headphones")
        try select(&stage, nil)
        #expect(switched(stage) == ["speaker", "headphones"])
    }

    @Test("that nobody borrowed, or that is without a plug by now, is not given back")
    func nothingToGiveBack() throws {
        var stage = laptop(port: "speaker")
        try override(&stage, toSpeaker: true)
        try override(&stage, toSpeaker: false)
        #expect(switched(stage).isEmpty)
        set(&stage, port: "headphones")
        try override(&stage, toSpeaker: true)
        set(&stage, port: "speaker", isIn: false)
        try override(&stage, toSpeaker: false)
        #expect(switched(stage) == ["speaker"])
    }

    @Test("that somebody else chooses ends our choice of another, which is not fought for")
    func taken() throws {
        var stage = laptop()
        try override(&stage, toSpeaker: true)
        set(&stage, port: "headphones")
        #expect(switched(stage) == ["speaker"], "the card has not answered yet")
        set(&stage, port: "speaker")
        set(&stage, port: "headphones")
        stage.wait(milliseconds: 1_000)
        try override(&stage, toSpeaker: false)
        #expect(switched(stage) == ["speaker"])
        #expect(stage.actions.last == .setTarget(uid: nil) || stage.actions.contains(.setTarget(uid: nil)))
        #expect(stage.isPlaying)
    }

    @Test("that was chosen is chosen again when something is plugged in again")
    func chosenAgain() throws {
        var stage = laptop(port: "speaker")
        try select(&stage, "analog#headphones")
        set(&stage, port: "headphones")
        set(&stage, port: "headphones", isIn: false)
        set(&stage, port: "speaker", isIn: false)
        #expect(switched(stage) == ["headphones"])
        set(&stage, port: "speaker")
        #expect(switched(stage) == ["headphones", "headphones"])
        set(&stage, port: "headphones")
        try select(&stage, nil)
        #expect(switched(stage) == ["headphones", "headphones", "speaker"])
    }

    @Test("that was borrowed is given back at the end")
    func ending() throws {
        var stage = laptop()
        try override(&stage, toSpeaker: true)
        set(&stage, port: "speaker")
        #expect(stage.session.end(at: stage.time * 1_000_000) == [.setPort(sink: "analog", port: "headphones")])
        #expect(stage.session.end(at: stage.time * 1_000_000).isEmpty)
    }

    @Test("that the configuration names is chosen once its sink is there")
    func configured() {
        var stage = SessionModelStage()
        stage.carryOut(stage.session.setConfiguredOutput("analog#speaker", at: 0))
        #expect(stage.actions == [.setTarget(uid: "analog")])
        stage.add("analog", .headphones)
        set(&stage, port: "headphones")
        #expect(switched(stage) == ["speaker"])
    }
}
