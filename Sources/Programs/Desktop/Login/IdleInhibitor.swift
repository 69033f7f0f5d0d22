/// Decides when to keep the machine from sleeping because nobody uses it. A value: it takes what is wanted and what the login
/// manager answers, and returns actions.
struct IdleInhibitor {
    /// An action for the bus side.
    enum Action: Equatable {
        /// Take a lock that blocks sleep by idleness; the answer goes to ``lockAnswered(failure:)``.
        case takeLock
        /// Release the lock.
        case dropLock
        /// Report this event.
        case report(LoginEvent)
    }

    private enum Lock {
        case none, asked, held
    }

    private var isPresent = false
    private var isWanted = false
    private var lock = Lock.none

    /// Notes that a login manager is there, the first or a new one.
    mutating func appeared() -> [Action] {
        isPresent = true
        return takeIfWanted()
    }

    /// Notes that the login manager, or the bus, is gone.
    mutating func vanished() -> [Action] {
        isPresent = false
        defer { lock = .none }
        return lock == .held ? [.dropLock] : []
    }

    /// Notes whether the machine is to stay awake.
    mutating func want(_ isWanted: Bool) -> [Action] {
        self.isWanted = isWanted
        guard !isWanted, lock == .held else { return takeIfWanted() }
        lock = .none
        return [.dropLock]
    }

    /// Notes the answer to ``Action/takeLock``: the lock is held, or refused for the reason `failure`. A refused lock is asked
    /// for again when it is wanted again.
    mutating func lockAnswered(failure: String?) -> [Action] {
        if let failure {
            lock = .none
            return [.report(.idleLockRefused(failure))]
        }
        // The lock may have come after nobody wanted it any more.
        lock = isWanted ? .held : .none
        return isWanted ? [] : [.dropLock]
    }

    private mutating func takeIfWanted() -> [Action] {
        guard isPresent, isWanted, lock == .none else { return [] }
        lock = .asked
        return [.takeLock]
    }
}
