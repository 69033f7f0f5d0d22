import Glibc
import Synchronization
import TestSupport
import Testing

@Suite("A client that sends sound", .serialized)
struct PushTests {
    @Test("is held back while playback is paused, and everything is heard later; the daemon takes no memory for it")
    func pause() async throws {
        // 50 MB, of which only the first five seconds sound.
        let sound = AudioFixture.unique(frameCount: 44_100 * 5)
        let bytes = AudioFiles.samples(sound, as: "f32le") + [UInt8](repeating: 0, count: 50_000_000 - 44_100 * 5 * 8)
        let stage = try await Stage.set(configuration: "[playback]\nfade_seconds = 0\n")
        let (connection, item) = try await stage.openStream(
            #"{"format":{"encoding":"f32le","sampleRate":44100,"channels":2}}"#)
        let idleMemory = try MemoryUse.privateDirty(of: stage.daemon.process.processIdentifier)
        let written = Progress()
        let task = Task {
            for start in stride(from: 0, to: bytes.count, by: 1 << 16) {
                try await connection.send(bytes: Array(bytes[start..<min(start + 1 << 16, bytes.count)]), deadline: .seconds(600))
                written.add(1 << 16)
            }
        }
        try await stage.client.waitForEvent("player.itemChanged")
        try await stage.client.call("pause")
        try await waitUntil("a full ring") { () async throws(TestSupportError) -> Bool in
            try await stage.client.call("server.statistics").number(at: "result.ringFill") ?? 0 > 0.9
        }
        var last = -1
        // Blocked when it has not got on while the daemon did a hundred other things.
        try await waitUntil("the writer to be blocked") { () async throws(TestSupportError) -> Bool in
            defer { last = written.count }
            for _ in 0..<100 { try await stage.client.call("status") }
            return written.count == last
        }
        #expect(written.count < 6_000_000)
        // The ring, what was read and not heard yet, and the decoder: of 50 MB there is no trace.
        let memory = try MemoryUse.privateDirty(of: stage.daemon.process.processIdentifier)
        #expect(memory - idleMemory < 24 << 20, "\(idleMemory), then \(memory)")
        try await stage.client.call("play")
        // All that sounds has been heard when as much silence was taken as the ring and the socket hold.
        try await waitUntil("the rest") { () async throws(TestSupportError) -> Bool in
            try await stage.client.call("status").number(at: "result.position.seconds") ?? 0 > 5.5
        }
        try await stage.client.call("queue.remove", "{\"ids\":[\(item)]}")
        task.cancel()
        let captured = try await stage.recording()
        let result = SampleComparison(of: captured, with: sound)
        // What is inserted is the pause, and the last cut is its own.
        #expect(result.lostFrames == 0 && result.differingFrames <= 2, "\(result)")
    }

    @Test("cannot be sought in, and a try does not keep it from going on after an interruption")
    func refusedSeek() async throws {
        let stage = try await Stage.set()
        let (connection, item) = try await stage.openStream(
            #"{"format":{"encoding":"f32le","sampleRate":44100,"channels":2}}"#)
        let writer = Writer(AudioFiles.samples(AudioFixture.unique(frameCount: 44_100 * 60), as: "f32le"), to: connection)
        try await stage.client.waitForEvent("player.itemChanged")
        let interruption = try await stage.client.call("session.beginInterruption").value(at: "result.interruption", as: Int.self)
        let id = try #require(interruption)
        #expect(try await stage.client.reply(to: "seek", "{\"position\":1}").errorName == "not_seekable")
        let status = try await stage.client.call("status")
        #expect(status.value(at: "result.resumeExpected", as: Bool.self) == true)
        try await stage.client.call("session.endInterruption", "{\"interruption\":\(id)}")
        let ended = try await stage.client.waitForEvent("session.interruptionEnded")
        #expect(ended.value(at: "params.resumed", as: Bool.self) == true)
        try await stage.client.call("queue.remove", "{\"ids\":[\(item)]}")
        try? await writer.finish()
    }

    @Test("behind a file and falls silent is waited for, and the queue is over once its item is taken out")
    func silentBehindFile() async throws {
        let stage = try await Stage.set()
        let file = try await stage.write(AudioFixture.unique(frameCount: 44_100))
        try await stage.client.call("queue.add", "{\"uris\":[\"\(file)\"]}")
        let (connection, item) = try await stage.openStream(
            #"{"format":{"encoding":"f32le","sampleRate":44100,"channels":2},"play":false}"#)
        try await connection.send(bytes: AudioFiles.samples(AudioFixture.unique(frameCount: 2_048), as: "f32le"))
        try await stage.client.call("play")
        try await stage.client.waitForEvent("player.stateChanged") { $0.string(at: "params.state") == "buffering" }
        try await stage.client.waitForEvent("player.buffering")
        try await stage.client.call("queue.remove", "{\"ids\":[\(item)]}")
        try await stage.waitForEnd()
    }

    @Test("and is killed is heard to where it came, and then the next item")
    func killed() async throws {
        let sound = AudioFixture.unique(frameCount: 44_100 * 4)
        let next = AudioFixture.unique(frameCount: 44_100, seed: 9)
        let stage = try await Stage.set()
        let path = try await stage.write(sound)
        let half = 44 + 44_100 * 2 * 4
        let client = try await stage.shell(
            "(head -c \(half) \(path); exec sleep 600) | exec $0 play -", output: stage.system.directory.file("client"))
        try await stage.client.waitForEvent("player.itemChanged")
        try await stage.client.call("queue.add", "{\"uris\":[\"\(try await stage.write(next, name: "next"))\"]}")
        // Everything that came is heard: it runs dry.
        try await stage.client.waitForEvent("player.stateChanged") { $0.string(at: "params.state") == "buffering" }
        try await client.stop(SIGKILL)
        try await stage.waitForEnd()
        let captured = try await stage.recording()
        let heard = sound[0..<44_100 * 2].followed(by: next)
        #expect(SampleComparison(of: captured, with: heard).lostFrames == 0, "\(stage.daemon.log)")
    }

    @Test("sees the end of its connection where its item is removed, replaced, stopped, or the queue cleared")
    func removal() async throws {
        let stage = try await Stage.set()
        let samples = #"{"format":{"encoding":"f32le","sampleRate":44100,"channels":2}}"#
        let file = try await stage.write(AudioFixture.unique(frameCount: 441_000))
        for (method, parameters) in [
            ("queue.remove", "{\"ids\":[ITEM]}"), ("queue.clear", "{}"), ("play", "{\"uri\":\"\(file)\"}"), ("stop", "{}"),
        ] {
            let (connection, item) = try await stage.openStream(samples)
            try await connection.send(bytes: [UInt8](repeating: 0, count: 44_100 * 8 * 2))
            try await stage.client.waitForEvent("player.itemChanged") {
                $0.string(at: "params.item.uri")?.hasPrefix("stream:") == true
            }
            try await stage.client.call(method, parameters.replacing("ITEM", with: "\(item)"))
            #expect(try await connection.readLine() == nil, "\(method)")
        }
        // Waiting for its turn, and for its first byte.
        let (waiting, item) = try await stage.openStream(#"{"play":false}"#)
        try await stage.client.call("queue.remove", "{\"ids\":[\(item)]}")
        #expect(try await waiting.readLine()?.contains("superseded") == true)
        let (silent, early) = try await stage.openStream()
        try await stage.client.call("queue.remove", "{\"ids\":[\(early)]}")
        #expect(try await silent.readLine()?.contains("superseded") == true)
        let (shut, _) = try await stage.openStream(#"{"play":false}"#)
        try await stage.daemon.stop()
        #expect(try await shut.readLine()?.contains("shutting_down") == true)
    }

    @Test("and has another one take its place is told so; the other is heard")
    func two() async throws {
        let audio = AudioFixture.unique(frameCount: 44_100)
        let stage = try await Stage.set()
        let (first, _) = try await stage.openStream()
        let file = try await stage.write(audio)
        #expect(try await stage.push(try readFile(file)) == nil)
        #expect(try await first.readLine()?.contains("superseded") == true)
        try await stage.waitForEnd()
        try await stage.expectExactly(audio)
    }

    @Test("can be heard once, and not be sought in")
    func once() async throws {
        let stage = try await Stage.set()
        let next = try await stage.write(AudioFixture.unique(frameCount: 441_000), name: "next")
        let (connection, item) = try await stage.openStream()
        let file = try await stage.write(AudioFixture.unique(frameCount: 88_200))
        try await connection.send(bytes: try readFile(file))
        connection.finishSending()
        try await stage.client.waitForEvent("player.itemChanged")
        #expect(try await stage.client.reply(to: "seek", "{\"position\":0.5}").errorName == "not_seekable")
        try await stage.client.call("queue.add", "{\"uris\":[\"\(next)\"]}")
        try await stage.client.waitForEvent("player.itemChanged") { $0.string(at: "params.item.uri") == next }
        #expect(try await connection.readLine() == nil)
        let reply = try await stage.client.reply(to: "play", "{\"item\":\(item)}")
        #expect(reply.errorName == "media_not_found" && reply.errorMessage?.contains("once only") == true)
        #expect(try await stage.client.call("status").string(at: "result.state") == "playing")
        // A restart leaves it out.
        try await stage.daemon.process.stop(SIGKILL)
        let daemon = try await DaemonProcess.start(in: stage.system)
        let queue = try await daemon.connect().call("queue.list")
        #expect(queue.number(at: "result.length") == 1 && queue.string(at: "result.items.0.uri") == next)
        #expect(daemon.log.contains("was left out of the queue"))
    }

    @Test("a program's, is a part of a pipeline: it ends when it was heard, and says what is wrong")
    func client() async throws {
        let audio = AudioFixture.unique(frameCount: 44_100)
        let stage = try await Stage.set()
        let path = try await stage.write(audio, suffix: "flac")
        let heard = try await stage.runShell("cat \(path) | $0 play -; echo $?")
        #expect(heard.text == "0\n")
        try await stage.waitForEnd()
        try await stage.expectExactly(audio)
        let refusals = [
            ("echo no sound", "line 1 of the list in standard input is no song"),
            ("head -c 3000000 /dev/urandom", "Standard input is "), ("true", "there are no songs"),
        ]
        for (command, sentence) in refusals {
            let refused = try await stage.runShell("\(command) | $0 play -; echo $?")
            #expect(refused.text.hasPrefix("fermata: \(sentence)") && refused.text.hasSuffix("\n1\n"), "\(refused.text)")
        }
        let event = try await stage.client.waitForEvent("player.itemFailed")
        #expect(event.string(at: "params.error.data.code") == "media_unsupported")
        // Its index is at the end, where a pipe cannot go and come back.
        let mp4 = stage.system.directory.file("sound.m4a")
        try await AudioFiles.encode(AudioFixture.unique(frameCount: 441_000), to: mp4)
        let index = try await stage.runShell("cat \(mp4) | $0 play -; echo $?")
        #expect(index.text.hasPrefix("fermata: Standard input has its index behind the sound"), "\(index.text)")
        #expect(index.text.hasSuffix("\n1\n"))
    }

    @Test("sends a file that the daemon cannot read, because it has no right to")
    func fallback() async throws {
        let audio = AudioFixture.unique(frameCount: 44_100)
        let stage = try await Stage.set()
        let path = try await stage.write(audio)
        // A name that leads the daemon elsewhere: its working directory is another.
        let result = try await stage.runShell("cd $(dirname \(path)); $0 play /proc/self/cwd/$(basename \(path)); echo $?")
        #expect(result.text.hasPrefix("fermata: fermatad cannot read "), "\(result.text)")
        #expect(result.text.contains(" itself") && result.text.hasSuffix("\n0\n"), "\(result.text)")
        try await stage.waitForEnd()
        try await stage.expectExactly(audio)
    }
}

/// How far a writer got.
private final class Progress: Sendable {
    private let bytes = Mutex(0)
    var count: Int { bytes.withLock { $0 } }
    func add(_ more: Int) { bytes.withLock { $0 += more } }
}
