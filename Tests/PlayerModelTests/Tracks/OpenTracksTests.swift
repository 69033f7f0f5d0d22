import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("The open tracks")
struct OpenTracksTests {
    @Test("the track that is heard becomes the current one, and those before it are over")
    func advance() throws {
        var tracks = OpenTracks.open(4)
        tracks.endCurrent()
        let heard = tracks.advance(to: 3)
        let (over, steps) = try #require(heard)
        #expect(over.map(\.segment) == [2, 1] && steps == 2)
        #expect(tracks.current?.segment == 3 && tracks.current?.wasHeard == true && tracks.current?.distance == 0)
        #expect(tracks.ahead.map(\.segment) == [4] && tracks.ahead.map(\.distance) == [1])
        #expect(!tracks.waitsForNext)
        #expect(tracks.advance(to: 1) == nil, "a track that is over does not come back")
    }

    @Test("the first frame of the current track is news once, and again after a seek")
    func hearCurrent() {
        var tracks = OpenTracks.open(1)
        #expect(tracks.hearCurrent() == true)
        #expect(tracks.hearCurrent() == false)
        tracks.restart(7, at: FrameCount(500))
        #expect(tracks.current?.segment == 7 && tracks.current?.startFrame.value == 500 && tracks.current?.isDecoded == false)
        #expect(tracks.hearCurrent() == true)
    }

    @Test("the track to be heard next is the current one until its last frame was heard")
    func wanted() {
        var tracks = OpenTracks.open(2)
        #expect(tracks.wanted?.segment == 1 && !tracks.areOver)
        tracks.endCurrent()
        #expect(tracks.wanted?.segment == 2 && !tracks.areOver)
        _ = tracks.remove(from: 2)
        #expect(tracks.wanted == nil && tracks.areOver)
    }

    @Test("a track ends behind its decoded frames, and earlier if its end is mixed into the next one")
    func ends() {
        var tracks = OpenTracks.open(2, start: FrameCount(100))
        tracks.endDecoding(of: 1, after: FrameCount(1_000))
        tracks.endDecoding(of: 2, after: FrameCount(50))
        #expect(tracks[1]?.endFrame?.value == 1_100 && tracks[2]?.endFrame?.value == 150)
        tracks.shorten(1, by: FrameCount(300))
        #expect(tracks[1]?.endFrame?.value == 800 && tracks[2]?.endFrame?.value == 150)
        tracks.emptyCurrent()
        #expect(tracks.current?.endFrame?.value == 100)
    }

    @Test("tracks that no longer follow are taken back from the first of them on")
    func takeBack() throws {
        var tracks = OpenTracks.open(4)
        let taken = tracks.takeBack(from: 3, newest: 4)
        let (kept, removed) = try #require(taken)
        #expect(kept == 2 && removed.map(\.segment) == [3, 4])
        #expect(tracks.last?.segment == 2)
    }

    @Test("as long as the callback may not have passed a range that was taken back, the next range includes it")
    func takeBackAgain() throws {
        var tracks = OpenTracks.open(3)
        _ = tracks.takeBack(from: 3, newest: 3)
        tracks.append(.run(4, distance: 2))
        let taken = tracks.takeBack(from: 4, newest: 4)
        let (kept, removed) = try #require(taken)
        #expect(kept == 1 && removed.map(\.segment) == [2, 4])
        tracks.append(.run(5, distance: 1))
        tracks.append(.run(6, distance: 2))
        _ = tracks.advance(to: 5)
        #expect(tracks.takeBack(from: 6, newest: 6)?.kept == 5, "the callback is past the old range")
    }

    @Test("tags belong to the track of their segment, and the newest that is heard counts")
    func tags() {
        var tracks = OpenTracks.open(2)
        for (frame, title) in [(10, "One"), (20, "Two"), (30, "Three")] {
            tracks.add(TagChange(frame: FrameCount(Int64(frame)), tags: ["title": title]), to: 1)
        }
        tracks.add(TagChange(frame: FrameCount(5), tags: ["title": "Other"]), to: 2)
        #expect(tracks.takeTags(upTo: 9) == nil)
        #expect(tracks.takeTags(upTo: 20) == ["title": "Two"])
        #expect(tracks.current?.description.tags == ["title": "Two"])
        #expect(tracks.takeTags(upTo: 29) == nil && tracks.takeTags(upTo: 30) == ["title": "Three"])
    }

    @Test("only so many tracks are open at once")
    func full() {
        #expect(!OpenTracks.open(128).areFull)
        #expect(OpenTracks.open(129).areFull)
    }
}

extension OpenTracks {
    /// `count` tracks with the segments from 1 on, each one item behind the one before; the first is the current one.
    static func open(_ count: Int, start: FrameCount = .zero, _ description: SourceDescription = .song()) -> OpenTracks {
        var tracks = OpenTracks()
        tracks.begin(.run(1, start: start, description), in: .cd)
        for index in 1..<max(1, count) { tracks.append(.run(UInt64(index + 1), distance: index, start: start, description)) }
        return tracks
    }
}

extension Track {
    static func run(
        _ segment: UInt64, distance: Int = 0, start: FrameCount = .zero, _ description: SourceDescription = .song()
    ) -> Track {
        Track(
            item: QueueItem(id: Int64(segment), uri: "/\(segment)"), token: segment, description: description,
            segment: segment, startFrame: start, distance: distance, gain: nil, reason: .gapless)
    }
}

extension StreamFormat {
    static let cd = StreamFormat(sampleRate: .cd, channelLayout: .stereo)
}
