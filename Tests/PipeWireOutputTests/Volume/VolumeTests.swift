import AudioSession
import AudioTypes
import Glibc
import RealtimeAudio
import Testing

@testable import PipeWireOutput

extension SoundSystemTests {
    /// A player whose stream runs.
    private func streamingPlayer(_ system: SoundSystem) throws -> TestPlayer {
        let player = try TestPlayer(system)
        player.output.open(TestPlayer.renderer(frames: 480_000))
        wait("the link") { player.events.all.contains(.streamChanged(.paused)) }
        player.output.setActive(true)
        wait("streaming") { player.events.all.contains(.streamChanged(.streaming)) }
        return player
    }

    @Test("the volume follows the mixer, and the mixer the volume")
    func volumeBothWays() throws {
        let system = SoundSystem()
        let player = try streamingPlayer(system)
        let id = system.streamID()

        player.output.setVolume(0.5)
        wait("the mixer") { system.shell("wpctl get-volume \(id)").contains("0.50") }
        #expect(system.shell("wpctl get-volume \(id)") == "Volume: 0.50\n")
        player.output.setMuted(true)
        wait("the mixer") { system.shell("wpctl get-volume \(id)").contains("MUTED") }
        #expect(system.shell("wpctl get-volume \(id)") == "Volume: 0.50 [MUTED]\n")
        player.output.setMuted(false)
        wait("the mixer") { !system.shell("wpctl get-volume \(id)").contains("MUTED") }
        let echoes = player.events.all.filter { if case .volumeChanged = $0 { true } else { false } }
        #expect(echoes == [])

        player.events.clear()
        system.shell("wpctl set-volume \(id) 0.3")
        wait("the event") { !player.volumes.isEmpty }
        #expect(player.volumes.count == 1)
        #expect(abs((player.volumes.first?.level ?? 0) - 0.3) < 1e-3)
        system.shell("wpctl set-mute \(id) 1")
        wait("the event") { player.volumes.count > 1 }
        #expect(player.volumes.last?.muted == true)
    }

    @Test("a volume set before the stream is there is the stream's, and no event")
    func volumeBeforeStream() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        player.output.setVolume(0.4)
        player.output.open(TestPlayer.renderer(frames: 48_000))
        wait("the link") { player.events.all.contains(.streamChanged(.paused)) }
        // Newer servers keep no volume for a stream that never ran.
        player.output.setActive(true)
        wait("streaming") { player.events.all.contains(.streamChanged(.streaming)) }
        let id = system.streamID()
        #expect(wait("the mixer") { system.shell("wpctl get-volume \(id)") == "Volume: 0.40\n" })
        #expect(player.volumes.isEmpty)
    }

    @Test("a volume that is no number, of the sink or of the stream, is told as one")
    func infiniteVolume() throws {
        let system = SoundSystem()
        let player = try streamingPlayer(system)
        // More than a float holds: the server makes infinity of it, and tells it.
        for id in [system.nodeID("speaker"), system.streamID()] {
            system.shell("pw-cli s \(id) Props '{ channelVolumes: [ 1e39, 1e39 ] }'")
        }
        #expect(wait("the sink's volume") { player.graph?.sink("speaker")?.level == 10 }, "\(String(describing: player.graph))")
        #expect(wait("the stream's volume") { player.volumes.last?.level == 10 }, "\(player.volumes)")
    }

    @Test("without a wish the session manager's remembered volume holds, and is told")
    func restoredVolume() throws {
        let system = SoundSystem()
        let first = try TestPlayer(system)
        first.output.open(TestPlayer.renderer(frames: 48_000))
        wait("the link") { first.events.all.contains(.streamChanged(.paused)) }
        // A mixer cannot set the volume of a stream that never ran: it has no channels yet.
        first.output.setActive(true)
        wait("streaming") { first.events.all.contains(.streamChanged(.streaming)) }
        system.shell("wpctl set-volume \(system.streamID()) 0.25")
        wait("the event") { !first.volumes.isEmpty }
        first.output.shutDown()
        let second = try TestPlayer(system)
        second.output.open(TestPlayer.renderer(frames: 48_000))
        wait("the event") { !second.volumes.isEmpty }
        #expect(abs((second.volumes.last?.level ?? 0) - 0.25) < 1e-3)
        second.output.shutDown()
        let third = try TestPlayer(system)
        third.output.setVolume(0.4)
        third.output.open(TestPlayer.renderer(frames: 48_000))
        wait("the link") { third.events.all.contains(.streamChanged(.paused)) }
        third.output.setActive(true)
        #expect(wait("the volume") { system.shell("wpctl get-volume \(system.streamID())") == "Volume: 0.40\n" })
        #expect(wait("what the output knows of its stream") { third.graph?.stream != nil })
        #expect(third.volumes.isEmpty)
    }
}

extension TestPlayer {
    var volumes: [(level: Double, muted: Bool)] {
        events.all.compactMap { if case .volumeChanged(let level, let muted) = $0 { (level, muted) } else { nil } }
    }
}

extension SoundSystem {
    /// The server's number for Fermata's stream.
    func streamID() -> String {
        let lines = shell("pw-cli ls Node").split(separator: "\n")
        var id = ""
        for line in lines {
            let words = line.split { " ,\t".contains($0) }
            if words.first == "id" { id = String(words[1]) }
            if line.contains("node.name = \"fermata\"") { return id }
        }
        return ""
    }
}
