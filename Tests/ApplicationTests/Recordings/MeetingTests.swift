import AudioTypes
import Recording
import TestSupport
import Testing

@testable import Application

@Suite("A meeting")
struct MeetingTests {
    /// Begins a meeting with what an output plays; `nil` for the current one.
    private static func begin(
        _ stage: ApplicationStage, output: String?
    ) async throws -> (input: FakeCaptureInput, beside: FakeCaptureInput) {
        let answer = RecordingInputTests.Box()
        try RecordingInputTests.record(stage, "mic", into: answer) { $0.besideOutput = .output(uid: output) }
        let status = try await answer.status()
        #expect(status.isMeeting && status.stream.channelCount == 2 && status.source == .capture(.input(uid: "mic")))
        let captures = stage.output.captures
        try #require(captures.count == 2)
        #expect(captures.map(\.source) == [.input(uid: "mic"), .output(uid: output)])
        captures[0].capture(from: ["mic"])
        captures[1].capture(from: ["speaker"])
        try await waitUntil("both sources") { (try? stage.on { $0.recordings.all.first?.inputs }) == ["mic", "speaker"] }
        return (captures[0], captures[1])
    }

    @Test(
        "records what another output plays when the current one changes, and nothing of another one than the one that was named",
        arguments: [nil, "speaker"])
    func moved(output: String?) async throws {
        let directory = try TemporaryDirectory()
        let stage = try await RecordingInputTests.stage(directory)
        let (input, beside) = try await Self.begin(stage, output: output)
        beside.capture(from: ["headphones"])
        try await waitUntil("the change") { (try? stage.on { $0.recordings.all.first?.inputs.last }) != "speaker" }
        #expect(beside.isOver == (output != nil) && !input.isOver)
        try stage.on { try $0.recordings.stop(1) { _ in } }
        try await waitUntil("the end of both") { input.isOver && beside.isOver }
        try await stage.end()
    }

    @Test("pauses both of its streams with a call, and lets both go on")
    func paused() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await RecordingInputTests.stage(directory)
        let (input, beside) = try await Self.begin(stage, output: nil)
        try stage.on { _ = try $0.recordings.pause(1) }
        #expect(!input.isActive && !beside.isActive)
        try stage.on { _ = try $0.recordings.resume(1) }
        #expect(input.isActive && beside.isActive)
        try await stage.end()
    }
}
