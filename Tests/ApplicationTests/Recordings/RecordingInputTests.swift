import AudioSession
import AudioTypes
import RealtimeAudio
import Recording
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import Application
@testable import Playback

@Suite("The input of recordings that name none")
struct RecordingInputTests {
    static let origin = Origin(.control, client: 7)
    /// The program that records, and one that a person uses.
    static let asker = ProcessLineage(members: [.init(number: 20, startTick: 1)], isSandboxed: false)
    static let person = ProcessLineage(members: [.init(number: 30, startTick: 1)], isSandboxed: false)
    static let speaker = GraphSink(uid: "speaker", serial: 1, name: "Speaker", type: .builtInSpeaker, channelCount: 2)
    static let microphone = GraphSource(
        InputDevice(uid: "mic", name: "Microphone", type: .builtInMic, channelCount: 2), serial: 5)

    static var clean: GraphSource {
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

    static func stage(
        _ directory: TemporaryDirectory, _ mode: SessionMode = .voiceChat, _ options: Set<SessionOption> = [],
        record: SessionPolicy.Recording = .allow, preRoll: Double = 0
    ) async throws -> ApplicationStage {
        var settings = ApplicationSettings()
        settings.recordings.directory = directory.file("recordings")
        settings.session.recording = record
        settings.recordings.preRoll = preRoll
        let stage = try ApplicationStage(directory, settings: settings)
        stage.output.report([speaker], sources: [microphone])
        try await waitUntil("the input") { (try? stage.on { $0.session.inputs.count }) == 1 }
        let profile = try SessionProfile(category: .playAndRecord, mode: mode, options: options)
        try stage.on { try $0.perform(.setProfile(profile), for: origin) }
        return stage
    }

    typealias Answer = Mutex<Result<RecordingStatus, RecordingError>?>

    /// Asks for a recording; the answer may come later.
    static func record(
        _ stage: ApplicationStage, _ uid: String? = nil, into answer: Box,
        _ change: @escaping @Sendable (inout RecordingRequest) -> Void = { _ in }
    ) throws {
        try stage.on { application in
            var request = RecordingRequest(.capture(.input(uid: uid)))
            request.path = "memo.wav"
            change(&request)
            application.record(request, for: origin, by: asker) { result in answer.value.withLock { $0 = result } }
        }
    }

    final class Box: Sendable {
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

    @Test("is without echo in any mode if the recording wants that, and one beside it that does not gets the plain one")
    func echoCancelled() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory, .default)
        let (clean, plain) = (Box(), Box())
        try Self.record(stage, into: clean) { $0.cancelsEcho = true }
        #expect(stage.output.chosenCancellers == [EchoCanceller(input: "mic", output: nil)])
        stage.output.report([Self.speaker], sources: [Self.microphone, Self.clean])
        #expect(try await clean.status().source == .capture(.input(uid: EchoCanceller.uid)))
        try Self.record(stage, into: plain) { $0.path = "plain.wav" }
        #expect(try await plain.status().source == .capture(.input(uid: "mic")))
        // The source of the canceller is muted with what is behind it.
        var muted = Self.microphone
        muted.isMuted = true
        stage.output.report([Self.speaker], sources: [muted, Self.clean])
        try await waitUntil("the news") { (try? stage.on { $0.recordings.all.map(\.isInputMuted) }) == [true, true] }
        for id in try stage.on({ $0.recordings.ids }) { try stage.on { try $0.recordings.stop(id) { _ in } } }
        try await waitUntil("the end of the canceller") { stage.output.chosenCancellers.last == .some(nil) }
        try await stage.end()
    }

    @Test(
        "is not recorded with its echo if the recording wants none: the refusal says why and what to do",
        arguments: [true, false])
    func refusedEcho(hasManager: Bool) async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory, .default)
        if !hasManager {
            stage.output.report([Self.speaker], sources: [Self.microphone], hasSessionManager: false)
            try await waitUntil("the loss") { (try? stage.on { !$0.session.graph.hasSessionManager }) == true }
        }
        let answer = Box()
        try Self.record(stage, into: answer) { $0.cancelsEcho = true }
        if hasManager { stage.output.failCanceller("there is no plugin") }
        let result = try await waitFor("the answer") { answer.value.withLock { $0 } }
        guard case .failure(.session(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.code == .inputNotFound && error.message.contains("libspa-aec-webrtc"))
        #expect(error.message.contains(hasManager ? "there is no plugin" : "no session manager"), "\(error.message)")
        #expect(!stage.log.lines.contains { $0.contains("the plain input is recorded") })
        #expect(stage.output.captures.isEmpty)
        try await stage.end()
    }

    @Test("is told to be muted, when the recording begins and at once when that changes")
    func inputMuted() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory, .default)
        var muted = Self.microphone
        muted.isMuted = true
        stage.output.report([Self.speaker], sources: [muted])
        try await waitUntil("the mute") { (try? stage.on { $0.session.mutedInputs }) == ["mic"] }
        let answer = Box()
        try Self.record(stage, into: answer)
        #expect(try await answer.status().isInputMuted)
        let causes = {
            stage.events.compactMap { if case .recording(.marked(_, let mark)) = $0 { mark.cause } else { nil } }
        }
        try await waitUntil("the mark") { causes() == [.inputMuted] }
        stage.output.report([Self.speaker], sources: [Self.microphone])
        try await waitUntil("the other mark") { causes() == [.inputMuted, .inputUnmuted] }
        #expect(try stage.on { $0.recordings.all.map(\.isInputMuted) } == [false])
        try await stage.end()
    }

    @Test("is muted and heard again by order; a copy, which cannot be, says what to do instead")
    func muting() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory, .default)
        let answer = Box()
        try Self.record(stage, into: answer) { $0.isMuted = true }
        let status = try await answer.status()
        #expect(status.isMuted)
        let input = try #require(stage.output.captures.first)
        input.bring(4_800)
        #expect(try stage.on { try !$0.recordings.setMuted(status.id, false).isMuted })
        input.bring(4_800)
        try stage.on { try $0.recordings.stop(status.id) { _ in } }
        try await waitUntil("the end") { (try? stage.on { $0.recordings.all.isEmpty }) == true }
        let sound = try await AudioFiles.decode(status.path, sampleRate: 48_000, channelCount: 2)
        #expect(sound.frameCount == 9_600 && sound.samples.prefix(9_600).allSatisfy { $0 == 0 })
        #expect(sound.samples.suffix(9_600).allSatisfy { $0 == 0.25 })
        let refusals = try stage.on { application -> [String] in
            var copy = RecordingRequest(.player)
            (copy.format, copy.isMuted) = ("copy", true)
            var sentences: [String] = []
            application.record(copy, for: Self.origin, by: nil) { if case .failure(let error) = $0 { sentences = ["\(error)"] } }
            return sentences
        }
        #expect(refusals.count == 1 && refusals[0].contains("pause it instead"))
        try await stage.end()
    }

    @Test("gives the channels that were named, all of which come in, and has no more than it has")
    func channels() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory, .default)
        let (answer, wrong) = (Box(), Box())
        try Self.record(stage, into: answer) { $0.channelNumbers = [2] }
        #expect(try await answer.status().stream.channelLayout == .mono)
        let input = try #require(stage.output.captures.first)
        #expect(input.buffer.format.channelLayout.channels == [.discrete, .discrete])
        try Self.record(stage, into: wrong) { $0.channelNumbers = [3] }
        let result = try await waitFor("the answer") { wrong.value.withLock { $0 } }
        guard case .failure(.plan(let refusal)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(refusal.parameter == "channels" && refusal.message.contains("no channel 3"))
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
