import AudioTypes
import SystemSupport
import Testing

@testable import SnapcastOutput

@Suite("the gathering of rooms")
struct GatheringTests {
    private let second: Int64 = 1_000_000_000

    private func configuration() throws -> FeedConfiguration {
        var configuration = FeedConfiguration(
            source: try #require(ServerAddress("127.0.0.1:4953", port: 4_953)), format: try #require(PCMFormat("48000:16:2")))
        configuration.stallTimeout = second
        configuration.gatheringTime = 2 * second
        return configuration
    }

    /// What a look finds, and when the next one is needed.
    private func look(
        _ gathering: inout Gathering, at now: Int64, standstill: Int64 = 0, isAway: Bool
    ) -> (Gathering.Finding, Int64) {
        let finding = gathering.look(at: now, standstill: standstill, isAway: isAway)
        return (finding, gathering.nextTime)
    }

    @Test("a server that was there has its rooms at once")
    func together() throws {
        var gathering = Gathering(try configuration(), isAway: false, at: 5)
        #expect(look(&gathering, at: 6, standstill: second - 1, isAway: false) == (.nothing, .max))
    }

    @Test("a server that was away is given the time for its rooms to come back, once")
    func away() throws {
        var gathering = Gathering(try configuration(), isAway: true, at: 5)
        #expect(look(&gathering, at: 4 + 2 * second, isAway: true) == (.nothing, 5 + 2 * second))
        #expect(look(&gathering, at: 5 + 2 * second, isAway: true) == (.gathered, .max))
        #expect(look(&gathering, at: 6 + 2 * second, isAway: false) == (.nothing, .max))
    }

    @Test("rooms that get nothing are away, and are waited for once something arrives")
    func stalled() throws {
        var gathering = Gathering(try configuration(), isAway: false, at: 0)
        #expect(look(&gathering, at: second, standstill: second, isAway: false) == (.stalled, .max))
        #expect(look(&gathering, at: 2 * second, standstill: 2 * second, isAway: true) == (.nothing, .max))
        // It was looked at again since something arrived.
        #expect(look(&gathering, at: 3 * second, standstill: 1, isAway: true) == (.nothing, .max))
        #expect(look(&gathering, at: 4 * second, isAway: true) == (.nothing, 6 * second))
        #expect(look(&gathering, at: 6 * second, isAway: true) == (.gathered, .max))
    }

    @Test("rooms that a write has found to be away are waited for as well")
    func foundByWrite() throws {
        var gathering = Gathering(try configuration(), isAway: false, at: 0)
        #expect(look(&gathering, at: second, standstill: second / 2, isAway: true) == (.nothing, .max))
        #expect(look(&gathering, at: 2 * second, isAway: true) == (.nothing, 4 * second))
    }

    @Test("a network that fails again while the rooms come back begins that anew")
    func stalledAgain() throws {
        var gathering = Gathering(try configuration(), isAway: true, at: 0)
        #expect(look(&gathering, at: 3 * second, standstill: second, isAway: true) == (.nothing, .max))
        #expect(look(&gathering, at: 4 * second, isAway: true) == (.nothing, 6 * second))
    }

    @Test("rooms that nobody wants any more are not waited for")
    func unwanted() throws {
        var gathering = Gathering(try configuration(), isAway: true, at: 0)
        #expect(look(&gathering, at: 1, isAway: false) == (.nothing, .max))
        // The next stall is found again.
        #expect(look(&gathering, at: 2, standstill: second, isAway: false) == (.stalled, .max))
    }
}
