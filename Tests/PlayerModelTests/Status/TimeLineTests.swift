import AudioTypes
import Testing

@testable import PlayerModel

@Suite("The time line")
struct TimeLineTests {
    /// Ten seconds of media from the frame 44,100 on, twice as fast as they were recorded.
    private let fast = TimeLine(frameOrigin: FrameCount(44_100), mediaOrigin: 10, sampleRate: .cd, factor: 2)

    @Test("counts frames from the beginning of the media unless told otherwise, exactly as they are divided by the rate")
    func plain() {
        let line = TimeLine(sampleRate: .cd)
        for frame in [0, 1, 45_565, 88_199, 1 << 40] as [Int64] {
            #expect(line.seconds(at: FrameCount(frame)) == Double(frame) / 44_100)
            #expect(line.seconds(at: FrameCount(frame), heardAfter: 123_456_789) == Double(frame) / 44_100 - 123_456_789 / 1e9)
            #expect(line.frame(at: Double(frame) / 44_100).value == frame)
        }
    }

    @Test("counts from its origins, and by its factor")
    func origins() {
        #expect(fast.seconds(at: FrameCount(44_100)) == 10 && fast.seconds(at: FrameCount(66_150)) == 11)
        #expect(fast.frame(at: 11).value == 66_150 && fast.frame(at: 9).value == 22_050)
    }

    @Test("takes a delay off as the sound of that time, which is the factor times as much of the media")
    func delay() {
        #expect(fast.seconds(at: FrameCount(66_150), heardAfter: 250_000_000) == 10.5)
        #expect(fast.nanoseconds(from: 10, to: 11) == 500_000_000 && fast.nanoseconds(from: 11, to: 10) == 0)
    }

    @Test("has a position that moves by its factor, or stands still")
    func position() {
        let moving = fast.position(at: 10, now: 3_000_000_000, isMoving: true)
        #expect(moving == HeardPosition(seconds: 10, monotonic: 3, rate: 2) && moving.isMoving)
        #expect([2, 3, 4.5].map { moving.seconds(at: $0) } == [10, 10, 13])
        #expect([2, 3, 4.5].map { moving.counted(to: $0) } == [8, 10, 13])
        let still = fast.position(at: 10, now: 3_000_000_000, isMoving: false)
        #expect(!still.isMoving && [2, 4.5].map { still.seconds(at: $0) } == [10, 10])
    }

    @Test("clamps places that no frame has")
    func clamped() {
        let line = TimeLine(sampleRate: .cd)
        #expect(line.frame(at: .nan) == .zero && line.frame(at: .infinity).value == 1 << 62)
    }
}
