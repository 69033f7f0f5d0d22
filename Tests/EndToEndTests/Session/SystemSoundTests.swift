import Glibc
import TestSupport
import Testing

@Suite("Sounds of the system", .serialized)
struct SystemSoundTests {
    /// Records the output for a while, and returns how loud the second half of the recording is at most.
    private func record(_ stage: SessionStage, to name: String, whenBegun: () async throws -> Void = {}) async throws -> Float {
        let started = try await stage.client.call("record.start", #"{"source":"output","path":"\#(name)","bits":"float"}"#)
        let path = try #require(started.string(at: "result.path"), "\(started.line)")
        let id = try #require(started.number(at: "result.recording"))
        try await whenBegun()
        func length() async -> Double { (try? await stage.client.call("record.list"))?.number(at: "result.0.duration") ?? 0 }
        let before = await length()
        try await waitUntil("sound") { await length() > before + 1 }
        try await stage.client.call("record.stop", #"{"recording":\#(Int(id))}"#)
        let audio = try await AudioFiles.decode(path, sampleRate: 44_100, channelCount: 2)
        return audio.samples[(audio.samples.count - 44_100)...].map(abs).max() ?? -1
    }

    @Test("are kept out of a recording where a client wants that, and are heard again behind it, at their volume")
    func silenced() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await SessionStage.set(configuration: "[recording]\ndirectory = \"\(directory.path)\"\n")
        let first = try await stage.startStream(role: "Notification", volume: 0.5)
        #expect(try await record(stage, to: "with.wav") > 0.01)

        let session = try await stage.client.call("session.setAllowsSystemSoundsDuringRecording", #"{"enabled":false}"#)
        #expect(session.value(at: "result.allowsSystemSoundsDuringRecording", as: Bool.self) == false)
        let before = try await stage.system.channelVolumes(ofNode: "pw-play")
        #expect(try await record(stage, to: "without.wav") == 0)
        // Music of others stays in it.
        let music = try await stage.startStream(role: "Music", volume: 0.5)
        #expect(try await record(stage, to: "music.wav") > 0.01)
        try await music.stop()
        try await first.stop()

        var second: ChildProcess?
        let loudest = try await record(stage, to: "later.wav") {
            second = try await stage.startStream(role: "Notification", volume: 0.5)
        }
        #expect(loudest == 0, "a sound that begins during the recording")
        #expect(try await stage.system.channelVolumes(ofNode: "pw-play") == before, "nobody sees another volume")
        try await stage.client.call("session.setAllowsSystemSoundsDuringRecording", #"{"enabled":true}"#)
        #expect(try await record(stage, to: "again.wav") > 0.01)
        try await second?.stop()
    }
}
