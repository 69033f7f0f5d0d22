import AudioSession
import Testing

@Suite("Steady play")
struct AttentionTests {
    /// What the output was told: whether play is steady.
    private func told(_ stage: SessionModelStage) -> [Bool] {
        stage.actions.compactMap { if case .setSteady(let isSteady) = $0 { isSteady } else { nil } }
    }

    @Test("begins ten seconds after the last sign of a person, and costs one deadline")
    func begins() {
        var stage = SessionModelStage.playing()
        stage.wait(milliseconds: 9_000)
        #expect(told(stage) == [])
        stage.wait(milliseconds: 1_000)
        #expect(told(stage) == [true])
        #expect(stage.session.deadline == nil)
        stage.wait(milliseconds: 100_000)
        #expect(told(stage) == [true])
    }

    @Test("ends with the first command of a client, and begins only after all of them have left")
    func clients() {
        var stage = SessionModelStage.playing()
        stage.wait(milliseconds: 10_000)
        stage.send(.clientActed(7))
        #expect(told(stage) == [true, false])
        #expect(stage.session.expectsCommands(of: 7))
        stage.send(.clientActed(8))
        stage.wait(milliseconds: 3_600_000)
        stage.send(.clientLeft(7))
        #expect(!stage.session.expectsCommands(of: 7))
        stage.wait(milliseconds: 60_000)
        #expect(told(stage) == [true, false])
        stage.send(.clientLeft(8))
        stage.wait(milliseconds: 9_999)
        #expect(told(stage) == [true, false])
        stage.wait(milliseconds: 1)
        #expect(told(stage) == [true, false, true])
    }

    @Test("is not put off by a client that only listened, and left")
    func listener() {
        var stage = SessionModelStage.playing()
        stage.wait(milliseconds: 5_000)
        stage.send(.clientLeft(9))
        stage.wait(milliseconds: 5_000)
        #expect(told(stage) == [true])
    }

    @Test("ends with a media key, and begins again ten seconds later")
    func mediaKey() {
        var stage = SessionModelStage.playing()
        stage.wait(milliseconds: 10_000)
        stage.send(.clientActed(0))
        #expect(told(stage) == [true, false])
        #expect(!stage.session.expectsCommands(of: 0), "each key counts anew")
        stage.wait(milliseconds: 10_000)
        #expect(told(stage) == [true, false, true])
    }

    @Test("is none while nothing plays, and then nothing waits for its time")
    func paused() {
        var stage = SessionModelStage.playing()
        stage.wait(milliseconds: 10_000)
        stage.pause()
        #expect(told(stage) == [true, false])
        #expect(stage.session.deadline == nil)
        stage.wait(milliseconds: 60_000)
        stage.play()
        #expect(told(stage) == [true, false])
        stage.wait(milliseconds: 10_000)
        #expect(told(stage) == [true, false, true])
    }
}
