import AudioSession
import AudioTypes
import Synchronization
import TestSupport
import Testing

@testable import Application

@Suite("Requests that come before the graph is known")
struct GraphAwaitingTests {
    private static let speaker = GraphSink(uid: "speaker", serial: 1, name: "Speaker", type: .builtInSpeaker, channelCount: 2)

    /// Asks for the outputs, and returns where the answers will be.
    private func ask(_ stage: ApplicationStage, _ answers: Answers, as client: UInt64 = 1) throws {
        try stage.on { application in
            application.whenGraphIsKnown(for: Origin(.control, client: client)) {
                answers.add(application.session.outputs.map(\.output.uid))
            }
        }
    }

    @Test("the first request is answered with the outputs of the first graph, in its order, and later ones at once")
    func waits() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory, isGraphKnown: false)
        let answers = Answers()
        try ask(stage, answers)
        try ask(stage, answers, as: 2)
        #expect(answers.all.isEmpty)
        stage.output.report([Self.speaker])
        try await waitUntil("both answers") { answers.all == [["speaker"], ["speaker"]] }
        try ask(stage, answers)
        #expect(answers.all.count == 3)
        try await stage.end()
    }

    @Test("a sound server that is away is an answer, and so is one that says nothing")
    func absent() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory, isGraphKnown: false)
        let answers = Answers()
        try ask(stage, answers)
        stage.output.stream.send(.serverLost(message: "Host is down"))
        try await waitUntil("the answer") { answers.all == [[]] }
        try await stage.end()

        let silent = try ApplicationStage(try TemporaryDirectory(), isGraphKnown: false)
        try ask(silent, answers)
        try await waitUntil("the answer in spite of the silence") { answers.all.count == 2 }
        try await silent.end()
    }

    @Test("a graph of the rooms alone, which need no sound server, is none")
    func rooms() async throws {
        let stage = try ApplicationStage(try TemporaryDirectory(), isGraphKnown: false)
        let answers = Answers()
        try ask(stage, answers)
        stage.output.report([], hasSoundServer: false)
        stage.output.report([Self.speaker])
        try await waitUntil("the answer") { answers.all == [["speaker"]] }
        try await stage.end()
    }

    @Test("nothing is done for a client that has left meanwhile")
    func leaves() async throws {
        let stage = try ApplicationStage(try TemporaryDirectory(), isGraphKnown: false)
        let answers = Answers()
        try ask(stage, answers, as: 1)
        try ask(stage, answers, as: 2)
        try stage.on { $0.clientLeft(Origin(.control, client: 1)) }
        stage.output.report([Self.speaker])
        try await waitUntil("the other answer") { !answers.all.isEmpty }
        #expect(answers.all == [["speaker"]])
        try await stage.end()
    }
}

/// The answers that have come, in their order.
private final class Answers: Sendable {
    private let list = Mutex<[[String]]>([])

    var all: [[String]] { list.withLock { $0 } }

    func add(_ answer: [String]) { list.withLock { $0.append(answer) } }
}
