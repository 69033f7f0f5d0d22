import Testing

@testable import PipeWireOutput

@Suite("Making a stream again that somebody destroyed")
struct StreamRevivalTests {
    /// Has a stream destroyed after each of the lifetimes; returns the waits in milliseconds.
    private static func waits(_ revival: inout StreamRevival, _ lifetimes: [Duration]) -> [Int64] {
        let made = SuspendingClock.Instant.now
        return lifetimes.map { lifetime in
            revival.made(at: made)
            return revival.taken(at: made.advanced(by: lifetime)) / 1_000_000
        }
    }

    @Test("a stream that was taken away is made again at once, soon after that later each time")
    func waits() {
        var revival = StreamRevival()
        let soon = Self.waits(&revival, Array(repeating: .milliseconds(100), count: 9))
        #expect(soon == [0, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000])
        let late = Self.waits(&revival, [.seconds(60), .seconds(1)])
        #expect(late == [0, 100])
    }

    @Test("a stream is due only while it has to wait, and no longer once it is made or ended")
    func due() {
        var revival = StreamRevival()
        _ = Self.waits(&revival, [.milliseconds(100)])
        #expect(!revival.isDue)
        _ = Self.waits(&revival, [.milliseconds(100)])
        #expect(revival.isDue)
        revival.cancel()
        #expect(!revival.isDue)
    }
}
