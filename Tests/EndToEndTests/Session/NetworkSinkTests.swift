import TestSupport
import Testing

@Suite("A sink that sends its sound over the network", .serialized)
struct NetworkSinkTests {
    /// Adds a sink and chooses it, and waits until the music is sent to it.
    private func choose(_ sink: NetworkSink, ofType type: String, _ stage: SessionStage) async throws {
        try await stage.system.addSink(sink)
        let listed = try await waitFor("the daemon to list \(sink.name)") { () async throws(TestSupportError) -> [String?]? in
            let outputs = try await stage.client.call("route.outputs")
            guard let place = (0..<8).first(where: { outputs.string(at: "result.\($0).uid") == sink.name }) else { return nil }
            return ["name", "type"].map { outputs.string(at: "result.\(place).\($0)") }
        }
        #expect(listed == [sink.description, type])
        try await stage.client.call("route.select", "{\"output\":\"\(sink.name)\"}")
        let chosen = try await stage.waitForRouteChange("override")
        #expect(chosen.string(at: "params.route.outputs.0.type") == type, "\(chosen.line)")
        try await stage.system.waitForLink(from: "fermata", to: sink.name)
    }

    /// Ends the process of a chosen sink and starts it again. The music plays on, in the meantime out of the speaker.
    private func loseAndFind(_ sink: NetworkSink, _ stage: SessionStage) async throws {
        try await stage.system.removeSink(sink.name)
        let lost = try await stage.waitForRouteChange("oldDeviceUnavailable")
        #expect(lost.string(at: "params.previousRoute.outputs.0.uid") == sink.name, "\(lost.line)")
        #expect(lost.string(at: "params.route.outputs.0.uid") == "speaker", "\(lost.line)")
        try await stage.system.waitForLink(from: "fermata", to: "speaker")
        #expect(try await stage.state() == "playing")
        try await stage.system.addSink(sink)
        let found = try await stage.waitForRouteChange("newDeviceAvailable")
        #expect(found.string(at: "params.route.outputs.0.uid") == sink.name, "\(found.line)")
        try await stage.system.waitForLink(from: "fermata", to: sink.name)
        #expect(try await stage.state() == "playing")
    }

    /// Waits for a second and a half of packets, and compares what is in them with the file, frame by frame.
    private func expectPackets(at receiver: DatagramReceiver, _ stage: SessionStage) async throws {
        let count = 210
        receiver.forget()
        try await waitUntil("packets, so far \(receiver.datagrams.count)") { receiver.datagrams.count >= count }
        let sent = PCMAudio(rtp: receiver.datagrams.suffix(count), sampleRate: 44_100)
        let status = try await stage.client.call("status")
        let position = try #require(status.number(at: "result.position.seconds"))
        let start = max(0, Int((position - 10) * 44_100))
        let nearby = stage.audio[start..<min(stage.audio.frameCount, start + 44_100 * 12)]
        let comparison = SampleComparison(of: sent, with: nearby)
        #expect(comparison.matchingFrames > 22_050, "\(comparison), around \(position) s\n\(stage.daemon.log)")
    }

    @Test("by RTP is an output that every frame is sent from, is lost without a pause, and is played to when it is back")
    func rtp() async throws {
        let receiver = try DatagramReceiver()
        let stage = try await SessionStage.playing()
        let sink = NetworkSink.rtp(name: "attic", description: "Attic", port: receiver.port, sampleRate: 44_100)
        try await choose(sink, ofType: "network", stage)
        try await expectPackets(at: receiver, stage)
        try await loseAndFind(sink, stage)
        try await expectPackets(at: receiver, stage)
    }

    @Test("by a tunnel to another server is an output with the latency that it tells, and is heard there")
    func tunnel() async throws {
        let far = NullSink(name: "far", description: "Far away", priority: 10)
        let stage = try await SessionStage.playing(sinks: [.speaker, far])
        let server = try await stage.system.startPulseServer()
        let heard = try await SinkCapture.monitoring("far", in: stage.system, sampleRate: 48_000)
        let sink = NetworkSink.tunnel(name: "parents", description: "Parents", to: "far", at: server, latency: 500)
        #expect(try heard.audioSoFar().soundingRange.isEmpty)
        try await choose(sink, ofType: "network", stage)
        try await waitUntil("sound", poll: .milliseconds(200)) { () async throws(TestSupportError) -> Bool in
            try heard.audioSoFar().soundingRange.count > 24_000
        }
        // PipeWire 1.4.2 forgets what the module has told once the session manager configures the sink's ports: they tell 0.
        let told = try await stage.system.waitForGraph("the latency of the sink's ports") { graph in
            graph.node(named: sink.name).flatMap { graph.latencyToEnd(of: $0) }
        }
        #expect(told == 0 || told == 0.5)
        try await waitUntil("the latency") { () async throws(TestSupportError) -> Bool in
            let latency = try await stage.client.call("session.get").number(at: "result.outputLatency") ?? -1
            return told - 0.05 < latency && latency < told + 0.3
        }
        try await loseAndFind(sink, stage)
    }

    @Test("to a receiver of AirPlay is an output of that kind, also while the receiver does not answer")
    func airPlay() async throws {
        let stage = try await SessionStage.playing()
        let sink = NetworkSink.airPlay(name: "raop_sink.kitchen", description: "Kitchen", port: try freePort())
        try await choose(sink, ofType: "airPlay", stage)
        try await loseAndFind(sink, stage)
    }
}

extension PCMAudio {
    /// Makes audio from packets of RTP with 16 bits of two channels, the higher byte first.
    fileprivate init(rtp packets: some Sequence<[UInt8]>, sampleRate: Int) {
        let headerSize = 12
        var samples: [Float] = []
        for packet in packets {
            for place in stride(from: headerSize, to: packet.count - 1, by: 2) {
                let value = Int16(bitPattern: UInt16(packet[place]) << 8 | UInt16(packet[place + 1]))
                samples.append(Float(value) / 32_768)
            }
        }
        self.init(sampleRate: sampleRate, channelCount: 2, samples: samples)
    }
}
