import CSystemd
import Glibc
import MessageBus
import SystemSupport
import TestSupport

@testable import Desktop

/// A login manager: hands out locks and says when the machine sleeps.
final class StandInLogin: Sendable {
    static let name = "org.freedesktop.login1"
    static let path = "/org/freedesktop/login1"
    static let interface = "org.freedesktop.login1.Manager"

    private let standIn: StandIn
    private let locks = Box<[(what: String, descriptor: CInt)]>([])
    private let record = Box<[[String]]>([])

    init(on bus: PrivateBus, isAsleep: Bool = false, refusal: String? = nil) {
        standIn = StandIn(on: bus.address, names: [Self.name], path: Self.path) { [locks, record] _, call in
            switch (call.method, refusal) {
            case ("Get", _): return .values([.variant(.boolean(isAsleep))])
            case ("Inhibit", let refusal?): return .failure(refusal)
            case ("Inhibit", nil):
                record.change { $0.append(call.arguments) }
                var ends: [CInt] = [-1, -1]
                guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
                    return nil
                }
                let ours = ends[0]
                locks.change { $0.append((call.arguments.first ?? "", ours)) }
                return .values([.descriptor(SharedDescriptor(FileDescriptor(owning: ends[1])))])
            default: return nil
            }
        }
    }

    deinit { for lock in locks.value { close(lock.descriptor) } }

    /// With what arguments each lock was asked for.
    var requests: [[String]] { record.value }

    /// How many locks are open somewhere.
    var heldLocks: Int { locks.value.count { Self.isHeld($0.descriptor) } }

    /// How many locks of that kind are open somewhere.
    func heldLocks(of what: String) -> Int { locks.value.count { $0.what == what && Self.isHeld($0.descriptor) } }

    private static func isHeld(_ lock: CInt) -> Bool {
        var request = pollfd(fd: lock, events: 0, revents: 0)
        return poll(&request, 1, 0) == 0
    }

    /// Says that the machine is about to sleep, or awake.
    func prepare(forSleep sleeps: Bool) {
        standIn.post { $0.signal("PrepareForSleep", of: Self.interface, [.boolean(sleeps)]) }
    }

    /// Ends without a word.
    func die() { standIn.die() }
}
