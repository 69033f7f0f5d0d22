/// Decides when to delay sleep. A value: it takes what the login manager reports and returns actions.
struct SleepGuard {
    /// An action for the bus side.
    enum Action: Equatable {
        /// Ask the login manager whether it prepares for sleep.
        case askWhetherAsleep
        /// Take a lock that delays sleep; the answer goes to ``lockAnswered(failure:)``.
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
    private var isAsleep = false
    private var isReleased = false
    private var lock = Lock.none

    /// Notes that a login manager is there, the first or a new one. The machine may have gone to sleep or woken while we did
    /// not listen.
    mutating func appeared() -> [Action] {
        isPresent = true
        return [.askWhetherAsleep]
    }

    /// Notes that the login manager, or the bus, is gone.
    mutating func vanished() -> [Action] {
        isPresent = false
        defer { lock = .none }
        return lock == .held ? [.dropLock] : []
    }

    /// Notes that the machine is about to sleep, or is awake.
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

    /// Notes the answer to ``Action/takeLock``: the lock is held, or refused for the reason `failure`.
    mutating func lockAnswered(failure: String?) -> [Action] {
        if let failure {
            lock = .none
            return [.report(.delayRefused(failure))]
        }
        // The lock may have come after nobody needed it any more.
        let isWanted = isPresent && !isReleased
        lock = isWanted ? .held : .none
        return isWanted ? [] : [.dropLock]
    }

    /// Notes that everything is ready for sleep, and releases the lock.
    mutating func release() -> [Action] {
        guard isAsleep else { return [] }
        isReleased = true
        guard lock == .held else { return [] }
        lock = .none
        return [.dropLock]
    }
}
