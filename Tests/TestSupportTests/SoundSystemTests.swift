import TestSupport
import Testing

@Suite("A private sound system")
struct SoundSystemTests {
    @Test("has its sink as the default, and follows headphones and the user")
    func sinks() async throws {
        let system = try await PrivateSoundSystem.start()
        #expect(await system.defaultSink() == "speaker")
        try await system.addSink(.headphones)
        try await system.waitForDefaultSink("headphones")
        #expect(try await system.graph().node(named: "headphones")?.properties["device.form-factor"] == "headphone")
        try await system.setDefaultSink("speaker")
        try await system.removeSink("headphones")
        #expect(await system.defaultSink() == "speaker")
        #expect(try await system.channelVolumes(ofNode: "speaker") == [1, 1])
    }

    @Test("is complete again after its parts were killed", arguments: [PrivateSoundSystem.Part.server, .sessionManager])
    func faults(part: PrivateSoundSystem.Part) async throws {
        let system = try await PrivateSoundSystem.start()
        try await system.kill(part)
        try await system.restart()
        #expect(await system.defaultSink() == "speaker")
    }

    @Test("does without sinks and without WirePlumber")
    func bare() async throws {
        var options = SoundSystemOptions()
        options.sinks = []
        options.hasSessionManager = false
        let system = try await PrivateSoundSystem.start(options)
        #expect(try await system.graph().nodes.allSatisfy { $0.properties["media.class"] != "Audio/Sink" })
    }

    @Test("without a sink has WirePlumber all the same")
    func withoutSink() async throws {
        var options = SoundSystemOptions()
        options.sinks = []
        let system = try await PrivateSoundSystem.start(options)
        try await system.addSink(.speaker)
        try await system.waitForDefaultSink("speaker")
    }
}
