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

    @Test("cuts the silence of a gap where the clock says, as it cuts sound")
    func gapOnClock() async throws {
        let stage = try RecordingStage { wish in
            wish.splitEvery = 2
            wish.splitsOnClock = true
        }
        try await stage.bring(1_000)
        stage.miss(48_000 * 9)
        try await stage.bring(1_000)
        _ = try await stage.stop()
        let lengths = try stage.paths.map { try RecordingStage.read($0)[0].count }
        #expect((5...7).contains(lengths.count), "\(lengths)")
        // The first begins now, and the next nine seconds ago: the gap took no time here.
        #expect(lengths.dropFirst(2).dropLast().allSatisfy { (90_000...102_000).contains($0) }, "\(lengths)")
    }

    @Test("has a second piece even if the name of the first is as long as a name can be")
    func longName() async throws {
        let stem = String(repeating: "n", count: 250)
        let stage = try RecordingStage(naming: .path(stem)) { $0.splitEvery = 1 }
        try await stage.bring(100_000)
        let result = try await stage.stop()
        #expect(result.end == .stopped && result.files == 3, "\(result)")
    }

    @Test("does not count as missing what a pause leaves out")
    func pauseIsNotMissing() async throws {
        let stage = try RecordingStage()
        try await stage.bring(10_000)
        stage.worker.expectGap(.paused)
        stage.miss(96_000)
        try await stage.bring(10_000)
        let result = try await stage.stop()
        #expect(result.missed == 0 && result.frames == 20_000, "\(result)")
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

    @Test("knows that a client is gone, and that one which has only ended its own side is not")
    func leaves() throws {
        var ends: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        let sink = ConnectionSink(FileDescriptor(owning: ends[0]), isChunked: false)
        #expect(!sink.isLeft)
        #expect(shutdown(ends[1], CInt(SHUT_WR)) == 0 && !sink.isLeft)
        #expect(close(ends[1]) == 0 && sink.isLeft)
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

    @Test("has silence of the gap's length at its place, and a mark", arguments: [true, false])
    func gap(isFilled: Bool) async throws {
        let stage = try RecordingStage { $0.fillsGaps = isFilled }
        try await stage.bring(10_000)
        stage.miss(9_600)
        try await stage.bring(10_000)
        let result = try await stage.stop()
        #expect(result.missed == 9_600)
        #expect(
            stage.events.contains(
                .marked(RecordingMark(cause: .missed, frame: 10_000, missing: 9_600, filled: isFilled ? 9_600 : 0))))
        var expected = stage.expected(0..<29_600)
        for channel in 0..<2 {
            expected[channel].replaceSubrange(
                10_000..<19_600, with: isFilled ? [Float](repeating: 0, count: 9_600) : [])
        }
        #expect(try stage.sound() == expected)
    }

    @Test("marks a pause and does not fill it; a gap after it is a gap")
    func pause() async throws {
        let stage = try RecordingStage()
        try await stage.bring(10_000)
        stage.worker.expectGap(.paused)
        stage.miss(100_000)
        try await stage.bring(15_000)
        stage.miss(500)
        try await stage.bring(1_000)
        let result = try await stage.stop()
        let marks = stage.events.compactMap { if case .marked(let mark) = $0 { mark } else { nil } }
        #expect(
            marks == [
                RecordingMark(cause: .paused, frame: 10_000, missing: 100_000, filled: 0),
                RecordingMark(cause: .missed, frame: 25_000, missing: 500, filled: 500),
            ])
        #expect(result.frames == 26_500)
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

    @Test("over a connection is the same bytes as in a file, in chunks or front to back", arguments: [true, false])
    func connection(inChunks: Bool) async throws {
        var ends: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        let input = StreamFormat(sampleRate: .video, channelLayout: .mono)
        let plan = try RecordingPlan(.encoded(AudioFileFormat(named: "wav")), input: input, RecordingPlan.Wish())
        let worker = try RecordingWorker(RecordingWorker.Task(plan: plan, destination: .connection, title: "")) { _ in }
        var samples = (0..<10_000).map { Float($0 % 3_000) / 32_768 }
        samples.withUnsafeBufferPointer { samples in
            guard let base = samples.baseAddress else { return }
            let clock = CaptureCycle(now: 1, delay: 0, clock: 1, position: 0, duration: 10_000, graphRate: 48_000)
            withUnsafePointer(to: base) { worker.buffer.producer.capture(from: $0, frameCount: 10_000, cycle: clock) }
        }
        worker.connect(ConnectionSink(FileDescriptor(owning: ends[0]), isChunked: inChunks))
        worker.stop(.stopped)
        let file = Self.receive(ends[1], inChunks: inChunks)
        close(ends[1])
        let directory = try TemporaryDirectory()
        try writeFile(file, to: directory.path + "/a.wav")
        #expect(try RecordingStage.read(directory.path + "/a.wav")[0] == samples)
        samples = []
        // The length of the RIFF chunk, which only chunks can correct.
        let length = file[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
        #expect((length == file.count - 8) == inChunks)
    }

    @Test("ends if its client goes while nothing is brought")
    func clientGoesInPause() async throws {
        var ends: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        let ended = Mutexed<RecordingResult>()
        let worker = try RecordingWorker(
            RecordingWorker.Task(plan: try PlanTests.plan(), destination: .connection, title: "")
        ) { if case .ended(let result) = $0 { ended.value.withLock { $0 = result } } }
        worker.connect(ConnectionSink(FileDescriptor(owning: ends[0]), isChunked: false))
        close(ends[1])
        #expect(try await waitFor("the end") { ended.value.withLock { $0 } }.end == .stopped)
    }

    @Test("ends if its client goes, also one that never read", arguments: [0, 400_000])
    func clientGoes(frames: Int) async throws {
        var ends: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        let ended = Mutexed<RecordingResult>()
        let plan = try PlanTests.plan()
        let worker = try RecordingWorker(RecordingWorker.Task(plan: plan, destination: .connection, title: "")) {
            if case .ended(let result) = $0 { ended.value.withLock { $0 = result } }
        }
        worker.connect(ConnectionSink(FileDescriptor(owning: ends[0]), isChunked: false))
        let silence = [Float](repeating: 0, count: 400_000)
        silence.withUnsafeBufferPointer { samples in
            guard let base = samples.baseAddress else { return }
            let clock = CaptureCycle(now: 1, delay: 0, clock: 1, position: 0, duration: 400_000, graphRate: 48_000)
            let planes = [base, base]
            planes.withUnsafeBufferPointer { planes in
                guard let base = planes.baseAddress else { return }
                worker.buffer.producer.capture(from: base, frameCount: max(frames, 1), cycle: clock)
            }
        }
        close(ends[1])
        worker.stop(.stopped)
        let result = try await waitFor("the end") { ended.value.withLock { $0 } }
        #expect(result.end == .stopped)
    }

    @Test("takes so many orders to split while it waits for a slow place, and no more")
    func manySplits() async throws {
        var ends: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        let ended = Mutexed<RecordingResult>()
        let worker = try RecordingWorker(
            RecordingWorker.Task(plan: try PlanTests.plan(), destination: .connection, title: "")
        ) { if case .ended(let result) = $0 { ended.value.withLock { $0 = result } } }
        let silence = [Float](repeating: 0, count: 400_000)
        silence.withUnsafeBufferPointer { samples in
            guard let base = samples.baseAddress else { return }
            let clock = CaptureCycle(now: 1, delay: 0, clock: 1, position: 0, duration: 400_000, graphRate: 48_000)
            [base, base].withUnsafeBufferPointer { planes in
                guard let base = planes.baseAddress else { return }
                worker.buffer.producer.capture(from: base, frameCount: 400_000, cycle: clock)
            }
        }
        worker.connect(ConnectionSink(FileDescriptor(owning: ends[0]), isChunked: false))
        // It begins to write, and nobody reads.
        try await waitUntil("the first sound to be taken") { worker.buffer.fillCount < 400_000 }
        #expect((0..<1_000).count { _ in worker.split() } == RecordingWorker.mostWaitingSplits)
        close(ends[1])
        worker.stop(.stopped)
        _ = try await waitFor("the end") { ended.value.withLock { $0 } }
    }

    /// Reads until the other side closes, and puts chunks in their places.
    private static func receive(_ descriptor: CInt, inChunks: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count <= 0 { break }
            bytes += buffer[..<count]
        }
        guard inChunks else { return bytes }
        var file: [UInt8] = []
        var place = 0
        while place + 12 <= bytes.count {
            let offset = bytes[place..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            let count = bytes[place + 8..<place + 12].reversed().reduce(0) { $0 << 8 | Int($1) }
            if file.count < offset + count { file += [UInt8](repeating: 0, count: offset + count - file.count) }
            file.replaceSubrange(offset..<offset + count, with: bytes[place + 12..<place + 12 + count])
            place += 12 + count
        }
        return file
    }
}
