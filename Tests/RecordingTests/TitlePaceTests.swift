import Testing

@testable import Recording

@Suite("The pace of a station's titles")
struct TitlePaceTests {
    @Test("some may follow each other at once, and then one in ten seconds")
    func pace() {
        var pace = TitlePace()
        // Four a second, for two minutes.
        let taken = (0..<480).map { pace.takes(at: Double($0) / 4) }
        #expect(!taken.prefix(TitlePace.most).contains(false))
        #expect(taken.count { $0 } == TitlePace.most + 11)
        // A pause brings no more than may come at once.
        let afterwards = (0..<20).map { _ in pace.takes(at: 10_000) }
        #expect(afterwards.count { $0 } == TitlePace.most)
    }
}
