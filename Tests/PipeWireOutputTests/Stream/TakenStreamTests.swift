import AudioSession
import AudioTypes
import Glibc
import RealtimeAudio
import Synchronization
import Testing

@testable import PipeWireOutput

extension SoundSystemTests {
    @Test("a stream that somebody destroys is made again, with its volume and title, and plays on where it was")
    func takenStream() throws {
        let system = SoundSystem(sinks: [])
        system.shell("pw-metadata -n settings 0 clock.force-quantum 1024")
        try system.record()
        let player = try TestPlayer(system)
        let frames = 144_000
        player.output.setVolume(1)
        player.output.setTitle("A title")
        let renderer = TestPlayer.renderer(frames: frames)
        player.play(renderer) {
            wait("half a second of it") { renderer.statistics.callbacks > 24 }
            let serial = player.graph?.stream?.serial
            system.shell("pw-cli destroy \(system.streamID())")
            #expect(wait("another stream") { player.graph?.stream.map { $0.serial != serial } ?? false })
            #expect(wait("the title") { system.shell("pw-cli info \(system.streamID())").contains("A title") })
        }
        #expect(player.renderEvents.all.contains { $0.kind == .ended })
        #expect(player.volumes.isEmpty)
        for (channel, sound) in system.recorded().enumerated() {
            let result = Comparison(sound, channel: channel, expected: frames)
            // What the graph held of the old stream may be lost with it; nothing is heard twice.
            #expect(result.differing == 0 && result.lost <= 2 * 1_024, "\(result)")
        }
    }

    @Test("a paused stream that somebody destroys is made again, and stays paused")
    func takenPausedStream() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        let renderer = TestPlayer.renderer(frames: 48_000)
        player.output.open(renderer)
        wait("the link") { player.events.all.contains(.streamChanged(.paused)) }
        let taken = system.streamID()
        player.events.clear()
        system.shell("pw-cli destroy \(taken)")
        #expect(wait("another link") { player.events.all.contains(.streamChanged(.paused)) }, "\(player.events.all)")
        #expect(renderer.statistics.callbacks == 0)
    }

    @Test("a stream that is destroyed again and again is made less and less often, and says so")
    func stubbornTaker() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        player.output.open(TestPlayer.renderer(frames: 480_000))
        for _ in 1...4 {
            #expect(wait("the link") { player.events.all.contains(.streamChanged(.paused)) }, "\(player.events.all)")
            let taken = system.streamID()
            player.events.clear()
            system.shell("pw-cli destroy \(taken)")
        }
        let isTold = {
            player.events.all.contains {
                if case .streamChanged(.failed(let message)) = $0 { message.contains("taken away") } else { false }
            }
        }
        #expect(wait("the failure") { isTold() }, "\(player.events.all)")
        #expect(wait("the link") { player.events.all.last == .streamChanged(.paused) }, "\(player.events.all)")
    }
}
