import AudioTypes
import Glibc
import RealtimeAudio
import Synchronization
import TestSupport
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
        try system.record()
        let player = try TestPlayer(system)
        let frames = 100_001
        player.play(TestPlayer.renderer(frames: frames))
        let timing = player.output.timing()
        #expect(timing.quantum == quantum)
        #expect(timing.graphRate == 48_000)
        expectExact(system.recorded(), frames: frames)
    }
}

/// Expects that each recorded channel holds all frames that were played, and nothing else between them.
func expectExact(_ channels: [[Float]], frames: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    let comparisons = channels.enumerated().map { Comparison($1, channel: $0, expected: frames) }
    #expect(!comparisons.isEmpty && comparisons.allSatisfy(\.isExact), "\(comparisons)", sourceLocation: sourceLocation)
}

extension TestPlayer {
    /// Opens, waits until the graph runs the stream, plays to the end and lets the recorder have it.
    ///
    /// The stream is silent at first: a graph that has only just linked it may leave it out of a cycle.
    func play(_ renderer: Renderer, during: () -> Void = {}) {
        renderer.setPlays(false)
        output.open(renderer)
        wait("the link") { events.all.contains(.streamChanged(.paused)) }
        output.setActive(true)
        wait("the first cycles") { renderer.statistics.callbacks > 4 }
        renderer.setPlays(true)
        wait("the beginning") { renderEvents.all.contains { $0.kind == .began } }
        during()
        wait("the end", seconds: 60) { renderEvents.all.contains { $0.kind == .ended } }
    }
}

extension SoundSystem {
    /// The largest cycle of the graph, in frames.
    private static let largestQuantum = 8_192

    /// Starts a recorder that is the only sink and drives the graph: a cycle begins only once the one before has reached it, so
    /// that none is missed however busy the machine is.
    func record() throws {
        // A player that was linked to it may be ahead of the thread in which it hears of the link, by a cycle that is lost.
        let realtime = shell("chrt -f 80 echo may") == "may\n" ? "chrt -f 80 " : ""
        let program = try BuiltProgram.path(of: "sink-recorder")
        spawn("record", "\(realtime)\(program) --name cap --rate 48000 --positions FL,FR cap.f32")
        wait("the recorder") { recordedFrames > 0 && shell("pw-cli ls Node").contains("\"cap\"") }
    }

    /// How many frames are recorded so far, silence included.
    var recordedFrames: Int {
        var status = stat()
        return stat("\(directory)/cap.f32", &status) == 0 ? Int(status.st_size) / 8 : 0
    }

    /// Waits until so many frames more are recorded.
    func waitForFrames(_ count: Int) {
        let goal = recordedFrames + count
        wait("\(count) frames more", seconds: 60) { recordedFrames >= goal }
    }

    /// Waits until whatever was still on its way is recorded, ends the recording and answers it, one array a channel.
    func recorded() -> [[Float]] {
        waitForFrames(2 * Self.largestQuantum)
        end("record", SIGINT)
        return samples(of: "\(directory)/cap.f32", channels: 2)
    }
}
