import AudioTypes
import PlayerModel
import SystemSupport
import TestSupport
import Testing

@testable import Application

@Suite("The rate that a client prefers")
struct PreferredRateTests {
    private static let me = Origin(.control, client: 1)

    /// How often the stream was put to rest so far, and woken.
    private func rests(_ stage: ApplicationStage) -> [Bool] {
        stage.output.stream.calls.compactMap { if case .setActive(let isActive) = $0 { isActive } else { nil } }
    }

    /// Begins to play.
    private func play(on stage: ApplicationStage, _ directory: TemporaryDirectory) async throws {
        let path = directory.file("a.wav")
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 44_100), bits: 16, to: path)
        try stage.on { $0.perform(.playURI(path), for: Self.me) { _ in } }
        try await waitUntil("the stream") { [output = stage.output] in output.stream.isStreaming }
    }

    @Test("gets a gap once playback has begun, if the graph ran already and has not taken it up; later nothing is looked at")
    func beginning() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        try stage.on { try $0.perform(.setPreferredSampleRate(48_000), for: Self.me) }
        stage.output.changeRate(times: 1)
        try await play(on: stage, directory)
        try await waitUntil("the gap", poll: .milliseconds(1)) { [output = stage.output] in
            output.stream.runCycle(256, now: MonotonicClock.nanoseconds)
            return stage.events.contains { if case .player(.positionChanged(let to)) = $0 { to.rate == 1 } else { false } }
        }
        #expect(rests(stage) == [true, false, true])
        stage.output.changeRate(times: 1)
        stage.output.stream.send(.timingChanged(quantum: 512, rate: 44_100, latency: 0.02))
        try await stage.playOut()
        #expect(rests(stage).count(where: \.self) == 2, "\(rests(stage))")
        try await stage.end()
    }

    @Test("is nothing that the sound stops for where nobody prefers one")
    func noPreference() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        stage.output.changeRate(times: 100)
        try await play(on: stage, directory)
        try await stage.playOut()
        #expect(rests(stage).count(where: \.self) == 1, "\(rests(stage))")
        try await stage.end()
    }
}
