import AudioSession
import Desktop
import Logging
import MessageBus
import SystemSupport

// Events from the message buses.
extension SessionDriver {
    func happened(_ event: DesktopEvent) {
        switch event {
        case .busConnected(let bus):
            buses[bus] = .answers
            logger.debug("The \(bus.rawValue) bus answers.")
        case .busLost(let bus, let reason):
            buses[bus] = .absent(reason)
            logger.notice(
                "The \(bus.rawValue) bus is not available.",
                metadata: ["reason": "\(reason)", "what helps": "\(bus == .session ? Remedy.sessionBus : Remedy.systemBus)"])
            // Without the bus, nobody will report that the machine wakes.
            handle(bus == .session ? .otherPlayersForgotten : .didWake)
        case .playerAppeared(let player, let status, let isNew):
            logger.debug("Found another player: \(player.name), \(status.rawValue).")
            handle(.otherPlayerAppeared(player.name, title: player.identity, OtherPlayerStatus(status), isNew: isNew))
        case .playerChanged(let change):
            logger.debug("Another player changed: \(change.name), \(change.status.rawValue)\(change.isOurs ? ", by us" : "").")
            handle(.otherPlayerChanged(change.name, OtherPlayerStatus(change.status), byUs: change.isOurs))
        case .playerVanished(let name): handle(.otherPlayerChanged(name, nil, byUs: false))
        case .playerRefused(let refusal):
            logger.notice(
                "Another player did not carry out a request.",
                metadata: ["player": "\(refusal.name)", "order": "\(refusal.order)", "reason": "\(refusal.reason)"])
        case .login(.willSleep): handle(.willSleep)
        case .login(.didWake): handle(.didWake)
        case .login(.idleLockRefused(let reason)):
            logger.notice(
                "Cannot keep the machine awake: it may sleep while music plays and nobody uses it.",
                metadata: ["reason": "\(reason)"])
        case .login(.delayRefused(let reason)):
            logger.notice(
                "Cannot delay sleep: the machine may sleep before playback has paused.", metadata: ["reason": "\(reason)"])
        }
    }
}

extension OtherPlayerStatus {
    fileprivate init(_ status: PlayerStatus) {
        self =
            switch status {
            case .playing: .playing
            case .paused: .paused
            case .stopped: .stopped
            }
    }
}
