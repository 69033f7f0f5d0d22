import Testing

@testable import Playback

@Suite("A timer of the control thread")
struct ControlTimerTests {
    private let scheduler = ManualScheduler()

    @Test("runs its work once, at its time")
    func once() {
        let timer = ControlTimer(scheduler)
        var count = 0
        timer.set(afterNanoseconds: 10) { count += 1 }
        scheduler.advance(by: 9)
        #expect(count == 0 && timer.isSet)
        scheduler.advance(by: 1)
        #expect(count == 1 && !timer.isSet)
        scheduler.advance(by: 100)
        #expect(count == 1)
    }

    @Test("runs only the work that was set last")
    func replaced() {
        let timer = ControlTimer(scheduler)
        var ran: [Int] = []
        timer.set(afterNanoseconds: 10) { ran.append(1) }
        timer.set(afterNanoseconds: 20) { ran.append(2) }
        scheduler.advance(by: 100)
        #expect(ran == [2])
    }

    @Test("leaves nothing scheduled when it is cancelled")
    func cancelled() {
        let timer = ControlTimer(scheduler)
        timer.set(afterNanoseconds: 10) { Issue.record("cancelled work ran") }
        timer.cancel()
        #expect(scheduler.waitingCount == 0 && !timer.isSet)
        scheduler.advance(by: 100)
    }

    @Test("keeps work from running that was due already when it was replaced")
    func dueAlready() throws {
        let timer = ControlTimer(scheduler)
        var ran: [Int] = []
        timer.set(afterNanoseconds: 0) { ran.append(1) }
        let first = try #require(scheduler.newest)
        timer.set(afterNanoseconds: 0) { ran.append(2) }
        scheduler.runAsDue(first)
        #expect(ran == [] && timer.isSet)
        scheduler.advance(by: 0)
        #expect(ran == [2])
    }

    @Test("can be set again by its own work")
    func again() {
        let timer = ControlTimer(scheduler)
        var count = 0
        func tick() {
            count += 1
            if count < 3 { timer.set(afterNanoseconds: 10, tick) }
        }
        timer.set(afterNanoseconds: 10, tick)
        scheduler.advance(by: 1_000)
        #expect(count == 3 && !timer.isSet)
    }
}
