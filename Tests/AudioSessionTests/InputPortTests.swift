import AudioTypes
import Testing

@testable import AudioSession

@Suite("The ports of an input")
struct InputPortTests {
    /// A laptop with a microphone, and a socket in which a headset may be.
    private func stage(headset: Bool = true, active: String = "internal", others: Bool = false) -> SessionModelStage {
        var stage = SessionModelStage.playing()
        show(&stage, headset: headset, active: active, others: others)
        stage.forget()
        return stage
    }

    private func show(_ stage: inout SessionModelStage, headset: Bool = true, active: String, others: Bool = false) {
        var source = GraphSource(
            InputDevice(
                uid: "laptop-in", name: "Laptop", type: active == "internal" ? .builtInMic : .headsetMic, channelCount: 2),
            serial: 90)
        source.ports = [
            SourcePort(name: "internal", title: "Internal", type: .builtInMic, isAvailable: true),
            SourcePort(name: "socket", title: "", type: .headsetMic, isAvailable: headset),
        ]
        if others { source.ports.append(SourcePort(name: "line", title: "", type: .lineIn, isAvailable: true)) }
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

    // MARK: Ports that recordings name

    private func hold(_ stage: inout SessionModelStage, _ uid: String) throws {
        stage.carryOut(try stage.session.holdInputPort(uid, at: stage.time * 1_000_000))
    }

    private func keep(_ stage: inout SessionModelStage, _ uids: Set<String> = []) {
        stage.carryOut(stage.session.keepInputPorts(of: uids, at: stage.time * 1_000_000))
    }

    @Test("are borrowed for recordings that name them, for one port of a source at a time, and given back behind the last")
    func borrowed() throws {
        var stage = stage()
        try hold(&stage, "laptop-in#socket")
        #expect(asked(stage) == ["socket"] && !stage.session.isInputPortReady("laptop-in#socket"))
        show(&stage, active: "socket")
        #expect(stage.session.isInputPortReady("laptop-in#socket"))
        try hold(&stage, "laptop-in#socket")
        let error = #expect(throws: SessionError.self) { try stage.session.checkInputPort("laptop-in#internal") }
        #expect(error?.code == .inputNotFound && error?.message.contains("laptop-in#socket") == true)
        #expect(throws: SessionError.self) { try stage.session.holdInputPort("laptop-in#internal", at: 1) }
        #expect(throws: SessionError.self) { try stage.session.holdInputPort("laptop-in#nothing", at: 1) }
        keep(&stage, ["laptop-in#socket"])
        #expect(asked(stage) == ["socket"], "one of both still records")
        keep(&stage)
        #expect(asked(stage) == ["socket", "internal"])
    }

    @Test("that sound came in through already are given back to nothing, and at the end of the daemon all are")
    func early() throws {
        var active = stage(active: "socket")
        try hold(&active, "laptop-in#socket")
        keep(&active)
        #expect(asked(active).isEmpty)
        var ending = stage()
        try hold(&ending, "laptop-in#socket")
        show(&ending, active: "socket")
        #expect(ending.session.end(at: ending.time * 1_000_000) == [.setInputPort(source: "laptop-in", port: "internal")])
    }

    @Test("that are recorded are left to whoever chooses another one in a mixer, until the next recording names them")
    func takenFromRecording() throws {
        var stage = stage()
        try hold(&stage, "laptop-in#socket")
        show(&stage, active: "socket")
        show(&stage, active: "internal")
        keep(&stage, ["laptop-in#socket"])
        keep(&stage)
        #expect(asked(stage) == ["socket"])
        try hold(&stage, "laptop-in#socket")
        #expect(asked(stage) == ["socket", "socket"])
    }

    @Test("that a client has chosen wait for a recording of another one, and are asked for again behind it")
    func chosenBefore() throws {
        var stage = stage()
        try select(&stage, "laptop-in#internal")
        try hold(&stage, "laptop-in#socket")
        show(&stage, active: "socket")
        #expect(stage.session.chosenInput == "laptop-in#internal" && asked(stage) == ["socket"])
        keep(&stage)
        show(&stage, active: "socket")
        #expect(asked(stage) == ["socket", "internal"])
        show(&stage, active: "internal")
        #expect(stage.session.chosenInput == "laptop-in#internal")
        // The first one played before both.
        try select(&stage, nil)
        #expect(asked(stage) == ["socket", "internal"])
    }

    @Test("that a client chooses while another one is recorded win, and lead back to what was before both")
    func chosenMeanwhile() throws {
        var stage = stage()
        try hold(&stage, "laptop-in#socket")
        show(&stage, active: "socket")
        try select(&stage, "laptop-in#internal")
        #expect(asked(stage) == ["socket", "internal"])
        show(&stage, active: "internal")
        keep(&stage)
        #expect(asked(stage) == ["socket", "internal"] && stage.session.chosenInput == "laptop-in#internal")
    }

    @Test("that a client chooses no more stay as long as they are recorded")
    func unchosenMeanwhile() throws {
        var stage = stage()
        try select(&stage, "laptop-in#socket")
        show(&stage, active: "socket")
        try hold(&stage, "laptop-in#socket")
        try select(&stage, nil)
        #expect(asked(stage) == ["socket"])
        keep(&stage)
        #expect(asked(stage) == ["socket", "internal"])
    }

    @Test("that a client chooses while they are recorded stay chosen behind the recording")
    func alsoChosen() throws {
        var stage = stage()
        try hold(&stage, "laptop-in#socket")
        show(&stage, active: "socket")
        try select(&stage, "laptop-in#socket")
        keep(&stage)
        show(&stage, active: "socket")
        #expect(asked(stage) == ["socket"] && stage.session.chosenInput == "laptop-in#socket")
        try select(&stage, nil)
        #expect(asked(stage) == ["socket", "internal"])
    }

    @Test("go back to the one from before all choices, however many there were, and whether or not one was recorded between them")
    func severalChoices() throws {
        var chosen = stage(others: true)
        try select(&chosen, "laptop-in#socket")
        show(&chosen, active: "socket", others: true)
        try select(&chosen, "laptop-in#line")
        show(&chosen, active: "line", others: true)
        try select(&chosen, nil)
        #expect(asked(chosen) == ["socket", "line", "internal"])
        var recorded = stage(others: true)
        try select(&recorded, "laptop-in#socket")
        show(&recorded, active: "socket", others: true)
        try hold(&recorded, "laptop-in#internal")
        show(&recorded, active: "internal", others: true)
        try select(&recorded, "laptop-in#line")
        show(&recorded, active: "line", others: true)
        keep(&recorded)
        try select(&recorded, nil)
        #expect(asked(recorded) == ["socket", "internal", "line", "internal"])
    }

    @Test("go back to the one from before the choice at the end of the daemon, also while another one is recorded")
    func endWhileRecording() throws {
        var two = stage()
        try select(&two, "laptop-in#internal")
        try hold(&two, "laptop-in#socket")
        show(&two, active: "socket")
        #expect(two.session.end(at: two.time * 1_000_000) == [.setInputPort(source: "laptop-in", port: "internal")])
        #expect(two.session.end(at: two.time * 1_000_000).isEmpty)
        var three = stage(others: true)
        try select(&three, "laptop-in#socket")
        show(&three, active: "socket", others: true)
        try hold(&three, "laptop-in#line")
        show(&three, active: "line", others: true)
        #expect(three.session.end(at: three.time * 1_000_000) == [.setInputPort(source: "laptop-in", port: "internal")])
        #expect(three.session.chosenInput == "laptop-in#socket", "the next run chooses it again")
    }

    @Test("that a client chooses no more while another one is recorded are not chosen behind the recording")
    func unchosenForAnother() throws {
        var two = stage()
        try select(&two, "laptop-in#socket")
        show(&two, active: "socket")
        try hold(&two, "laptop-in#internal")
        show(&two, active: "internal")
        try select(&two, nil)
        keep(&two)
        #expect(asked(two) == ["socket", "internal"], "it takes sound in already through the one from before both")
        var three = stage(others: true)
        try select(&three, "laptop-in#socket")
        show(&three, active: "socket", others: true)
        try hold(&three, "laptop-in#line")
        show(&three, active: "line", others: true)
        try select(&three, nil)
        keep(&three)
        #expect(asked(three) == ["socket", "line", "internal"])
    }

    @Test("that somebody chooses in a mixer during a recording stay, whatever a client had chosen before")
    func mixerDuringRecording() throws {
        var stage = stage(others: true)
        try select(&stage, "laptop-in#socket")
        show(&stage, active: "socket", others: true)
        try hold(&stage, "laptop-in#line")
        show(&stage, active: "line", others: true)
        show(&stage, active: "socket", others: true)
        keep(&stage)
        #expect(asked(stage) == ["socket", "line"] && stage.session.chosenInput == "laptop-in")
    }

    @Test("of the last run are chosen again unless nobody can have chosen them")
    func restored() {
        var session = Session()
        var isTaken = session.restoreInput("card#socket")
        #expect(isTaken && session.chosenInput == "card#socket")
        for wrong in ["", String(repeating: "a", count: 1_025), "a\n", EchoCanceller.uid] {
            isTaken = session.restoreInput(wrong)
            #expect(!isTaken && session.chosenInput == nil)
        }
        isTaken = session.restoreInput(nil)
        #expect(isTaken)
    }
}
