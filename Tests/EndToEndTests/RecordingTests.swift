import Glibc
import TestSupport
import Testing

@Suite("Recordings of a real input", .serialized)
struct RecordingTests {
    /// The frames, of the first of two channels, that are not the number of their place, and those that are silence.
    /// - Parameter tolerance: how much a number may differ, as a sample: 24 bits do not keep the last one of a float.
    private static func judge(_ path: String, tolerance: Float = 0) async throws -> (count: Int, silent: Int, wrong: Int) {
        let audio = try await AudioFiles.decode(path, sampleRate: 48_000, channelCount: 2)
        let samples = (0..<audio.frameCount).map { audio.samples[$0 * 2] }
        guard let first = samples.firstIndex(where: { $0 != 0 }) else { return (samples.count, samples.count, 0) }
        let start = Int(samples[first] * 0x1p24) - first
        let silent = samples.count { $0 == 0 }
        let wrong = samples.enumerated().count {
            $0.element != 0 && abs($0.element - Float((start + $0.offset) & 0xFF_FFFF) * 0x1p-24) > tolerance
        }
        return (samples.count, silent, wrong)
    }

    @Test("every frame is in its place in the file, also across three files", arguments: ["", #","splitEvery":1"#])
    func exact(more: String) async throws {
        let studio = try await RecordingStudio.set()
        let started = try await studio.client.call("record.start", #"{"path":"take.wav","bits":"float"\#(more)}"#)
        let path = try #require(started.string(at: "result.path"))
        #expect(path == "\(studio.directory.path)/made/take.wav")
        #expect(started.number(at: "result.channels") == 2 && started.number(at: "result.sampleRate") == 48_000)
        try await studio.waitForSound(2.5)
        let stopped = try await studio.stop(Int(try #require(started.number(at: "result.recording"))))
        #expect(stopped.string(at: "result.reason") == "stopped")
        let missed = Int(stopped.number(at: "result.missedFrames") ?? 0)
        #expect(stopped.number(at: "result.files") == (more.isEmpty ? 1 : 3))
        if more.isEmpty {
            let found = try await Self.judge(path)
            #expect(found.wrong == 0 && found.count == Int(stopped.number(at: "result.frames") ?? 0))
            // PipeWire gives silence at the beginning, and on a busy machine in a cycle that the microphone was late for.
            #expect(found.silent <= missed + 16_384, "\(found), \(missed) missed")
        } else {
            for (name, length) in [("take.wav", 48_000), ("take 2.wav", 48_000)] {
                let found = try await Self.judge("\(studio.directory.path)/made/\(name)")
                #expect(found.wrong == 0 && found.count == length, "\(found)")
            }
        }
    }

    @Test("frames that came while the daemon stood still are silence of that length, and all others are in their places")
    func standstill() async throws {
        let studio = try await RecordingStudio.set()
        let started = try await studio.client.call("record.start", #"{"path":"take.wav","bits":"float"}"#)
        try await studio.waitForSound(1)
        studio.daemon.process.signal(SIGSTOP)
        // Longer than the microphone waits for the answer to a cycle.
        try await Task.sleep(for: .milliseconds(2_300))
        studio.daemon.process.signal(SIGCONT)
        let marked = try await studio.client.waitForEvent("recording.marked") {
            ($0.number(at: "params.filled") ?? 0) >= 48_000 * 1.9
        }
        let filled = Int(try #require(marked.number(at: "params.filled")))
        try await studio.waitForSound(5)
        let stopped = try await studio.stop(Int(try #require(started.number(at: "result.recording"))))
        let found = try await Self.judge(try #require(started.string(at: "result.path")))
        #expect(found.wrong == 0 && found.count == Int(stopped.number(at: "result.frames") ?? 0), "\(found)")
        #expect(found.silent >= filled, "\(found), \(filled)")
    }

    @Test("a connection carries the same recording to a client, until somebody ends it")
    func connection() async throws {
        let studio = try await RecordingStudio.set()
        let data = try studio.daemon.connect()
        let watcher = try studio.daemon.connect()
        try await watcher.call("events.subscribe", #"{"types":["recording.levels"]}"#)
        let opened = try await data.call("record.open", #"{"format":"wav","bits":"float"}"#)
        // The recording waits for a client that does not read.
        let reading = Task { try await data.readRest() }
        try await studio.waitForSound(1)
        try await watcher.waitForEvent("recording.levels")
        let stopped = try await studio.stop(Int(opened.number(at: "result.recording") ?? 0))
        let bytes = try await reading.value
        let path = studio.directory.file("received.wav")
        try writeFile(bytes, to: path)
        let found = try await Self.judge(path)
        #expect(found.wrong == 0 && found.count == Int(stopped.number(at: "result.frames") ?? 0), "\(found) \(stopped.line)")
    }

    @Test("raw samples go over a connection as they are, and into no file")
    func raw() async throws {
        let studio = try await RecordingStudio.set()
        let refused = try await studio.client.reply(to: "record.start", #"{"format":"raw"}"#)
        #expect(refused.line.contains("raw samples have no header"), "\(refused.line)")
        let data = try studio.daemon.connect()
        let opened = try await data.call("record.open", #"{"format":"raw","bits":"float","channels":2}"#)
        #expect(opened.string(at: "result.format") == "raw" && opened.string(at: "result.samples") == "f32le")
        let reading = Task { try await data.readRest() }
        try await studio.waitForSound(1)
        let stopped = try await studio.stop(Int(opened.number(at: "result.recording") ?? 0))
        let bytes = try await reading.value
        #expect(bytes.count == Int(stopped.number(at: "result.frames") ?? 0) * 8)
        let samples = stride(from: 0, to: bytes.count, by: 8).map { place in
            Float(bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << (8 * $1) })
        }
        let first = try #require(samples.firstIndex { $0 != 0 })
        let start = Int(samples[first] * 0x1p24) - first
        let wrong = samples.indices.filter { index in
            samples[index] != 0 && samples[index] != Float((start + index) & 0xFF_FFFF) * 0x1p-24
        }
        #expect(wrong.isEmpty && samples.count > 48_000, "\(wrong.count) of \(samples.count) frames are wrong")
    }

    @Test("levels come only to a client that wants them, at most twenty a second")
    func levels() async throws {
        let studio = try await RecordingStudio.set()
        let other = try studio.daemon.connect()
        try await other.call("events.subscribe", #"{"types":["recording.levels"]}"#)
        let started = try await studio.client.call("record.start", #"{"path":"take.flac"}"#)
        let first = try await other.waitForEvent("recording.levels") { ($0.number(at: "params.peak.0") ?? -120) > -120 }
        #expect(first.value(at: "params.rms", as: [Double].self)?.count == 2)
        // Numbers that grow with each frame have next to no loudness.
        #expect(first.line.contains(#""momentary":"#))
        try await studio.waitForSound(2)
        let stopped = try await studio.stop(Int(try #require(started.number(at: "result.recording"))))
        let all = try await other.events(through: "recording.levels") {
            ($0.number(at: "params.frame") ?? 0) > 48_000
        }.all
        #expect(all.count <= 30)
        let events = try await studio.client.events(through: "recording.ended").all
        #expect(!events.contains { $0.method == "recording.levels" })
        #expect(stopped.string(at: "result.reason") == "stopped")
    }

    @Test(
        "a daemon that is killed leaves a file that lacks less than a second and a half, and the next one makes it whole",
        arguments: [
            #""take.wav","bits":"float""#, #""take.flac","bits":"24""#, #""take.mka","bits":"24""#, #""take.caf","bits":"float""#,
            #""take.aiff","bits":"24""#,
        ])
    func killed(path: String) async throws {
        let studio = try await RecordingStudio.set()
        let started = try await studio.client.call("record.start", #"{"path":\#(path)}"#)
        try await studio.waitForSound(4)
        let before = try await studio.client.call("record.list").number(at: "result.0.duration") ?? 0
        studio.daemon.process.signal(SIGKILL)
        _ = try await studio.daemon.process.waitForExit()
        let file = try #require(started.string(at: "result.path"))
        let tolerance: Float = path.contains("float") ? 0 : 0x1p-23
        let found = try await Self.judge(file, tolerance: tolerance)
        #expect(found.wrong == 0 && Double(found.count) / 48_000 >= before - 1.5, "\(found), \(before)")
        let next = try await DaemonProcess.start(in: studio.system, configuration: studio.configuration)
        try await waitUntil("the repair") { next.log.contains("is whole again") }
        let repaired = try await Self.judge(file, tolerance: tolerance)
        #expect(repaired.wrong == 0 && repaired.count >= found.count, "\(repaired), \(found)")
        let described = try await next.connect().call("media.probe", #"{"uri":"\#(file)"}"#)
        let duration = try #require(described.number(at: "result.duration"))
        #expect(abs(duration - Double(repaired.count) / 48_000) < 0.002, "\(described.line)")
        try await next.stop()
    }
}

@Suite("Recordings of what is played", .serialized)
struct HeardPlaceTests {
    @Test("tell to the frame which place of the track they begin with")
    func alignment() async throws {
        let directory = try TemporaryDirectory()
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let configuration = "[recording]\ndirectory = \"\(directory.path)/made\"\n"
        let daemon = try await DaemonProcess.start(in: system, configuration: configuration)
        let client = try daemon.connect()
        try await client.call("events.subscribe")
        let audio = AudioFixture.unique(frameCount: 44_100 * 6)
        let file = system.directory.file("a.wav")
        try AudioFiles.writeWave(audio, to: file)
        try await client.call("play", "{\"uri\":\"\(file)\"}")
        try await waitUntil("the sound") {
            (try? await client.call("status"))?.number(at: "result.position.seconds") ?? 0 > 0.5
        }
        let started = try await client.call("record.start", #"{"source":"output","path":"take.wav","bits":"float"}"#)
        let path = try #require(started.string(at: "result.path"))
        let changed = try await client.waitForEvent("recording.stateChanged") {
            $0.number(at: "params.heard.position") != nil
        }
        let position = try #require(changed.number(at: "params.heard.position"))
        try await waitUntil("a second") {
            (try? await client.call("record.list"))?.number(at: "result.0.duration") ?? 0 > 1
        }
        let stopped = try await client.call(
            "record.stop", "{\"recording\":\(Int(started.number(at: "result.recording") ?? 0))}")
        #expect(stopped.number(at: "result.missedFrames") == 0, "\(stopped.line)")
        let recorded = try await AudioFiles.decode(path, sampleRate: 44_100, channelCount: 2)
        let first = try #require((0..<recorded.frameCount).first { recorded.samples[$0 * 2] != 0 })
        let wanted = (0..<audio.frameCount).first { frame in
            (0..<64).allSatisfy { audio.samples[frame * 2 + $0] == recorded.samples[first * 2 + $0] }
        }
        let told = position * 44_100 + Double(first)
        #expect(abs(told - Double(try #require(wanted))) <= 1, "told \(told), found \(wanted ?? -1), silent \(first)")
    }
}

@Suite("Recordings of the player", .serialized)
struct PlayerRecordingTests {
    /// Begins a recording of the player, and returns its id and path.
    private static func record(_ stage: Stage, _ path: String) async throws -> (id: Int, path: String) {
        let started = try await stage.client.call("record.start", #"{"source":"player","path":"\#(path)","bits":"float"}"#)
        return (Int(try #require(started.number(at: "result.recording"))), try #require(started.string(at: "result.path")))
    }

    private static func stage(_ directory: TemporaryDirectory, _ configuration: String = "") async throws -> Stage {
        try await Stage.set(configuration: "[recording]\ndirectory = \"\(directory.path)/made\"\n\(configuration)")
    }

    @Test("have each frame of what was played, whatever the volume, and nothing of a pause")
    func exact() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        let audio = AudioFixture.unique(frameCount: 88_200)
        let file = try await stage.write(audio)
        // Nothing has played yet, so the daemon has to guess the format at first.
        let recording = try await Self.record(stage, "take.wav")
        try await stage.client.call("volume", #"{"level":0.3}"#)
        try await stage.play(file)
        try await waitUntil("some sound") {
            (try? await stage.client.call("record.list"))?.number(at: "result.0.duration") ?? 0 > 0.3
        }
        try await stage.client.call("pause")
        try await stage.client.waitForEvent("player.stateChanged") { $0.string(at: "params.state") == "paused" }
        try await stage.client.call("volume", #"{"muted":true}"#)
        try await stage.client.call("play")
        try await stage.waitForEnd()
        let stopped = try await stage.client.call("record.stop", #"{"recording":\#(recording.id)}"#)
        #expect(stopped.number(at: "result.frames") == 88_200 && stopped.number(at: "result.duration") == 2, "\(stopped.line)")
        let recorded = try await AudioFiles.decode(recording.path, sampleRate: 44_100, channelCount: 2)
        #expect(recorded.samples == audio.samples)
        let marks = try await stage.client.events(through: "recording.ended").all.filter { $0.method == "recording.marked" }
        #expect(marks.isEmpty)
    }

    @Test("with a file for each title, begin the next file at the very frame at which the next item begins")
    func titles() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        let watcher = try stage.daemon.connect()
        try await watcher.call("events.subscribe")
        let sounds = [
            AudioFixture.unique(frameCount: 60_001), AudioFixture.unique(frameCount: 70_003, seed: 2),
            AudioFixture.unique(frameCount: 50_005, seed: 3),
        ]
        var paths: [String] = []
        for (number, sound) in sounds.enumerated() {
            let path = stage.system.directory.file("\(number).flac")
            try await AudioFiles.encode(sound, options: ["-metadata", "title=Title \(number)"], to: path)
            paths.append(path)
        }
        try await stage.client.call("record.start", #"{"source":"player","format":"wav","splitOnTitle":true}"#)
        try await stage.client.call("queue.add", "{\"uris\":[\"\(paths.joined(separator: "\",\""))\"]}")
        try await stage.client.call("play")
        try await stage.waitForEnd()
        let stopped = try await stage.client.call("record.stop", #"{"recording":1}"#)
        #expect(stopped.number(at: "result.files") == 3, "\(stopped.line)")
        let events = try await watcher.events(through: "recording.ended").all
        let split = events.filter { $0.method == "recording.split" }.compactMap { $0.string(at: "params.path") }
        let files = split + [try #require(stopped.string(at: "result.path"))]
        #expect(files.count == 3)
        for (file, sound) in zip(files, sounds) {
            let recorded = try await AudioFiles.decode(file, sampleRate: 44_100, channelCount: 2)
            let isSame = recorded.samples == sound.samples
            #expect(isSame, "\(file) has \(recorded.frameCount) frames, not \(sound.frameCount)")
        }
    }

    @Test("go on in a new file for each format of what plays")
    func formats() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory, "[playback]\nfollow_format = true\n")
        let first = AudioFixture.unique(frameCount: 44_100)
        let second = AudioFixture.unique(frameCount: 48_000, sampleRate: 48_000, seed: 2)
        let paths = [
            try await stage.write(first, name: "first"), try await stage.write(second, name: "second"),
        ]
        let recording = try await Self.record(stage, "take.wav")
        try await stage.client.call("queue.add", "{\"uris\":[\"\(paths.joined(separator: "\",\""))\"]}")
        try await stage.client.call("play")
        try await stage.waitForEnd()
        let stopped = try await stage.client.call("record.stop", #"{"recording":\#(recording.id)}"#)
        #expect(stopped.number(at: "result.files") == 2 && stopped.number(at: "result.duration") == 2, "\(stopped.line)")
        let last = try #require(stopped.string(at: "result.path"))
        #expect(try await AudioFiles.decode(recording.path, sampleRate: 44_100, channelCount: 2).samples == first.samples)
        #expect(try await AudioFiles.decode(last, sampleRate: 48_000, channelCount: 2).samples == second.samples)
    }
}
