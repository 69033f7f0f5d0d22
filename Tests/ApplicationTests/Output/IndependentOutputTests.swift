import AudioSession
import AudioTypes
import Recording
import Synchronization
import TestSupport
import Testing

@testable import Application

@Suite("While the sound goes to an output beside the sound server's")
struct IndependentOutputTests {
    private static var rooms: GraphSink {
        var sink = GraphSink(uid: "snapcast", serial: 9, name: "Rooms", type: .network, channelCount: 2)
        sink.isIndependent = true
        return sink
    }

    private static func stage(_ directory: TemporaryDirectory, hasSoundServer: Bool) async throws -> ApplicationStage {
        let stage = try ApplicationStage(directory)
        stage.output.report([rooms], hasSoundServer: hasSoundServer)
        try await waitUntil("the rooms") { (try? stage.on { $0.session.routedSink?.uid }) == "snapcast" }
        return stage
    }

    @Test("its volume and its delay are refused with what to do, and nothing is set")
    func settings() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory, hasSoundServer: true)
        for uid in ["snapcast", nil] {
            let error = #expect(throws: SessionError.self) {
                try stage.on { try $0.setOutputVolume(level: 0.5, delta: nil, isMuted: nil, of: uid) { _ in } }
            }
            #expect(error?.code == .invalidParameter && error?.message.contains("rooms.setVolume") == true)
        }
        let error = #expect(throws: SessionError.self) { try stage.on { try $0.setOutputDelay(0.1, of: "snapcast") } }
        #expect(error?.code == .invalidParameter)
        #expect(stage.output.setVolumes.isEmpty)
        try await stage.end()
    }

    @Test("an announcement that names no rooms is refused, with or without a sound server", arguments: [true, false])
    func announcement(hasSoundServer: Bool) async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory, hasSoundServer: hasSoundServer)
        let refusal = Mutex<ApplicationError?>(nil)
        try stage.on { application in
            application.announce("words.wav", .init()) { result in
                if case .failure(let error) = result { refusal.withLock { $0 = error } }
            }
        }
        guard case .session(let error)? = refusal.withLock({ $0 }) else {
            Issue.record("it was not refused")
            return
        }
        #expect(error.code == .noRoute && error.message.contains("rooms"))
        #expect(try stage.on { $0.announcements.isEmpty })
        try await stage.end()
    }

    @Test("a recording of an input waits for the sound server, not for that output, which is chosen while the server is away")
    func waitingRecording() async throws {
        let directory = try TemporaryDirectory()
        var settings = ApplicationSettings()
        settings.recordings.directory = directory.file("recordings")
        settings.session.recording = .allow
        let stage = try ApplicationStage(directory, settings: settings)
        let microphone = GraphSource(
            InputDevice(uid: "mic", name: "Microphone", type: .builtInMic, channelCount: 1), serial: 5)
        stage.output.report([Self.rooms], sources: [microphone])
        try await waitUntil("the input") { (try? stage.on { $0.session.inputs.count }) == 1 }
        let begun = Mutex<Result<RecordingStatus, RecordingError>?>(nil)
        try stage.on { application in
            var request = RecordingRequest(.capture(.input(uid: "mic")))
            request.path = "memo.wav"
            application.record(request, for: Origin(.control, client: 7), by: nil) { result in begun.withLock { $0 = result } }
        }
        _ = try await waitFor("the recording") { begun.withLock { $0 } }.get()
        let waits = { () throws -> [Bool] in try stage.on { $0.recordings.active.map(\.serverIsLost) } }
        #expect(try waits() == [false])
        stage.output.stream.send(.serverLost(message: "gone"))
        #expect(try waits() == [true])
        // What is told when the rooms are chosen now.
        stage.output.stream.send(.serverConnected(version: Self.rooms.name))
        #expect(try waits() == [true], "before the graph says that there is no sound server")
        stage.output.report([Self.rooms], hasSoundServer: false)
        #expect(try waits() == [true])
        stage.output.report([Self.rooms], sources: [microphone])
        #expect(try waits() == [false])
        try await stage.end()
    }

    @Test("it cannot be recorded, and without a sound server nothing else can")
    func recording() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory, hasSoundServer: true)
        let refusal = #expect(throws: SessionError.self) {
            try stage.on { try $0.session.checkRecording(of: .output(uid: "snapcast")) }
        }
        #expect(refusal?.code == .outputNotFound)
        stage.output.report([Self.rooms], hasSoundServer: false)
        try await waitUntil("the loss") { (try? stage.on { $0.session.isSoundServerHere }) == false }
        let loss = #expect(throws: SessionError.self) {
            try stage.on { try $0.session.checkRecording(of: .input(uid: nil)) }
        }
        #expect(loss?.code == .mediaServicesFailed)
        try await stage.end()
    }
}
