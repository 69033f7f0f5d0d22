import TestSupport
import Testing

@Suite("Several outputs at once", .serialized)
struct SharedRouteTests {
    private static let television = NullSink(name: "television", description: "Television", priority: 500, formFactor: "tv")
    private static let headphones = NullSink(
        name: "headphones", description: "Headphones", priority: 400, formFactor: "headphone")

    private func stage() async throws -> SessionStage {
        let stage = try await SessionStage.playing()
        for sink in [Self.television, Self.headphones] { try await stage.system.addSink(sink) }
        try await waitUntil("all outputs") { () async throws(TestSupportError) -> Bool in
            try await stage.client.call("route.outputs").value(at: "result.2.uid", as: String.self) != nil
        }
        return stage
    }

    private func outputs(_ stage: SessionStage) async throws(TestSupportError) -> [String?] {
        let route = try await stage.client.call("route.get")
        return (0..<4).map { route.string(at: "result.outputs.\($0).uid") }
    }

    /// Waits until one of our streams is linked to a sink.
    private func waitForLink(to sink: String, _ stage: SessionStage) async throws {
        let _: Bool = try await stage.system.waitForGraph("a link to \(sink)") { graph in
            guard let input = graph.node(named: sink) else { return nil }
            return graph.playbackStreams.contains { graph.isLinked($0, to: input) } ? true : nil
        }
    }

    @Test("play, are told with what each has of its own, and lose one without a pause")
    func chosen() async throws {
        let stage = try await stage()
        let chosen = try await stage.client.call("route.select", #"{"outputs":["television","speaker","headphones"]}"#)
        // The stream may still be on its way from the speaker.
        #expect(chosen.value(at: "result.outputs.2.uid", as: String.self) != nil, "\(chosen.line)")
        try await waitUntil("the order in which they were chosen") { () async throws(TestSupportError) -> Bool in
            try await outputs(stage) == ["television", "speaker", "headphones", nil]
        }
        for sink in ["television", "speaker", "headphones"] { try await waitForLink(to: sink, stage) }
        let told = try await stage.waitForRouteChange("override")
        #expect(told.string(at: "params.route.outputs.2.uid") == "headphones", "\(told.line)")
        try await waitUntil("the latencies") { () async throws(TestSupportError) -> Bool in
            try await stage.client.call("route.get").number(at: "result.outputs.2.latency") != nil
        }
        try await stage.client.call("route.setVolume", #"{"output":"speaker","level":0.5,"muted":true}"#)
        let delayed = try await stage.client.call("route.setDelay", #"{"output":"headphones","seconds":0.25}"#)
        #expect(delayed.string(at: "result.outputs.2.uid") == "headphones")
        let route = try await stage.client.call("route.get")
        #expect(route.number(at: "result.outputs.1.volume").map { abs($0 - 0.5) < 1e-3 } == true, "\(route.line)")
        #expect(route.value(at: "result.outputs.1.muted", as: Bool.self) == true, "\(route.line)")
        #expect(route.number(at: "result.outputs.2.delay") == 0.25, "\(route.line)")
        try await stage.system.removeSink("headphones")
        try await stage.waitForRouteChange("oldDeviceUnavailable")
        try await stage.system.removeSink("television")
        try await stage.waitForRouteChange("oldDeviceUnavailable")
        #expect(try await outputs(stage) == ["speaker", nil, nil, nil])
        #expect(try await stage.state() == "playing")
        try await stage.system.addSink(Self.television)
        let back = try await stage.waitForRouteChange("newDeviceAvailable")
        #expect(back.string(at: "params.route.outputs.0.uid") == "speaker", "\(back.line)")
        #expect(back.string(at: "params.route.outputs.1.uid") == "television", "\(back.line)")
        try await waitForLink(to: "television", stage)
    }

    @Test("are refused if one does not exist or is named twice, and nothing changes")
    func refused() async throws {
        let stage = try await stage()
        let missing = try await stage.client.reply(to: "route.select", #"{"outputs":["speaker","nowhere"]}"#)
        #expect(missing.errorName == "output_not_found")
        let twice = try await stage.client.reply(to: "route.select", #"{"outputs":["speaker","speaker"]}"#)
        #expect(twice.errorName == "invalid_params")
        #expect(try await outputs(stage)[1] == nil)
    }
}
