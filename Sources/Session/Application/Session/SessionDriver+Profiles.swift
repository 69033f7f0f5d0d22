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
        heldStart.end()
        let hold = session.awaitsProfile(forChannels: count) ? heldStart.hold(channels: count) : nil
        eventLoop.execute {
            let driver = bound.value
            driver.handle(.mediaBegins(channels: count, isHeld: hold != nil && driver.heldStart.number == hold))
        }
        guard let hold else { return false }
        eventLoop.assumeIsolated().scheduleTask(in: Self.patienceWithCard) { [weak self] in
            guard let self, heldStart.number == hold else { return }
            endHold(ofChannels: count)
        }
        return true
    }

    /// Lets the sound begin that waits, once its card is switched or stays as it is.
    func releaseStart() {
        guard let count = heldStart.channelCount, !session.awaitsProfile(forChannels: count) else { return }
        endHold(ofChannels: count)
    }

    private func endHold(ofChannels count: Int) {
        heldStart.end()
        engine.assumeIsolated { $0.releaseStart() }
        // What is heard now has no card switched any more.
        handle(.mediaBegins(channels: count, isHeld: false))
    }
}

/// Sound that waits for its card before it begins. Only the last one waits: who has waited before it has been replaced.
struct HeldStart: Hashable {
    /// How many channels the sound has; `nil` if none waits.
    private(set) var channelCount: Int?
    /// The number of the wait, of which each has its own; `nil` if none waits.
    var number: Int? { channelCount == nil ? nil : lastNumber }
    private var lastNumber = 0

    /// Has sound with so many channels wait. Returns the number of the wait.
    mutating func hold(channels count: Int) -> Int {
        channelCount = count
        lastNumber += 1
        return lastNumber
    }

    /// Ends the wait.
    mutating func end() { channelCount = nil }
}
