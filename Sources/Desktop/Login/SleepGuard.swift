/// When to delay sleep, as a value: takes what the login manager tells and says what to do about it.
struct SleepGuard {
    /// What the bus side has to do.
    enum Action: Equatable {
        /// Ask the login manager whether it prepares for sleep.
        case askWhetherAsleep
        /// Take a lock that delays sleep; the answer goes to ``lockAnswered(failure:)``.
        case takeLock
        /// Let go of the lock.
        case dropLock
        /// Tell.
        case report(LoginEvent)
    }

    private enum Lock {
        case none, asked, held
    }

    private var isPresent = false
    private var isAsleep = false
    private var isReleased = false
    private var lock = Lock.none

    /// A login manager is there: the first, or a new one. It may have gone to sleep or woken while nobody listened.
    mutating func appeared() -> [Action] {
        isPresent = true
        return [.askWhetherAsleep]
    }

    /// The login manager is gone, or the bus.
    mutating func vanished() -> [Action] {
        isPresent = false
        defer { lock = .none }
        return lock == .held ? [.dropLock] : []
    }

    /// The machine goes to sleep or is awake.
    mutating func prepare(forSleep sleeps: Bool) -> [Action] {
        guard isPresent else { return [] }
        var actions: [Action] = []
        if sleeps != isAsleep {
            isAsleep = sleeps
            isReleased = false
            actions.append(.report(sleeps ? .willSleep(isDelayed: lock == .held) : .didWake))
        }
        if !sleeps, lock == .none {
            lock = .asked
            actions.append(.takeLock)
        }
        return actions
    }

    /// The lock is there, or is not for the reason `failure`.
    mutating func lockAnswered(failure: String?) -> [Action] {
        if let failure {
            lock = .none
            return [.report(.delayRefused(failure))]
        }
        // It came when nobody needed it any more.
        let isWanted = isPresent && !isReleased
        lock = isWanted ? .held : .none
        return isWanted ? [] : [.dropLock]
    }

    /// Everything is ready for sleep.
    mutating func release() -> [Action] {
        guard isAsleep else { return [] }
        isReleased = true
        guard lock == .held else { return [] }
        lock = .none
        return [.dropLock]
    }
}
