import AudioTypes
import Glibc
import RealtimeAudio
import Synchronization
import Testing

@testable import PipeWireOutput

extension SoundSystemTests {
    @Test("a wish for a short cycle is taken up while playing, told, and costs no frame")
    func preferredBufferDuration() throws {
        let system = SoundSystem(sinks: [])
        try system.record()
        let player = try TestPlayer(system)
        let frames = 240_001
        let renderer = TestPlayer.renderer(frames: frames)
        player.play(renderer) {
            #expect(wait("the relaxed cycle") { player.output.timing().quantum > 256 })
            player.output.order { $0.preferredBufferDuration = 0.005 }
            #expect(wait("the short cycle") { (1...256).contains(player.output.timing().quantum) })
            #expect(wait("the news of it") { player.timings.last.map { $0.quantum <= 256 } == true })
            system.waitForFrames(16_384)
            player.output.order { $0.preferredBufferDuration = 0 }
            #expect(wait("the relaxed cycle") { player.output.timing().quantum > 256 })
            system.waitForFrames(16_384)
            #expect(!player.renderEvents.all.contains { $0.kind == .ended }, "both changes were while it played")
        }
        #expect(renderer.statistics.underrunFrames == 0)
        #expect(player.timings.count <= 4, "told when something changes, not each cycle: \(player.timings)")
        expectExact(system.recorded(), frames: frames)
    }

    @Test("steady play has longer cycles, and neither their begin nor their end costs a frame")
    func steady() throws {
        let system = SoundSystem(sinks: [])
        try system.record()
        let player = try TestPlayer(system)
        let frames = 480_001
        let renderer = TestPlayer.renderer(frames: frames)
        player.play(renderer) {
            #expect(wait("the usual cycle") { player.output.timing().quantum == 2_048 })
            for _ in 0..<3 {
                player.output.order { $0.isSteady = true }
                #expect(wait("the long cycle") { player.output.timing().quantum == 4_096 })
                system.waitForFrames(16_384)
                player.output.order { $0.isSteady = false }
                #expect(wait("the usual cycle") { player.output.timing().quantum == 2_048 })
                system.waitForFrames(8_192)
            }
            player.output.order { $0.isSteady = true }
            player.output.order { $0.preferredBufferDuration = 0.005 }
            #expect(wait("what a client prefers") { (1...256).contains(player.output.timing().quantum) })
            #expect(!player.renderEvents.all.contains { $0.kind == .ended }, "all changes were while it played")
        }
        #expect(renderer.statistics.underrunFrames == 0)
        expectExact(system.recorded(), frames: frames)
    }

    @Test("the graph takes up a wished rate where it does not run yet, and the stream keeps its own")
    func preferredSampleRate() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        player.output.order { $0.preferredSampleRate = 96_000 }
        player.output.open(TestPlayer.renderer(frames: 480_000, rate: 44_100))
        wait("the link") { player.events.all.contains(.streamChanged(.paused)) }
        player.output.setActive(true)
        #expect(wait("the rate") { player.output.timing().graphRate == 96_000 }, "\(player.output.timing())")
        #expect(wait("the news of it") { player.timings.last?.rate == 96_000 })
        player.output.setActive(false)
        player.output.order { $0.preferredSampleRate = 0 }
        #expect(
            wait("the pause") {
                player.events.all.last { if case .streamChanged = $0 { true } else { false } } == .streamChanged(.paused)
            })
        player.output.setActive(true)
        #expect(wait("the stream's own rate") { player.output.timing().graphRate == 44_100 }, "\(player.output.timing())")
    }
}

extension TestPlayer {
    /// The timings told.
    var timings: [(quantum: Int, rate: Int, latency: Double)] {
        events.all.compactMap {
            if case .timingChanged(let quantum, let rate, let latency) = $0 { (quantum, rate, latency) } else { nil }
        }
    }
}
