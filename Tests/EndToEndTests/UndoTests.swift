import TestSupport
import Testing

@Suite("Undo of the queue", .serialized)
struct UndoTests {
    @Test("a cleared queue comes back with its ids, and is heard at the place where it was")
    func cleared() async throws {
        let stage = try await Stage.set()
        let first = try await stage.write(AudioFixture.unique(frameCount: 44_100 * 60))
        let second = try await stage.write(AudioFixture.unique(frameCount: 44_100, seed: 2), name: "second")
        try await stage.client.call("queue.add", "{\"uris\":[\"\(first)\",\"\(second)\"]}")
        try await stage.client.call("play")
        try await stage.client.waitForEvent("player.itemChanged")
        try await stage.client.call("seek", "{\"position\":40}")
        try await stage.client.call("queue.clear")
        #expect(try await stage.client.call("status").string(at: "result.state") == "stopped")
        let reply = try await stage.client.call("queue.undo")
        #expect(reply.string(at: "result.change") == "removed" && reply.number(at: "result.count") == 2)
        #expect(reply.number(at: "result.undoable") == 1 && reply.number(at: "result.redoable") == 1)
        try await stage.client.waitForEvent("player.stateChanged") { $0.string(at: "params.state") == "playing" }
        let status = try await stage.client.call("status")
        #expect(status.number(at: "result.item.id") == 1 && status.number(at: "result.position.seconds") ?? 0 >= 40)
        let list = try await stage.client.call("queue.list")
        #expect(list.number(at: "result.items.1.id") == 2 && list.number(at: "result.length") == 2)
        #expect(try await stage.client.call("queue.redo").string(at: "result.change") == "removed")
        #expect(try await stage.client.call("queue.list").number(at: "result.length") == 0)
        try await stage.client.call("queue.undo")
        try await stage.client.call("queue.undo")
        #expect(try await stage.client.reply(to: "queue.undo").string(at: "error.data.code") == "nothing_to_undo")
        try await stage.daemon.stop()
    }

    @Test("a queue that another took the place of comes back silent during an interruption, and is heard behind it")
    func interrupted() async throws {
        let stage = try await Stage.set()
        let first = try await stage.write(AudioFixture.unique(frameCount: 44_100 * 60))
        let second = try await stage.write(AudioFixture.unique(frameCount: 44_100 * 60, seed: 2), name: "second")
        try await stage.play(first)
        try await stage.client.waitForEvent("player.itemChanged")
        try await stage.play(second)
        let caller = try stage.daemon.connect()
        let begun = try await caller.call("session.beginInterruption", #"{"reason":"call"}"#)
        let id = try #require(begun.value(at: "result.interruption", as: Int.self))
        try await stage.client.call("queue.undo")
        func isThere(_ state: String) async throws(TestSupportError) -> Bool {
            let status = try await stage.client.call("status")
            return status.string(at: "result.state") == state && status.string(at: "result.item.uri") == first
        }
        try await waitUntil("the first item, paused") { () async throws(TestSupportError) -> Bool in try await isThere("paused") }
        try await caller.call("session.endInterruption", "{\"interruption\":\(id)}")
        try await waitUntil("its sound") { () async throws(TestSupportError) -> Bool in try await isThere("playing") }
        try await stage.daemon.stop()
    }
}
