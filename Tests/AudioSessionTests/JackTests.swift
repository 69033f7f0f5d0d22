import AudioSession
import AudioTypes
import Testing

@Suite("The route of a card")
struct JackTests {
    private func card(port: String, unplugged: Set<String>, profile: String = "analog") -> GraphDevice {
        var device = GraphDevice(name: "card", serial: 9)
        device.port = port
        device.profile = profile
        device.unavailablePorts = unplugged
        return device
    }

    /// One sink of one card, with two ports.
    private func stageOnJack() -> SessionModelStage {
        var stage = SessionModelStage()
        stage.add("analog", .headphones, device: card(port: "headphones", unplugged: []))
        stage.graph.stream = GraphStream(serial: 50)
        stage.link(to: "analog")
        stage.show()
        stage.play()
        stage.forget()
        return stage
    }

    @Test("through a jack that is pulled pauses, though node, links and default never change")
    func jackOut() {
        var stage = stageOnJack()
        stage.send(.soundCut)
        let device = card(port: "speaker", unplugged: ["headphones"])
        stage.graph.sinks[0].type = .builtInSpeaker
        stage.graph.sinks[0].device = device
        stage.graph.devices = [device]
        stage.show()
        stage.wait(milliseconds: 1_000)
        #expect(!stage.isPlaying)
        #expect(stage.actions.contains(.pausePlayer(.routeLost)))
        #expect(stage.routeChanges.map(\.reason) == [.oldDeviceUnavailable])
        #expect(stage.routeChanges.first?.previous.outputs.map(\.type) == [.headphones])
    }

    /// What the card says once the plug is in the socket, or out of it.
    private func plug(_ isIn: Bool, _ stage: inout SessionModelStage) {
        let device = card(port: isIn ? "headphones" : "speaker", unplugged: isIn ? [] : ["headphones"])
        stage.graph.sinks[0].type = isIn ? .headphones : .builtInSpeaker
        stage.graph.sinks[0].device = device
        stage.graph.devices = [device]
        stage.show()
    }

    @Test("through a jack that is pulled goes on with the plug in the socket again, and not aloud before")
    func jackBack() {
        var stage = stageOnJack()
        var policy = SessionPolicy()
        policy.resumeOnReconnect = 60_000_000_000
        stage.carryOut(stage.session.setPolicy(policy, at: stage.time * 1_000_000))
        stage.send(.soundCut)
        plug(false, &stage)
        stage.wait(milliseconds: 5_000)
        #expect(!stage.isPlaying, "the sink is the same, and plays through the speaker now")
        #expect(stage.expectsResume)
        plug(true, &stage)
        stage.wait(milliseconds: 1_000)
        #expect(stage.isPlaying)
    }

    @Test("through a jack that is pulled is lost once: a play soon after it is meant for the speaker")
    func playAfterJack() {
        var stage = stageOnJack()
        stage.send(.soundCut)
        stage.graph.sinks[0].isAvailable = false
        stage.show()
        stage.wait(milliseconds: 250)
        plug(false, &stage)
        stage.wait(milliseconds: 100)
        #expect(!stage.isPlaying)
        stage.play()
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(stage.isPlaying)
        #expect(stage.began.count == 1)
    }

    @Test("through another port by the user's choice is an override")
    func portChosen() {
        var stage = stageOnJack()
        let device = card(port: "speaker", unplugged: [])
        stage.graph.sinks[0].type = .builtInSpeaker
        stage.graph.sinks[0].device = device
        stage.graph.devices = [device]
        stage.show()
        stage.wait(milliseconds: 1_000)
        #expect(stage.isPlaying)
        #expect(stage.routeChanges.map(\.reason) == [.override])
    }
}
