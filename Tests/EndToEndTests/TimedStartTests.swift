import Glibc
import TestSupport
import Testing

@Suite("What is to be heard at a time", .serialized)
struct TimedStartTests {
    private func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The monotonic time that the daemon's position says its first frame was heard at, in seconds.
    private func beginning(_ client: ControlClient) async throws -> Double {
        let status = try await client.call("status")
        let seconds = try #require(status.number(at: "result.position.seconds"))
        let monotonic = try #require(status.number(at: "result.position.monotonic"))
        return monotonic - seconds
    }

    @Test("begins at that frame, by either clock, from a file and from a client", arguments: ["monotonic", "time"])
    func onTime(clock: String) async throws {
        let stage = try await Stage.set()
        let path = try await stage.write(AudioFixture.unique(frameCount: 44_100 * 5))
        // The stream runs then, and its delay is known.
        try await stage.play(path)
        try await stage.client.waitForEvent("player.itemChanged")
        let at = seconds(CLOCK_MONOTONIC) + 0.7
        let told = clock == "time" ? seconds(CLOCK_REALTIME) + at - seconds(CLOCK_MONOTONIC) : at
        try await stage.client.call("play", "{\"uri\":\"\(path)\",\"at\":{\"\(clock)\":\(told)}}")
        try await waitUntil("the sound to begin") { () async throws(TestSupportError) -> Bool in
            try await stage.client.call("status").number(at: "result.position.seconds") ?? 0 > 0.1
        }
        #expect(seconds(CLOCK_MONOTONIC) > at)
        let begun = try await beginning(stage.client)
        #expect(abs(begun - at) < 0.002, "\(begun - at) s from the time that was wanted")
    }

    @Test("is refused where that time has passed, is too far away, or is given twice, and nothing changes")
    func refused() async throws {
        let stage = try await Stage.set()
        let path = try await stage.write(AudioFixture.unique(frameCount: 44_100))
        let now = seconds(CLOCK_MONOTONIC)
        for (at, error) in [
            ("{\"monotonic\":\(now - 1)}", "too_late"), ("{\"monotonic\":\(now + 4_000)}", "too_late"),
            ("{\"time\":1}", "too_late"),
            ("{\"time\":1e300}", "too_late"), ("{}", "invalid_params"), ("{\"time\":1,\"monotonic\":1}", "invalid_params"),
            ("5", "invalid_params"), ("{\"monotonic\":-1}", "invalid_params"),
        ] {
            let reply = try await stage.client.reply(to: "play", "{\"uri\":\"\(path)\",\"at\":\(at)}")
            #expect(reply.errorName == error, "\(at): \(reply)")
            let stream = try await stage.client.reply(to: "stream.open", "{\"at\":\(at)}")
            #expect(stream.errorName == error, "\(at): \(stream)")
        }
        #expect(try await stage.client.call("status").string(at: "result.state") == "stopped")
    }

    @Test("begins at once after a pause and a play, and waits for no time any more")
    func takenBack() async throws {
        let stage = try await Stage.set()
        let path = try await stage.write(AudioFixture.unique(frameCount: 44_100 * 5))
        try await stage.client.call("play", "{\"uri\":\"\(path)\",\"at\":{\"monotonic\":\(seconds(CLOCK_MONOTONIC) + 1_000)}}")
        try await stage.client.call("pause")
        try await stage.client.waitForEvent("player.stateChanged") { $0.string(at: "params.state") == "paused" }
        try await stage.client.call("play")
        try await stage.client.waitForEvent("player.itemChanged")
        try await waitUntil("the sound to run") { () async throws(TestSupportError) -> Bool in
            try await stage.client.call("status").number(at: "result.position.seconds") ?? 0 > 0.1
        }
    }
}
