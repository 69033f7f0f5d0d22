import AudioTypes
import Testing

@testable import AudioSession

@Suite("The ports of an input")
struct InputPortTests {
    /// A laptop with a microphone, and a socket in which a headset may be.
    private func stage(headset: Bool = true, active: String = "internal") -> SessionModelStage {
        var stage = SessionModelStage.playing()
        show(&stage, headset: headset, active: active)
        stage.forget()
        return stage
    }

    private func show(_ stage: inout SessionModelStage, headset: Bool = true, active: String) {
        var source = GraphSource(
            InputDevice(
                uid: "laptop-in", name: "Laptop", type: active == "internal" ? .builtInMic : .headsetMic, channelCount: 2),
            serial: 90)
        source.ports = [
            SourcePort(name: "internal", title: "Internal", type: .builtInMic, isAvailable: true),
            SourcePort(name: "socket", title: "", type: .headsetMic, isAvailable: headset),
        ]
        source.port = active
        stage.graph.sources = [source]
        stage.graph.defaultSource = "laptop-in"
        stage.show()
    }

    private func select(_ stage: inout SessionModelStage, _ uid: String?) throws {
        stage.carryOut(try stage.session.selectInput(uid, at: stage.time * 1_000_000))
    }

    private func asked(_ stage: SessionModelStage) -> [String] {
        stage.actions.compactMap { if case .setInputPort("laptop-in", let port) = $0 { port } else { nil } }
    }

    @Test("are inputs of their own, each of its kind, as long as something is plugged in")
    func listed() {
        let both = stage().session.listedInputs
        #expect(both.map(\.uid) == ["laptop-in#internal", "laptop-in#socket"])
        #expect(both.map(\.device.type) == [.builtInMic, .headsetMic])
        #expect(both.map(\.device.name) == ["Laptop: Internal", "Laptop: socket"])
        #expect(both.map(\.isCurrent) == [true, false] && both.map(\.isDefault) == [true, false])
        #expect(stage(headset: false).session.listedInputs.map(\.uid) == ["laptop-in#internal"])
    }

    @Test("can be chosen, which switches the card, and are given back with another choice and at the end")
    func chosen() throws {
        var stage = stage()
        try select(&stage, "laptop-in#socket")
        #expect(asked(stage) == ["socket"])
        show(&stage, active: "socket")
        #expect(stage.session.input?.type == .headsetMic && stage.session.listedInputs.map(\.isCurrent) == [false, true])
        #expect(asked(stage) == ["socket"], "asked for once")
        var ending = stage
        #expect(ending.session.end(at: stage.time * 1_000_000) == [.setInputPort(source: "laptop-in", port: "internal")])
        #expect(ending.session.chosenInput == "laptop-in#socket", "the next run chooses it again")
        try select(&stage, nil)
        #expect(asked(stage) == ["socket", "internal"])
    }

    @Test("are left to whoever chooses another one in a mixer")
    func taken() throws {
        var stage = stage()
        try select(&stage, "laptop-in#socket")
        show(&stage, active: "socket")
        show(&stage, active: "internal")
        #expect(asked(stage) == ["socket"] && stage.session.chosenInput == "laptop-in")
    }

    @Test("that are unplugged lead to the microphone, and are chosen again when they are plugged in again")
    func unplugged() throws {
        var stage = stage()
        try select(&stage, "laptop-in#socket")
        show(&stage, active: "socket")
        show(&stage, headset: false, active: "internal")
        #expect(asked(stage) == ["socket"])
        show(&stage, active: "internal")
        #expect(asked(stage) == ["socket", "socket"])
    }

    @Test("are recorded by their uid while sound comes in through them, and refused otherwise")
    func recorded() throws {
        let stage = stage()
        #expect(try stage.session.captured(.input(uid: "laptop-in#internal")).source == .input(uid: "laptop-in"))
        let error = #expect(throws: SessionError.self) { try stage.session.captured(.input(uid: "laptop-in#socket")) }
        #expect(error?.code == .inputNotFound)
        for source in [CaptureSource.input(uid: nil), .input(uid: "laptop-in"), .output(uid: nil)] {
            #expect(try stage.session.captured(source).source == source)
        }
        #expect(throws: SessionError.self) { try stage.session.checkRecording(of: .input(uid: "laptop-in#nothing")) }
    }
}
