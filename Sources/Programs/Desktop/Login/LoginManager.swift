import MessageBus
import SystemSupport

/// The connection to logind on the system bus: carries out what ``SleepGuard`` and ``IdleInhibitor`` decide. For the bus thread only.
final class LoginManager: BusParticipant {
    private static let name = "org.freedesktop.login1"
    private static let path = "/org/freedesktop/login1"
    private static let interface = "org.freedesktop.login1.Manager"

    private var sleepGuard = SleepGuard()
    private var idleInhibitor = IdleInhibitor()
    private let report: (DesktopEvent) -> Void
    private var connection: BusConnection?
    private var ownerSlot: BusSlot?
    private var sleepSlot: BusSlot?
    private var owner: String?
    /// The lock that delays sleep while this descriptor, or a duplicate of it, is open anywhere.
    private var lock: FileDescriptor?
    /// The lock that keeps the machine from sleeping because nobody uses it, in the same way.
    private var idleLock: FileDescriptor?

    init(report: @escaping (DesktopEvent) -> Void) { self.report = report }

    /// Releases the lock, so that the machine may sleep.
    func release() { carryOut(sleepGuard.release()) }

    /// Keeps the machine from sleeping because nobody uses it, or lets it again.
    func inhibitIdle(_ isWanted: Bool) { carryOut(idleInhibitor.want(isWanted)) }

    func busConnected(_ connection: BusConnection) {
        self.connection = connection
        ownerSlot = connection.watchOwners("arg0='\(Self.name)'") { [weak self] name, owner in
            if name == Self.name { self?.owned(by: owner) }
        }
        connection.askOwner(of: Self.name) { [weak self] owner in self?.owned(by: owner) }
    }

    func busLost() {
        owned(by: nil)
        ownerSlot = nil
        connection = nil
    }

    private func owned(by newOwner: String?) {
        guard newOwner != owner else { return }
        if owner != nil {
            carryOut(sleepGuard.vanished())
            carryOut(idleInhibitor.vanished())
        }
        owner = newOwner
        sleepSlot = newOwner.flatMap { watchSleep(of: $0) }
        if newOwner != nil {
            carryOut(sleepGuard.appeared())
            carryOut(idleInhibitor.appeared())
        }
    }

    /// Watches for the sleep signals of `owner`. The owner's unique name in the rule keeps out signals that other programs send
    /// us.
    private func watchSleep(of owner: String) -> BusSlot? {
        let rule =
            "type='signal',sender='\(owner)',path='\(Self.path)',interface='\(Self.interface)',member='PrepareForSleep'"
        return connection?.watch(rule) { [weak self] message in
            guard let self, message.has("b"), let sleeps = message.readBool() else { return }
            carryOut(sleepGuard.prepare(forSleep: sleeps))
        }
    }

    private func carryOut(_ actions: [SleepGuard.Action]) {
        for action in actions {
            switch action {
            case .askWhetherAsleep: askWhetherAsleep()
            case .takeLock: takeLock()
            case .dropLock: lock = nil
            case .report(let event): report(.login(event))
            }
        }
    }

    private func carryOut(_ actions: [IdleInhibitor.Action]) {
        for action in actions {
            switch action {
            case .takeLock: takeIdleLock()
            case .dropLock: idleLock = nil
            case .report(let event): report(.login(event))
            }
        }
    }

    private func askWhetherAsleep() {
        guard let owner else { return }
        let method = BusMethod(
            destination: owner, path: Self.path, interface: "org.freedesktop.DBus.Properties", name: "Get")
        connection?.call(method, [.string(Self.interface), .string("PreparingForSleep")]) { [weak self] answer in
            guard let self, self.owner == owner else { return }
            // A login manager that does not answer this counts as awake.
            carryOut(sleepGuard.prepare(forSleep: answer.read { $0.readBoolVariant() } ?? false))
        }
    }

    private func takeLock() {
        inhibit("sleep", why: "fade out and keep the place", mode: "delay") { [weak self] lock, failure in
            guard let self else { return }
            self.lock = lock
            carryOut(sleepGuard.lockAnswered(failure: failure))
        }
    }

    private func takeIdleLock() {
        inhibit("idle", why: "plays audio", mode: "block") { [weak self] lock, failure in
            guard let self else { return }
            idleLock = lock
            carryOut(idleInhibitor.lockAnswered(failure: failure))
        }
    }

    /// Asks for a lock. `then` gets the lock, or the reason why there is none.
    private func inhibit(
        _ what: String, why: String, mode: String, then: @escaping (consuming FileDescriptor?, String?) -> Void
    ) {
        guard let owner else { return }
        let method = BusMethod(destination: owner, path: Self.path, interface: Self.interface, name: "Inhibit")
        connection?.call(method, [what, "Fermata", why, mode].map { .string($0) }) { [weak self] answer in
            guard let self, self.owner == owner else { return }
            let lock = answer.read { $0.readDescriptor() }
            let failure = lock == nil ? answer.failure ?? "the answer holds no descriptor that could be kept" : nil
            then(lock, failure)
        }
    }
}
