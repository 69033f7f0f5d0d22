import TestSupport
import Testing

@Suite("A public output", .serialized)
struct PublicRouteTests {
    @Test("that is lost is left for another one, and the music plays on")
    func lost() async throws {
        let television = NullSink(name: "television", description: "Television", priority: 3000, formFactor: "tv")
        let stage = try await SessionStage.playing(on: television)
        try await stage.system.removeSink("television")
        let event = try await stage.waitForRouteChange("oldDeviceUnavailable")
        #expect(event.string(at: "params.route.outputs.0.uid") == "speaker")
        try await stage.system.waitForLink(from: "fermata", to: "speaker")
        #expect(try await stage.state() == "playing")
    }

    @Test("that was the last one leaves the music waiting, until one comes")
    func lastOne() async throws {
        let speaker = NullSink(name: "loudspeaker", description: "Loudspeaker")
        let stage = try await SessionStage.playing(on: speaker, sinks: [])
        try await stage.system.removeSink("loudspeaker")
        let gone = try await stage.waitForRouteChange("noSuitableRouteForCategory")
        #expect(gone.value(at: "params.route.outputs", as: [String].self)?.isEmpty == true, "\(gone.line)")
        #expect(try await stage.state() == "playing")
        try await stage.system.addSink(speaker)
        try await stage.waitForRouteChange("newDeviceAvailable")
        try await stage.system.waitForLink(from: "fermata", to: "loudspeaker")
        #expect(try await stage.state() == "playing")
    }

    @Test("of an unknown uid cannot be chosen, and nothing changes")
    func unknown() async throws {
        let stage = try await SessionStage.playing()
        let refused = try await stage.client.reply(to: "route.select", "{\"output\":\"nowhere\"}")
        #expect(refused.errorName == "output_not_found")
        #expect(refused.errorMessage?.contains("speaker") == true)
    }

    @Test("stays what it is when the session manager restarts: no loss, no change of the route")
    func managerRestart() async throws {
        // WirePlumber 0.4 that comes back to a stream in the graph's own rate never links anything again, of any program.
        let stage = try await SessionStage.playing(rate: 48_000)
        let reconnects = try await stage.client.call("server.statistics").number(at: "result.reconnects")
        try await stage.system.kill(.sessionManager)
        try await stage.system.restart()
        try await stage.system.waitForLink(from: "fermata", to: "speaker")
        // Longer than anything waits for the graph to settle: the speaker's own volume is the last thing to change.
        let speaker = try await SinkCapture.monitoring("speaker", in: stage.system, sampleRate: 44_100)
        try await speaker.waitForFrames(44_100 * 4)
        try await stage.client.call("volume", "{\"level\":0.9}")
        let events = try await stage.client.events(through: "player.volumeChanged").all
        let unwanted = ["session.routeChanged", "session.mediaServicesLost", "player.stateChanged"]
        #expect(!events.contains { unwanted.contains($0.method ?? "") }, "\(stage.daemon.log)")
        #expect(try await stage.client.call("server.statistics").number(at: "result.reconnects") == reconnects)
        #expect(try await stage.state() == "playing")
    }
}
