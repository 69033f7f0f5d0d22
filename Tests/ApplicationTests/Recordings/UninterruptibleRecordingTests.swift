import AudioSession
import AudioTypes
import Recording
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import Application

@Suite("A recording that is not interruptible")
struct UninterruptibleRecordingTests {
    private static let origin = Origin(.control, client: 7)
    private static let speaker = GraphSink(uid: "speaker", serial: 1, name: "Speaker", type: .builtInSpeaker, channelCount: 2)
    private static let microphone = GraphSource(
        InputDevice(uid: "mic", name: "Microphone", type: .builtInMic, channelCount: 1), serial: 5)

    private static func stage(_ directory: TemporaryDirectory, preRoll: Double = 0) async throws -> ApplicationStage {
        var settings = ApplicationSettings()
        settings.recordings.directory = directory.file("recordings")
        settings.recordings.preRoll = preRoll
        let stage = try ApplicationStage(directory, settings: settings)
        stage.output.report([speaker], sources: [microphone])
        try await waitUntil("the input") { (try? stage.on { $0.session.inputs.count }) == 1 }
        return stage
    }

    private static func record(
        _ stage: ApplicationStage, isInterruptible: Bool, preRoll: Double? = nil
    ) async throws -> Result<RecordingStatus, RecordingError> {
        let box = Box()
        try stage.on { application in
            var request = RecordingRequest(.capture(.input(uid: nil)))
            request.isInterruptible = isInterruptible
            request.preRoll = preRoll
            application.record(request, for: origin, by: nil) { result in box.value.withLock { $0 = result } }
        }
        return try await waitFor("the answer") { box.value.withLock { $0 } }
    }

    private final class Box: Sendable {
        let value = Mutex<Result<RecordingStatus, RecordingError>?>(nil)
    }

    /// Reports a call of another program, or that there is none any more.
    private static func call(_ stage: ApplicationStage, _ isOn: Bool) async throws {
        stage.output.report([speaker], sources: [microphone], calls: isOn ? [90] : [])
        try await waitUntil("the call") { (try? stage.on { !$0.session.interruptions.holding.isEmpty }) == isOn }
    }

    @Test("goes on during a call and a client's interruption, beside one that pauses, and pauses for sleep alone")
    func goesOn() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        let status = try await Self.record(stage, isInterruptible: false).get()
        let other = try await Self.record(stage, isInterruptible: true).get()
        #expect(!status.isInterruptible && other.isInterruptible)
        let inputs = stage.output.captures
        try #require(inputs.count == 2)
        for input in inputs { input.capture(from: ["mic"]) }
        try await Self.call(stage, true)
        try await waitUntil("the pause of the other one") { !inputs[1].isActive }
        #expect(inputs[0].isActive)
        #expect(try stage.on { $0.recordings.all.map(\.phase) } == [.recording, .interrupted])
        try await Self.call(stage, false)
        try await waitUntil("the end of the pause") { inputs[1].isActive }
        let id = try stage.on { try $0.beginInterruption(reason: "bell", mayDuck: false, for: Self.origin) }
        try await waitUntil("the pause of the other one") { !inputs[1].isActive }
        #expect(inputs[0].isActive)
        try stage.on { try $0.perform(.endInterruption(id, shouldResume: true), for: Self.origin) }
        try stage.on { $0.driver.handle(.willSleep) }
        try await waitUntil("the pause of both") { inputs.allSatisfy { !$0.isActive } }
        try stage.on { $0.driver.handle(.didWake) }
        try await waitUntil("the end of the pause") { inputs.allSatisfy(\.isActive) }
        try await stage.end()
    }

    @Test("begins during a call, in which another one is refused with a sentence about recordings, and not during sleep")
    func begins() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        try await Self.call(stage, true)
        guard case .failure(.session(let error)) = try await Self.record(stage, isInterruptible: true) else {
            Issue.record("it began")
            return
        }
        #expect(error.code == .insufficientPriority && error.message.contains("record again when it is over"))
        #expect(!error.message.contains("play"))
        _ = try await Self.record(stage, isInterruptible: false).get()
        #expect(try #require(stage.output.captures.first).isActive)
        try await Self.call(stage, false)
        try stage.on { $0.driver.handle(.willSleep) }
        guard case .failure(.session(let asleep)) = try await Self.record(stage, isInterruptible: false) else {
            Issue.record("it began")
            return
        }
        #expect(asleep.code == .insufficientPriority)
        try await stage.end()
    }

    @Test("that begins during a call takes over the sound that was kept ready before it, and listens again")
    func preRoll() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory, preRoll: 2)
        let ready = try await waitFor("a stream") { stage.output.captures.first }
        ready.bring(96_000)
        try await Self.call(stage, true)
        try await waitUntil("the rest") { !ready.isActive }
        _ = try await Self.record(stage, isInterruptible: false, preRoll: 1).get()
        #expect(ready.isActive && !ready.isOver)
        try await stage.end()
    }

    @Test("is not refused with a word about what could be played while the sound server is away")
    func serverAway() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        stage.output.stream.send(.serverLost(message: "gone"))
        try await waitUntil("the loss") { (try? stage.on { $0.session.isSoundServerHere }) == false }
        guard case .failure(.session(let error)) = try await Self.record(stage, isInterruptible: true) else {
            Issue.record("it began")
            return
        }
        #expect(error.code == .mediaServicesFailed && error.message.contains("recorded") && !error.message.contains("play"))
        try await stage.end()
    }
}
