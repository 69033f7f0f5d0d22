import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("Going back after a pause")
struct RewindTests {
    /// A player that was paused at that second for so long.
    private func paused(
        at place: Double, for seconds: Double, most: Double, _ song: SourceDescription = .song(100)
    ) -> PlayerStage {
        var stage = PlayerStage(["/a"])
        stage.player.configure { $0.options.rewindSeconds = most }
        stage.starts(song)
        stage.goesOn(to: place)
        stage.pauses(at: place)
        stage.player.now += Int64(seconds * 1e9)
        stage.forget()
        return stage
    }

    @Test("goes back by as long as the pause was, and at most by what is wanted")
    func length() {
        for (seconds, second) in [(4.0, 46.0), (3_600, 40)] {
            var stage = paused(at: 50, for: seconds, most: 10)
            #expect(stage.ask(.play) == .done)
            #expect(stage.begun.map(\.frame.value) == [Int64(second * 44_100)])
            #expect(stage.player.state == .playing && stage.seconds == second)
            stage.checkLeftovers()
        }
    }

    @Test("stops at the beginning")
    func beginning() {
        var stage = paused(at: 3, for: 60, most: 10)
        stage.send(.play)
        #expect(stage.begun.map(\.frame.value) == [0])
    }

    @Test("goes on where it was after less than a second, if it is not wanted, and where one cannot seek")
    func not() {
        for var stage in [
            paused(at: 50, for: 0.5, most: 10), paused(at: 50, for: 60, most: 0),
            paused(at: 50, for: 60, most: 10, .song(100, isSeekable: false)),
        ] {
            stage.send(.play)
            #expect(stage.begun.isEmpty && stage.actions.contains(.resume))
        }
    }

    @Test("goes on at the place that somebody has sought meanwhile")
    func sought() {
        var stage = paused(at: 50, for: 60, most: 10)
        stage.send(.seekTo(20))
        stage.forget()
        stage.send(.play)
        #expect(stage.begun.isEmpty && stage.seconds == 20)
    }

    @Test("goes back once for each pause")
    func once() {
        var stage = paused(at: 50, for: 5, most: 10)
        stage.send(.play)
        stage.hears(.began, at: 45 * 44_100)
        stage.pauses(at: 45)
        stage.forget()
        stage.send(.play)
        #expect(stage.begun.isEmpty)
    }
}
