import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("The player, where tracks overlap")
struct PlayerCrossfadeTests {
    private func stage(_ uris: [String], _ modes: QueueModes = QueueModes(), seconds: Double = 3) -> PlayerStage {
        var stage = PlayerStage(uris, modes)
        stage.player.configure { $0.options.crossfadeSeconds = seconds }
        return stage
    }

    /// By how many frames the second of two items overlaps with the first.
    private func overlap(
        _ uris: [String] = ["/a/1", "/b/2"], _ modes: QueueModes = QueueModes(), seconds: Double = 3,
        first: SourceDescription = .song(), second: SourceDescription = .song()
    ) -> Int64? {
        var stage = stage(uris, modes, seconds: seconds)
        stage.starts(first)
        stage.decodes()
        stage.opens(nil, second)
        return stage.appended.last?.join.overlap.value
    }

    @Test("what follows by itself overlaps with what goes before, by half of the shorter one at most")
    func length() {
        #expect(overlap() == 132_300)
        #expect(overlap(second: .song(4)) == 88_200)
        #expect(overlap(first: .song(1)) == 22_050)
        #expect(overlap(second: .song(10, rate: .video)) == 132_300)
        #expect(overlap(seconds: 0) == 0)
    }

    @Test("streams, and what nobody knows the end of, are left alone")
    func streams() {
        #expect(overlap(second: .stream(10)) == 0)
        #expect(overlap(first: .stream(nil)) == 0)
        #expect(overlap(second: .song(nil)) == 0)
    }

    @Test("an album in its order is left alone, shuffled it is not")
    func albums() {
        let song = SourceDescription.song(tags: ["album": "X", "artist": "P"])
        #expect(overlap(first: song, second: song) == 0)
        #expect(overlap(QueueModes(shuffles: true), song) == 132_300)
        #expect(overlap(first: song, second: .song(tags: ["album": "Y", "artist": "P"])) == 132_300)
        #expect(overlap(["file:/a.flac#t=0,10", "file:/a.flac#t=10"]) == 0)
        #expect(overlap(["file:/a.flac#t=10", "file:/b.flac#t=0,10"]) == 132_300)
    }

    private func overlap(_ modes: QueueModes, _ song: SourceDescription) -> Int64? {
        overlap(["/a/1", "/b/2"], modes, first: song, second: song)
    }

    @Test("an item that repeats itself does not overlap with itself")
    func repeated() { #expect(overlap(["/a"], QueueModes(repeats: .one)) == 0) }

    @Test("what a user starts overlaps with nothing")
    func started() {
        var stage = stage(["/a", "/b"])
        stage.starts()
        stage.send(.next)
        stage.opens()
        stage.send(.seekTo(5))
        #expect(stage.begun.map(\.join.overlap) == [.zero, .zero])
    }

    @Test("the position of an item goes up to where the next one begins to be heard, and that one's counts from its first frame")
    func position() {
        var stage = stage(["/a", "/b"])
        stage.starts()
        stage.decodes()
        stage.opens()
        let (first, second) = (stage.player.current?.segment ?? 0, stage.player.tracks.ahead[0].segment)
        stage.tell(.overlapped(segment: first, frames: 132_300))
        // The second is rendered, and half a second behind the first is still to be heard.
        stage.player.anchor = RenderAnchor(
            now: stage.player.now, delay: 500_000_000, mediaFrame: 4_410, segment: second, isMoving: true)
        #expect(abs((stage.seconds ?? 0) - (7 + 0.1 - 0.5)) < 1e-9)
        stage.tell(
            RenderEvent(
                kind: .began, segment: second, mediaFrame: 0, heardAt: stage.player.now,
                generation: stage.player.numbers.generation))
        stage.player.anchor?.delay = 0
        #expect(abs((stage.seconds ?? 0) - 0.1) < 1e-9)
        #expect(stage.announced == ["/b"])
        stage.checkLeftovers()
    }

    @Test("an end that is heard as it is after all is told again, and announces nothing")
    func takenBack() {
        var stage = stage(["/a", "/b", "/c"])
        stage.starts()
        stage.decodes()
        stage.opens()
        let first = stage.player.current?.segment ?? 0
        stage.tell(.overlapped(segment: first, frames: 132_300))
        #expect(stage.player.current?.endFrame?.value == 308_700)
        stage.send(.remove([2]))
        stage.tell(.decoded(segment: first, frames: 441_000))
        #expect(stage.player.current?.endFrame?.value == 441_000)
        #expect(stage.pendingURIs == ["/c"])
        stage.opens()
        stage.forget()
        stage.hears(.began, first, at: 308_700)
        #expect(stage.actions.isEmpty)
        stage.hears(.ended, first, at: 441_000)
        stage.hears(.began, stage.player.tracks.ahead[0].segment)
        #expect(stage.announced == ["/c"])
        stage.checkLeftovers()
    }
}
