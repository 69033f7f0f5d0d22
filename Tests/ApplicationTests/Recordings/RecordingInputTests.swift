import AudioSession
import AudioTypes
import Recording
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import Application
@testable import Playback

@Suite("The input of recordings that name none")
struct RecordingInputTests {
    private static let origin = Origin(.control, client: 7)
    private static let speaker = GraphSink(uid: "speaker", serial: 1, name: "Speaker", type: .builtInSpeaker, channelCount: 2)
    private static let microphone = GraphSource(
        InputDevice(uid: "mic", name: "Microphone", type: .builtInMic, channelCount: 2), serial: 5)

    private static var clean: GraphSource {
        var source = GraphSource(
            InputDevice(uid: EchoCanceller.uid, name: "Clean", type: .virtual, channelCount: 1), serial: 8)
        source.cancelsEcho = true
        return source
    }

    /// A headset in a profile.
    private static func headset(_ profile: String) -> GraphDevice {
        var device = GraphDevice(name: "buds", serial: 70)
        device.profile = profile
        device.profiles = [
            DeviceProfile(name: "a2dp-sink", priority: 20, hasInput: false, hasOutput: true),
            DeviceProfile(name: "headset-head-unit", priority: 10, hasInput: true, hasOutput: true),
        ]
        return device
    }

    private static func stage(
        _ directory: TemporaryDirectory, _ mode: SessionMode = .voiceChat, _ options: Set<SessionOption> = []
    ) async throws -> ApplicationStage {
        var settings = ApplicationSettings()
        settings.recordings.directory = directory.file("recordings")
        let stage = try ApplicationStage(directory, settings: settings)
        stage.output.report([speaker], sources: [microphone])
        try await waitUntil("the input") { (try? stage.on { $0.session.inputs.count }) == 1 }
        let profile = try SessionProfile(category: .playAndRecord, mode: mode, options: options)
        try stage.on { try $0.perform(.setProfile(profile), for: origin) }
        return stage
    }

    private typealias Answer = Mutex<Result<RecordingStatus, RecordingError>?>

    /// Asks for a recording; the answer may come later.
    private static func record(_ stage: ApplicationStage, _ uid: String? = nil, into answer: Box) throws {
        try stage.on { application in
            var request = RecordingRequest(.capture(.input(uid: uid)))
            request.path = "memo.wav"
            application.record(request, for: origin, by: nil) { result in answer.value.withLock { $0 = result } }
        }
    }

    private final class Box: Sendable {
        let value = Answer(nil)
        func status() async throws -> RecordingStatus { try await waitFor("the answer") { value.withLock { $0 } }.get() }
    }

    @Test("is without echo in a talk: the recording waits for the canceller, which ends with it")
    func echo() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        let answer = Box()
        try Self.record(stage, into: answer)
        #expect(stage.output.chosenCancellers == [EchoCanceller(input: "mic", output: nil)])
        #expect(answer.value.withLock { $0 == nil } && stage.output.captures.isEmpty)
        stage.output.report([Self.speaker], sources: [Self.microphone, Self.clean])
        let status = try await answer.status()
        #expect(status.source == .capture(.input(uid: EchoCanceller.uid)) && status.stream.channelCount == 1)
        try stage.on { try $0.recordings.stop(status.id) { _ in } }
        try await waitUntil("the end of the canceller") { stage.output.chosenCancellers.last == .some(nil) }
        try await stage.end()
    }

    @Test("is the plain one if the canceller cannot be made, and then nothing is left to end")
    func noEcho() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        let answer = Box()
        try Self.record(stage, into: answer)
        stage.output.failCanceller("there is no plugin")
        let status = try await answer.status()
        #expect(status.source == .capture(.input(uid: "mic")))
        #expect(stage.log.lines.contains { $0.contains("there is no plugin") }, "\(stage.log.lines)")
        try await stage.end()
    }

    @Test("is not looked for if the recording names one")
    func named() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        let answer = Box()
        try Self.record(stage, "mic", into: answer)
        #expect(try await answer.status().source == .capture(.input(uid: "mic")))
        #expect(stage.output.chosenCancellers.isEmpty)
        try await stage.end()
    }

    @Test(
        "is waited for in vain if the client leaves that was to get the recording, but a file is made all the same",
        arguments: [true, false])
    func clientLeaves(isOnConnection: Bool) async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        let client = Origin(.control, client: 8)
        try stage.on { application in
            var request = RecordingRequest(.capture(.input(uid: nil)))
            request.isOnConnection = isOnConnection
            application.record(request, for: client, by: nil) { _ in }
            application.clientLeft(client)
        }
        if isOnConnection {
            try await waitUntil("the end of the canceller") { stage.output.chosenCancellers.last == .some(nil) }
        }
        stage.output.report([Self.speaker], sources: [Self.microphone, Self.clean])
        if isOnConnection {
            try await waitUntil("the input") { (try? stage.on { $0.session.graph.sources.count }) == 2 }
            #expect(try stage.on { $0.recordings.all.isEmpty })
            #expect(stage.output.captures.isEmpty)
        } else {
            try await waitUntil("the recording") { stage.output.captures.count == 1 }
        }
        try await stage.end()
    }

    @Test("is that of a headset, which is switched once that is written down, and back at the end of the daemon")
    func headset() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory, .default, [.allowBluetoothHFP])
        let sink = { @Sendable (profile: String) in
            GraphSink(
                uid: "buds.out", serial: 9, name: "Buds", type: profile == "a2dp-sink" ? .bluetoothA2DP : .bluetoothHFP,
                channelCount: 2, device: Self.headset(profile))
        }
        stage.output.report([sink("a2dp-sink")], sources: [Self.microphone], devices: [Self.headset("a2dp-sink")])
        try await waitUntil("the headset") { (try? stage.on { $0.session.graph.devices.count }) == 1 }
        let written = Mutex<[ProfileLoan]?>(nil)
        let output = stage.output
        output.answerProfiles { profile in
            guard profile == "headset-head-unit" else { return }
            written.withLock { $0 = SealedFile(directory: directory.path, name: "headset").read([ProfileLoan].self) { _ in } }
            var source = GraphSource(
                InputDevice(uid: "buds.in", name: "Buds", type: .bluetoothHFP, channelCount: 1), serial: 10)
            source.card = "buds"
            output.report([sink(profile)], sources: [Self.microphone, source], devices: [Self.headset(profile)])
        }
        let answer = Box()
        try Self.record(stage, into: answer)
        #expect(try await answer.status().source == .capture(.input(uid: "buds.in")))
        #expect(
            written.withLock { $0 } == [ProfileLoan(device: "buds", profile: "headset-head-unit", before: "a2dp-sink")])
        try await stage.end()
        #expect(stage.output.chosenProfiles == ["buds: headset-head-unit", "buds: a2dp-sink"])
    }
}
