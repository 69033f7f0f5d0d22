import TestSupport
import Testing

@Suite("Headphones", .serialized)
struct HeadphonesTests {
    @Test("that are taken away pause the music, and not a frame of it comes out of the speaker")
    func lost() async throws {
        let stage = try await SessionStage.playing(on: .headphones, recordsSpeaker: true)
        let speaker = try #require(stage.speaker)
        try await stage.system.removeSink("headphones")
        try await stage.waitForState("paused", reason: "routeLost")
        let event = try await stage.waitForRouteChange("oldDeviceUnavailable")
        #expect(event.string(at: "params.previousRoute.outputs.0.uid") == "headphones")
        #expect(event.string(at: "params.previousRoute.outputs.0.type") == "bluetoothA2DP")
        #expect(event.string(at: "params.route.outputs.0.uid") == "speaker")
        let frame = try await stage.standingFrame()

        try await stage.client.call("play")
        try await stage.waitForPosition(Double(frame) / 44_100 + 1.5)
        try await stage.client.call("pause")
        // What came out of it before would stand in front.
        #expect(stage.continues(try await speaker.stop(), from: frame), "\(stage.daemon.log)")
    }

    @Test("that come are played on at once, and what was paused stays so")
    func plugged() async throws {
        let stage = try await SessionStage.playing()
        try await stage.system.addSink(.headphones)
        try await stage.system.waitForLink(from: "fermata", to: "headphones")
        try await stage.waitForRouteChange("newDeviceAvailable")
        #expect(try await stage.state() == "playing")
        try await stage.client.call("pause")
        try await stage.system.removeSink("headphones")
        try await stage.waitForRouteChange("oldDeviceUnavailable")
        try await stage.system.addSink(.headphones)
        try await stage.waitForRouteChange("newDeviceAvailable")
        #expect(try await stage.state() == "paused")
        #expect(try await stage.client.call("status").string(at: "result.reason") == "user")
    }

    private func choose(_ uid: String, _ way: String, _ stage: SessionStage) async throws {
        switch way {
        case "default": try await stage.system.askForDefaultSink(uid)
        case "stream":
            let graph = try await stage.system.graph()
            let stream = try #require(graph.node(named: "fermata"))
            let sink = try #require(graph.node(named: uid))
            try await stage.system.run("pw-metadata", ["\(stream.id)", "target.node", "\(sink.id)"])
        default:
            let route = try await stage.select(uid)
            #expect(route.string(at: "result.outputs.0.uid") == uid)
        }
    }

    @Test("that are left for the speaker by choice pause nothing", arguments: ["default", "stream", "client"])
    func chosen(way: String) async throws {
        let stage = try await SessionStage.playing(on: .headphones)
        try await choose("speaker", way, stage)
        let event = try await stage.waitForRouteChange("override")
        #expect(event.string(at: "params.route.outputs.0.uid") == "speaker")
        let position = try await stage.standingFrame()
        #expect(try await stage.state() == "playing")
        try await waitUntil("the music to go on") { () async throws(TestSupportError) -> Bool in
            let status = try await stage.client.call("status")
            return (status.number(at: "result.position.seconds") ?? 0) * 44_100 > Double(position) + 22_050
        }
    }

    @Test("that are left for the speaker by choice may go a moment later", arguments: ["default", "stream", "client"])
    func chosenThenLost(way: String) async throws {
        let stage = try await SessionStage.playing(on: .headphones)
        try await choose("speaker", way, stage)
        // No tool looks for the new link: PipeWire tells of no new default while one begins to listen.
        let (events, last) = try await stage.client.events(through: "session.routeChanged")
        #expect(last.string(at: "params.reason") == "override", "\(last.line)\n\(stage.daemon.log)")
        #expect(!events.contains { $0.string(at: "params.state") == "paused" })
        try await stage.system.removeSink("headphones")
        // Longer than anything waits for the graph to settle.
        let speaker = try await SinkCapture.monitoring("speaker", in: stage.system, sampleRate: 44_100)
        try await speaker.waitForFrames(44_100 * 4)
        #expect(try await stage.state() == "playing", "\(stage.daemon.log)")
        #expect(try await !speaker.stop().soundingRange.isEmpty)
    }

    @Test("that a client chose are played to again when they come back, and let the music go on")
    func chosenReconnected() async throws {
        let stage = try await SessionStage.playing(configuration: "[session]\nresume_on_reconnect = 60\n")
        var headphones = NullSink.headphones
        headphones.priority = 100
        try await stage.system.addSink(headphones)
        try await stage.select("headphones")
        try await stage.waitForRouteChange("override")
        try await stage.system.removeSink("headphones")
        try await stage.waitForState("paused", reason: "routeLost")
        try await stage.system.addSink(headphones)
        try await stage.waitForState("playing", reason: "routeLost")
        try await stage.system.waitForLink(from: "fermata", to: "headphones")
    }

    @Test("whose jack is pulled pause the music, though sink, links and default stay the same, until it is back")
    func jack() async throws {
        let stage = try await SessionStage.set(configuration: "[session]\nresume_on_reconnect = 60\n")
        let card = try await ExportedCard(
            socket: stage.system.serverSocket, name: "card", sink: "analog",
            ports: [.speaker, .init(name: "headphones-out", type: "headphones", isAvailable: true)])
        try await waitUntil("the headphones to be the port") { () async throws(TestSupportError) -> Bool in
            try await stage.client.call("route.get").string(at: "result.outputs.0.type") == "headphones"
        }
        try await stage.waitForRouteChange("newDeviceAvailable")
        try await stage.play()
        try await stage.system.waitForLink(from: "fermata", to: "analog")
        card.setAvailable(false, port: "headphones-out")
        try await stage.waitForState("paused", reason: "routeLost")
        let event = try await stage.client.waitForEvent("session.routeChanged") {
            $0.string(at: "params.reason") == "oldDeviceUnavailable"
        }
        #expect(event.string(at: "params.previousRoute.outputs.0.type") == "headphones")
        #expect(event.string(at: "params.route.outputs.0.type") == "builtInSpeaker", "\(event.line)")
        #expect(event.string(at: "params.previousRoute.outputs.0.uid") == "analog#headphones-out")
        #expect(event.string(at: "params.route.outputs.0.uid") == "analog#speaker-out")
        let status = try await stage.client.call("status")
        #expect(status.string(at: "result.state") == "paused", "the sink is the same, but it is the speaker now")
        #expect(status.value(at: "result.resumeExpected", as: Bool.self) == true)
        card.setAvailable(true, port: "headphones-out")
        try await stage.waitForState("playing", reason: "routeLost")
        #expect(try await stage.client.call("route.get").string(at: "result.outputs.0.type") == "headphones")
    }

    @Test("in the socket of a laptop are left for its speaker and come back to, by override, by choice and at the end")
    func ports() async throws {
        let stage = try await SessionStage.set()
        let card = try await ExportedCard(
            socket: stage.system.serverSocket, name: "card", sink: "analog",
            ports: [.speaker, .init(name: "headphones-out", type: "headphones", isAvailable: true)])
        // No tool is asked for the default: PipeWire tells changes of it to nobody while a tool begins to listen.
        try await stage.waitForRouteChange("newDeviceAvailable")
        try await waitUntil("the headphones to play") { card.activePort == "headphones-out" }
        try await stage.play()
        try await stage.system.waitForLink(from: "fermata", to: "analog")
        let outputs = try await stage.client.call("route.outputs")
        #expect(outputs.line.contains("analog#speaker-out") && outputs.line.contains("analog#headphones-out"), "\(outputs.line)")

        try await stage.client.call("session.overrideOutput", "{\"output\":\"speaker\"}")
        let event = try await stage.waitForRouteChange("override")
        #expect(event.string(at: "params.route.outputs.0.type") == "builtInSpeaker")
        #expect(card.activePort == "speaker-out")
        try await stage.client.call("session.overrideOutput", "{\"output\":\"none\"}")
        try await stage.waitForRouteChange("override")
        #expect(card.activePort == "headphones-out")

        let route = try await stage.client.call("route.select", "{\"output\":\"analog#speaker-out\"}")
        #expect(route.string(at: "result.outputs.0.uid") == "analog#speaker-out", "\(route.line)")
        #expect(try await stage.state() == "playing", "\(stage.daemon.log)")
        try await stage.daemon.stop()
        try await waitUntil("the port to be given back") { card.activePort == "headphones-out" }
    }

    @Test("that change their profile are one change of configuration, and no pause")
    func profile() async throws {
        let stage = try await SessionStage.set()
        let buds = try await ExportedCard(
            socket: stage.system.serverSocket, name: "buds", sink: "buds.a2dp", bus: "bluetooth",
            ports: [.init(name: "headset-output", type: "headset", isAvailable: true)])
        try await stage.waitForRouteChange("newDeviceAvailable")
        try await stage.play()
        try await stage.system.waitForLink(from: "fermata", to: "buds.a2dp")
        let graph = try await stage.system.graph()
        let sink = try #require(graph.node(named: "buds.a2dp"))
        let device = try #require(sink.properties["device.id"].flatMap { Int($0) })
        // As BlueZ's devices do: one sink goes, another of the same device comes a moment later.
        try await stage.system.run("pw-cli", ["destroy", "\(sink.id)"])
        var other = NullSink(name: "buds.hfp", description: "Buds", priority: 3000, formFactor: "headset", bus: "bluetooth")
        other.device = device
        try await stage.system.addSink(other)
        let (events, last) = try await stage.client.events(through: "session.routeChanged")
        #expect(last.string(at: "params.reason") == "routeConfigurationChange", "\(last.line)\n\(stage.daemon.log)")
        #expect(last.string(at: "params.route.outputs.0.uid") == "buds.hfp")
        #expect(!events.contains { $0.method == "player.stateChanged" && $0.string(at: "params.state") == "paused" })
        #expect(try await stage.state() == "playing")
        withExtendedLifetime(buds) {}
    }

    @Test("that come back in time let the music go on, where the configuration says so")
    func reconnected() async throws {
        let stage = try await SessionStage.playing(
            on: .headphones, configuration: "[session]\nresume_on_reconnect = 60\n")
        try await stage.system.removeSink("headphones")
        try await stage.waitForState("paused", reason: "routeLost")
        #expect(try await stage.client.call("status").value(at: "result.resumeExpected", as: Bool.self) == true)
        try await stage.system.addSink(.headphones)
        try await stage.waitForState("playing", reason: "routeLost")
    }
}
