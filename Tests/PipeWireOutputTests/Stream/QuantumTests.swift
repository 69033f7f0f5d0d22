import AudioTypes
import Glibc
import RealtimeAudio
import Synchronization
import Testing

@testable import PipeWireOutput

extension SoundSystemTests {
    @Test("nothing is lost while the quantum changes, at the graph's rate and resampled", arguments: [48_000, 44_100])
    func quantumChanges(rate: Int) throws {
        let system = SoundSystem(sinks: [])
        // Newer graphs stop for a cycle that is forced, but for none that they have to choose.
        func limit(_ quantum: Int) {
            for end in ["min", "max"] { system.shell("pw-metadata -n settings 0 clock.\(end)-quantum \(quantum)") }
        }
        limit(4_096)
        system.shell("pw-metadata -n settings 0 clock.force-rate 48000")
        try system.record()
        let player = try TestPlayer(system)
        let frames = 480_001
        let renderer = TestPlayer.renderer(frames: frames, rate: rate)
        player.play(renderer) {
            for quantum in [256, 4_096, 512, 256, 8_192, 512, 1_024, 256, 2_048, 512] {
                limit(quantum)
                #expect(wait("the quantum") { player.output.timing().quantum == quantum })
                system.waitForFrames(16_384)
            }
            #expect(!player.renderEvents.all.contains { $0.kind == .ended }, "all changes were while it played")
        }
        #expect(renderer.statistics.underrunFrames == 0)
        let captured = system.recorded()
        if rate == 48_000 { return expectExact(captured, frames: frames) }
        let comparisons = captured.enumerated().map {
            Comparison(resampled: $1, channel: $0, from: rate, to: 48_000, expected: frames)
        }
        #expect(!comparisons.isEmpty && comparisons.allSatisfy(\.isExact), "\(comparisons)")
    }
}

extension Comparison {
    /// Compares a resampled channel: each sample is another one, but the ramp that they form is as straight as before where
    /// nothing was lost.
    init(resampled captured: [Float], channel: Int, from rate: Int, to graphRate: Int, expected: Int) {
        let sign: Float = channel % 2 == 0 ? 1 : -1
        let ramp = captured.map { Double($0 * sign) * Double(1 << 24) * Double(graphRate) / Double(rate) }
        // The filter rings at both ends.
        let margin = 1_000.0
        let length = Double(expected) * Double(graphRate) / Double(rate)
        guard let start = ramp.firstIndex(where: { $0 > margin }), let end = ramp.firstIndex(where: { $0 > length - margin })
        else {
            lost = expected
            return
        }
        for index in start..<end {
            let step = ramp[index + 1] - ramp[index] - 1
            if abs(step) < 1 { continue }
            gaps.append((index, Int(step.rounded())))
            lost += Int(abs(step).rounded())
        }
    }
}
