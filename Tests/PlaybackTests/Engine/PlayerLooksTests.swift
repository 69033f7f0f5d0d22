import MediaTypes
import PlayerModel
import TestSupport
import Testing

@testable import Playback

@Suite("Looks at the player that no event triggers")
struct PlayerLooksTests {
    private let scheduler = ManualScheduler()

    /// A player that waits for a stream of the network.
    private func buffering() throws -> Player {
        var player = Player()
        let source = RampSource(.init(frameCount: 441_000, isRemote: true))
        for case .open(let token, _, _, _) in player.handle(.playURI("http://a"), request: 1) {
            _ = player.handle(.opened(token, source.description))
        }
        try #require(player.state == .buffering)
        return player
    }

    @Test("nothing is scheduled for a player that waits for nothing")
    func nothing() {
        PlayerLooks(scheduler).schedule(for: Player()) { _ in Issue.record("looked") }
        #expect(scheduler.waitingCount == 0)
    }

    @Test("a player that buffers is looked at after a tenth of a second, once, however many events come meanwhile")
    func buffer() throws {
        let player = try buffering()
        let looks = PlayerLooks(scheduler)
        var count = 0
        looks.schedule(for: player) { _ in count += 1 }
        scheduler.advance(by: PlayerLooks.bufferInterval / 2)
        looks.schedule(for: player) { _ in count += 10 }
        scheduler.advance(by: PlayerLooks.bufferInterval / 2)
        #expect(count == 1)
        scheduler.advance(by: PlayerLooks.bufferInterval)
        #expect(count == 1)
        looks.schedule(for: player) { _ in count += 1 }
        scheduler.advance(by: PlayerLooks.bufferInterval)
        #expect(count == 2)
    }

    @Test("a look that is due is a question to the player")
    func question() throws {
        var player = try buffering()
        var actions: [PlayerAction]?
        PlayerLooks(scheduler).schedule(for: player) { look in actions = look(&player) }
        scheduler.advance(by: PlayerLooks.bufferInterval)
        #expect(actions == [] && player.state == .buffering)
    }

    @Test("looks can be forgotten")
    func forgotten() throws {
        let looks = PlayerLooks(scheduler)
        looks.schedule(for: try buffering()) { _ in Issue.record("looked") }
        looks.cancel()
        scheduler.advance(by: PlayerLooks.bufferInterval)
        #expect(scheduler.waitingCount == 0)
    }
}
