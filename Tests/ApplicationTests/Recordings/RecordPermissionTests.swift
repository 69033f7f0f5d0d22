import AudioSession
import Network
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import Application

@Suite("The question whether a program may record")
struct RecordPermissionTests {
    private static let person = ProcessLineage(members: [.init(number: 30, startTick: 1)], isSandboxed: false)

    private static func program(_ number: Int32) -> ProcessLineage {
        ProcessLineage(members: [.init(number: number, startTick: 1)], isSandboxed: false)
    }

    private static func stage(_ policy: SessionPolicy.Recording = .ask) throws -> ApplicationStage {
        var settings = ApplicationSettings()
        settings.session.recording = policy
        return try ApplicationStage(try TemporaryDirectory(), settings: settings)
    }

    private final class Answer: Sendable {
        let value = Mutex<Result<Bool, SessionError>?>(nil)
        var granted: Bool? { value.withLock { try? $0?.get() } }
        var code: SessionError.Code? { value.withLock { if case .failure(let error)? = $0 { error.code } else { nil } } }
    }

    /// Has a program ask, over the connection of its own number.
    private static func ask(_ stage: ApplicationStage, _ number: Int32 = 20, for purpose: String? = nil) throws -> Answer {
        let answer = Answer()
        try stage.on {
            $0.askToRecord(purpose: purpose, for: Origin(.control, client: UInt64(number)), by: program(number)) { result in
                answer.value.withLock { $0 = result }
            }
        }
        return answer
    }

    private static func news(_ stage: ApplicationStage) -> [RecordPermissionNews] {
        stage.events.compactMap { if case .recordPermission(let news) = $0 { news } else { nil } }
    }

    @Test("is answered at once where the configuration says it", arguments: [true, false])
    func configured(isAllowed: Bool) async throws {
        let stage = try Self.stage(isAllowed ? .allow : .deny)
        #expect(try Self.ask(stage).granted == isAllowed)
        #expect(Self.news(stage) == [])
        try await stage.end()
    }

    @Test("waits for a person, whose answer to it is for that program alone, until it ends")
    func single() async throws {
        let stage = try Self.stage()
        let (first, second) = (try Self.ask(stage, 20, for: "a memo"), try Self.ask(stage, 21))
        let requests = try stage.on { $0.recordRequests }
        #expect(first.granted == nil && second.granted == nil)
        #expect(requests.map(\.purpose) == ["a memo", nil] && requests.map(\.process.number) == [20, 21])
        try stage.on { try $0.answerRecordPermission(true, to: requests[0].id, by: Self.person) }
        #expect(first.granted == true && second.granted == nil)
        #expect(try Self.ask(stage, 20).granted == true)
        #expect(try stage.on { $0.session.recordPermission } == .undetermined)
        #expect(
            Self.news(stage) == [.asked(requests[0]), .asked(requests[1]), .ended(requests[0].id, .allowed)])
        #expect(throws: SessionError.self) { try stage.on { try $0.answerRecordPermission(true, to: 99, by: Self.person) } }
        try stage.on { try $0.answerRecordPermission(false, by: Self.person) }
        #expect(second.granted == false)
        #expect(try Self.ask(stage, 20).granted == false, "what was said of all counts from then on")
        try await stage.end()
    }

    @Test("is withdrawn when its client leaves, and gets no answer then")
    func withdrawn() async throws {
        let stage = try Self.stage()
        let (first, second) = (try Self.ask(stage, 20), try Self.ask(stage, 21))
        let id = try stage.on { $0.recordRequests[0].id }
        try stage.on { $0.clientLeft(Origin(.control, client: 20)) }
        #expect(Self.news(stage).last == .ended(id, .withdrawn))
        #expect(try stage.on { $0.recordRequests.map(\.process.number) } == [21])
        try stage.on { try $0.answerRecordPermission(true, by: Self.person) }
        #expect(first.granted == nil && second.granted == true)
        try await stage.end()
    }

    @Test("is over when a new configuration leaves it to nobody", arguments: [SessionPolicy.Recording.allow, .deny])
    func reconfigured(policy: SessionPolicy.Recording) async throws {
        let stage = try Self.stage()
        let answer = try Self.ask(stage)
        try stage.on { application in
            var settings = ApplicationSettings()
            settings.session.recording = policy
            application.reconfigure(settings, from: ApplicationSettings(), network: NetworkConfiguration())
        }
        #expect(answer.granted == (policy == .allow))
        #expect(try stage.on { $0.recordRequests.isEmpty })
        try await stage.end()
    }

    @Test("asked a thousand times by one program is an error but for a few, and asked and withdrawn as often leaves nothing")
    func often() async throws {
        let stage = try Self.stage()
        let answers = try (0..<1_000).map { _ in try Self.ask(stage) }
        #expect(answers.count { $0.code == .tooManyRequests } == 1_000 - RecordRequests.mostOfProgram)
        for _ in 0..<1_000 {
            try stage.on { $0.clientLeft(Origin(.control, client: 20)) }
            _ = try Self.ask(stage)
        }
        #expect(try stage.on { $0.recordRequests.count } == 1)
        try await stage.end()
    }
}
