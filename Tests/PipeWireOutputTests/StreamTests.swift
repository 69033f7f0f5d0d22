import AudioTypes
import Glibc
import RealtimeAudio
import Testing

@testable import PipeWireOutput

/// Everything that needs a running sound system, one after the other: they share the machine's two cores.
@Suite(.serialized, .enabled(if: SoundSystem.isInstalled, "PipeWire or WirePlumber is not installed"))
struct SoundSystemTests {}

extension SoundSystemTests {
    @Test("every frame arrives at the sink, at any quantum", arguments: [32, 64, 256, 1_024, 2_048, 8_192])
    func exactAtQuantum(quantum: Int) throws {
        let system = SoundSystem(sinks: [])
        system.shell("pw-metadata -n settings 0 clock.force-quantum \(quantum)")
        system.record()
        let player = try TestPlayer(system)
        let frames = 100_001
        player.play(TestPlayer.renderer(frames: frames))
        let timing = player.output.timing()
        #expect(timing.quantum == quantum)
        #expect(timing.graphRate == 48_000)
        for (channel, captured) in system.recorded().enumerated() {
            let comparison = Comparison(captured, channel: channel, expected: frames)
            #expect(comparison.isExact, "\(comparison)")
        }
    }
}

extension TestPlayer {
    /// Opens, waits for the link, plays to the end and lets the recorder have it.
    func play(_ renderer: Renderer, during: () -> Void = {}) {
        output.open(renderer)
        wait("the link") { events.all.contains(.streamChanged(.paused)) }
        output.setActive(true)
        wait("the beginning") { renderEvents.all.contains { $0.kind == .began } }
        during()
        wait("the end", seconds: 30) { renderEvents.all.contains { $0.kind == .ended } }
        usleep(500_000)
    }
}

extension SoundSystem {
    /// Starts a recorder that is itself the only sink.
    func record(channels: Int = 2) {
        let positions = ["FL", "FR", "FC", "LFE", "RL", "RR", "SL", "SR"].prefix(channels).joined(separator: ",")
        spawn(
            "record",
            "pw-record -P '{ media.class=Audio/Sink node.name=cap audio.position=[\(positions)] }' --rate 48000 --channels \(channels) --format f32 cap.wav"
        )
        wait("the recorder") { shell("pw-cli ls Node").contains("\"cap\"") }
    }

    func recorded(channels: Int = 2) -> [[Float]] {
        end("record", SIGINT)
        return samples(ofWAV: "\(directory)/cap.wav", channels: channels)
    }
}
