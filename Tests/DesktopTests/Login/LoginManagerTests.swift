import MessageBus
import TestSupport
import Testing

@testable import Desktop

@Suite("sleep", .serialized)
struct LoginManagerTests {
    private static let request = ["sleep", "Fermata", "fade out and keep the place", "delay"]

    @Test("sleep is delayed until it is let go, and delayed again after the wake")
    func sleepAndWake() async throws {
        let system = try await PrivateBus.running()
        let login = StandInLogin(on: system)
        let desk = Desk(system: system.address)
        try await waitUntil("the lock") { login.heldLocks == 1 }
        #expect(login.requests == [Self.request])
        // Nobody sleeps yet: the lock stays.
        desk.bus.releaseSleepDelay()
        login.prepare(forSleep: true)
        try await desk.expectLogin([.willSleep(isDelayed: true)])
        #expect(login.heldLocks == 1)

        desk.bus.releaseSleepDelay()
        try await waitUntil("the lock to be let go") { login.heldLocks == 0 }
        login.prepare(forSleep: false)
        try await desk.expectLogin([.willSleep(isDelayed: true), .didWake])
        try await waitUntil("the next lock") { login.heldLocks == 1 }
        #expect(login.requests.count == 2)
    }

    @Test("a lock that was not let go in time is kept for the next sleep")
    func lateRelease() async throws {
        let system = try await PrivateBus.running()
        let login = StandInLogin(on: system)
        let desk = Desk(system: system.address)
        try await waitUntil("the lock") { login.heldLocks == 1 }
        for sleeps in [true, false] { login.prepare(forSleep: sleeps) }
        try await desk.expectLogin([.willSleep(isDelayed: true), .didWake])
        desk.bus.releaseSleepDelay()
        login.prepare(forSleep: true)
        try await desk.expectLogin([.willSleep(isDelayed: true), .didWake, .willSleep(isDelayed: true)])
        #expect(login.heldLocks == 1)
        #expect(login.requests.count == 1)
    }

    @Test("a login manager that comes late, and one that comes again, is asked for a lock")
    func restart() async throws {
        let system = try await PrivateBus.running()
        let desk = Desk(system: system.address)
        try await waitUntil("the bus") { desk.events.last == .busConnected(.system) }
        let first = StandInLogin(on: system)
        try await waitUntil("the lock") { first.heldLocks == 1 }
        first.die()
        try await waitUntil("the lock to be let go") { first.heldLocks == 0 }
        let second = StandInLogin(on: system)
        try await waitUntil("the next lock") { second.heldLocks == 1 }
        second.prepare(forSleep: true)
        try await desk.expectLogin([.willSleep(isDelayed: true)])
    }

    @Test("a wake that nobody told of is noticed when the login manager is back")
    func missedWake() async throws {
        let system = try await PrivateBus.running()
        let first = StandInLogin(on: system, isAsleep: true)
        let desk = Desk(system: system.address)
        try await desk.expectLogin([.willSleep(isDelayed: false)])
        #expect(first.requests == [])
        first.die()
        let second = StandInLogin(on: system)
        try await desk.expectLogin([.willSleep(isDelayed: false), .didWake])
        try await waitUntil("the lock") { second.heldLocks == 1 }
    }

    @Test("a system bus that dies and comes back gives the lock again")
    func busDeath() async throws {
        let system = try await PrivateBus.running()
        let login = StandInLogin(on: system)
        let desk = Desk(system: system.address)
        try await waitUntil("the lock") { login.heldLocks == 1 }
        try await system.kill()
        try await waitUntil("the lock to be let go") { login.heldLocks == 0 }
        try await system.start()
        try await waitUntil("the next lock") { login.heldLocks == 1 }
        withExtendedLifetime(desk) {}
    }

    @Test("a lock that is refused is reported, and sleep without one too")
    func refusal() async throws {
        let system = try await PrivateBus.running()
        let login = StandInLogin(on: system, refusal: "too many locks")
        let desk = Desk(system: system.address)
        try await desk.expectLogin([.delayRefused("too many locks")])
        login.prepare(forSleep: true)
        try await desk.expectLogin([.delayRefused("too many locks"), .willSleep(isDelayed: false)])
        desk.bus.releaseSleepDelay()
        login.prepare(forSleep: false)
        try await desk.expectLogin([
            .delayRefused("too many locks"), .willSleep(isDelayed: false), .didWake, .delayRefused("too many locks"),
        ])
    }

    @Test("the end of the desktop bus lets go of the lock")
    func end() async throws {
        let system = try await PrivateBus.running()
        let login = StandInLogin(on: system)
        let desk = Desk(system: system.address)
        try await waitUntil("the lock") { login.heldLocks == 1 }
        desk.bus.stop()
        try await waitUntil("the lock to be let go") { login.heldLocks == 0 }
    }

    @Test("nobody but the login manager can say that the machine sleeps")
    func forgery() async throws {
        let system = try await PrivateBus.running()
        let login = StandInLogin(on: system)
        let desk = Desk(system: system.address)
        try await waitUntil("the lock") { login.heldLocks == 1 }
        let forger = StandIn(on: system.address)
        let isForged = Box(false)
        forger.post { forger in
            forger.withOthers { others in
                for other in others {
                    forger.signal(
                        "PrepareForSleep", of: StandInLogin.interface, path: StandInLogin.path, [.boolean(true)], to: other)
                }
                // Answered behind everything that was sent before.
                forger.withOthers { _ in isForged.value = true }
            }
        }
        try await waitUntil("the forgery") { isForged.value }
        login.die()
        let next = StandInLogin(on: system, isAsleep: true)
        try await desk.expectLogin([.willSleep(isDelayed: false)])
        withExtendedLifetime(next) {}
    }
}
