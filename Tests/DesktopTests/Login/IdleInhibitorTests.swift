import TestSupport
import Testing

@testable import Desktop

@Suite("when the machine is kept awake")
struct IdleInhibitorTests {
    @Test("a lock is held while it is wanted and there is a login manager")
    func held() {
        var idle = IdleInhibitor()
        #expect(idle.want(true) == [])
        #expect(idle.appeared() == [.takeLock])
        #expect(idle.want(true) == [])
        #expect(idle.lockAnswered(failure: nil) == [])
        #expect(idle.vanished() == [.dropLock])
        #expect(idle.appeared() == [.takeLock])
        #expect(idle.lockAnswered(failure: nil) == [])
        #expect(idle.want(false) == [.dropLock])
        #expect(idle.want(false) == [])
    }

    @Test("a lock that comes after it was wanted is let go, and one that is wanted again meanwhile is kept")
    func late() {
        var idle = IdleInhibitor()
        _ = idle.appeared()
        #expect(idle.want(true) == [.takeLock])
        #expect(idle.want(false) == [])
        #expect(idle.lockAnswered(failure: nil) == [.dropLock])
        #expect(idle.want(true) == [.takeLock])
        #expect(idle.want(false) == [] && idle.want(true) == [])
        #expect(idle.lockAnswered(failure: nil) == [])
    }

    @Test("a refusal is told, and the next play asks again")
    func refused() {
        var idle = IdleInhibitor()
        _ = idle.appeared()
        _ = idle.want(true)
        #expect(idle.lockAnswered(failure: "no") == [.report(.idleLockRefused("no"))])
        #expect(idle.want(false) == [])
        #expect(idle.want(true) == [.takeLock])
    }
}

@Suite("idleness", .serialized)
struct IdleLockTests {
    @Test("the lock blocks idleness alone, beside the one that delays sleep, and comes back with a new login manager")
    func lock() async throws {
        let system = try await PrivateBus.running()
        let first = StandInLogin(on: system)
        let desk = Desk(system: system.address)
        try await waitUntil("the lock that delays sleep") { first.heldLocks == 1 }
        desk.bus.inhibitIdle(true)
        try await waitUntil("the lock") { first.heldLocks(of: "idle") == 1 }
        #expect(first.requests.last == ["idle", "Fermata", "plays audio", "block"] && first.heldLocks(of: "sleep") == 1)
        first.die()
        try await waitUntil("both locks to be let go") { first.heldLocks == 0 }
        let second = StandInLogin(on: system)
        try await waitUntil("the next lock") { second.heldLocks(of: "idle") == 1 }
        desk.bus.inhibitIdle(false)
        try await waitUntil("the lock to be let go") { second.heldLocks(of: "idle") == 0 }
    }

    @Test("without a system bus, and where the lock is refused, nothing breaks")
    func absent() async throws {
        let desk = Desk(system: nil)
        desk.bus.inhibitIdle(true)
        desk.bus.stop()
        let system = try await PrivateBus.running()
        let login = StandInLogin(on: system, refusal: "org.freedesktop.DBus.Error.AccessDenied")
        let other = Desk(system: system.address)
        other.bus.inhibitIdle(true)
        try await waitUntil("the refusal") {
            other.login.contains { if case .idleLockRefused = $0 { true } else { false } }
        }
        #expect(login.heldLocks == 0)
    }
}
