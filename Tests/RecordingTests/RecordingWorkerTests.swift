import AudioTypes
import Glibc
import Media
import MediaTypes
import RealtimeAudio
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import Recording

@Suite("A recording")
struct RecordingWorkerTests {
    @Test("has every frame, in WAV and in FLAC, with any number of channels", arguments: ["wav", "flac"], [1, 2, 8])
    func exact(format: String, channels: Int) async throws {
        let stage = try RecordingStage(format, channels: channels)
        try await stage.bring(200_003, quantum: 777)
        let result = try await stage.stop()
        #expect(result.end == .stopped && result.frames == 200_003 && result.files == 1)
        #expect(result.file == RecordedFile(path: stage.directory.path + "/take.\(format)", frames: 200_003))
        #expect(try stage.sound() == stage.expected(0..<200_003))
    }

    @Test("loses and doubles no frame between its pieces")
    func pieces() async throws {
        let stage = try RecordingStage { $0.splitEvery = 1 }
        try await stage.bring(200_003, quantum: 1_000)
        let result = try await stage.stop()
        #expect(result.files == 5)
        #expect(
            stage.paths.map { $0.split(separator: "/").last } == [
                "take.wav", "take 2.wav", "take 3.wav", "take 4.wav", "take 5.wav",
            ])
        #expect(try RecordingStage.read(stage.paths[1]).map(\.count) == [48_000, 48_000])
        #expect(try stage.sound() == stage.expected(0..<200_003))
    }

    @Test("goes on in a new file, without losing a frame, when the sound gets another format")
    func formatChange() async throws {
        let stage = try RecordingStage()
        try await stage.bring(100_000)
        try stage.changeFormat(hertz: 44_100, channels: 1)
        try await stage.bring(44_100)
        try stage.changeFormat(hertz: 96_000, channels: 1)
        try stage.changeFormat(hertz: 48_000, channels: 2)
        try await stage.bring(10_000)
        let result = try await stage.stop()
        #expect(result.files == 3 && result.frames == 154_100)
        #expect(abs(result.seconds - (110_000.0 / 48_000 + 1)) < 1e-9)
        let files = try stage.paths.map { try RecordingStage.read($0) }
        #expect(files.map(\.count) == [2, 1, 2] && files.map(\.[0].count) == [100_000, 44_100, 10_000])
        #expect(files.flatMap { $0[0] } == stage.expected(0..<154_100)[0])
    }

    @Test("puts another file in the place of the first if the format changes before there is sound")
    func earlyFormatChange() async throws {
        let stage = try RecordingStage()
        try stage.changeFormat(hertz: 44_100, channels: 1)
        try await stage.bring(1_000)
        let result = try await stage.stop()
        #expect(result.files == 1 && result.file?.path == stage.directory.path + "/take.wav")
        #expect(Set(stage.paths) == [stage.directory.path + "/take.wav"])
        #expect(try stage.expected(0..<1_000) == RecordingStage.read(stage.paths[0]))
    }

    @Test("names its pieces by the titles that they are split by, and leaves none empty")
    func titles() async throws {
        let stage = try RecordingStage(naming: .pattern(try FileNamePattern("%t")))
        stage.worker.play(PlayedTitle(["title": "One"]))
        try await waitUntil("a file of that title") { stage.paths.count == 2 }
        try await stage.bring(1_000)
        stage.worker.play(PlayedTitle(["artist": "B", "title": "Two!"]))
        try await waitUntil("the end of the piece") { stage.worker.progress.seconds > 0 }
        try await stage.bring(2_000)
        let result = try await stage.stop()
        #expect(result.files == 2)
        #expect(stage.paths.map { $0.split(separator: "/").last } == ["recording.wav", "One.wav", "B - Two!.wav"])
        #expect(access(stage.paths[0], F_OK) != 0)
        let tags = try AudioReader(MediaLocation(uri: stage.paths[2])).info.description.tags
        #expect(tags["artist"] == "B" && tags["title"] == "Two!")
    }

    @Test("cuts at the first frame of an item, also if its title comes later")
    func itemTitles() async throws {
        let stage = try RecordingStage(naming: .pattern(try FileNamePattern("%t")), splitsAtItems: true)
        try await stage.bring(10_000, beginsItem: true)
        stage.worker.play(PlayedTitle(["title": "One"]))
        try await stage.bring(5_000, beginsItem: true)
        stage.worker.play(PlayedTitle(["title": "Two"]))
        try await stage.bring(2_000)
        // An item of the same title begins no file.
        try await stage.bring(3_000, beginsItem: true)
        stage.worker.play(nil)
        let result = try await stage.stop()
        #expect(result.files == 2 && result.frames == 20_000)
        let lengths = try stage.paths.compactMap { access($0, F_OK) == 0 ? try RecordingStage.read($0)[0].count : nil }
        #expect(lengths == [10_000, 10_000])
        #expect(try RecordingStage.read(try #require(stage.paths.last)) == stage.expected(10_000..<20_000))
    }

    @Test("of a station that tells titles all the time, few begin a file, and the one that still plays does when it is time")
    func manyTitles() async throws {
        let stage = try RecordingStage(naming: .pattern(try FileNamePattern("%t")), splitsAtItems: true)
        for number in 0..<60 {
            try await stage.bring(2_400)
            stage.worker.play(PlayedTitle(["title": "Title \(number)"]))
            // Whoever obeys takes in what has come before.
            try await waitUntil("the sound") { (stage.worker.progress.seconds * 48_000).rounded() >= Double(stage.next) }
        }
        // Twelve files and the first one; then ten seconds.
        try await stage.bring(48_000 * 10)
        try await waitUntil("the last title") { stage.paths.last?.contains("Title 59") == true }
        let result = try await stage.stop()
        #expect(result.files == TitlePace.most + 2 && result.frames == 60 * 2_400 + 480_000, "\(result)")
        #expect(try stage.sound() == stage.expected(0..<60 * 2_400 + 480_000))
    }

    @Test("goes on when no title comes, and ends with all sound while it waits for one", arguments: [true, false])
    func noTitle(waits: Bool) async throws {
        let stage = try RecordingStage(splitsAtItems: true)
        try await stage.bring(20_000)
        try await stage.bring(20_000, beginsItem: true)
        if waits { try await waitUntil("the sound behind the mark") { stage.worker.progress.seconds * 48_000 >= 40_000 } }
        let result = try await stage.stop()
        #expect(result.files == 1 && result.frames == 40_000)
        #expect(try stage.sound() == stage.expected(0..<40_000))
    }

    @Test("ends at the length that was asked for, also if that is in another format")
    func lengthInAnotherFormat() async throws {
        let stage = try RecordingStage { $0.maximumDuration = 2 }
        try await stage.bring(48_000)
        try stage.changeFormat(hertz: 8_000, channels: 1)
        try await stage.bring(10_000)
        let result = try await stage.result()
        #expect(result.end == .maximumDuration && result.frames == 56_000 && result.seconds == 2)
    }

    @Test("has a second piece even if the name of the first is as long as a name can be")
    func longName() async throws {
        let stem = String(repeating: "n", count: 250)
        let stage = try RecordingStage(naming: .path(stem)) { $0.splitEvery = 1 }
        try await stage.bring(100_000)
        let result = try await stage.stop()
        #expect(result.end == .stopped && result.files == 3, "\(result)")
    }

    @Test("that fails before there is sound leaves no file")
    func failsEarly() async throws {
        let stage = try RecordingStage()
        stage.worker.stop(.failed(MediaError(.unreadable, "there is no input")))
        let result = try await stage.result()
        #expect(result.files == 0 && access(stage.directory.path + "/take.wav", F_OK) != 0)
    }

    @Test("tells levels up to the frame that they include")
    func levelFrames() async throws {
        let stage = try RecordingStage()
        stage.worker.sendLevels(true)
        // The orders are obeyed in their turn, and this one shows: another empty file takes the place of the first.
        stage.worker.split()
        try await waitUntil("the order") { stage.paths.count == 2 }
        try await stage.bring(4_096)
        let levels = try await waitFor("levels") {
            for case .levels(let levels) in stage.events { return levels }
            return nil
        }
        #expect(levels.end > 0 && levels.peaks[0] > -120)
        _ = try await stage.stop()
    }

    @Test("does not take a later frame for the first one of sound that was kept ready")
    func keptReady() async throws {
        let directory = try TemporaryDirectory()
        let plan = try PlanTests.plan()
        let buffer = CaptureBuffer(format: plan.input, seconds: 5, workerDescriptor: try EventDescriptor())
        let silence = [Float](repeating: 0, count: 10_000)
        let capture = { (position: Int64) in
            silence.withUnsafeBufferPointer { samples in
                guard let base = samples.baseAddress else { return }
                let clock = CaptureCycle(
                    now: 1, delay: 0, clock: 1, position: position, duration: 10_000, graphRate: 48_000)
                [base, base].withUnsafeBufferPointer { planes in
                    guard let planes = planes.baseAddress else { return }
                    buffer.producer.capture(from: planes, frameCount: 10_000, cycle: clock)
                }
            }
        }
        capture(0)
        // Whoever kept the sound ready has dropped the first frames of the stream.
        while true {
            guard case .frames(let count) = buffer.consumer.next(atMost: 1_000) else { continue }
            buffer.consumer.release(count)
            break
        }
        let events = Mutexed<[RecordingEvent]>()
        let worker = try RecordingWorker(
            RecordingWorker.Task(
                plan: plan, destination: .files(RecordingDirectory(directory.path), .path("take")), title: ""),
            from: buffer
        ) { event in events.value.withLock { $0 = ($0 ?? []) + [event] } }
        capture(20_000)
        worker.stop(.stopped)
        let told = try await waitFor("the end") { () -> [RecordingEvent]? in
            guard let told = events.value.withLock({ $0 }), case .ended? = told.last else { return nil }
            return told
        }
        #expect(told.contains { if case .marked = $0 { true } else { false } })
        #expect(!told.contains { if case .firstFrame = $0 { true } else { false } })
    }

    @Test("that ends with a piece has no empty one behind it")
    func lastPiece() async throws {
        let stage = try RecordingStage { $0.splitEvery = 1 }
        try await stage.bring(96_000)
        let result = try await stage.stop()
        #expect(result.files == 2 && result.file?.frames == 48_000)
    }

    @Test("is split by a client with the sound that has come by then")
    func splitNow() async throws {
        let stage = try RecordingStage()
        try await stage.bring(10_000)
        stage.worker.split(title: "second")
        try await waitUntil("the split") { stage.worker.buffer.fillCount == 0 }
        try await stage.bring(5_000)
        let result = try await stage.stop()
        #expect(result.files == 2)
        #expect(try RecordingStage.read(stage.paths[0]).map(\.count) == [10_000, 10_000])
        #expect(try stage.sound() == stage.expected(0..<15_000))
    }

    @Test("ends at its length, to the frame")
    func maximum() async throws {
        let stage = try RecordingStage { $0.maximumDuration = 1.5 }
        try await stage.bring(80_000)
        let result = try await stage.result()
        #expect(result.end == .maximumDuration && result.frames == 72_000)
        #expect(try stage.sound() == stage.expected(0..<72_000))
    }

    @Test(
        "begins a new piece where the silence has lasted long enough, or ends there",
        arguments: [RecordingPlan.Silence.Action.split, .stop])
    func silence(action: RecordingPlan.Silence.Action) async throws {
        let stage = try RecordingStage {
            $0.silence = RecordingPlan.Silence(decibels: -60, seconds: 0.5, shortestPiece: 0.5, action: action)
        }
        // The first numbers are quiet, and would be silence themselves.
        stage.miss(1_000)
        try await stage.bring(30_000)
        try await stage.bring(48_000, silent: true)
        try await stage.bring(20_000)
        if action == .stop {
            let result = try await stage.result()
            #expect(result.end == .silence && result.frames == 54_000)
        } else {
            _ = try await stage.stop()
            #expect(try stage.paths.map { try RecordingStage.read($0)[0].count } == [54_000, 44_000])
        }
    }

    @Test(
        "can be read while it is written, and lacks little after a moment",
        arguments: ["wav", "flac", "opus", "ogg", "mp3", "aac", "m4a", "mka"])
    func readable(format: String) async throws {
        let stage = try RecordingStage(format)
        try await stage.bring(144_000)
        let path = stage.directory.path + "/take.\(format)"
        // What the encoder holds back is at most 282 ms.
        try await waitUntil("the disk") { ((try? RecordingStage.read(path))?.first?.count ?? 0) >= 144_000 - 14_000 }
        _ = try await stage.stop()
    }

    @Test("ends with a sentence if its file exists, and leaves that alone")
    func exists() async throws {
        let stage = try RecordingStage()
        try await stage.bring(1_000)
        _ = try await stage.stop()
        let before = try readFile(stage.directory.path + "/take.wav")
        let plan = try PlanTests.plan()
        let ended = Mutexed<RecordingResult>()
        let second = try RecordingWorker(
            RecordingWorker.Task(
                plan: plan, destination: .files(RecordingDirectory(stage.directory.path), .path("take")), title: "")
        ) { if case .ended(let result) = $0 { ended.value.withLock { $0 = result } } }
        let result = try await waitFor("the end") { ended.value.withLock { $0 } }
        guard case .failed(let error) = result.end else { Issue.record("it began"); return }
        #expect(error.code == .exists && result.files == 0)
        #expect(try readFile(stage.directory.path + "/take.wav") == before)
        second.stop(.stopped)
    }

    @Test("ends with a sentence if somebody deletes its file")
    func deleted() async throws {
        let stage = try RecordingStage()
        try await stage.bring(48_000)
        #expect(unlink(stage.directory.path + "/take.wav") == 0)
        try await waitUntil("the end") {
            stage.events.contains { if case .ended = $0 { true } else { false } }
        }
        guard case .failed(let error) = try await stage.result().end else { Issue.record("it went on"); return }
        #expect(error.code == .unwritable && error.message.contains("deleted"))
    }
}
