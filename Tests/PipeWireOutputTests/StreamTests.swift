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
        // A cycle of 32 or 64 frames is a millisecond; a machine that is busy misses some of them whole.
        try attempt(missing: quantum < 256 ? quantum : nil) { try playExactly(quantum: quantum) }
    }

    private func playExactly(quantum: Int) throws -> [Comparison] {
        let system = SoundSystem(sinks: [])
        system.shell("pw-metadata -n settings 0 clock.force-quantum \(quantum)")
        system.record()
        let player = try TestPlayer(system)
        let frames = 100_001
        player.play(TestPlayer.renderer(frames: frames))
        let timing = player.output.timing()
        #expect(timing.quantum == quantum)
        #expect(timing.graphRate == 48_000)
        return system.recorded().enumerated().map { Comparison($1, channel: $0, expected: frames) }
    }
}

/// Plays up to three times until everything arrived: a cycle lost once is a busy machine's, lost each time the stream's.
///
/// With `cycle`, whole cycles of that many frames may be missing even then, which no fault in the sizes of buffers would
/// leave: a part of a cycle, a frame put in or a wrong sample still fails.
func attempt(missing cycle: Int? = nil, _ play: () throws -> [Comparison]) throws {
    var comparisons: [Comparison] = []
    for _ in 1...3 {
        comparisons = try play()
        if !comparisons.isEmpty && comparisons.allSatisfy(\.isExact) { return }
    }
    if let cycle, !comparisons.isEmpty, comparisons.allSatisfy({ $0.misses(onlyWhole: cycle) }) { return }
    Issue.record("\(comparisons)")
}

extension Comparison {
    /// Whether all that is wrong is that cycles of so many frames are missing or silent as a whole.
    func misses(onlyWhole cycle: Int) -> Bool {
        let missed = gaps.reduce(0) { $0 + $1.lost }
        return differing == 0 && missed == lost && inserted.isMultiple(of: cycle)
            && gaps.allSatisfy { $0.lost.isMultiple(of: cycle) }
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
        // It takes the audio in a thread of its own, and drops what that thread is too late for: 64 to 2,432 frames of
        // 100,001 at quanta up to 256 on a busy machine, none with real-time priority.
        let realtime = shell("chrt -f 80 echo may") == "may\n" ? "chrt -f 80 " : ""
        spawn(
            "record",
            "\(realtime)pw-record -P '{ media.class=Audio/Sink node.name=cap audio.position=[\(positions)] }' --rate 48000 --channels \(channels) --format f32 cap.wav"
        )
        wait("the recorder") { shell("pw-cli ls Node").contains("\"cap\"") }
    }

    func recorded(channels: Int = 2) -> [[Float]] {
        end("record", SIGINT)
        return samples(ofWAV: "\(directory)/cap.wav", channels: channels)
    }
}
