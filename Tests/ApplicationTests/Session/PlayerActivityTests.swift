import AudioSession
import PlayerModel
import Testing

@testable import Application

@Suite("The player as the session sees it")
struct PlayerActivityTests {
    @Test("to the session it makes a difference who had the player play, pause or stop")
    func activity() {
        #expect(PlayerActivity(.playing, .user) == .playing(byUser: true))
        #expect(PlayerActivity(.buffering, .mpris) == .playing(byUser: true))
        #expect(PlayerActivity(.playing, .mpd) == .playing(byUser: true))
        #expect(PlayerActivity(.playing, .interrupted) == .playing(byUser: false))
        #expect(PlayerActivity(.paused, .mpris) == .paused(byUser: true))
        #expect(PlayerActivity(.paused, .routeLost) == .paused(byUser: false))
        #expect(PlayerActivity(.stopped, .endOfQueue) == .stopped(endOfQueue: true))
        #expect(PlayerActivity(.stopped, .user) == .stopped(endOfQueue: false))
    }
}
