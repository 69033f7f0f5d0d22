import TestSupport
import Testing

@Suite("What a sink gets of what a client sends", .serialized)
struct ExactPushTests {
    @Test("is every frame of it, in any container that is read from front to back", arguments: ["wav", "flac", "caf", "mka"])
    func containers(suffix: String) async throws {
        let stage = try await Stage.set()
        let audio = AudioFixture.unique(frameCount: 44_100 + 77)
        let options = ["caf": ["-c:a", "pcm_s16le"], "mka": ["-c:a", "flac"]][suffix] ?? []
        let path = stage.system.directory.file("sound.\(suffix)")
        try await AudioFiles.encode(audio, options: options, to: path)
        #expect(try await stage.push(try readFile(path)) == nil)
        try await stage.waitForEnd()
        try await stage.expectExactly(audio)
    }

    @Test("is what a file of the same bytes would be", arguments: ["mp3", "ogg", "opus"])
    func lossy(suffix: String) async throws {
        let stage = try await Stage.set(rate: 48_000)
        let path = stage.system.directory.file("sound.\(suffix)")
        try await AudioFiles.encode(
            AudioFixture.sine(frequency: 440, frameCount: 96_000, sampleRate: 48_000),
            options: ["opus": ["-c:a", "libopus"], "ogg": ["-c:a", "libvorbis"]][suffix] ?? [], to: path)
        #expect(try await stage.push(try readFile(path)) == nil)
        try await stage.waitForEnd()
        let pushed = try await stage.client.call("queue.list")
        #expect(pushed.number(at: "result.length") == 1)
        let captured = try await stage.recording()

        let other = try await SinkCapture.driven(in: stage.system, sampleRate: 48_000, name: "second")
        try await stage.play(path)
        try await stage.waitForEnd()
        let expected = try await other.stop()
        let result = SampleComparison(of: captured, with: expected[expected.soundingRange])
        #expect(result.isExact, "\(result)\n\(stage.daemon.log)")
    }

    @Test(
        "is every frame of bare samples", arguments: ["f32le", "s16le", "s24le", "s32le"],
        [(44_100, 2), (96_000, 1), (48_000, 6)])
    func samples(encoding: String, format: (rate: Int, channels: Int)) async throws {
        let stage = try await Stage.set(rate: format.rate, channelCount: format.channels)
        let audio = AudioFixture.unique(
            frameCount: format.rate, sampleRate: format.rate, channelCount: format.channels,
            bits: encoding == "s16le" ? 16 : 24)
        let description = #"{"encoding":"\#(encoding)","sampleRate":\#(format.rate),"channels":\#(format.channels)}"#
        let bytes = AudioFiles.samples(audio, as: encoding)
        // The last frame is not whole.
        #expect(try await stage.push(bytes + [1], "{\"format\":\(description)}") == nil)
        try await stage.waitForEnd()
        try await stage.expectExactly(audio)
        #expect(stage.daemon.log.contains("are no whole frame and were left out"))
    }

    @Test("is followed by the next item without a gap, and follows the one before it without one")
    func gapless() async throws {
        let parts = (0..<4).map { AudioFixture.unique(frameCount: 44_100 * 2, seed: UInt32($0 + 1)) }
        let stage = try await Stage.set()
        let first = try await stage.write(parts[0], name: "first")
        let last = try await stage.write(parts[3], name: "last")
        try await stage.client.call("queue.add", "{\"uris\":[\"\(first)\"]}")
        let (second, _) = try await stage.openStream(#"{"play":false,"title":"Second"}"#)
        let third = try await stage.openStream(
            #"{"play":false,"format":{"encoding":"s16le","sampleRate":44100,"channels":2}}"#)
        try await stage.client.call("queue.add", "{\"uris\":[\"\(last)\"]}")
        let path = stage.system.directory.file("second.flac")
        try await AudioFiles.encode(parts[1], to: path)
        let writers = [
            Writer(try readFile(path), to: second),
            Writer(AudioFiles.samples(parts[2], as: "s16le"), to: third.connection),
        ]
        try await stage.client.call("play")
        try await stage.waitForEnd()
        for writer in writers { try await writer.finish() }
        try await stage.expectExactly(parts[0].followed(by: parts[1]).followed(by: parts[2]).followed(by: parts[3]))
        #expect(try await second.readLine() == nil)
        #expect(try await third.connection.readLine() == nil)
    }

    @Test("is all of it where the queue changes after it was opened ahead of its turn")
    func openedAhead() async throws {
        let parts = (0..<3).map { AudioFixture.unique(frameCount: 44_100 * 3, seed: UInt32($0 + 1)) }
        let stage = try await Stage.set()
        let paths = [try await stage.write(parts[0], name: "a"), try await stage.write(parts[1], name: "b")]
        try await stage.client.call("queue.add", "{\"uris\":[\"\(paths[0])\"]}")
        let (connection, _) = try await stage.openStream(#"{"play":false}"#)
        let path = try await stage.write(parts[2], name: "c")
        let writer = Writer(try readFile(path), to: connection)
        try await stage.client.call("play")
        // What is in the ring of it is decoded for nothing.
        try await waitUntil("the stream to be decoded ahead") { () async throws(TestSupportError) -> Bool in
            try await stage.client.call("server.statistics").number(at: "result.ringFill") ?? 0 > 0.9
        }
        try await stage.client.call("queue.add", "{\"uris\":[\"\(paths[1])\"],\"position\":1}")
        try await stage.waitForEnd()
        try await writer.finish()
        let expected = parts[0].followed(by: parts[1]).followed(by: parts[2])
        let result = SampleComparison(of: try await stage.recording(), with: expected)
        // Behind sound that was taken back there may be a moment of silence.
        #expect(result.lostFrames == 0 && result.differingFrames == 0, "\(result)\n\(stage.daemon.log)")
    }
}
