import AudioSession
import AudioTypes
import Recording
import Synchronization
import TestSupport
import Testing

@testable import Application

// Inputs that are lost although sound goes on, and the ports of an input.
extension RecordingInputTests {
    /// A card with one channel, whose sound comes in through a port.
    private static func card(_ port: String) -> GraphSource {
        var source = GraphSource(InputDevice(uid: "card", name: "Card", type: .builtInMic, channelCount: 1), serial: 6)
        source.ports = ["internal", "socket"].map { SourcePort(name: $0, title: $0, type: .builtInMic, isAvailable: true) }
        source.port = port
        return source
    }

    private static func show(_ port: String, _ stage: ApplicationStage) async throws {
        stage.output.report([speaker], sources: [microphone, card(port)])
        try await waitUntil("the port") { (try? stage.on { $0.session.inputPorts }) == ["card": port] }
    }

    private static func ends(_ stage: ApplicationStage) -> [RecordingEnd] {
        stage.events.compactMap { if case .recording(.ended(_, let result)) = $0 { result.end } else { nil } }
    }

    @Test("has the channels of the input that is named, by a port of it or by itself", arguments: ["card#internal", "card"])
    func namedChannels(uid: String) async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory, .default)
        try await Self.show("internal", stage)
        let answer = Box()
        try Self.record(stage, uid, into: answer)
        let status = try await answer.status()
        #expect(status.source == .capture(.input(uid: "card")) && status.stream.channelCount == 1)
        try await stage.end()
    }

    @Test(
        "is lost if it takes sound in through another port than the recording names; one that follows, or names none, goes on",
        arguments: [("card#internal", false, true), ("card#internal", true, false), ("card", false, false)])
    func portChanges(uid: String, follows: Bool, isLost: Bool) async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory, .default)
        try await Self.show("internal", stage)
        let answer = Box()
        try Self.record(stage, uid, into: answer) { $0.followsInput = follows }
        _ = try await answer.status()
        try await Self.show("socket", stage)
        if isLost { try await waitUntil("the end") { Self.ends(stage) == [.inputLost] } }
        #expect(try stage.on { $0.recordings.all.count } == (isLost ? 0 : 1))
        try await stage.end()
    }

    @Test("is borrowed with its port, the recording waits for it, and the port is given back behind the last recording of it")
    func borrowedPort() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory, .default)
        try await Self.show("internal", stage)
        let (first, second) = (Box(), Box())
        try Self.record(stage, "card#socket", into: first)
        #expect(stage.output.chosenInputPorts == ["card#socket"] && stage.output.captures.isEmpty)
        try await Self.show("socket", stage)
        let status = try await first.status()
        #expect(status.source == .capture(.input(uid: "card")))
        try Self.record(stage, "card#socket", into: second) { $0.path = "second.wav" }
        let other = try await second.status()
        // One that wants another port would take it from these.
        let refused = Box()
        try Self.record(stage, "card#internal", into: refused) { $0.path = "third.wav" }
        let result = try await waitFor("the answer") { refused.value.withLock { $0 } }
        guard case .failure(.session(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.code == .inputNotFound && error.message.contains("socket is being recorded"))
        try stage.on { try $0.recordings.stop(status.id) { _ in } }
        try await waitUntil("its end") { (try? stage.on { $0.recordings.all.count }) == 1 }
        #expect(stage.output.chosenInputPorts == ["card#socket"])
        try stage.on { try $0.recordings.stop(other.id) { _ in } }
        try await waitUntil("the old port") { stage.output.chosenInputPorts == ["card#socket", "card#internal"] }
        try await stage.end()
    }

    @Test("keeps the port of a recording that begins before it was asked for, and of a meeting", arguments: [true, false])
    func heldPort(isEarly: Bool) async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory, .default, preRoll: isEarly ? 2 : 0)
        try await Self.show("internal", stage)
        if isEarly {
            try stage.on { try $0.selectInput("card#internal") }
            try await waitUntil("a stream") { stage.output.captures.contains { $0.source == .input(uid: "card") && !$0.isOver } }
        }
        let (first, second) = (Box(), Box())
        try Self.record(stage, "card#internal", into: first) { request in
            if isEarly { request.preRoll = 1 } else { request.besideOutput = .output(uid: nil) }
        }
        let status = try await first.status()
        #expect(status.source == .capture(.input(uid: "card")))
        try Self.record(stage, "card#socket", into: second) { $0.path = "second.wav" }
        let result = try await waitFor("the answer") { second.value.withLock { $0 } }
        guard case .failure(.session(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.code == .inputNotFound && error.message.contains("internal is being recorded"))
        #expect(stage.output.chosenInputPorts.isEmpty)
        try await stage.end()
    }

    @Test("is looked at again once a person has allowed the recording: its port may have changed meanwhile, and not change back")
    func portChangesDuringQuestion() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory, .default, record: .ask)
        try await Self.show("internal", stage)
        let answer = Box()
        try Self.record(stage, "card#internal", into: answer)
        try await Self.show("socket", stage)
        try stage.on { try $0.answerRecordPermission(true, by: Self.person) }
        let result = try await waitFor("the answer") { answer.value.withLock { $0 } }
        guard case .failure(.session(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.code == .inputNotFound && error.message.contains("another port than internal"))
        #expect(stage.output.captures.isEmpty)
        try await stage.end()
    }

    @Test("that is without echo is lost if the sound comes from another, which may have it, even for a recording that follows")
    func cancellerEnds() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory, .default)
        let answer = Box()
        try Self.record(stage, into: answer) { ($0.cancelsEcho, $0.followsInput) = (true, true) }
        stage.output.report([Self.speaker], sources: [Self.microphone, Self.clean])
        _ = try await answer.status()
        let input = try #require(stage.output.captures.first)
        input.capture(from: [EchoCanceller.uid])
        try await waitUntil("the input") { (try? stage.on { $0.recordings.all.map(\.inputs) }) == [[EchoCanceller.uid]] }
        input.capture(from: ["mic"])
        try await waitUntil("the end") { Self.ends(stage) == [.inputLost] }
        try await stage.end()
    }
}
