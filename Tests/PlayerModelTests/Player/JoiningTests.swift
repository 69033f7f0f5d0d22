import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("An item that is shorter than a cycle of the graph")
struct JoiningTests {
    private static let tiny = SourceDescription.song(0.01)

    private func started(_ uris: [String], _ description: SourceDescription = tiny) -> PlayerStage {
        var stage = PlayerStage(uris)
        stage.send(.play)
        stage.opens(nil, description)
        return stage
    }

    private func isHeld(_ stage: PlayerStage) -> Bool { !stage.actions.contains(.resume) }

    @Test("is heard once enough of what follows is in the ring")
    func waits() {
        var stage = started(["/a", "/b"])
        #expect(isHeld(stage) && stage.actions.contains(.hold) && stage.states == [.playing])
        stage.decodes(frames: 441)
        stage.opens()
        stage.act { $0.lookAgain() }
        #expect(isHeld(stage))
        stage.player.progress = DecodeReading(segment: stage.player.numbers.segment, frame: 4_096)
        stage.act { $0.lookAgain() }
        #expect(isHeld(stage))
        stage.player.progress = DecodeReading(segment: stage.player.numbers.segment, frame: 12_288)
        stage.act { $0.lookAgain() }
        #expect(stage.actions.last == .resume && !stage.player.waitsToJoin)
        #expect(stage.states == [.playing])
    }

    @Test("is heard at once where nothing follows, where a stream does, or where it is long enough")
    func alone() {
        #expect(!isHeld(started(["/a"])))
        #expect(!isHeld(started(["/a", "http://b"])))
        #expect(!isHeld(started(["/a", "/b"], .song(0.3))))
        #expect(!isHeld(started(["/a", "/b"], .song(nil))))
    }

    @Test("is heard where it turns out that nothing follows")
    func failing() {
        var stage = started(["/a", "/b"])
        stage.decodes(frames: 441)
        stage.failsToOpen()
        stage.act { $0.lookAgain() }
        #expect(stage.actions.last == .resume)
    }

    @Test("does not wait for ever")
    func hanging() {
        var stage = started(["/a", "/b"])
        stage.decodes(frames: 441)
        stage.player.now += 400_000_000
        stage.act { $0.lookAgain() }
        #expect(isHeld(stage))
        stage.player.now += 200_000_000
        stage.act { $0.lookAgain() }
        #expect(stage.actions.last == .resume)
    }

    @Test("is what is left behind a seek, too, and of a pause", arguments: [false, true])
    func seeking(pauses: Bool) {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        if pauses { stage.pauses(at: 3) }
        stage.forget()
        stage.send(.seekTo(9.99))
        if pauses {
            stage.send(.play)
        }
        #expect(isHeld(stage) && stage.actions.contains(.hold) && stage.player.waitsToJoin)
        stage.decodes(frames: 441)
        stage.opens()
        stage.decodes()
        stage.act { $0.lookAgain() }
        #expect(stage.actions.contains(.resume))
    }

    @Test("stays silent where somebody pauses meanwhile")
    func pausing() {
        var stage = started(["/a", "/b"])
        stage.send(.pause)
        #expect(!stage.player.waitsToJoin)
        stage.player.now += 1_000_000_000
        stage.act { $0.lookAgain() }
        #expect(isHeld(stage) && stage.player.state == .paused)
    }
}
