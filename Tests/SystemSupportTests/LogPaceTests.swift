import Testing

@testable import SystemSupport

@Suite("Lines of the log that somebody else causes")
struct LogPaceTests {
    @Test("the first is written at once, and then one in a minute, with how many there were")
    func pace() {
        var pace = LogPace()
        #expect(pace.note(at: 5) == 1)
        for _ in 0..<10 { #expect(pace.note(at: 59_000_000_000) == nil) }
        #expect(pace.note(at: 60_000_000_005) == 11)
        #expect(pace.note(at: 60_000_000_006) == nil)
    }
}
