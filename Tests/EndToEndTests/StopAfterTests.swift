import TestSupport
import Testing

@Suite("A daemon that is to stop by itself", .serialized)
struct StopAfterTests {
    @Test("plays the current item to its last frame and nothing of the next, with which the next play begins")
    func item() async throws {
        let stage = try await Stage.set()
        let first = AudioFixture.unique(frameCount: 44_100 * 3)
        try await stage.play(try await stage.write(first))
        let second = try await stage.write(AudioFixture.unique(frameCount: 44_100, seed: 2), name: "second")
        try await stage.client.call("queue.add", "{\"uris\":[\"\(second)\"]}")
        let status = try await stage.client.call("player.stopAfter", #"{"item":"current"}"#)
        #expect(status.string(at: "result.stopAfter.after") == "current")
        try await stage.client.waitForEvent("player.stateChanged") {
            $0.string(at: "params.state") == "stopped" && $0.string(at: "params.reason") == "stopAfter"
        }
        try await stage.client.waitForEvent("player.stopAfterChanged")
        #expect(try await stage.client.call("status").string(at: "result.item.uri") == second)
        try await stage.expectExactly(first)
        try await stage.daemon.stop()
    }

    @Test("keeps its time over a restart without a wake-up while it is paused, and then fades and pauses")
    func time() async throws {
        let stage = try await Stage.set()
        try await stage.play(try await stage.write(AudioFixture.unique(frameCount: 44_100 * 30)))
        try await stage.client.waitForEvent("player.itemChanged")
        try await stage.client.call("player.stopAfter", #"{"minutes":60,"fade":20}"#)
        try await stage.daemon.stop()
        let daemon = try await DaemonProcess.start(in: stage.system)
        let client = try daemon.connect()
        try await client.call("events.subscribe")
        let left = try #require(try await client.call("status").number(at: "result.stopAfter.seconds"))
        #expect(left < 3_600 && left > 3_000)
        try await daemon.rest()
        try await client.call("play")
        try await client.call("player.stopAfter", #"{"minutes":0.02,"fade":1}"#)
        try await client.waitForEvent("player.stateChanged") {
            $0.string(at: "params.state") == "paused" && $0.string(at: "params.reason") == "stopAfter"
        }
        let status = try await client.call("status")
        #expect(status.value(at: "result.resumeExpected", as: Bool.self) == false)
        #expect(status.number(at: "result.position.seconds") ?? 0 > 0)
        try await daemon.stop()
    }
}
