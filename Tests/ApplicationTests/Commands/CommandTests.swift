import AudioSession
import AudioTypes
import PlayerModel
import Synchronization
import TestSupport
import Testing

@testable import Application

@Suite("Commands through the application")
struct CommandTests {
    private static let me = Origin(.control, client: 1)
    private static let other = Origin(.control, client: 2)

    /// The answer to a command, once it is there.
    private final class Answered: Sendable {
        private let result = Mutex<Result<CommandOutcome, ApplicationError>?>(nil)
        /// Whether playback was to go on by itself when the answer came.
        private let promised = Mutex<Bool?>(nil)

        var value: Result<CommandOutcome, ApplicationError>? { result.withLock { $0 } }
        var resumeWasExpected: Bool? { promised.withLock { $0 } }

        func take(_ answer: Result<CommandOutcome, ApplicationError>, _ application: Application) {
            promised.withLock { $0 = application.snapshot.resumeExpected }
            result.withLock { $0 = answer }
        }
    }

    /// Gives `command`, and waits for its answer.
    private func perform(
        _ command: PlayerCommand, _ origin: Origin = me, on stage: ApplicationStage
    ) async throws -> Answered {
        let answered = Answered()
        try stage.on { application in
            application.perform(command, for: origin) { answered.take($0, application) }
        }
        try await waitUntil("the answer") { answered.value != nil }
        return answered
    }

    private func wave(_ name: String, in directory: TemporaryDirectory) throws -> String {
        let path = directory.file(name)
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 48_000, sampleRate: 48_000), to: path)
        return path
    }

    private func isPlaying(_ stage: ApplicationStage) -> Bool {
        (try? stage.on { $0.snapshot.player.state == .playing }) == true
    }

    @Test("every observer is told the same events in the same order")
    func observers() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        try await waitUntil("the graph") { stage.events.contains { if case .graphChanged = $0 { true } else { false } } }
        let second = Mutex<[String]>([])
        let before = try stage.on { application in
            application.observe { event in second.withLock { $0.append("\(event)") } }
            return stage.events.count
        }
        _ = try await perform(.playURI(try wave("a.wav", in: directory)), on: stage)
        #expect(second.withLock { $0 }.contains { $0.contains("stateChanged") })
        // On the control thread, where nothing is told meanwhile.
        let (told, first) = try stage.on { _ in (second.withLock { $0 }, stage.events.map { "\($0)" }) }
        #expect(told == Array(first[before...]))
        try await stage.end()
    }

    @Test("a session without output refuses every command that would start playback, and no other")
    func refusal() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        let path = try wave("a.wav", in: directory)
        try stage.on { try $0.perform(.setProfile(try SessionProfile(category: .record)), for: Self.me) }
        let starts: [PlayerCommand] = [.play, .playURI(path), .playItem(1), .toggle, .next, .previous]
        for command in starts {
            let answer = try await perform(command, on: stage)
            guard case .failure(.session(let error)) = answer.value else {
                Issue.record("\(command): \(String(describing: answer.value))")
                continue
            }
            #expect(error.code == .incompatibleCategory)
        }
        let opened = Mutex<ApplicationError?>(nil)
        try stage.on { application in
            application.openStream(nil, title: nil, play: true, for: Self.me) { result in
                if case .failure(let error) = result { opened.withLock { $0 = error } }
            }
        }
        guard case .session? = opened.withLock({ $0 }) else {
            Issue.record("the stream was not refused")
            return
        }
        let others: [PlayerCommand] = [.pause, .stop, .addItems([QueueItem(id: 0, uri: path)]), .clear]
        for command in others {
            let answer = try await perform(command, on: stage)
            #expect(throws: Never.self, "\(command)") { try answer.value?.get() }
        }
        try await stage.end()
    }

    @Test("a person who seeks ends the promise that playback goes on, before the person has the answer")
    func takeover() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        _ = try await perform(.playURI(try wave("a.wav", in: directory)), on: stage)
        try await waitUntil("playing") { isPlaying(stage) }
        _ = try stage.on { try $0.beginInterruption(reason: "call", mayDuck: false, for: Self.other) }
        try await waitUntil("the pause") { (try? stage.on { $0.snapshot.player.state == .paused }) == true }
        #expect(try stage.on { $0.snapshot.resumeExpected })
        let sought = try await perform(.seekTo(0.2), on: stage)
        #expect(sought.resumeWasExpected == false)
        try stage.on { $0.clientLeft(Self.other) }
        #expect(try stage.on { $0.snapshot.player.state } == .paused)
        try await stage.end()
    }

    @Test("the reason that is told is that of the door through which the command came")
    func reasons() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        let key = Origin(.mpris, client: 3)
        let path = try wave("a.wav", in: directory)
        for origin in [key, Origin(.mpd, client: 4), Self.me] {
            let commands: [PlayerCommand] = [.playURI(path), .pause, .play, .toggle, .stop, .play]
            for command in commands {
                _ = try await perform(command, origin, on: stage)
                #expect(try stage.on { $0.snapshot.player.reason } == origin.reason, "\(command)")
            }
        }
        try await stage.end()
    }

    @Test("an interruption ends when its client leaves, and playback goes on")
    func departure() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        _ = try await perform(.playURI(try wave("a.wav", in: directory)), on: stage)
        try await waitUntil("playing") { isPlaying(stage) }
        _ = try stage.on { try $0.beginInterruption(reason: "call", mayDuck: false, for: Self.other) }
        try await waitUntil("the pause") { !isPlaying(stage) }
        try stage.on { $0.clientLeft(Self.me) }
        #expect(!isPlaying(stage))
        try stage.on { $0.clientLeft(Self.other) }
        try await waitUntil("playing again") { isPlaying(stage) }
        try await stage.end()
    }

    @Test("a playlist that is played or added becomes its entries, whatever door names it")
    func lists() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        _ = try wave("a.wav", in: directory)
        let list = try directory.write("a.wav\nftp://host/b.wav\n", to: "list.m3u")
        let played = try #require(try await perform(.playURI(list), on: stage).value).get()
        #expect(played.skipped.map(\.uri) == [list] && played.skipped[0].message.contains("ftp"))
        #expect(try stage.on { $0.snapshot.player.queue.items.map(\.uri) } == [directory.file("a.wav")])
        let answered = Answered()
        try stage.on { application in
            application.add([list, list], QueueInsertion(.end), for: Self.me) { answered.take($0, application) }
        }
        try await waitUntil("the answer") { answered.value != nil }
        let added = try #require(answered.value).get()
        #expect(added.added.count == 2 && added.skipped.count == 2)
        let warnings = stage.log.lines.count { $0.hasPrefix("warning: Some media could not be used and were left out.") }
        #expect(warnings == 3)
        try await stage.end()
    }

    @Test("a client that leaves while its list is read adds nothing and gets no answer")
    func absence() async throws {
        let server = try await MediaServer.start()
        try server.directory.write("http://host/a.mp3\n" + String(repeating: "# slow\n", count: 600), to: "list.m3u")
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        let answered = Answered()
        let list = server.address("list.m3u?stall=40")
        try stage.on { application in
            application.add([list], QueueInsertion(.end), for: Self.me) { answered.take($0, application) }
        }
        try await waitUntil("the request") { !server.requests.isEmpty }
        try stage.on { $0.clientLeft(Self.me) }
        let added = try await perform(.addItems([QueueItem(id: 0, uri: "/b")]), Self.other, on: stage)
        #expect(added.value != nil && answered.value == nil)
        #expect(try stage.on { $0.snapshot.player.queue.items.map(\.uri) } == ["/b"])
        try await stage.end()
    }

    @Test("a change of the session's settings is told to whoever saves the state")
    func settings() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        let before = saves(stage)
        try stage.on { try $0.perform(.setPreferredSampleRate(96_000), for: Self.me) }
        #expect(saves(stage) == before + 1)
        #expect(try stage.on { $0.savedState.session?.preferredSampleRate } == 96_000)
        try await stage.end()
    }

    private func saves(_ stage: ApplicationStage) -> Int {
        stage.events.count { if case .stateToSaveChanged = $0 { true } else { false } }
    }

    @Test("several outputs that a client chooses are the session's targets, and each has its volume")
    func severalOutputs() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        stage.output.report(
            ["speaker", "tv"].map {
                GraphSink(uid: $0, serial: $0 == "speaker" ? 1 : 2, name: $0, type: .lineOut, channelCount: 2)
            })
        try await waitUntil("both outputs") { (try? stage.on { $0.session.outputs.count }) == 2 }
        try stage.on { try $0.selectOutputs(["tv", "speaker"]) { _ in } }
        #expect(stage.output.chosenGroups == [["tv", "speaker"]])
        try stage.on { try $0.setOutputVolume(level: 0.5, delta: nil, isMuted: nil, of: "speaker") { _ in } }
        #expect(stage.output.setVolumes == ["speaker: 0.5 -"])
        #expect(throws: SessionError.self) { try stage.on { try $0.selectOutputs(["tv", "nowhere"]) { _ in } } }
        try await stage.end()
    }

    @Test("an output that a client chooses is the session's target; one that is not there is refused")
    func outputs() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        stage.output.report(
            ["speaker", "headset"].map {
                GraphSink(uid: $0, serial: $0 == "speaker" ? 1 : 2, name: $0, type: .lineOut, channelCount: 2)
            })
        try await waitUntil("both outputs") { (try? stage.on { $0.session.outputs.count }) == 2 }
        let chosen = Mutex<[Route]>([])
        try stage.on { try $0.selectOutput("headset") { route in chosen.withLock { $0.append(route) } } }
        #expect(stage.output.chosenTargets.last == "headset")
        try await waitUntil("the answer after the patience") { chosen.withLock { $0.count } == 1 }
        #expect(throws: SessionError.self) {
            try stage.on { try $0.selectOutput("nowhere") { _ in } }
        }
        try await stage.end()
    }

    @Test("an override is answered once the sound goes to the loudspeaker, and its end once it is back")
    func overriding() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        let types = ["headset": OutputType.headphones, "speaker": .builtInSpeaker]
        func report(reached: String) {
            stage.output.report(
                ["headset", "speaker"].map {
                    GraphSink(
                        uid: $0, serial: $0 == "speaker" ? 1 : 2, name: $0, type: types[$0] ?? .unknown, channelCount: 2)
                }, reached: reached)
        }
        report(reached: "headset")
        try await waitUntil("both outputs") { (try? stage.on { $0.session.outputs.count }) == 2 }
        for (toSpeaker, uid, before) in [(true, "speaker", "headset"), (false, "headset", "speaker")] {
            let answers = Mutex<[String]>([])
            try stage.on { application in
                try application.overrideOutput(toSpeaker: toSpeaker) { [unowned application] in
                    answers.withLock { $0 += application.session.route.outputs.map(\.uid) }
                }
            }
            #expect(answers.withLock { $0 }.isEmpty, "the sound goes to \(before)")
            report(reached: uid)
            try await waitUntil("the answer") { answers.withLock { $0 } == [uid] }
        }
        try await stage.end()
    }
}
