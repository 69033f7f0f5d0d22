import AudioTypes
import Glibc
import RealtimeAudio
import Synchronization
import Testing

@testable import PipeWireOutput

extension SoundSystemTests {
    @Test("nothing is lost while the quantum changes", arguments: [48_000, 44_100])
    func quantumChanges(rate: Int) throws {
        let system = SoundSystem(sinks: [])
        system.shell("pw-metadata -n settings 0 clock.force-quantum 4096")
        system.record()
        let player = try TestPlayer(system)
        let frames = 480_001
        let renderer = TestPlayer.renderer(frames: frames, rate: rate)
        player.play(renderer) {
            for quantum in [64, 4_096, 512, 64, 8_192, 128, 1_024, 256, 2_048, 96] {
                system.shell("pw-metadata -n settings 0 clock.force-quantum \(quantum)")
                usleep(500_000)
                #expect(player.output.timing().quantum == quantum)
            }
        }
        #expect(renderer.state.pointee.counters.underrunFrames.load(ordering: .relaxed) == 0)
        let captured = system.recorded()
        if rate == 48_000 {
            for (channel, samples) in captured.enumerated() {
                let comparison = Comparison(samples, channel: channel, expected: frames)
                #expect(comparison.isExact, "\(comparison)")
            }
        } else {
            // Resampled, each sample is another, but the ramp that they form has no step where nothing was lost.
            let step = Double(rate) / 48_000 / Double(1 << 24)
            let steps = zip(captured[0].dropFirst(), captured[0]).map { Double($0 - $1) }
            let inside = steps.indices.filter { captured[0][$0] > 0.001 && captured[0][$0] < 0.028 }
            let jumps = inside.filter { abs(steps[$0] - step) > step }
            #expect(jumps.isEmpty, "\(jumps.count) steps: \(jumps.prefix(8).map { (captured[0][$0] * Float(1 << 24), steps[$0] / step) })")
        }
    }
}
