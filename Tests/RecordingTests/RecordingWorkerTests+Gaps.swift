import Testing

@testable import Recording

// Sound that is missing, and pauses.
extension RecordingWorkerTests {
    @Test("has silence of the gap's length at its place, and a mark", arguments: [true, false])
    func gap(isFilled: Bool) async throws {
        let stage = try RecordingStage { $0.fillsGaps = isFilled }
        try await stage.bring(10_000)
        stage.miss(9_600)
        try await stage.bring(10_000)
        let result = try await stage.stop()
        #expect(result.missed == 9_600)
        #expect(
            stage.events.contains(
                .marked(RecordingMark(cause: .missed, frame: 10_000, missing: 9_600, filled: isFilled ? 9_600 : 0))))
        var expected = stage.expected(0..<29_600)
        for channel in 0..<2 {
            expected[channel].replaceSubrange(
                10_000..<19_600, with: isFilled ? [Float](repeating: 0, count: 9_600) : [])
        }
        #expect(try stage.sound() == expected)
    }

    @Test("cuts the silence of a gap where the clock says, as it cuts sound")
    func gapOnClock() async throws {
        let stage = try RecordingStage { wish in
            wish.splitEvery = 2
            wish.splitsOnClock = true
        }
        try await stage.bring(1_000)
        stage.miss(48_000 * 9)
        try await stage.bring(1_000)
        _ = try await stage.stop()
        let lengths = try stage.paths.map { try RecordingStage.read($0)[0].count }
        #expect((5...7).contains(lengths.count), "\(lengths)")
        // The first begins now, and the next nine seconds ago: the gap took no time here.
        #expect(lengths.dropFirst(2).dropLast().allSatisfy { (90_000...102_000).contains($0) }, "\(lengths)")
    }

    @Test("marks a pause and does not fill it; a gap after it is a gap")
    func pause() async throws {
        let stage = try RecordingStage()
        try await stage.bring(10_000)
        stage.worker.expectGap(.paused)
        stage.miss(100_000)
        try await stage.bring(15_000)
        stage.miss(500)
        try await stage.bring(1_000)
        let result = try await stage.stop()
        let marks = stage.events.compactMap { if case .marked(let mark) = $0 { mark } else { nil } }
        #expect(
            marks == [
                RecordingMark(cause: .paused, frame: 10_000, missing: 100_000, filled: 0),
                RecordingMark(cause: .missed, frame: 25_000, missing: 500, filled: 500),
            ])
        #expect(result.frames == 26_500)
    }

    @Test("does not count as missing what a pause leaves out")
    func pauseIsNotMissing() async throws {
        let stage = try RecordingStage()
        try await stage.bring(10_000)
        stage.worker.expectGap(.paused)
        stage.miss(96_000)
        try await stage.bring(10_000)
        let result = try await stage.stop()
        #expect(result.missed == 0 && result.frames == 20_000, "\(result)")
    }
}
