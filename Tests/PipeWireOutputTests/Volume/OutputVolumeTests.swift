import AudioTypes
import Glibc
import RealtimeAudio
import Testing

@testable import PipeWireOutput

extension SoundSystemTests {
    /// How often a route is changed: some times, or as often as the environment says.
    private static let routeChanges = getenv("FERMATA_ROUTE_CHANGES").flatMap { Int(String(cString: $0)) } ?? 16

    /// The level of a linear factor of a stream.
    private func level(_ system: SoundSystem) -> String { system.shell("wpctl get-volume \(system.streamID())") }

    @Test("where headphones are unplugged, no frame at the speaker is louder than its ceiling, from the first one on")
    func unpluggedCeiling() throws {
        let most = 50
        for start in stride(from: 0, to: Self.routeChanges, by: most) {
            try unplug(min(most, Self.routeChanges - start))
        }
    }

    private func unplug(_ times: Int) throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        player.output.order { $0.volumes = OutputVolumes(["speaker": VolumeRule(maximum: 0.5)]) }
        player.output.setVolume(0.9)
        let renderer = try TestPlayer.renderer(of: Array(repeating: 0.5, count: 8_000_000))
        system.recordMonitor(of: "speaker", moves: false)
        player.output.open(renderer)
        #expect(wait("the speaker") { player.target == "speaker" })
        player.output.setActive(true)
        for round in 0..<times {
            system.addSink("headphones")
            #expect(wait("the headphones") { player.target == "headphones" }, "round \(round)")
            #expect(wait("sound at the headphones") { renderer.cycles(after: 2) })
            #expect(wait("the chosen volume") { level(system).contains("0.90") }, "round \(round)")
            system.end("headphones", SIGKILL)
            #expect(wait("the speaker") { player.target == "speaker" }, "round \(round)")
            #expect(wait("sound at the speaker") { renderer.cycles(after: 4) })
        }
        #expect(system.recordsMore())
        let most = Float(0.5 * 0.125)
        for channel in samples(of: "\(system.directory)/monitor.wav", channels: 2) {
            // The header is shorter, and nothing is heard at once.
            let heard = channel.dropFirst(256)
            #expect((heard.max() ?? 0) <= most + 1e-6, "\(heard.max() ?? 0) instead of at most \(most)")
            #expect(heard.count { abs($0 - most) < 1e-6 } > times * 100)
        }
        #expect(player.volumes.isEmpty, "whoever owns the output knows the rule")
    }

    @Test("where the volume is the sink's, every sample leaves the stream as it is, and what exceeds the ceiling is taken back")
    func volumeOfSink() throws {
        let system = SoundSystem(sinks: [])
        try system.record()
        let player = try TestPlayer(system)
        player.output.order { $0.volumes = OutputVolumes(["*": VolumeRule(control: .sink)]) }
        player.output.setVolume(0.3)
        player.play(TestPlayer.renderer(frames: 96_000))
        expectExact(system.recorded(), frames: 96_000)
        #expect(player.volumes.isEmpty)
    }

    @Test("a sink that stands beyond the ceiling is made up for by the stream, and a mixer that moves the stream is set back")
    func loudSink() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        player.output.order { $0.volumes = OutputVolumes(["speaker": VolumeRule(maximum: 0.5, control: .sink)]) }
        player.output.open(TestPlayer.renderer(frames: 960_000))
        #expect(wait("the speaker") { player.target == "speaker" })
        player.output.setActive(true)
        #expect(wait("the stream's volume") { level(system) == "Volume: 0.50\n" }, "\(level(system))")
        player.output.setVolume(0.25, isMuted: nil, ofOutput: "speaker")
        #expect(wait("the stream's volume") { level(system) == "Volume: 1.00\n" }, "\(level(system))")
        let sink = system.nodeID("speaker")
        system.shell("wpctl set-volume \(sink) 0.8")
        #expect(wait("the stream's volume") { level(system) == "Volume: 0.62\n" || level(system) == "Volume: 0.63\n" })
        system.shell("wpctl set-volume \(system.streamID()) 1.0")
        #expect(wait("the stream's volume") { level(system) == "Volume: 0.62\n" || level(system) == "Volume: 0.63\n" })
        #expect(player.volumes.isEmpty)
    }
}
