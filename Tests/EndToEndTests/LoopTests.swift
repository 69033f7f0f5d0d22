import TestSupport
import Testing

@Suite("What a sink gets of a part that is repeated", .serialized)
struct LoopTests {
    @Test("is each pass to the very sample, without a gap, also within the track of a sheet, and then what is behind it")
    func passes() async throws {
        let stage = try await Stage.set()
        let audio = AudioFixture.unique(frameCount: 44_100 * 8)
        let disc = try await stage.write(audio, name: "disc")
        try stage.system.directory.write(
            """
            FILE "disc.wav" WAVE
              TRACK 01 AUDIO
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                INDEX 01 00:01:00
            """, to: "disc.cue")
        try await stage.play(disc.replacing("disc.wav", with: "disc.cue") + "/track0002")
        let refused = try await stage.client.reply(to: "player.setLoop", "{\"from\":7,\"to\":7.05}")
        #expect(refused.errorName == "range_not_allowed")
        let status = try await stage.client.call("player.setLoop", "{\"from\":4,\"to\":4.5,\"count\":3}")
        #expect(status.number(at: "result.loop.to") == 4.5 && status.number(at: "result.loop.left") == 3)
        try await stage.client.waitForEvent("player.loopChanged") { $0.number(at: "params.loop.left") == 3 }
        for left in [2.0, 1] {
            try await stage.client.waitForEvent("player.loopChanged") { $0.number(at: "params.loop.left") == left }
        }
        try await stage.client.waitForEvent("player.loopChanged") { $0.number(at: "params.loop.from") == nil }
        try await stage.waitForEnd()
        let captured = try await stage.recording()
        let sound = captured[captured.soundingRange]
        let (from, to) = (5 * 44_100, 5 * 44_100 + 22_050)
        let part = audio[from..<to]
        let wanted = audio[from - 20_000..<to].followed(by: part).followed(by: part).followed(by: audio[to..<audio.frameCount])
        let tail = sound[max(0, sound.frameCount - wanted.frameCount)..<sound.frameCount]
        #expect(tail == wanted, "\(stage.daemon.log)")
    }
}
