import AudioSession
import AudioTypes
import Media
import MediaTypes
import PlayerModel
import RealtimeAudio
import Recording
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import Application

@Suite("Recordings")
struct RecordingTests {
    private static let origin = Origin(.control, client: 7)
    /// The program that records, and one that a person uses.
    private static let asker = ProcessLineage(members: [.init(number: 20, startTick: 1)], isSandboxed: false)
    private static let person = ProcessLineage(members: [.init(number: 30, startTick: 1)], isSandboxed: false)
    private static let microphone = GraphSource(
        InputDevice(uid: "mic", name: "Microphone", type: .builtInMic, channelCount: 1), serial: 5)
    private static let headset = GraphSource(
        InputDevice(uid: "headset", name: "Headset", type: .headsetMic, channelCount: 2), serial: 6)

    @Test(
        "keeps as many bits as what plays has, and loses none of what nobody knows yet",
        arguments: [
            (PlayedDepth.none, nil, .signed16, nil), (.bits(16), nil, .signed16, nil), (.bits(24), nil, .signed24, nil),
            (.unknown, nil, .signed24, nil), (.unknown, .signed16, .signed16, nil),
            (.bits(24), .signed16, .signed16, 24),
        ] as [(PlayedDepth, AudioFileFormat.SampleKind?, AudioFileFormat.SampleKind, Int?)])
    func depth(
        played: PlayedDepth, asked: AudioFileFormat.SampleKind?, kept: AudioFileFormat.SampleKind, reducedFrom: Int?
    ) throws {
        var request = RecordingRequest(.player)
        request.options.samples = asked
        let format = StreamFormat(sampleRate: .cd, channelLayout: .stereo)
        let encoded = try #require(try request.plan(from: .player(format, played)).0.format.encoded)
        #expect(encoded.samples == kept && encoded.reduction?.from == reducedFrom)
        #expect(encoded.isDithered == (reducedFrom != nil))
    }

    private static func stage(
        _ directory: TemporaryDirectory, _ policy: SessionPolicy.Recording = .allow,
        _ change: (inout ApplicationSettings) -> Void = { _ in }
    ) async throws -> ApplicationStage {
        var settings = ApplicationSettings()
        settings.recordings.directory = directory.file("recordings")
        settings.session.recording = policy
        change(&settings)
        let stage = try ApplicationStage(directory, settings: settings)
        stage.output.report(
            [GraphSink(uid: "speaker", serial: 1, name: "Speaker", type: .builtInSpeaker, channelCount: 2)],
            sources: [microphone, headset])
        try await waitUntil("the inputs") { (try? stage.on { $0.session.inputs.count }) == 2 }
        return stage
    }

    /// What `Application.record` has answered.
    private final class Answer: Sendable {
        let value = Mutex<Result<RecordingStatus, RecordingError>?>(nil)

        func get() async throws -> RecordingStatus { try await result().get() }

        func result() async throws -> Result<RecordingStatus, RecordingError> {
            try await waitFor("the answer") { value.withLock { $0 } }
        }
    }

    private static func record(
        _ stage: ApplicationStage, _ source: RecordingSource = .capture(.input(uid: nil)),
        _ change: @escaping @Sendable (inout RecordingRequest) -> Void = { $0.path = "memo.wav" }
    ) throws -> Answer {
        let answer = Answer()
        try stage.on { application in
            var request = RecordingRequest(source)
            change(&request)
            application.record(request, for: origin, by: asker) { result in answer.value.withLock { $0 = result } }
        }
        return answer
    }

    private static func news(_ stage: ApplicationStage) -> [RecordingNews] {
        stage.events.compactMap { if case .recording(let news) = $0 { news } else { nil } }
    }

    private static func result(_ stage: ApplicationStage) async throws -> RecordingResult {
        try await waitFor("the end") {
            for case .ended(_, let result) in news(stage) { return result }
            return nil
        }
    }

    @Test("begin with a file, take the input's channels and the graph's rate, and end with everything in the file")
    func recording() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        let status = try await Self.record(stage).get()
        #expect(status.path == directory.file("recordings/memo.wav"))
        #expect(status.stream == StreamFormat(sampleRate: .video, channelLayout: .mono))
        let input = try #require(stage.output.captures.first)
        #expect(input.source == .input(uid: "mic") && input.title == "Recording")
        input.capture(from: ["mic"])
        input.bring(5_000)
        try await waitUntil("the input") { (try? stage.on { $0.recordings.all.first?.phase }) == .recording }
        #expect(try stage.on { !$0.isAtRest })
        try stage.on { try $0.recordings.stop(status.id) { _ in } }
        let result = try await Self.result(stage)
        #expect(result.end == .stopped && result.frames == 5_000 && input.isOver)
        #expect(try stage.on { $0.recordings.all.isEmpty })
        #expect(throws: RecordingError.unknown(status.id)) { try stage.on { try $0.recordings.pause(status.id) } }
        try await stage.end()
    }

    @Test("that are refused leave no file, and the name stays free")
    func refusedFormat() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        let refused = try await Self.record(stage) { request in
            request.path = "a.mp3"
            request.channelCount = 6
        }.result()
        guard case .failure(.plan(let refusal)) = refused else {
            Issue.record("\(refused)")
            return
        }
        #expect(refusal.parameter == "format")
        #expect(try await Self.record(stage) { $0.path = "a.mp3" }.get().path == directory.file("recordings/a.mp3"))
        try await stage.end()
    }

    @Test("over a connection are one file: what would begin another is refused by its name")
    func oneFile() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        let changes: [(parameter: String, change: @Sendable (inout RecordingRequest) -> Void)] = [
            ("splitEvery", { $0.wish.splitEvery = 60 }), ("onSilence", { $0.wish.silence = RecordingPlan.Silence() }),
        ]
        for (parameter, change) in changes {
            let refused = try await Self.record(stage) { request in
                request.isOnConnection = true
                change(&request)
            }.result()
            guard case .failure(.plan(let refusal)) = refused else {
                Issue.record("\(refused)")
                continue
            }
            #expect(refusal.parameter == parameter)
        }
        try await stage.end()
    }

    @Test("of the player over a connection say when its format is another one before there is sound, but raw ones end")
    func playerFormat() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        let open = { (format: String) in
            try Self.record(stage, .player) { request in
                request.isOnConnection = true
                request.format = format
            }
        }
        let raw = try await open("raw").get()
        let wave = try await open("wav").get()
        #expect(raw.stream.sampleRate == .video && wave.stream.sampleRate == .video)
        try stage.on { $0.recordings.playerChangedFormat(StreamFormat(sampleRate: .cd, channelLayout: .mono)) }
        let changed = Self.news(stage).compactMap { if case .phaseChanged(let status) = $0 { status } else { nil } }
        #expect(changed.map(\.id) == [wave.id] && changed.map(\.stream.sampleRate) == [.cd])
        #expect(try await Self.result(stage).end == .formatChanged)
        try await waitUntil("the end") { (try? stage.on { $0.recordings.all.map(\.id) }) == [wave.id] }
        try await stage.end()
    }

    @Test("of the player go on in the same file behind sound that was passed through, and get nothing of that")
    func passedThrough() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory) { $0.playback.options.passthrough = [.ac3] }
        stage.output.stream.send(.passthroughOffered(PassthroughOffer(sink: "speaker", codecs: [.ac3])))
        let (song, film) = (directory.file("song.wav"), directory.file("film.ac3"))
        let sound = AudioFixture.unique(frameCount: 9_600, sampleRate: 48_000)
        try AudioFiles.writeWave(sound, to: song)
        try await AudioFiles.encode(sound, options: ["-c:a", "ac3"], to: film)
        let recording = try await Self.record(stage, .player).get()
        var formats: [StreamFormat?] = []
        for path in [song, film, song] {
            try stage.on { $0.perform(.playURI(path), for: Self.origin) { _ in } }
            try await stage.playOut()
            formats.append(stage.output.stream.renderer?.format)
        }
        #expect(formats.map { $0?.coding?.codec } == [nil, .ac3, nil])
        try stage.on { try $0.recordings.stop(recording.id) { _ in } }
        let result = try await Self.result(stage)
        #expect(result.end == .stopped && result.frames == 2 * 9_600, "\(result)")
        #expect(!Self.news(stage).contains { if case .split = $0 { true } else { false } })
        try await stage.end()
    }

    @Test("of the player over a connection do not end where the format is the same as before")
    func sameFormat() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        let raw = try await Self.record(stage, .player) { request in
            request.isOnConnection = true
            request.format = "raw"
        }.get()
        try stage.on { $0.recordings.playerChangedFormat(raw.stream) }
        #expect(try stage.on { $0.recordings.all.map(\.id) } == [raw.id] && Self.news(stage).count == 1)
        try await stage.end()
    }

    @Test("take no more memory than they may, whatever format is asked for")
    func memory() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        var refusal: RecordingError?
        for number in 0..<Recordings.most where refusal == nil {
            let answer = try Self.record(stage) { request in
                request.path = "\(number).wav"
                request.channelCount = 64
                request.sampleRate = 384_000
            }
            if case .failure(let error) = try await answer.result() { refusal = error }
        }
        #expect(refusal == .tooLarge)
        #expect(try stage.on { $0.recordings.all.count } >= 3)
        try await stage.end()
    }

    @Test("are refused with the reason, and no stream is made")
    func refusals() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        let cases: [(change: @Sendable (inout RecordingRequest) -> Void, isRight: (RecordingError) -> Bool)] = [
            ({ $0.path = "../x.wav" }, { if case .media(let error) = $0 { error.code == .notAllowed } else { false } }),
            ({ $0.path = "x.exe" }, { if case .media(let error) = $0 { error.code == .unsupported } else { false } }),
            (
                {
                    $0.path = "x.flac"
                    $0.format = "wav"
                }, { if case .media(let error) = $0 { error.code == .unsupported } else { false } }
            ),
            // What can never be is said before what only is not there now.
            (
                {
                    $0.source = .capture(.input(uid: "nobody"))
                    $0.format = "copy"
                }, { if case .media(let error) = $0 { error.code == .unsupported } else { false } }
            ),
            ({ $0.channelCount = 65 }, { if case .plan(let refusal) = $0 { refusal.parameter == "channels" } else { false } }),
            ({ $0.sampleRate = 1 }, { if case .plan(let refusal) = $0 { refusal.parameter == "sampleRate" } else { false } }),
            (
                { $0.source = .capture(.input(uid: "nobody")) },
                { if case .session(let error) = $0 { error.code == .inputNotFound } else { false } }
            ),
            (
                { $0.source = .capture(.output(uid: "nobody")) },
                { if case .session(let error) = $0 { error.code == .outputNotFound } else { false } }
            ),
        ]
        for (change, isRight) in cases {
            guard case .failure(let error) = try await Self.record(stage, .capture(.input(uid: nil)), change).result() else {
                Issue.record("it began")
                continue
            }
            #expect(isRight(error), "\(error)")
        }
        #expect(stage.output.captures.isEmpty)
        try await stage.end()
    }

    @Test("need permission: denied means no, and a person who is asked decides for all that wait", arguments: [true, false])
    func permission(isGranted: Bool) async throws {
        let directory = try TemporaryDirectory()
        let denied = try await Self.stage(try TemporaryDirectory(), .deny)
        guard case .failure(.session(let error)) = try await Self.record(denied).result() else {
            Issue.record("it began")
            return
        }
        #expect(error.code == .permissionDenied)
        try await denied.end()
        let stage = try await Self.stage(directory, .ask)
        let answers = [try Self.record(stage) { $0.path = "a.wav" }, try Self.record(stage) { $0.path = "b.wav" }]
        let questions = stage.events.filter { if case .recordPermission(.asked) = $0 { true } else { false } }
        #expect(questions.count == 2)
        #expect(try stage.on { $0.session.recordPermission } == .undetermined)
        let asker = Self.asker
        for answerer in [asker, nil] {
            #expect(throws: SessionError.self) { try stage.on { try $0.answerRecordPermission(true, by: answerer) } }
        }
        #expect(try stage.on { $0.session.recordPermission } == .undetermined)
        try stage.on { try $0.answerRecordPermission(isGranted, by: Self.person) }
        for answer in answers {
            guard case .failure(let error) = try await answer.result() else { #expect(isGranted); continue }
            #expect(!isGranted && error.isDenial, "\(error)")
        }
        #expect(try stage.on { $0.session.recordPermission } == (isGranted ? .granted : .denied))
        try await stage.end()
    }

    @Test("pause for an interruption and go on after it, but not if a person has paused them")
    func interruption() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        let status = try await Self.record(stage).get()
        let input = try #require(stage.output.captures.first)
        input.capture(from: ["mic"])
        let begin = { try stage.on { try $0.beginInterruption(reason: "call", mayDuck: false, for: Self.origin) } }
        let end = { id in
            try stage.on { try $0.perform(.endInterruption(id, shouldResume: true), for: Self.origin) }
        }
        let call = try begin()
        try await waitUntil("the pause") { !input.isActive }
        #expect(try stage.on { $0.recordings.all.first?.phase } == .interrupted)
        try end(call)
        try await waitUntil("the recording") { input.isActive }
        _ = try stage.on { try $0.recordings.pause(status.id) }
        #expect(!input.isActive)
        try end(try begin())
        // The driver has dealt with it when this comes back.
        #expect(try stage.on { $0.recordings.all.first?.phase } == .paused)
        _ = try stage.on { try $0.recordings.resume(status.id) }
        #expect(input.isActive)
        try await stage.end()
    }

    @Test("end when their input is lost or the sound would come from another, unless they follow it", arguments: [true, false])
    func inputLost(follows: Bool) async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        _ = try await Self.record(stage) { $0.followsInput = follows }.get()
        let input = try #require(stage.output.captures.first)
        input.capture(from: ["mic"])
        input.bring(1_000)
        input.capture(from: [])
        try await waitUntil("the loss") { (try? stage.on { $0.recordings.all.first?.phase }) == .waiting }
        input.capture(from: ["headset"])
        if follows {
            try await waitUntil("the other input") { (try? stage.on { $0.recordings.all.first?.inputs }) == ["headset"] }
        } else {
            #expect(try await Self.result(stage).end == .inputLost)
        }
        try await stage.end()
        #expect(try await Self.result(stage).end == (follows ? .shuttingDown : .inputLost))
    }

    @Test("end with a daemon that ends, and everything is in the file")
    func shutDown() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        let status = try await Self.record(stage).get()
        stage.output.captures.first?.bring(12_345)
        try await stage.end()
        let result = try await Self.result(stage)
        #expect(result.end == .shuttingDown && result.frames == 12_345)
        #expect(try await AudioFiles.decode(status.path, sampleRate: 48_000, channelCount: 1).frameCount == 12_345)
    }

    @Test("of which too many run are refused")
    func tooMany() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        for number in 0..<Recordings.most { _ = try await Self.record(stage) { $0.path = "\(number).wav" }.get() }
        guard case .failure(.tooMany(let limit)) = try await Self.record(stage).result() else {
            Issue.record("it began")
            return
        }
        #expect(limit == Recordings.most)
        try await stage.end()
    }

    @Test("name no input, and use the one that a client has chosen while it is there")
    func chosenInput() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        try stage.on { try $0.selectInput("headset") }
        let status = try await Self.record(stage).get()
        #expect(status.source == .capture(.input(uid: "headset")) && status.stream.channelCount == 2)
        #expect(throws: SessionError.self) { try stage.on { try $0.selectInput("nobody") } }
        try await stage.end()
    }

    @Test("begin before they were asked for, with the sound that was kept ready, and no frame is lost or doubled")
    func preRoll() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory) { $0.recordings.preRoll = 2 }
        let ready = try await waitFor("a stream") { stage.output.captures.first }
        #expect(ready.source == .input(uid: "mic") && ready.title == "Ready to record")
        #expect(try stage.on { !$0.isAtRest })
        ready.capture(from: ["mic"])
        ready.bring(200_000)
        let status = try await Self.record(stage) { request in
            request.path = "memo.wav"
            request.options.samples = .float32
            request.preRoll = 1
        }.get()
        #expect(ready.title == "Recording" && !ready.isOver)
        // The sound of the next recording is kept ready again.
        try await waitUntil("another stream") { stage.output.captures.count == 2 }
        ready.bring(5_000)
        try stage.on { try $0.recordings.stop(status.id) { _ in } }
        let result = try await Self.result(stage)
        #expect(result.end == .stopped && result.frames == 53_000 && ready.isOver)
        try await stage.end()
        let areOver = stage.output.captures.map(\.isOver)
        #expect(areOver == [true, true])
    }

    @Test("cannot begin earlier than sound is kept ready, or with that of another input")
    func refusedPreRoll() async throws {
        let directory = try TemporaryDirectory()
        let without = try await Self.stage(directory)
        try await Self.expectRefusal(without) { $0.preRoll = 1 }
        try await without.end()
        let stage = try await Self.stage(directory) { $0.recordings.preRoll = 2 }
        try await waitUntil("a stream") { !stage.output.captures.isEmpty }
        try await Self.expectRefusal(stage) { $0.preRoll = 3 }
        try await Self.expectRefusal(stage) { $0.preRoll = .nan }
        try await Self.expectRefusal(stage) { request in
            request.preRoll = 1
            request.source = .capture(.input(uid: "headset"))
        }
        try await Self.expectRefusal(stage) { request in
            request.preRoll = 1
            request.source = .player
        }
        #expect(stage.output.captures.count == 1 && stage.output.captures.allSatisfy { !$0.isOver })
        // Another input is the current one from here on.
        try stage.on { try $0.selectInput("headset") }
        #expect(stage.output.captures.map(\.source) == [.input(uid: "mic"), .input(uid: "headset")])
        #expect(stage.output.captures.map(\.isOver) == [true, false])
        try await stage.end()
    }

    private static func expectRefusal(
        _ stage: ApplicationStage, _ change: @escaping @Sendable (inout RecordingRequest) -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        guard case .failure(.plan(let refusal)) = try await record(stage, .capture(.input(uid: nil)), change).result() else {
            Issue.record("it was not refused", sourceLocation: sourceLocation)
            return
        }
        #expect(refusal.parameter == "preRoll", sourceLocation: sourceLocation)
    }
}

extension RecordingError {
    /// Whether somebody was asked, and has denied the recording.
    fileprivate var isDenial: Bool {
        if case .session(let error) = self {
            error.code == .permissionDenied && error.message.contains("has denied")
        } else {
            false
        }
    }
}
