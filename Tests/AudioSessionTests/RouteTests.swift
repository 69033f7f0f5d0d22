import AudioSession
import AudioTypes
import Testing

@Suite("The route")
struct RouteTests {
    @Test("an output that a mixer amplifies is told as loud as it can be, and once")
    func amplified() {
        var stage = SessionStage.playing()
        for level in [0.5, 1.3, 1.6, 0.9] {
            stage.graph.sinks[0].level = level
            stage.show()
        }
        let told = stage.events.compactMap { if case .outputVolumeChanged(let level, _) = $0 { level } else { nil } }
        #expect(told == [1, 0.9])
    }

    @Test("goes to new headphones, and playing goes on there")
    func newDevice() {
        var stage = SessionStage.playing()
        stage.add("headphones", .headphones)
        stage.show()
        stage.link(to: "headphones")
        stage.show()
        #expect(stage.routeChanges.isEmpty)
        stage.wait(milliseconds: 400)
        #expect(stage.routeChanges.map(\.reason) == [.newDeviceAvailable])
        #expect(stage.routeChanges.first?.previous.outputs.map(\.uid) == ["speaker"])
        #expect(stage.isPlaying)
    }

    @Test("changed by the user's default is an override, and pauses nothing though it was private")
    func override() {
        var stage = SessionStage.playing(on: "headphones")
        stage.graph.configuredDefault = "speaker"
        stage.show()
        stage.send(.hushed)
        stage.link(to: "speaker")
        stage.show()
        #expect(stage.actions.contains(.endHush))
        stage.wait(milliseconds: 1_000)
        #expect(stage.routeChanges.map(\.reason) == [.override])
        #expect(stage.isPlaying)
    }

    @Test("lost with the headphones pauses, and says what was lost")
    func lostHeadphones() {
        var stage = SessionStage.playing(on: "headphones")
        #expect(stage.actions.isEmpty)
        stage.send(.hushed)
        stage.remove("headphones")
        stage.show()
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 1_000)
        #expect(!stage.isPlaying)
        #expect(stage.actions.contains(.pausePlayer(.routeLost)))
        #expect(stage.routeChanges.map(\.reason) == [.oldDeviceUnavailable])
        #expect(stage.routeChanges.first?.previous.outputs.map(\.uid) == ["headphones"])
        #expect(stage.began.map(\.reason) == [.routeDisconnected])
        #expect(stage.session.interruptions.holding.isEmpty)
        #expect(stage.actions.contains(.endHush))
    }

    @Test("keeps the hush until the graph tells what it was for")
    func hushBeforeGraph() {
        var stage = SessionStage.playing(on: "headphones")
        stage.send(.hushed)
        #expect(!stage.actions.contains(.endHush))
        stage.show()
        #expect(stage.actions.contains(.endHush))
    }

    @Test("is heard again after a false alarm that left no trace in the graph")
    func falseAlarm() {
        var stage = SessionStage.playing(on: "headphones")
        stage.send(.hushed)
        stage.wait(milliseconds: 400)
        #expect(stage.actions.contains(.endHush))
        #expect(stage.isPlaying)
    }

    @Test("that was lost is lost once: a play after it is meant for wherever the sound goes now")
    func playAfterLoss() {
        var stage = SessionStage(policy: SessionPolicy())
        stage.add("speaker", .builtInSpeaker)
        stage.add("buds", .bluetoothA2DP)
        stage.graph.stream = GraphStream(serial: 50)
        stage.link(to: "buds")
        stage.show()
        stage.play()
        stage.send(.hushed)
        stage.remove("buds")
        stage.show()
        stage.wait(milliseconds: 500)
        #expect(!stage.isPlaying)
        stage.play()
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(stage.isPlaying)
        #expect(stage.began.count == 1)
    }

    @Test("does not end the hush before the player is paused")
    func hushOutlivesPause() throws {
        var stage = SessionStage.playing(on: "headphones")
        stage.remove("headphones")
        stage.show()
        stage.wait(milliseconds: 1_000)
        let paused = try #require(stage.actions.firstIndex(of: .pausePlayer(.routeLost)))
        let heard = try #require(stage.actions.firstIndex(of: .endHush))
        #expect(paused < heard)
    }

    @Test("of a public output that is lost moves on, and playing with it")
    func lostSpeaker() {
        var stage = SessionStage.playing()
        stage.add("television", .hdmi)
        stage.show()
        stage.wait(milliseconds: 400)
        stage.remove("speaker")
        stage.link(to: "television")
        stage.show()
        stage.wait(milliseconds: 400)
        #expect(stage.isPlaying)
        #expect(stage.routeChanges.map(\.reason) == [.oldDeviceUnavailable])
    }

    @Test("is none where the last sink is lost, and new when one comes")
    func lastSink() {
        var stage = SessionStage.playing()
        stage.remove("speaker")
        stage.show()
        stage.wait(milliseconds: 400)
        stage.add("speaker", .builtInSpeaker)
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 400)
        #expect(stage.routeChanges.map(\.reason) == [.noSuitableRouteForCategory, .newDeviceAvailable])
        #expect(stage.isPlaying)
    }

    @Test("is none where only the dummy is left")
    func dummy() {
        var stage = SessionStage.playing()
        stage.remove("speaker")
        stage.add("auto_null", .virtual)
        stage.graph.sinks[0].isDummy = true
        stage.link(to: "auto_null")
        stage.show()
        stage.wait(milliseconds: 400)
        #expect(stage.routeChanges.map(\.reason) == [.noSuitableRouteForCategory])
        #expect(stage.routeChanges.first?.current.outputs.isEmpty == true)
    }

    private func card(port: String, unplugged: Set<String>, profile: String = "analog") -> GraphDevice {
        var device = GraphDevice(name: "card", serial: 9)
        device.port = port
        device.profile = profile
        device.unavailablePorts = unplugged
        return device
    }

    /// One sink of one card, with two ports.
    private func stageOnJack() -> SessionStage {
        var stage = SessionStage()
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
        stage.send(.hushed)
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
    private func plug(_ isIn: Bool, _ stage: inout SessionStage) {
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
        stage.send(.hushed)
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
        stage.send(.hushed)
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

    @Test("through another profile of one device is one change, and no pause")
    func profileFlip() {
        var stage = SessionStage()
        var device = GraphDevice(name: "buds", serial: 9)
        device.profile = "a2dp-sink"
        stage.add("buds.a2dp", .bluetoothA2DP, device: device)
        stage.add("speaker", .builtInSpeaker)
        stage.graph.stream = GraphStream(serial: 50)
        stage.link(to: "buds.a2dp")
        stage.show()
        stage.play()
        stage.forget()
        stage.send(.hushed)
        stage.remove("buds.a2dp")
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 1_000)
        #expect(stage.isPlaying)
        device.profile = "headset-head-unit"
        stage.graph.devices = [device]
        stage.add("buds.hfp", .bluetoothHFP, device: device)
        stage.link(to: "buds.hfp")
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(stage.isPlaying)
        #expect(stage.routeChanges.map(\.reason) == [.routeConfigurationChange])
        #expect(stage.actions.contains(.endHush))
    }

    @Test("is not touched by a restart of the session manager")
    func managerRestart() {
        var device = GraphDevice(name: "card", serial: 9)
        var stage = SessionStage()
        stage.add("analog", .headphones, device: device)
        stage.graph.stream = GraphStream(serial: 50)
        stage.link(to: "analog")
        stage.show()
        stage.play()
        stage.forget()
        stage.graph.hasSessionManager = false
        stage.remove("analog")
        stage.graph.devices = []
        stage.show()
        stage.wait(milliseconds: 20_000)
        stage.graph.hasSessionManager = true
        stage.show()
        stage.wait(milliseconds: 1_500)
        device.serial = 77
        stage.add("analog", .headphones, device: device)
        stage.link(to: "analog")
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(stage.isPlaying)
        #expect(stage.routeChanges.isEmpty)
    }

    @Test("that returns within its time resumes what its loss had paused, where that is configured")
    func reconnect() {
        var policy = SessionPolicy()
        policy.resumeOnReconnect = 10_000_000_000
        var stage = SessionStage.playing(on: "headphones", policy: policy)
        stage.remove("headphones")
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 3_000)
        #expect(!stage.isPlaying)
        #expect(stage.expectsResume)
        stage.add("headphones", .headphones)
        stage.link(to: "headphones")
        stage.show()
        stage.wait(milliseconds: 1_000)
        #expect(stage.isPlaying)
    }

    @Test("that returns before its loss has settled resumes as well")
    func quickReconnect() {
        var policy = SessionPolicy()
        policy.resumeOnReconnect = 10_000_000_000
        var stage = SessionStage(policy: policy)
        stage.add("speaker", .builtInSpeaker)
        stage.add("buds", .bluetoothA2DP)
        stage.graph.stream = GraphStream(serial: 50)
        stage.link(to: "buds")
        stage.show()
        stage.play()
        stage.forget()
        stage.remove("buds")
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 500)
        #expect(!stage.isPlaying)
        stage.add("buds", .bluetoothA2DP)
        stage.link(to: "buds")
        stage.show()
        stage.wait(milliseconds: 4_000)
        #expect(stage.isPlaying)
        #expect(stage.routeChanges.isEmpty)
    }

    @Test("that is lost before its arrival had settled is told as one that came and went")
    func lostBeforeSettled() {
        var stage = SessionStage.playing()
        stage.add("buds", .bluetoothA2DP)
        stage.link(to: "buds")
        stage.show()
        stage.wait(milliseconds: 1_000)
        stage.send(.hushed)
        stage.remove("buds")
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(!stage.isPlaying)
        #expect(stage.began.map(\.reason) == [.routeDisconnected])
        #expect(stage.routeChanges.map(\.reason) == [.newDeviceAvailable, .oldDeviceUnavailable])
        #expect(stage.routeChanges.map { $0.current.outputs.map(\.uid) } == [["buds"], ["speaker"]])
        #expect(stage.routeChanges.last?.previous == stage.routeChanges.first?.current)
    }

    @Test("of headphones that is left for others, which are lost before that had settled, is not the speaker aloud")
    func secondHeadphones() {
        var stage = SessionStage.playing(on: "headphones")
        stage.add("buds", .bluetoothA2DP)
        stage.link(to: "buds")
        stage.show()
        stage.send(.hushed)
        stage.show()
        stage.wait(milliseconds: 1_000)
        stage.send(.hushed)
        stage.remove("buds")
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(!stage.isPlaying)
        #expect(stage.actions.contains(.pausePlayer(.routeLost)))
    }

    @Test("with new headphones starts nothing that was paused")
    func plugInWhilePaused() {
        var stage = SessionStage.playing()
        stage.pause()
        stage.add("headphones", .headphones)
        stage.link(to: "headphones")
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(!stage.isPlaying)
        #expect(stage.routeChanges.map(\.reason) == [.newDeviceAvailable])
    }

    @Test("after sleep is put down to the waking")
    func wake() {
        var stage = SessionStage.playing()
        stage.add("television", .hdmi)
        stage.show()
        stage.wait(milliseconds: 400)
        stage.send(.willSleep)
        stage.send(.didWake)
        stage.remove("speaker")
        stage.link(to: "television")
        stage.show()
        stage.wait(milliseconds: 1_000)
        #expect(stage.routeChanges.map(\.reason) == [.wakeFromSleep])
    }

    @Test("cannot be sent to an output that does not exist")
    func unknownOutput() {
        var stage = SessionStage.playing()
        let error = #expect(throws: SessionError.self) { try stage.session.select("nothing", at: 0) }
        #expect(error?.code == .outputNotFound)
        #expect(error?.message.contains("speaker") == true)
    }

    @Test("is overridden to a loudspeaker, and given back")
    func overrideOutput() throws {
        var stage = SessionStage.playing(on: "headphones")
        stage.carryOut(try stage.session.overrideOutput(toSpeaker: true, at: 0))
        stage.carryOut(try stage.session.overrideOutput(toSpeaker: false, at: 0))
        #expect(stage.actions.contains(.setTarget(uid: "speaker")))
        #expect(stage.actions.last == .setTarget(uid: nil))
    }
}
