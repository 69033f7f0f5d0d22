import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("The player, where the sound at the ends of tracks decides how they overlap")
struct PlayerContentJoinTests {
    /// Ten seconds: half a second of silence, and a fade-out of six seconds before a second of silence.
    private static func song(
        measured seconds: Double? = 10, tags: [String: String] = [:]
    ) throws -> SourceDescription {
        var song = SourceDescription.song(tags: tags)
        let known = try ContentJoinTests.ends(silence: 0.5, fade: 6, silentEnd: 1)
        song.ends = SoundEnds(level: known.level, seconds: seconds, beginning: known.beginning, ending: known.ending)
        return song
    }

    /// How the second of two items follows the first, and at which frame it starts.
    private func join(
        _ uris: [String] = ["/a/1", "/b/2"], by mode: CrossfadeMode = .content, seconds: Double = 8, first: SourceDescription,
        second: SourceDescription, frames: Int64 = 441_000, _ change: (inout PlayerStage) -> Void = { _ in }
    ) -> SegmentStart? {
        var stage = PlayerStage(uris)
        stage.player.configure {
            $0.options.crossfadeSeconds = seconds
            $0.options.crossfadeBy = mode
        }
        stage.starts(first)
        change(&stage)
        stage.tell(.decoded(segment: stage.player.current?.segment ?? 0, frames: frames, duration: nil))
        stage.opens(nil, second)
        return stage.appended.last
    }

    @Test("silence is left out at both ends, and the end is kept back with what may overlap")
    func silence() throws {
        let start = try #require(join(first: try Self.song(), second: try Self.song()))
        // Three seconds of the fade, at most half of what is heard.
        #expect(start.join == SegmentJoin(overlap: FrameCount(132_300), leftOut: FrameCount(110_250), fadesIn: false))
        #expect(start.frame.value == 22_050 && start.silentEnd.value == 4 * 44_100)
    }

    @Test("by time, and without a crossfade, tracks are joined as ever")
    func plain() throws {
        let start = try #require(join(by: .time, seconds: 3, first: try Self.song(), second: try Self.song()))
        #expect(start.join == SegmentJoin(overlap: FrameCount(132_300)) && start.frame == .zero && start.silentEnd == .zero)
        let off = try #require(join(seconds: 0, first: try Self.song(), second: try Self.song()))
        #expect(off.join == SegmentJoin() && off.frame == .zero && off.silentEnd == .zero)
    }

    @Test("an album in its order is left alone to the frame")
    func album() throws {
        let song = try Self.song(tags: ["album": "X", "artist": "P"])
        let start = try #require(join(first: song, second: song))
        #expect(start.join == SegmentJoin() && start.frame == .zero)
    }

    @Test("where nobody knows how one of them sounds at its ends, the time alone decides")
    func unknown() throws {
        for (first, second) in [(SourceDescription.song(), try Self.song()), (try Self.song(), .song())] {
            let start = try #require(join(seconds: 3, first: first, second: second))
            #expect(start.join == SegmentJoin(overlap: FrameCount(132_300)) && start.frame == .zero)
        }
    }

    @Test("sound of another length than what was measured, and sound that broke off, is not cut")
    func others() throws {
        let plain = SegmentJoin(overlap: FrameCount(132_300))
        #expect(join(seconds: 3, first: try Self.song(), second: try Self.song(), frames: 430_000)?.join == plain)
        #expect(join(seconds: 3, first: try Self.song(measured: 10.2), second: try Self.song())?.join == plain)
        #expect(join(seconds: 3, first: try Self.song(measured: 10.05), second: try Self.song())?.join.leftOut.value == 110_250)
        // Tags do not say how long the sound is.
        #expect(
            join(seconds: 3, first: try Self.song(measured: nil), second: try Self.song(), frames: 430_000)?.join.fadesIn == false
        )
        var stage = PlayerStage(["/a/1", "/b/2"])
        stage.player.configure {
            $0.options.crossfadeSeconds = 3
            $0.options.crossfadeBy = .content
        }
        stage.starts(try Self.song(measured: nil))
        stage.tell(.failed(segment: stage.player.current?.segment ?? 0, frames: 441_000, .missing))
        stage.opens(nil, try Self.song())
        #expect(stage.appended.last?.join == plain)
    }

    @Test("what goes on where it was left goes on there")
    func resumed() throws {
        var second = try Self.song()
        second.leftAt = 4
        let start = try #require(join(seconds: 3, first: try Self.song(), second: second))
        #expect(start.frame.value == 4 * 44_100 && start.join.leftOut == .zero && start.join.fadesIn)
    }

    @Test("where silences are left out anyway, the time alone decides")
    func skipsSilence() throws {
        let start = try #require(
            join(first: try Self.song(), second: try Self.song()) { $0.send(.setOptions([.skipSilence: "mild"])) })
        #expect(start.join.leftOut == .zero && start.join.fadesIn && start.frame == .zero)
    }

    @Test("the gain with which a track is played counts: one that is made softer is silent earlier")
    func gain() throws {
        var first = try Self.song()
        first.replayGain = ReplayGain(track: .init(decibels: -10))
        // 35 dB below itself: after three and a half seconds of the fade.
        var stage = PlayerStage(["/a/1", "/b/2"])
        stage.player.configure {
            $0.options.replayGain = .track
            $0.options.crossfadeSeconds = 8
            $0.options.crossfadeBy = .content
        }
        stage.starts(first)
        stage.tell(.decoded(segment: stage.player.current?.segment ?? 0, frames: 441_000, duration: nil))
        stage.opens(nil, try Self.song())
        #expect(stage.appended.last?.join.leftOut.value == 154_350)
    }

    @Test("all times are of the sound as it is heard, at twice the speed")
    func speed() throws {
        let change = { (stage: inout PlayerStage) in stage.player.configure { $0.options.speed = 2 } }
        var stage = PlayerStage(["/a/1", "/b/2"])
        stage.player.configure {
            $0.options.crossfadeSeconds = 8
            $0.options.crossfadeBy = .content
        }
        change(&stage)
        stage.starts(try Self.song())
        stage.tell(.decoded(segment: stage.player.current?.segment ?? 0, frames: 220_500, duration: nil))
        var second = SourceDescription.song(2)
        second.ends = try Self.song().ends
        stage.opens(nil, second)
        let start = try #require(stage.appended.last)
        // The second one is heard for one second, a quarter of which is silence: half of the rest overlaps.
        #expect(start.join == SegmentJoin(overlap: FrameCount(16_538), leftOut: FrameCount(55_125), fadesIn: false))
        #expect(start.frame.value == 11_025 && start.silentEnd.value == 2 * 44_100)
    }

    @Test("of a track that went on where it was left, only what is heard counts")
    func rest() throws {
        var first = try Self.song()
        first.leftAt = 8
        let start = try #require(join(first: first, second: try Self.song(), frames: 88_200))
        #expect(start.join == SegmentJoin(leftOut: FrameCount(88_200), fadesIn: false))
    }

    @Test("what comes from the network and what cannot be sought are not joined by what was measured")
    func notMeasured() throws {
        var stream = try Self.song()
        stream.isSeekable = false
        let plain = try #require(join(seconds: 3, first: try Self.song(), second: stream))
        #expect(plain.join == SegmentJoin(overlap: FrameCount(132_300)) && plain.frame == .zero)
        var far = try Self.song()
        far.isRemote = true
        for (first, second) in [(far, try Self.song()), (try Self.song(), far)] {
            let start = try #require(join(seconds: 3, first: first, second: second))
            #expect(start.join == SegmentJoin() && start.frame == .zero)
        }
    }

    @Test("the silence that may be left out does not count for the half of a track that may overlap")
    func longest() {
        let longest = Crossfade.longest(10, of: .song(), from: .zero, at: .cd, without: FrameCount(seconds: 2, at: .cd))
        #expect(longest.value == 4 * 44_100)
    }

    @Test("the position goes up to where the next one begins to be heard, and that one's counts from behind its silence")
    func position() throws {
        var stage = PlayerStage(["/a", "/b"])
        stage.player.configure {
            $0.options.crossfadeSeconds = 8
            $0.options.crossfadeBy = .content
        }
        stage.starts(try Self.song())
        stage.decodes()
        stage.opens(nil, try Self.song())
        let (first, second) = (stage.player.current?.segment ?? 0, stage.player.tracks.ahead[0].segment)
        stage.tell(.overlapped(segment: first, frames: 132_300 + 110_250))
        #expect(stage.player.current?.endFrame == FrameCount(198_450))
        stage.hears(.began, second, at: 22_050)
        #expect(stage.announced == ["/b"] && abs((stage.seconds ?? 0) - 0.5) < 1e-9)
        stage.checkLeftovers()
    }
}
