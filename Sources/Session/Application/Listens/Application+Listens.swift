import NIOCore
import Playback
import PlayerModel
import SystemSupport

// Services in the web that are told what is heard.
extension Application {
    /// Looks whether something else is heard than before. Later, because the engine is still carrying out its decision.
    func lookForListens(after event: PlayerEvent) {
        guard listens.isOn else { return }
        switch event {
        case .itemChanged, .stateChanged(.playing, reason: _, previous: _): break
        default: return
        }
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.execute {
            let application = bound.value
            let player = application.engine.assumeIsolated { $0.currentPlayer() }
            guard player.state == .playing, let item = player.item else { return }
            application.listens.plays(item, date: CalendarClock.seconds)
        }
    }
}
