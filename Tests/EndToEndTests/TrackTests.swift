import Glibc
import TestSupport
import Testing

@Suite("Audio tracks of a film", .serialized)
struct TrackTests {
    /// A file with the same sound three times: as it is in French, which is the default, with every sample negated in German, and as a
    /// comment.
    private func film(_ stage: Stage, _ audio: PCMAudio) async throws -> String {
        let plain = try await stage.write(audio)
        let path = stage.system.directory.file("film.mka")
        try await stage.system.run(
            "ffmpeg",
            [
                "-v", "error", "-i", plain, "-filter_complex", "[0:a]aeval=-val(0)|-val(1):c=same[n];[0:a]anull[c]", "-map",
                "0:a", "-map",
                "[c]", "-map", "[n]", "-c:a", "pcm_f32le", "-metadata:s:a:0", "language=fre", "-metadata:s:a:1", "language=ger",
                "-metadata:s:a:1", "title=Kommentar", "-metadata:s:a:2", "language=ger", "-disposition:a:0", "default",
                "-disposition:a:1",
                "comment", "-disposition:a:2", "0", path,
            ])
        return path
    }

    @Test("are told by media.probe with what they are for, and chosen by language, by number and by the configuration")
    func chosen() async throws {
        let audio = AudioFixture.unique(frameCount: 44_100)
        let stage = try await Stage.set(configuration: "[playback]\nlanguages = [\"it\", \"de-AT\"]\n")
        let path = try await film(stage, audio)
        let probe = try await stage.client.call("media.probe", #"{"uri":"\#(path)"}"#)
        #expect(probe.string(at: "result.audio.1.title") == "Kommentar", "\(probe.line)")
        #expect(probe.value(at: "result.audio.1.disposition", as: [String].self) == ["commentary"])
        #expect(probe.value(at: "result.audio.0.disposition", as: [String].self) == ["default"])
        #expect(probe.string(at: "result.audio.2.language") == "ger" && probe.number(at: "result.audio.2.index") == 2)
        for (choice, index) in [("", 2), (#","audio":"fra""#, 0), (#","audio":1"#, 1), (#","audio":"sv""#, 2)] {
            let status = try await stage.client.call("play", #"{"uri":"\#(path)"\#(choice)}"#)
            #expect(status.number(at: "result.audio.index") == Double(index), "\(choice): \(status.line)")
            #expect(status.string(at: "result.item.title") == nil, "the name of a track is none of the film: \(status.line)")
        }
        #expect(try await stage.client.reply(to: "play", #"{"uri":"\#(path)","audio":9}"#).errorName == "media_unsupported")
        for wrong in [#"{"uri":"\#(path)","audio":"german"}"#, #"{"audio":"de"}"#] {
            #expect(try await stage.client.reply(to: "play", wrong).errorName == "invalid_params")
        }
        try await stage.client.call("queue.add", #"{"uris":["\#(path)"],"audio":"fr"}"#)
        let list = try await stage.client.call("queue.list")
        #expect(list.string(at: "result.items.0.audio") == "sv" && list.string(at: "result.items.1.audio") == "fr")
    }

    @Test("change while they play, at the same place, and every frame behind the fade is that of the other one")
    func changed() async throws {
        let audio = AudioFixture.unique(frameCount: 44_100 * 4)
        let stage = try await Stage.set()
        let path = try await film(stage, audio)
        try await stage.play(path)
        try await stage.capture.waitForFrames(stage.capture.frameCount + 44_100)
        let status = try await stage.client.call("player.selectAudio", #"{"language":"ger"}"#)
        #expect(status.number(at: "result.audio.index") == 2)
        try await stage.waitForEnd()
        let captured = try await stage.recording()
        let sound = captured.soundingRange
        let heard = captured[sound.lowerBound..<captured.frameCount]
        let lead = audio.soundingRange.lowerBound
        func sample(_ frame: Int) -> Float { heard.samples[frame * 2] }
        func expected(_ frame: Int) -> Float { (0..<audio.frameCount).contains(frame) ? audio.samples[frame * 2] : 0 }
        let end = try #require((0..<heard.frameCount).first { sample($0) != expected($0 + lead) })
        #expect(end > 44_100 / 2)
        // Behind the end of the old one: its fade, and the beginning of the other one.
        let begin = end + 4 * SessionStage.fade
        let late = try #require(
            (0...8_192).first { late in
                (begin..<begin + 2_000).allSatisfy { sample($0) == -expected($0 + lead - late) }
            }, "nothing goes on near the place")
        let wrong = (begin..<audio.frameCount - lead + late).count {
            $0 < heard.frameCount && sample($0) != -expected($0 + lead - late)
        }
        #expect(wrong == 0, "\(late) frames later than without the change")
        #expect(heard.frameCount >= audio.soundingRange.count + late)
    }
}
