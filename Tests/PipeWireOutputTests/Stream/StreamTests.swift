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

    @Test("a stream that starts is heard on all channels from its first frame on, each time", arguments: [32, 128])
    func startsWhole(quantum: Int) throws {
        let system = SoundSystem(sinks: [])
        system.shell("pw-metadata -n settings 0 clock.force-quantum \(quantum)")
        try system.record()
        let player = try TestPlayer(system)
        for _ in 0..<4 {
            player.renderEvents.clear()
            player.output.open(TestPlayer.renderer(frames: 10_001))
            player.output.setActive(true)
            #expect(wait("all links") { player.isWhollyLinked })
            #expect(wait("the end", seconds: 60) { player.renderEvents.all.contains { $0.kind == .ended } })
            player.output.close()
        }
        let channels = system.recorded()
        let lone = zip(channels[0], channels[1]).count { ($0 == 0) != ($1 == 0) }
        #expect(lone == 0, "frames of one channel alone")
        #expect(channels[0].count { $0 != 0 } >= 4 * 9_000, "the music was played")
    }

    @Test("a stream of which somebody links one port only is heard there, after a moment")
    func startsWithOneLink() throws {
        let system = SoundSystem(sinks: [])
        try system.record()
        let player = try TestPlayer(system)
        let renderer = TestPlayer.renderer(frames: 48_000)
        renderer.setPlays(false)
        player.output.open(renderer)
        player.output.setActive(true)
        #expect(wait("all links") { player.isWhollyLinked })
        player.output.setActive(false)
        system.shell("pw-link -d fermata:output_FR cap:playback_FR")
        #expect(wait("the loss of a link") { !player.isWhollyLinked })
        renderer.setPlays(true)
        player.output.setActive(true)
        #expect(wait("the end", seconds: 60) { player.renderEvents.all.contains { $0.kind == .ended } })
        let channels = system.recorded()
        #expect(channels[0].contains { $0 != 0 } && !channels[1].contains { $0 != 0 })
    }
}

extension TestPlayer {
    /// Whether sound passes from each port of the stream.
    fileprivate var isWhollyLinked: Bool {
        output.withLock { parts in
            parts.stream.nodeID.map { parts.connection.completeGraph?.model.isWhollyLinked($0) == true } == true
        } == true
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
