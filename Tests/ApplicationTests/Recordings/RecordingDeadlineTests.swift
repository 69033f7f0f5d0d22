import AudioSession
import AudioTypes
import Recording
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import Application

@Suite("A recording for which nothing comes")
struct RecordingDeadlineTests {
    private static let microphone = GraphSource(
        InputDevice(uid: "mic", name: "Microphone", type: .builtInMic, channelCount: 1), serial: 5)

    /// An application that was asked for a recording.
    private final class Scene: Sendable {
        let stage: ApplicationStage
        private let answer = Mutex<Result<RecordingStatus, RecordingError>?>(nil)

        init(_ directory: TemporaryDirectory, _ change: @escaping @Sendable (inout RecordingPlan.Wish) -> Void) async throws {
            var settings = ApplicationSettings()
            settings.recordings.directory = directory.file("recordings")
            stage = try ApplicationStage(directory, settings: settings)
            stage.output.report(
                [GraphSink(uid: "speaker", serial: 1, name: "Speaker", type: .builtInSpeaker, channelCount: 2)],
                sources: [microphone])
            try await waitUntil("the input") { (try? self.stage.on { $0.session.inputs.count }) == 1 }
            try stage.on { application in
                var request = RecordingRequest(.capture(.input(uid: nil)))
                request.path = "memo.wav"
                change(&request.wish)
                application.record(request, for: Origin(.control, client: 7), by: nil) { result in
                    self.answer.withLock { $0 = result }
                }
            }
        }

        func status() async throws -> RecordingStatus { try await waitFor("the answer") { answer.withLock { $0 } }.get() }

        func result() async throws -> RecordingResult {
            try await waitFor("the end") {
                for case .recording(.ended(_, let result)) in stage.events { return result }
                return nil
            }
        }
    }

    @Test("ends when the time of its length is over")
    func lastFrame() async throws {
        let directory = try TemporaryDirectory()
        let scene = try await Scene(directory) { $0.duration = 0.2 }
        _ = try await scene.status()
        let input = try #require(scene.stage.output.captures.first)
        input.capture(from: ["mic"])
        // The first of them was sound long ago, by the clock of the test's output.
        input.bring(1_000)
        let result = try await scene.result()
        #expect(result.end == .maximumDuration && result.frames == 1_000)
        try await scene.stage.end()
    }

    @Test("ends when its input has been away for three seconds")
    func input() async throws {
        let directory = try TemporaryDirectory()
        let scene = try await Scene(directory) { _ in }
        _ = try await scene.status()
        let input = try #require(scene.stage.output.captures.first)
        input.capture(from: ["mic"])
        let beginning = MonotonicClock.nanoseconds
        input.capture(from: [])
        #expect(try await scene.result().end == .inputLost)
        #expect(MonotonicClock.nanoseconds - beginning >= 3_000_000_000)
        try await scene.stage.end()
    }

    @Test("is answered after a second where the answer would tell when its first frame was sound")
    func firstFrame() async throws {
        let directory = try TemporaryDirectory()
        let beginning = MonotonicClock.nanoseconds
        let scene = try await Scene(directory) { $0.latency = 0.02 }
        let status = try await scene.status()
        #expect(MonotonicClock.nanoseconds - beginning >= 1_000_000_000)
        #expect(status.firstFrameAt == nil)
        try await scene.stage.end()
    }
}
