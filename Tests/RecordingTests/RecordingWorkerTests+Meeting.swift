import AudioTypes
import Media
import RealtimeAudio
import SystemSupport
import TestSupport
import Testing

@testable import Recording

// Recordings of an input and of what an output plays, side by side.
extension RecordingWorkerTests {
    private static func sample(_ frames: Range<Int>, _ channel: Int) -> [Float] {
        frames.map { RecordingStage.sample($0, channel) }
    }

    private static func silence(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }

    @Test("a meeting has both sources in step, whichever begins earlier", arguments: [0, 1, 700, 5_000, -700])
    func inStep(ahead: Int) async throws {
        let stage = try RecordingStage(isMeeting: true)
        stage.clockBeside.now += Int64(ahead) * 1_000_000_000 / 48_000
        stage.bringBeside(48_000, quantum: 480)
        try await stage.bring(24_000, quantum: 480)
        let result = try await stage.stop()
        let sound = try stage.sound()
        #expect(result.frames == 24_000 && sound.count == 2)
        #expect(sound[0] == Self.sample(0..<24_000, 0))
        let late = max(0, ahead)
        let expected = Self.silence(late) + Self.sample(late - ahead..<24_000 - ahead, 1)
        #expect(sound[1] == Array(expected.prefix(24_000)))
    }

    @Test("the second source of a meeting may bring each cycle after the first one, and nothing of it is lost")
    func secondComesLater() async throws {
        let stage = try RecordingStage(isMeeting: true, begin: MonotonicClock.nanoseconds + 2_000_000_000)
        for _ in 0..<50 {
            try await stage.bring(240, quantum: 240)
            stage.bringBeside(240, quantum: 240)
        }
        // The last cycle of the second source has not come, and never will.
        try await stage.bring(240, quantum: 240)
        let result = try await stage.stop()
        let sound = try stage.sound()
        #expect(result.frames == 51 * 240 && sound[0] == Self.sample(0..<51 * 240, 0))
        #expect(sound[1] == Self.sample(0..<50 * 240, 1) + Self.silence(240))
    }

    @Test("silence stands in for what the second source of a meeting misses, and it goes on in its place")
    func secondMisses() async throws {
        let stage = try RecordingStage(isMeeting: true)
        stage.bringBeside(4_800, quantum: 480)
        stage.missBeside(2_400)
        stage.bringBeside(4_800, quantum: 480)
        try await stage.bring(12_000, quantum: 480)
        _ = try await stage.stop()
        let sound = try stage.sound()
        #expect(sound[0] == Self.sample(0..<12_000, 0))
        #expect(sound[1] == Self.sample(0..<4_800, 1) + Self.silence(2_400) + Self.sample(7_200..<12_000, 1))
    }

    @Test("a meeting of which the second source never comes has the first one whole")
    func secondNeverComes() async throws {
        let stage = try RecordingStage(isMeeting: true)
        try await stage.bring(48_000)
        // Nobody has to end the recording for that.
        try await waitUntil("the sound to be written") { stage.worker.progress.seconds >= 1 }
        _ = try await stage.stop()
        #expect(try stage.sound() == [Self.sample(0..<48_000, 0), Self.silence(48_000)])
    }

    @Test("a gap of the first source of a meeting is silence beside the sound of the second")
    func firstMisses() async throws {
        let stage = try RecordingStage(isMeeting: true)
        stage.bringBeside(9_600, quantum: 480)
        try await stage.bring(4_800, quantum: 480)
        stage.miss(960)
        try await stage.bring(3_840, quantum: 480)
        let result = try await stage.stop()
        #expect(result.missed == 960)
        let sound = try stage.sound()
        #expect(sound[0] == Self.sample(0..<4_800, 0) + Self.silence(960) + Self.sample(5_760..<9_600, 0))
        #expect(sound[1] == Self.sample(0..<9_600, 1))
    }

    @Test("sources whose times go apart are joined anew after 3 ms")
    func drift() async throws {
        let stage = try RecordingStage(isMeeting: true)
        for _ in 0..<200 {
            stage.bringBeside(480, quantum: 480)
            stage.clockBeside.now += 50_000
        }
        try await stage.bring(480 * 200, quantum: 480)
        _ = try await stage.stop()
        let sound = try stage.sound()
        // 10 ms in all, of which 3 ms at most are left at the end.
        let last = try #require(sound[1].indices.last { sound[1][$0] != 0 })
        let shift = (0..<1_000).first { sound[1][last] == RecordingStage.sample(last - $0, 1) }
        #expect((336...480).contains(try #require(shift)))
        #expect(sound[1].count { $0 == 0 } <= 480)
    }

    @Test("nothing of a muted meeting is heard, not even beside a gap")
    func mutedMeeting() async throws {
        let stage = try RecordingStage(isMuted: true, isMeeting: true)
        stage.bringBeside(9_600, quantum: 480)
        try await stage.bring(4_800, quantum: 480)
        stage.miss(960)
        try await stage.bring(3_840, quantum: 480)
        _ = try await stage.stop()
        #expect(try stage.sound() == [Self.silence(9_600), Self.silence(9_600)])
    }

    @Test("a meeting that waits long for its time begins with both sources")
    func beginsLater() async throws {
        let wait = 48_000 * 30
        let stage = try RecordingStage(isMeeting: true) { $0.startsAt = RecordingStage.time(of: wait) }
        // The queue of the second source would be full by then.
        for _ in 0..<60 {
            stage.bringBeside(24_000, quantum: 480)
            try await stage.bring(24_000, quantum: 480)
            try await waitUntil("the sound to be taken") { stage.worker.buffer.fillCount < 24_000 }
        }
        stage.bringBeside(9_600, quantum: 480)
        try await stage.bring(9_600, quantum: 480)
        let result = try await stage.stop()
        #expect(result.frames == 9_600)
        #expect(try stage.sound() == [Self.sample(wait..<wait + 9_600, 0), Self.sample(wait..<wait + 9_600, 1)])
    }
}
