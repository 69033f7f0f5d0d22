import AudioSession
import AudioTypes
import Testing

@Suite("The canceller of echo")
struct EchoCancellerTests {
    /// A session that talks, with a microphone that is the default input.
    private static func stage(_ mode: SessionMode = .voiceChat) throws -> SessionModelStage {
        var stage = SessionModelStage.playing()
        stage.addSource("microphone", .builtInMic)
        stage.graph.defaultSource = "microphone"
        stage.show()
        stage.carryOut(
            stage.session.setProfile(try SessionProfile(category: .playAndRecord, mode: mode), at: stage.time * 1_000_000))
        stage.wait(milliseconds: 1_000)
        stage.forget()
        return stage
    }

    private static func prepare(_ stage: inout SessionModelStage) {
        stage.carryOut(stage.session.prepareInput(at: stage.time * 1_000_000))
    }

    private static func appear(_ stage: inout SessionModelStage) {
        stage.addSource(EchoCanceller.uid, .virtual)
        stage.graph.sources[stage.graph.sources.count - 1].cancelsEcho = true
        stage.show()
    }

    private static func asked(_ stage: SessionModelStage) -> [EchoCanceller?] {
        stage.actions.compactMap { if case .setEchoCanceller(let canceller) = $0 { .some(canceller) } else { nil } }
    }

    private static func explains(_ stage: SessionModelStage) -> Bool {
        stage.actions.contains { if case .explainInput = $0 { true } else { false } }
    }

    @Test(
        "works from the beginning of the first recording in a talk until the end of the last",
        arguments: [SessionMode.voiceChat, .videoChat])
    func works(mode: SessionMode) throws {
        var stage = try Self.stage(mode)
        #expect(Self.asked(stage).isEmpty && stage.session.input?.uid == "microphone")
        Self.prepare(&stage)
        #expect(Self.asked(stage) == [EchoCanceller(input: "microphone", output: nil)])
        #expect(!stage.session.isInputReady)
        Self.appear(&stage)
        #expect(stage.session.isInputReady && stage.session.input?.uid == EchoCanceller.uid)
        stage.wait(milliseconds: 60_000)
        #expect(stage.routeChanges.last?.current.inputs.map(\.device.uid) == [EchoCanceller.uid])
        // Its volume is that of the microphone.
        let set = try stage.session.setInputVolume(level: 0.3, delta: nil, isMuted: nil, at: stage.time * 1_000_000)
        #expect(set.actions == [.setInputVolume(uid: "microphone", level: 0.3, isMuted: nil)])
        stage.carryOut(stage.session.releaseInput(at: stage.time * 1_000_000))
        #expect(Self.asked(stage).last == .some(nil) && Self.asked(stage).count == 2)
        stage.removeSource(EchoCanceller.uid)
        stage.show()
        #expect(stage.session.input?.uid == "microphone" && !Self.explains(stage))
    }

    @Test(
        "is not made in other modes, where another program offers one, and for a Bluetooth headset",
        arguments: ["default", "measurement", "other", "headset"])
    func notMade(why: String) throws {
        var stage = try Self.stage(why == "default" ? .default : why == "measurement" ? .measurement : .voiceChat)
        if why == "other" {
            stage.addSource("clean", .virtual)
            stage.graph.sources[1].cancelsEcho = true
        } else if why == "headset" {
            stage.removeSource("microphone")
            stage.addSource("buds", .bluetoothHFP)
        }
        stage.show()
        Self.prepare(&stage)
        #expect(Self.asked(stage).isEmpty && stage.session.isInputReady)
        #expect(stage.session.input?.uid == ["other": "clean", "headset": "buds"][why, default: "microphone"])
    }

    @Test("that cannot be made leaves the plain input, with a sentence that says why", arguments: [false, true])
    func failed(isSilent: Bool) throws {
        var stage = try Self.stage()
        Self.prepare(&stage)
        if isSilent { stage.wait(milliseconds: 3_100) } else { stage.send(.echoCancellerFailed("no plugin")) }
        #expect(stage.session.isInputReady && stage.session.input?.uid == "microphone" && Self.explains(stage))
        #expect(Self.asked(stage).last == .some(nil))
        // The next recording tries again.
        Self.prepare(&stage)
        #expect(Self.asked(stage).count == 3)
    }

    @Test("ends when its input does, and asks for no other one")
    func inputLost() throws {
        var stage = try Self.stage()
        stage.addSource("line", .lineIn)
        stage.show()
        Self.prepare(&stage)
        Self.appear(&stage)
        stage.removeSource("microphone")
        stage.removeSource(EchoCanceller.uid)
        stage.show()
        #expect(Self.asked(stage).last == .some(nil) && stage.session.input?.uid == "line")
        stage.wait(milliseconds: 10_000)
        #expect(Self.asked(stage).count == 2 && !Self.explains(stage))
    }

    @Test("follows the output that is played to, and stays if the mode changes during a recording")
    func follows() throws {
        var stage = try Self.stage()
        stage.add("hdmi", .hdmi)
        Self.prepare(&stage)
        Self.appear(&stage)
        stage.carryOut(try stage.session.select("hdmi", at: stage.time * 1_000_000))
        stage.graph.stream?.reaches = ["hdmi"]
        stage.graph.stream?.target = "hdmi"
        stage.show()
        #expect(Self.asked(stage).last == EchoCanceller(input: "microphone", output: "hdmi"))
        stage.carryOut(
            stage.session.setProfile(try SessionProfile(category: .playAndRecord), at: stage.time * 1_000_000))
        #expect(Self.asked(stage).count == 2 && stage.session.input?.uid == "microphone")
    }

    @Test("is made anew when the sound server is back, once its input is there")
    func restart() throws {
        var stage = try Self.stage()
        Self.prepare(&stage)
        Self.appear(&stage)
        let graph = stage.graph
        stage.send(.serverLost)
        #expect(stage.session.isInputReady, "nothing waits for a server that is away")
        stage.graph = graph
        stage.graph.sources = []
        stage.send(.serverConnected)
        stage.show()
        stage.wait(milliseconds: 2_000)
        #expect(Self.asked(stage).count == 1)
        stage.graph.sources = [graph.sources[0]]
        stage.show()
        #expect(Self.asked(stage).count == 2 && Self.asked(stage).last == EchoCanceller(input: "microphone", output: nil))
    }

    @Test("is not taken to be there while the source of an earlier one is, whose name it has")
    func earlier() throws {
        var stage = try Self.stage()
        Self.prepare(&stage)
        Self.appear(&stage)
        stage.carryOut(stage.session.releaseInput(at: stage.time * 1_000_000))
        Self.prepare(&stage)
        stage.show()
        #expect(!stage.session.isInputReady && stage.session.input?.uid == "microphone")
        Self.appear(&stage)
        #expect(!stage.session.isInputReady, "both have the name")
        let first = try #require(stage.graph.sources.firstIndex { $0.device.uid == EchoCanceller.uid })
        stage.graph.sources.remove(at: first)
        stage.show()
        #expect(stage.session.isInputReady && stage.session.input?.uid == EchoCanceller.uid)
    }

    @Test("is no input that a client can choose, because it lasts only as long as its recordings")
    func notChoosable() throws {
        var stage = try Self.stage()
        Self.prepare(&stage)
        Self.appear(&stage)
        #expect(throws: SessionError.self) { try stage.session.selectInput(EchoCanceller.uid, at: 0) }
        #expect(stage.session.chosenInput == nil)
    }
}
