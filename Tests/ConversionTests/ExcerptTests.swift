import AudioTypes
import MediaTypes
import Testing

@testable import Conversion

@Suite("Parts of recordings, and goals of loudness")
struct ExcerptTests {
    private static func time(_ value: Int64, _ scale: Int64 = 1_000) -> MediaTime { MediaTime(value: value, timescale: scale) }

    @Test("times become the nearest frames")
    func rounding() throws {
        let part = try Excerpt(from: Self.time(1, 3), to: Self.time(2, 3))
        #expect(part.frames(at: .cd) == 14_700..<29_400)
        #expect(part.frames(at: .video) == 16_000..<32_000)
        #expect(try Excerpt(from: Self.time(10)).frames(at: .cd) == 441..<Int64.max)
        #expect(Excerpt.everything.frames(at: .cd) == 0..<Int64.max)
        #expect(try Excerpt(from: Self.time(0), to: Self.time(1, 1_000_000_000)).frames(at: .cd) == 0..<1)
    }

    @Test("parts that no recording has are refused")
    func refused() {
        for (start, end) in [
            (Self.time(-1), Self.time(5)), (Self.time(5), Self.time(5)), (Self.time(6), Self.time(5)), (Self.time(.max, 1), nil),
        ] {
            let error = #expect(throws: MediaError.self) { _ = try Excerpt(from: start, to: end) }
            #expect(error?.code == .unsupported)
        }
    }

    @Test("the gain leads to the goal, but not above the highest peak, and silence keeps its level")
    func gain() throws {
        let goal = try LoudnessGoal(loudness: -16)
        #expect(goal.change(integrated: -23, truePeak: -12).gain == 7)
        let limited = goal.change(integrated: -23, truePeak: -3)
        #expect(limited.gain == 2 && limited.isLimitedByPeak)
        #expect(goal.change(integrated: -10, truePeak: 0.5).gain == -6)
        #expect(goal.change(integrated: nil, truePeak: nil).gain == 0)
        for (loudness, peak) in [(1.0, -1.0), (-71, -1), (-23, 1), (.nan, -1), (-23, -.infinity)] {
            #expect(throws: MediaError.self) { _ = try LoudnessGoal(loudness: loudness, highestPeak: peak) }
        }
    }
}
