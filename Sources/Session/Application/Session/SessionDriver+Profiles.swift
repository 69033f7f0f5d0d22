import AudioSession
import NIOCore
import Playback
import SystemSupport

// Profiles of cards that are borrowed, and the sound that waits for one.
extension SessionDriver {
    /// How long the sound waits for a card at most. The session gives up earlier.
    private static let patienceWithCard = TimeAmount.seconds(5)

    /// Writes down which profiles are borrowed, then calls `then`.
    func saveLoans(then: @escaping @Sendable () -> Void = {}) { loanStore.write(session.profileLoans, whenDone: then) }

    /// Switches the card once that is written down, unless it was given back meanwhile.
    func borrow(_ loan: ProfileLoan) {
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        saveLoans { [eventLoop] in
            eventLoop.execute {
                let driver = bound.value
                guard driver.session.profileLoans.contains(loan) else { return }
                driver.output.setProfile(loan.profile, ofDevice: loan.device)
            }
        }
    }

    /// Has the sound wait before it begins while a card is switched for it.
    func watchStarts() {
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        engine.assumeIsolated { $0.setStartHold { bound.value.holdsStart(forChannels: $0) } }
    }

    /// Returns whether sound with so many channels has to wait before it begins. The session learns of it later, because the engine is
    /// still carrying out a decision.
    private func holdsStart(forChannels count: Int) -> Bool {
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.execute { bound.value.handle(.mediaBegins(channels: count)) }
        guard session.awaitsProfile(forChannels: count) else { return false }
        heldChannels = count
        eventLoop.assumeIsolated().scheduleTask(in: Self.patienceWithCard) { [weak self] in
            guard let self, heldChannels != nil else { return }
            heldChannels = nil
            engine.assumeIsolated { $0.releaseStart() }
        }
        return true
    }

    /// Lets the sound begin that waits, once its card is switched or stays as it is.
    func releaseStart() {
        guard let count = heldChannels, !session.awaitsProfile(forChannels: count) else { return }
        heldChannels = nil
        engine.assumeIsolated { $0.releaseStart() }
    }
}
