import TestSupport
import Testing

@Suite("Undo of what a panel did", .serialized)
struct UndoTests {
    @Test("the list of tracks comes back behind a file that a panel has opened, and the track is heard again")
    func opened() async throws {
        let stage = try await DoorStage.playing(files: 3)
        let tracks = try await stage.property("Tracks", of: DoorStage.trackList)
        let other = stage.system.directory.file("other.wav")
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 44_100 * 30, seed: 9), to: other)
        try await stage.call("RemoveTrack", "o", "/org/fermata/track/2", of: DoorStage.trackList)
        #expect(try await stage.client.call("queue.undo").string(at: "result.change") == "removed")
        try await stage.waitFor("Tracks", tracks, of: DoorStage.trackList)
        try await stage.call("OpenUri", "s", "file://\(other)")
        try await waitUntil("the other list") { () async throws(TestSupportError) -> Bool in
            try await stage.property("Tracks", of: DoorStage.trackList) != tracks
        }
        let reply = try await stage.client.call("queue.undo")
        #expect(reply.string(at: "result.change") == "replaced" && reply.number(at: "result.count") == 3)
        try await stage.waitFor("Tracks", tracks, of: DoorStage.trackList)
        try await stage.waitForStatus("Playing")
        try await waitUntil("the track") { () async throws(TestSupportError) -> Bool in
            do { return try await stage.client.call("status").number(at: "result.item.id") == 1 } catch {
                throw TestSupportError(.unexpectedAnswer, "\(error)")
            }
        }
    }
}
