import Testing

@testable import MessageBus

@Suite("How many calls a program may make")
struct CallBudgetTests {
    private static let second: Int64 = 1_000_000_000

    @Test("a burst is served, then some calls get errors, and then none gets anything")
    func flood() {
        var budget = CallBudget()
        let verdicts = (0..<100_000).map { _ in budget.judge(":1.5", at: 0) }
        #expect(verdicts.count { $0 == .serve } == Int(CallBudget.burst))
        #expect(verdicts.count { $0 == .refuse } == CallBudget.refusals)
        #expect(budget.judge(":1.6", at: 0) == .serve)
        // A flood that goes on gets no answer either.
        let later = (1...10_000).map { budget.judge(":1.5", at: Int64($0) * 100_000) }
        #expect(later.count { $0 == .serve } <= Int(CallBudget.perSecond))
    }

    @Test("a program that calls at a steady pace is served for ever, and one that was silenced after some seconds")
    func pace() {
        var budget = CallBudget()
        let verdicts = (0..<10_000).map { budget.judge(":1.5", at: $0 * Self.second / 100) }
        #expect(verdicts.allSatisfy { $0 == .serve })
        for _ in 0..<1_000 { _ = budget.judge(":1.6", at: 0) }
        #expect(budget.judge(":1.6", at: Self.second / 2) == .ignore)
        #expect(budget.judge(":1.6", at: 2 * Self.second) == .serve)
    }

    @Test("long answers cost more than short ones")
    func length() {
        var budget = CallBudget()
        var served = 0
        while budget.judge(":1.5", at: 0) == .serve {
            budget.charge(":1.5", bytes: 9 * Int(CallBudget.bytesPerCall), at: 0)
            served += 1
        }
        #expect(served == Int(CallBudget.burst) / 10)
    }

    @Test("a bounded number of programs has an account, and the others share one")
    func bounded() {
        var budget = CallBudget()
        for number in 0..<10_000 { _ = budget.judge(":1.\(number)", at: 0) }
        #expect(budget.count <= CallBudget.mostAccounts + 1)
        #expect(budget.judge(":1.20000", at: 0) == .ignore)
        // Accounts that have all their credit again are forgotten.
        #expect(budget.judge(":1.20000", at: 10 * Self.second) == .serve)
        #expect(budget.count < 10)
    }

    @Test("a bus that takes nothing is lost after a while, and one that takes some of what waits is not")
    func backlog() {
        var backlog = BusBacklog()
        func isLost(_ waiting: Int, _ time: Int64) -> Bool { backlog.note(waiting, at: time) }
        #expect(!isLost(BusBacklog.most, 0))
        #expect(!backlog.isLong && backlog.deadline == nil)
        #expect(!isLost(BusBacklog.most + 2, 5))
        #expect(backlog.isLong)
        #expect(!isLost(BusBacklog.most + 1, BusBacklog.patience))
        #expect(!isLost(BusBacklog.most + 1, 2 * BusBacklog.patience - 1))
        #expect(isLost(BusBacklog.most + 1, 2 * BusBacklog.patience))
        #expect(!isLost(0, 2 * BusBacklog.patience))
        #expect(!backlog.isLong)
        #expect(isLost(BusBacklog.tooMany + 1, 2 * BusBacklog.patience))
    }

    @Test("the length of a value is about that of its texts")
    func bytes() {
        let value = BusValue.properties([("a", .strings(["xxxx", "yyyy"])), ("b", .int64(1))])
        #expect((50..<150).contains(value.byteCount))
        #expect(BusValue.string(String(repeating: "x", count: 5_000)).byteCount > 5_000)
    }
}
