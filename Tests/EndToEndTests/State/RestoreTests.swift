import Glibc
import TestSupport
import Testing

@Suite("A daemon that is to play on", .serialized)
struct RestoreTests {
    @Test("goes on at the place that was heard last, after an end and after a kill", arguments: [SIGTERM, SIGKILL])
    func playsOn(signal: Int32) async throws {
        let configuration = "[playback]\nrestore = \"playing\"\n"
        let stage = try await Stage.set(configuration: configuration)
        let rate = 44_100
        let audio = AudioFixture.unique(frameCount: rate * 14)
        try await stage.play(try await stage.write(audio))
        try await waitUntil("five seconds to be heard") { () async throws(TestSupportError) -> Bool in
            let position = try await stage.client.call("status").number(at: "result.position.seconds") ?? 0
            return position > 5
        }
        _ = try await stage.daemon.process.stop(signal)
        let second = try await DaemonProcess.start(in: stage.system, configuration: configuration)
        let client = try second.connect()
        try await waitUntil("the end") { () async throws(TestSupportError) -> Bool in
            let status = try await client.call("status")
            return status.string(at: "result.state") == "stopped" && status.string(at: "result.reason") == "endOfQueue"
        }
        let recording = try await stage.capture.stop()
        let sound = recording.soundingRange
        // What was heard first, the silence while no daemon was there, and the rest up to the very end.
        let silence = try #require(recording.longestSilence(in: sound))
        let first = silence.lowerBound - sound.lowerBound
        let rest = sound.upperBound - silence.upperBound
        let ramp = rate / 50
        let tail = recording[silence.upperBound + ramp..<sound.upperBound]
        #expect(tail.samples == audio[audio.frameCount - rest + ramp..<audio.frameCount].samples, "\(second.log)")
        let start = audio.frameCount - rest
        // Nothing is skipped but what the graph held when it was killed; what comes again is what could not be saved any more.
        let again = Double(first - start) / Double(rate)
        #expect(again > -0.25 && again < (signal == SIGTERM ? 0.5 : 4), "\(again) s are heard again")
        try await second.stop()
    }

    @Test("waits where it is to, at the same place")
    func waits() async throws {
        let stage = try await Stage.set()
        try await stage.play(try await stage.write(AudioFixture.unique(frameCount: 44_100 * 20)))
        try await stage.client.waitForEvent("player.itemChanged")
        try await stage.client.call("seek", #"{"position":6}"#)
        try await stage.client.waitForEvent("player.positionChanged")
        try await stage.daemon.stop()
        let second = try await DaemonProcess.start(in: stage.system)
        let client = try second.connect()
        #expect(try await client.call("status").string(at: "result.state") != "playing")
        try await client.call("play")
        let seconds = try await client.call("status").number(at: "result.position.seconds") ?? 0
        #expect(seconds >= 6 && seconds < 20)
        try await second.stop()
    }
}

extension PCMAudio {
    /// The longest run of frames within `range` that are silent in all channels.
    func longestSilence(in range: Range<Int>) -> Range<Int>? {
        var longest: Range<Int>?
        var start: Int?
        for frame in range {
            let isSilent = (0..<channelCount).allSatisfy { samples[frame * channelCount + $0] == 0 }
            if isSilent {
                start = start ?? frame
            } else if let from = start {
                if frame - from > longest?.count ?? 0 { longest = from..<frame }
                start = nil
            }
        }
        return longest
    }
}
