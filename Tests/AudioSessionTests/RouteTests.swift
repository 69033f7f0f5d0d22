import AudioSession
import AudioTypes
import Testing

@Suite("The route")
struct RouteTests {
    @Test("an output that a mixer amplifies is told as loud as it can be, and once")
    func amplified() {
        var stage = SessionModelStage.playing()
        for level in [0.5, 1.3, 1.6, 0.9] {
            stage.graph.sinks[0].level = level
            stage.show()
        }
        let told = stage.events.compactMap { if case .outputVolumeChanged(let level, _) = $0 { level } else { nil } }
        #expect(told == [1, 0.9])
    }

    @Test("goes to new headphones, and playing goes on there")
    func newDevice() {
        var stage = SessionModelStage.playing()
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
        var stage = SessionModelStage.playing(on: "headphones")
        stage.graph.configuredDefault = "speaker"
        stage.show()
        stage.send(.soundCut)
        stage.link(to: "speaker")
        stage.show()
        #expect(stage.actions.contains(.endCut))
        stage.wait(milliseconds: 1_000)
        #expect(stage.routeChanges.map(\.reason) == [.override])
        #expect(stage.isPlaying)
    }

    @Test("of a public output that is lost moves on, and playing with it")
    func lostSpeaker() {
        var stage = SessionModelStage.playing()
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
        var stage = SessionModelStage.playing()
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
        var stage = SessionModelStage.playing()
        stage.remove("speaker")
        stage.add("auto_null", .virtual)
        stage.graph.sinks[0].isDummy = true
        stage.link(to: "auto_null")
        stage.show()
        stage.wait(milliseconds: 400)
        #expect(stage.routeChanges.map(\.reason) == [.noSuitableRouteForCategory])
        #expect(stage.routeChanges.first?.current.outputs.isEmpty == true)
    }

    @Test("through another profile of one device is one change, and no pause")
    func profileFlip() {
        var stage = SessionModelStage()
        var device = GraphDevice(name: "buds", serial: 9)
        device.profile = "a2dp-sink"
        stage.add("buds.a2dp", .bluetoothA2DP, device: device)
        stage.add("speaker", .builtInSpeaker)
        stage.graph.stream = GraphStream(serial: 50)
        stage.link(to: "buds.a2dp")
        stage.show()
        stage.play()
        stage.forget()
        stage.send(.soundCut)
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
        #expect(stage.actions.contains(.endCut))
    }

    @Test("is not touched by a restart of the session manager")
    func managerRestart() {
        var device = GraphDevice(name: "card", serial: 9)
        var stage = SessionModelStage()
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

    @Test("with new headphones starts nothing that was paused")
    func plugInWhilePaused() {
        var stage = SessionModelStage.playing()
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
        var stage = SessionModelStage.playing()
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
        var stage = SessionModelStage.playing()
        let error = #expect(throws: SessionError.self) { try stage.session.select("nothing", at: 0) }
        #expect(error?.code == .outputNotFound)
        #expect(error?.message.contains("speaker") == true)
    }

    @Test("is overridden to a loudspeaker, and given back")
    func overrideOutput() throws {
        var stage = SessionModelStage.playing(on: "headphones")
        stage.carryOut(try stage.session.overrideOutput(toSpeaker: true, at: 0))
        stage.carryOut(try stage.session.overrideOutput(toSpeaker: false, at: 0))
        #expect(stage.actions.contains(.setTarget(uid: "speaker")))
        #expect(stage.actions.last == .setTarget(uid: nil))
    }

    @Test("an output that needs no sound server is chosen without one, and no other is")
    func choosesWithoutServer() throws {
        var stage = SessionModelStage.playing()
        stage.send(.serverLost)
        #expect(throws: SessionError.self) { try stage.session.select("rooms", at: 0) }
        let actions = try stage.session.select("rooms", needsServer: false, at: 0)
        #expect(actions.contains(.setTarget(uid: "rooms")))
    }
}
