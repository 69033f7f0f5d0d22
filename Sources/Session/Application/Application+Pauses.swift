import AudioSession
import AudioTypes
import Logging
import NIOCore
import PlayerModel

// Pauses that programs of the desktop send.
extension Application {
    /// Pauses for a program on the session bus, if a person is behind it. A program that pauses all players because a sink is
    /// lost or the machine is about to sleep speaks for nobody: the session itself knows of both, and decides whether playback
    /// pauses and whether it resumes.
    package func pause(from sender: PauseSender, for origin: Origin, answer: @escaping Answer) {
        let session = driver.session
        let verdict = PauseVerdict(
            sender, machineSleeps: session.interruptions.first(.system) != nil, playersInterrupt: session.playersInterrupt,
            playersAreDeclined: session.interruptionWishes.declined.contains(.players))
        if verdict != .obeyed { logger.info("A pause of the desktop is not a person's.", metadata: ["sender": "\(sender)"]) }
        switch verdict {
        case .obeyed: return perform(.pause, for: origin, answer: answer)
        case .ignored: break
        case .held:
            let bound = NIOLoopBound(self, eventLoop: eventLoop)
            heldPause?.cancel()
            heldPause = eventLoop.scheduleTask(in: .nanoseconds(PauseVerdict.patience)) {
                bound.value.heldPause = nil
                // The player has interrupted us by itself meanwhile.
                if sender == .player, bound.value.session.interruptions.pauses { return }
                bound.value.pause(from: .person, for: origin) { _ in }
            }
        }
        answer(Self.outcome(.done, []))
    }

    /// Forgets a pause that is held, because a person has given another command meanwhile.
    func forgetHeldPause(before command: PlayerCommand) {
        guard command.takesOver || command.startsPlayback(in: .stopped) else { return }
        heldPause?.cancel()
        heldPause = nil
    }
}
