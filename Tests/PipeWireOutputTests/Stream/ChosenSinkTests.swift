import AudioSession
import AudioTypes
import Glibc
import Testing

@testable import PipeWireOutput

extension SoundSystemTests {
    /// A speaker that is the user's default, a player at it, and a television that was chosen before it is there.
    private func playerAtSpeaker() throws -> (SoundSystem, TestPlayer) {
        let system = SoundSystem()
        system.shell("wpctl set-default \(system.nodeID("speaker"))")
        let player = try TestPlayer(system) { $0.target = "tv" }
        player.output.open(TestPlayer.renderer(frames: 480_000))
        #expect(wait("the link") { player.target == "speaker" }, "\(player.events.all)")
        return (system, player)
    }

    @Test("a chosen sink is played to whenever it comes, and comes back, by every stream")
    func chosenSinkReturns() throws {
        let (system, player) = try playerAtSpeaker()
        for round in 0..<2 {
            system.addSink("tv")
            #expect(wait("the television") { player.target == "tv" }, "round \(round): \(player.events.all)")
            #expect(wait("the target") { player.graph?.stream?.target == "tv" })
            system.end("tv")
            #expect(wait("the speaker") { player.target == "speaker" }, "round \(round): \(player.events.all)")
        }
        player.output.open(TestPlayer.renderer(frames: 441_000, rate: 44_100))
        #expect(wait("the next stream") { player.target == "speaker" })
        system.addSink("tv")
        #expect(wait("the television") { player.target == "tv" }, "\(player.events.all)")
        #expect(!player.events.all.contains(.targetTaken(uid: "tv")))
    }

    @Test("a chosen sink that comes after the server's return is played to")
    func chosenSinkAfterReset() throws {
        let (system, player) = try playerAtSpeaker()
        system.addSink("tv")
        #expect(wait("the television") { player.target == "tv" }, "\(player.events.all)")
        system.kill()
        system.end("tv")
        unlink(system.remote)
        system.start()
        #expect(wait("the speaker") { player.target == "speaker" }, "\(player.events.all)")
        system.addSink("tv")
        #expect(wait("the television") { player.target == "tv" }, "\(player.events.all)")
        #expect(!player.events.all.contains(.targetTaken(uid: "tv")))
    }

    @Test("a chosen sink gives way to what somebody else chooses for the stream, in the new way and in the old")
    func chosenSinkTaken() throws {
        for isOld in [false, true] {
            let (system, player) = try playerAtSpeaker()
            system.addSink("tv")
            #expect(wait("the television") { player.graph?.stream?.target == "tv" }, "\(player.events.all)")
            let stream = system.nodeID("fermata")
            let speaker = system.nodeID("speaker")
            if isOld {
                system.shell("pw-metadata \(stream) target.node \(speaker) Spa:Id")
            } else {
                let serial = try #require(player.graph?.sink("speaker")?.serial)
                system.shell("pw-metadata \(stream) target.object \(serial) Spa:Id")
            }
            #expect(wait("the speaker") { player.target == "speaker" }, "\(player.events.all)")
            #expect(wait("the news") { player.events.all.contains(.targetTaken(uid: "tv")) }, "\(player.events.all)")
            player.output.open(TestPlayer.renderer(frames: 441_000, rate: 44_100))
            #expect(wait("the next stream") { player.target == "speaker" }, "\(player.events.all)")
        }
    }
}
