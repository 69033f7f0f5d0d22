import Glibc
import Synchronization
import TestSupport
import Testing

@Suite("What a sink gets of live sound that a client sends", .serialized)
struct LivePushTests {
    private static let samples = #""format":{"encoding":"s16le","sampleRate":44100,"channels":2}"#

    private func open(_ stage: Stage, latency: Double = 0.02) async throws -> (connection: ControlClient, item: Int) {
        try await stage.openStream("{\(Self.samples),\"latency\":\(latency)}")
    }

    @Test("is every sound as it was sent, also one that is shorter than the latency, while the connection stays open")
    func short() async throws {
        let (first, second) = (
            AudioFixture.unique(frameCount: 44_100 / 2), AudioFixture.unique(frameCount: 441, seed: 7)
        )
        let stage = try await Stage.set()
        let (connection, item) = try await open(stage)
        try await connection.send(bytes: AudioFiles.samples(first, as: "s16le"))
        try await stage.client.call("stream.flush", "{\"item\":\(item)}")
        try await waitUntil("the first sound to be heard") { () async throws(TestSupportError) -> Bool in
            try await stage.client.call("status").number(at: "result.position.seconds") ?? 0 >= 0.499
        }
        try await connection.send(bytes: AudioFiles.samples(second, as: "s16le"))
        try await stage.client.call("stream.flush", "{\"item\":\(item)}")
        try await waitUntil("the second sound to be heard") { () async throws(TestSupportError) -> Bool in
            try await stage.client.call("status").number(at: "result.position.seconds") ?? 0 >= 0.509
        }
        connection.finishSending()
        try await stage.waitForEnd()
        let captured = try await stage.capture.stop()
        for sound in [first, second] {
            let result = SampleComparison(of: captured, with: sound)
            #expect(result.lostFrames == 0 && result.differingFrames == 0, "\(result)\n\(stage.daemon.log)")
        }
        let statistics = try await stage.client.call("server.statistics")
        #expect(statistics.number(at: "result.underruns") == 0, "silence behind a flush is no underrun: \(statistics)")
    }

    @Test("is heard without a flush, too, and all of it once the connection ends")
    func end() async throws {
        let sound = AudioFixture.unique(frameCount: 44_100)
        let stage = try await Stage.set()
        let (connection, _) = try await open(stage)
        try await connection.send(bytes: AudioFiles.samples(sound, as: "s16le"))
        connection.finishSending()
        try await stage.waitForEnd()
        try await stage.expectExactly(sound)
    }

    @Test("is what a container has, whose end is where the client flushes", arguments: ["wav", "flac"])
    func container(suffix: String) async throws {
        let sound = AudioFixture.unique(frameCount: 44_100 / 2 + 77)
        let stage = try await Stage.set()
        let path = stage.system.directory.file("sound.\(suffix)")
        try await AudioFiles.encode(sound, to: path)
        let (connection, item) = try await stage.openStream("{\"latency\":0.05}")
        try await connection.send(bytes: try readFile(path))
        try await stage.client.call("stream.flush", "{\"item\":\(item)}")
        try await waitUntil("the sound to be heard") { () async throws(TestSupportError) -> Bool in
            try await stage.client.call("status").number(at: "result.position.seconds") ?? 0 >= 0.501
        }
        connection.finishSending()
        try await stage.waitForEnd()
        #expect(try await connection.readLine() == nil, "the client sees the end of its connection")
        let captured = try await stage.capture.stop()
        let result = SampleComparison(of: captured, with: sound)
        #expect(result.lostFrames == 0 && result.differingFrames == 0, "\(result)\n\(stage.daemon.log)")
    }

    @Test("that is a container and was sent before any of it was heard ends for its client, too")
    func containerEnds() async throws {
        let stage = try await Stage.set()
        let path = try await stage.write(AudioFixture.unique(frameCount: 22_050))
        let (connection, _) = try await stage.openStream("{\"latency\":0.02}")
        try await connection.send(bytes: try readFile(path))
        connection.finishSending()
        try await stage.waitForEnd()
        #expect(try await connection.readLine(deadline: .seconds(20)) == nil, "the end of its connection")
    }

    @Test("has a gap where nothing came in time, which is told, and goes on with what comes then")
    func gap() async throws {
        let sound = AudioFiles.samples(AudioFixture.unique(frameCount: 44_100), as: "s16le")
        let stage = try await Stage.set()
        let (connection, item) = try await open(stage)
        try await connection.send(bytes: sound)
        try await waitUntil("the ring to run dry") { () async throws(TestSupportError) -> Bool in
            try await stage.client.call("server.statistics").number(at: "result.underruns") ?? 0 > 0
        }
        try await connection.send(bytes: sound)
        let gap = try await stage.client.waitForEvent("player.gap")
        #expect(gap.number(at: "params.item.id") == Double(item))
        #expect(gap.number(at: "params.silence") ?? 0 > 0)
        let status = try await stage.client.call("status")
        #expect(status.string(at: "result.state") == "playing", "it never waits for a buffer")
        connection.finishSending()
        try await stage.waitForEnd()
    }

    @Test(
        "of which nothing was sent in time is silence, of somebody who only opens it nobody hears anything, and it ends at once")
    func nothing() async throws {
        let stage = try await Stage.set()
        let (connection, item) = try await open(stage)
        try await connection.send(bytes: [1, 2, 3])
        try await stage.client.waitForEvent("player.stateChanged") { $0.string(at: "params.state") == "playing" }
        try await stage.client.call("queue.remove", "{\"ids\":[\(item)]}")
        #expect(try await connection.readLine()?.contains("superseded") == true)
        let wrong: [(parameters: String, error: String)] = [
            ("{\(Self.samples),\"latency\":0}", "invalid_params"), ("{\(Self.samples),\"latency\":11}", "invalid_params"),
            ("{\(Self.samples),\"latency\":\"soon\"}", "invalid_params"),
        ]
        for (parameters, error) in wrong {
            #expect(try await stage.client.reply(to: "stream.open", parameters).errorName == error, "\(parameters)")
        }
        let (buffered, other) = try await stage.openStream("{\(Self.samples)}")
        let refusal = try await stage.client.reply(to: "stream.flush", "{\"item\":\(other)}")
        #expect(refusal.errorName == "queue_item_not_found" && refusal.errorMessage?.contains("\"latency\"") == true)
        #expect(try await stage.client.reply(to: "stream.flush", "{\"item\":4711}").errorName == "queue_item_not_found")
        buffered.finishSending()
    }

    @Test("is left out while playback is paused, which is told once, and is as near as before when it goes on")
    func paused() async throws {
        let stage = try await Stage.set()
        let (connection, _) = try await open(stage)
        let sent = Mutex(0)
        let piece = AudioFiles.samples(AudioFixture.unique(frameCount: 882), as: "s16le")
        let sender = Task {
            while !Task.isCancelled {
                try await connection.send(bytes: piece)
                sent.withLock { $0 += 1 }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        try await stage.client.waitForEvent("player.itemChanged")
        try await stage.client.call("pause")
        try await stage.client.waitForEvent("player.stateChanged") { $0.string(at: "params.state") == "paused" }
        let before = sent.withLock { $0 }
        try await waitUntil("a second of sound to be sent") { sent.withLock { $0 } >= before + 50 }
        try await stage.client.call("play")
        // All of it at once.
        try await stage.client.waitForEvent("player.gap") { $0.number(at: "params.skipped") ?? 0 > 0.7 }
        sender.cancel()
        _ = try? await sender.value
        connection.finishSending()
        try await stage.waitForEnd()
    }

    @Test("may come and go a hundred times, and costs nothing afterwards")
    func hundred() async throws {
        let stage = try await Stage.set()
        let sound = AudioFiles.samples(AudioFixture.unique(frameCount: 882), as: "s16le")
        var before = 0
        for round in 0..<100 {
            let (connection, _) = try await open(stage)
            try await connection.send(bytes: sound)
            connection.finishSending()
            _ = try await connection.readLine()
            if round == 1 { before = openFiles(of: stage) }
        }
        try await waitUntil("everything to be closed") { openFiles(of: stage) <= before + 2 }
        #expect(try await stage.client.call("status").string(at: "result.state") == "stopped")
    }

    /// How many files the daemon has open.
    private func openFiles(of stage: Stage) -> Int {
        guard let directory = opendir("/proc/\(stage.daemon.process.processIdentifier)/fd") else { return .max }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        return count
    }
}
