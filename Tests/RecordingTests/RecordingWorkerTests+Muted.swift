import TestSupport
import Testing

@testable import Recording

// Sound that is silenced, and channels that are picked.
extension RecordingWorkerTests {
    @Test("has silence from the frame on at which it was muted until the one at which it was not any more, and loses no time")
    func muted() async throws {
        let stage = try RecordingStage()
        try await stage.bring(10_000)
        stage.worker.setMuted(true)
        try await stage.bring(6_000)
        stage.worker.setMuted(false)
        try await stage.bring(10_000)
        let result = try await stage.stop()
        #expect(result.frames == 26_000 && result.missed == 0)
        #expect(
            stage.marks == [
                RecordingMark(cause: .muted, frame: 10_000, missing: 0, filled: 0),
                RecordingMark(cause: .unmuted, frame: 16_000, missing: 0, filled: 0),
            ])
        var expected = stage.expected(0..<26_000)
        for channel in 0..<2 { expected[channel].replaceSubrange(10_000..<16_000, with: [Float](repeating: 0, count: 6_000)) }
        #expect(try stage.sound() == expected)
    }

    @Test("that begins muted has silence from its first frame on, also in sound of another format")
    func beginsMuted() async throws {
        let stage = try RecordingStage(isMuted: true)
        try await stage.bring(5_000)
        try stage.changeFormat(hertz: 44_100, channels: 1)
        try await stage.bring(3_000)
        stage.worker.setMuted(false)
        try await stage.bring(1_000)
        _ = try await stage.stop()
        #expect(stage.marks.map(\.cause) == [.muted, .unmuted] && stage.marks.map(\.frame) == [0, 8_000])
        let sounds = try stage.paths.map { try RecordingStage.read($0)[0] }
        try #require(sounds.count == 2)
        #expect(sounds[0] == [Float](repeating: 0, count: 5_000))
        #expect(sounds[1] == [Float](repeating: 0, count: 3_000) + stage.expected(8_000..<9_000)[0])
    }

    @Test("tells where it is when its input is muted, and misses nothing there")
    func inputMuted() async throws {
        let stage = try RecordingStage()
        try await stage.bring(10_000)
        stage.worker.mark(.inputMuted)
        try await waitUntil("the mark") { !stage.marks.isEmpty }
        _ = try await stage.stop()
        #expect(stage.marks == [RecordingMark(cause: .inputMuted, frame: 10_000, missing: 0, filled: 0)])
    }

    @Test("has the channels that were named, in their order, and levels of these alone")
    func picked() async throws {
        let stage = try RecordingStage(channels: 4, picks: [4, 1, 2])
        stage.worker.sendLevels(true)
        try await stage.bring(10_000)
        let result = try await stage.stop()
        #expect(result.frames == 10_000)
        let all = stage.expected(0..<10_000)
        #expect(try stage.sound() == [all[3], all[0], all[1]])
        let levels = stage.events.compactMap { if case .levels(let levels) = $0 { levels } else { nil } }
        #expect(levels.allSatisfy { $0.peaks.count == 3 })
    }

    @Test(
        "cannot have channels that do not exist, or too many of them",
        arguments: [[], [0], [-1], [65], [5], [1, 2, 3, 4, 1, 2, 3, 4, 1]])
    func wrongChannels(numbers: [Int]) {
        let error = #expect(throws: RecordingPlan.Refusal.self) { try ChannelPicks(numbers, of: 4) }
        #expect(error?.parameter == "channels")
    }

    @Test("stays silent rather than being heard if it is muted and not, over and over, while the disk is slow")
    func manyMutes() {
        let muted = MutedFrames(isMuted: false)
        for place in 0..<100 { muted.set(place.isMultiple(of: 2), from: UInt64(10 * place)) }
        var frame: UInt64 = 0
        var heard: [UInt64] = []
        while frame < 2_000 {
            let (isMuted, count) = muted.look(at: frame, atMost: 10)
            if !isMuted { heard.append(frame) }
            frame += UInt64(count)
        }
        // Each even ten was to be muted, and behind the last change nothing.
        #expect(heard.allSatisfy { $0 / 10 % 2 == 1 || $0 >= 1_000 } && heard.contains(1_990) && heard.contains(990))
        #expect(heard.count < 150)
    }
}
