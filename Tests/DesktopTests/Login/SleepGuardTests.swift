import Testing

@testable import Desktop

@Suite("when sleep is delayed")
struct SleepGuardTests {
    @Test("a lock that comes after sleep was let go is let go too")
    func lateLock() {
        var sleep = SleepGuard()
        #expect(sleep.appeared() == [.askWhetherAsleep])
        #expect(sleep.prepare(forSleep: false) == [.takeLock])
        #expect(sleep.prepare(forSleep: true) == [.report(.willSleep(isDelayed: false))])
        #expect(sleep.release() == [])
        #expect(sleep.lockAnswered(failure: nil) == [.dropLock])
        #expect(sleep.prepare(forSleep: false) == [.report(.didWake), .takeLock])
    }

    @Test("a lock that comes while sleep is awaited is kept until sleep is let go")
    func lockWhileFalling() {
        var sleep = SleepGuard()
        _ = sleep.appeared()
        _ = sleep.prepare(forSleep: false)
        _ = sleep.prepare(forSleep: true)
        #expect(sleep.lockAnswered(failure: nil) == [])
        #expect(sleep.release() == [.dropLock])
        #expect(sleep.release() == [])
    }

    @Test("the same word twice is one sleep")
    func repeated() {
        var sleep = SleepGuard()
        _ = sleep.appeared()
        _ = sleep.prepare(forSleep: false)
        _ = sleep.lockAnswered(failure: nil)
        #expect(sleep.prepare(forSleep: true) == [.report(.willSleep(isDelayed: true))])
        #expect(sleep.prepare(forSleep: true) == [])
        #expect(sleep.prepare(forSleep: false) == [.report(.didWake)])
        #expect(sleep.prepare(forSleep: false) == [])
    }

    @Test("what is heard of a login manager that is gone counts no more")
    func gone() {
        var sleep = SleepGuard()
        _ = sleep.appeared()
        _ = sleep.prepare(forSleep: false)
        #expect(sleep.vanished() == [])
        #expect(sleep.lockAnswered(failure: nil) == [.dropLock])
        #expect(sleep.prepare(forSleep: true) == [])
        #expect(sleep.appeared() == [.askWhetherAsleep])
        #expect(sleep.prepare(forSleep: false) == [.takeLock])
    }
}
