import Testing

@testable import AudioTypes

@Suite("How often a volume is set back")
struct SetBacksTests {
    @Test("who sets a volume beyond the ceiling again and again is set back at once eight times, and then once a second")
    func setBacks() {
        var setBacks = SetBacks()
        let delays = (0..<10).map { setBacks.delay(at: Int64($0) * 1_000_000) }
        #expect(delays == Array(repeating: 0, count: 8) + [SetBacks.wait, nil])
        setBacks.waited()
        #expect(setBacks.delay(at: SetBacks.span + 20_000_000) == 0)
    }

    @Test("a slider that is dragged beyond the ceiling for nine seconds is set back each second")
    func dragged() {
        var setBacks = SetBacks()
        var due: Int64?
        var count = 0
        for now in stride(from: Int64(0), to: 9_000_000_000, by: 40_000_000) {
            if let time = due, time <= now {
                due = nil
                count += 1
                setBacks.waited()
            }
            guard let delay = setBacks.delay(at: now) else { continue }
            if delay == 0 { count += 1 } else { due = now + delay }
        }
        #expect((15...17).contains(count))
    }
}
