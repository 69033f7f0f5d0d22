import TestSupport
import Testing

@Suite("How long an item is", .serialized)
struct LengthTests {
    /// A file without an index, of which the first second is noise and takes most of the bytes: a guess by those says that it is
    /// over long before it is.
    private func recording(in directory: TemporaryDirectory) async throws -> (path: String, frames: Int) {
        let path = directory.file("recording.aac")
        let sound = "aevalsrc=(0.4*random(0)-0.2)*lt(t\\,1)+0.01*sin(3000*t):s=44100:d=8"
        try await Tool.run("ffmpeg", ["-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", sound, "-c:a", "aac", path])
        return (path, try await AudioFiles.decode(path, sampleRate: 44_100, channelCount: 1).frameCount)
    }

    @Test("a guess is told as one, is counted soon, and refuses no position that is heard")
    func estimate() async throws {
        let system = try await PrivateSoundSystem.start()
        let (path, frames) = try await recording(in: system.directory)
        let daemon = try await DaemonProcess.start(in: system)
        let client = try daemon.connect()
        let probed = try await client.call("media.probe", "{\"uri\":\"\(path)\"}")
        #expect(probed.value(at: "result.durationIsEstimate", as: Bool.self) == true)
        let guess = try #require(probed.number(at: "result.duration"))
        #expect(guess < 7)
        try await client.call("play", "{\"uri\":\"\(path)\"}")
        try await client.call("pause")
        // Behind the guess, before anybody has counted or after.
        let sought = try await client.call("seek", "{\"position\":\(guess + 0.5)}")
        #expect(sought.string(at: "result.item.uri") == path)
        #expect(sought.number(at: "result.position.seconds").map { abs($0 - guess - 0.5) < 0.001 } == true)
        try await waitUntil("the count") { () async throws(TestSupportError) -> Bool in
            try await client.call("status").value(at: "result.durationIsEstimate", as: Bool.self) != true
        }
        let status = try await client.call("status")
        #expect(status.number(at: "result.duration").map { ($0 * 44_100).rounded() } == Double(frames))
        let page = try await client.call("queue.list")
        #expect(page.number(at: "result.items.0.duration") == status.number(at: "result.duration"))
        #expect(page.value(at: "result.items.0.durationIsEstimate", as: Bool.self) == nil)
        try await daemon.stop()
    }
}
