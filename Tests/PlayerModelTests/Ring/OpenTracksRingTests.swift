import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("The open tracks in the ring")
struct OpenTracksRingTests {
    private func readings(rendered: (UInt64, Int64)? = nil, decoded: (UInt64, Int64)? = nil) -> PlayerReadings {
        PlayerReadings(
            anchor: rendered.map { RenderAnchor(now: 0, delay: 0, mediaFrame: $0.1, segment: $0.0, isMoving: true) },
            progress: decoded.map { DecodeReading(segment: $0.0, frame: $0.1) })
    }

    @Test("the seconds in the ring lie between the callback and the worker")
    func buffered() {
        let tracks = OpenTracks.open(1, start: FrameCount(44_100))
        #expect(tracks.bufferedSeconds(by: readings()) == 0)
        #expect(tracks.bufferedSeconds(by: readings(decoded: (1, 88_200))) == 1, "counted from the start of the run")
        #expect(tracks.bufferedSeconds(by: readings(rendered: (1, 66_150), decoded: (1, 88_200))) == 0.5)
        #expect(tracks.bufferedSeconds(by: readings(rendered: (1, 99_000), decoded: (1, 88_200))) == 0)
        #expect(tracks.bufferedSeconds(by: readings(decoded: (2, 88_200))) == 0, "another track")
    }

    @Test("once the current track is over, the seconds are those of the next one")
    func bufferedNext() {
        var tracks = OpenTracks.open(2)
        tracks.endCurrent()
        #expect(tracks.bufferedSeconds(by: readings(decoded: (2, 22_050))) == 0.5)
    }

    @Test("a track runs out if its end is near and the ring holds too little behind it")
    func runsOut() {
        var tracks = OpenTracks.open(2, .song(0.1))
        #expect(tracks.mayRunOut(within: 0.25, by: readings()))
        tracks.endDecoding(of: 1, after: FrameCount(4_410))
        tracks.endDecoding(of: 2, after: FrameCount(4_410))
        #expect(tracks.mayRunOut(within: 0.25, by: readings()), "0.2 s are there")
        #expect(!tracks.mayRunOut(within: 0.2, by: readings()))
        #expect(tracks.mayRunOut(within: 0.2, by: readings(rendered: (1, 1))), "a frame of it is gone")
        #expect(!tracks.mayRunOut(within: 0.25, by: readings(rendered: (2, 0))), "the callback is past the end")
        #expect(!OpenTracks.open(1, .song(10)).mayRunOut(within: 0.25, by: readings()), "the end is far")
        #expect(!OpenTracks.open(1, .song(nil)).mayRunOut(within: 0.25, by: readings()), "the end is unknown")
    }

    @Test("a reading of a track ahead is past the end of the current one, by all that lies between")
    func frames() {
        var tracks = OpenTracks.open(3)
        let anchor = RenderAnchor(now: 0, delay: 0, mediaFrame: 7, segment: 3, isMoving: true)
        #expect(tracks.frame(of: anchor) == nil, "the end is not known yet")
        tracks.endDecoding(of: 1, after: FrameCount(1_000))
        tracks.endDecoding(of: 2, after: FrameCount(200))
        #expect(tracks.frame(of: anchor) == 1_207)
        #expect(tracks.frame(of: RenderAnchor(now: 0, delay: 0, mediaFrame: 7, segment: 1, isMoving: true)) == 7)
        #expect(tracks.frame(of: RenderAnchor(now: 0, delay: 0, mediaFrame: 7, segment: 9, isMoving: true)) == nil)
    }
}
