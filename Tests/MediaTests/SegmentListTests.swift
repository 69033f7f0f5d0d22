import Testing

@testable import Media

@Suite("Which list of segments (HLS) is opened")
struct SegmentListTests {
    private func list(_ lines: String...) -> SegmentList {
        SegmentList(Array((["#EXTM3U"] + lines).joined(separator: "\n").utf8))
    }

    @Test("of several with sound alone, the one with the most bits")
    func sound() {
        let list = list(
            "#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS=\"mp4a.40.5\"", "low.m3u8",
            "#EXT-X-STREAM-INF:BANDWIDTH=5000000,RESOLUTION=1280x720,CODECS=\"avc1.4d401f,mp4a.40.2\"", "film.m3u8",
            "#EXT-X-STREAM-INF:CODECS=\"mp4a.40.2\",BANDWIDTH=128000", "high.m3u8")
        #expect(list.choices == ["high.m3u8", "low.m3u8", "film.m3u8"] && list.namesLists)
    }

    @Test("of a film, its sound apart: the rendition that is meant for everybody, of the best variant's group")
    func renditions() {
        let list = list(
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"lo\",NAME=\"x\",DEFAULT=YES,URI=\"lo.m3u8\"",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"hi\",NAME=\"a, b\",LANGUAGE=\"de\",URI=\"de.m3u8\"",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"hi\",NAME=\"y\",DEFAULT=YES,URI=\"en.m3u8\"",
            "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"y\",URI=\"s.m3u8\"",
            "#EXT-X-STREAM-INF:BANDWIDTH=900000,AUDIO=\"lo\",RESOLUTION=1x1", "small.m3u8",
            "#EXT-X-STREAM-INF:BANDWIDTH=3000000,AUDIO=\"hi\",RESOLUTION=1x1", "large.m3u8")
        #expect(list.choices == ["en.m3u8", "de.m3u8", "small.m3u8", "large.m3u8"])
    }

    @Test("of films with their sound inside, one of some 1.5 Mbit/s, and a smaller one before a larger one")
    func films() {
        let rates = [400_000, 8_000_000, 1_200_000, 2_000_000]
        let lines = rates.flatMap { ["#EXT-X-STREAM-INF:BANDWIDTH=\($0),RESOLUTION=1x1", "\($0)"] }
        #expect(SegmentList(Array(lines.joined(separator: "\r\n").utf8)).choices == ["1200000", "400000", "2000000", "8000000"])
    }

    @Test("a list of segments names no other, and damaged lines are no danger")
    func segments() {
        let plain = list("#EXT-X-TARGETDURATION:2", "#EXTINF:2,", "a.ts")
        #expect(!plain.namesLists && plain.choices.isEmpty)
        let odd = list(
            "#EXT-X-STREAM-INF:BANDWIDTH", "x", "#EXT-X-STREAM-INF:A=\"", "y", "#EXT-X-STREAM-INF:,,=,B=1=2", "", "z", "w")
        #expect(odd.choices.sorted() == ["x", "y", "z"])
        #expect(list("#EXT-X-MEDIA:").choices.isEmpty)
    }

    @Test("what its addresses take in memory is bounded")
    func modest() {
        let segments = (0..<20_000).flatMap { ["#EXTINF:2,", "segment\($0).ts"] }
        let list = SegmentList(Array(segments.joined(separator: "\n").utf8))
        #expect(list.isModest(baseLength: 200) && !list.isModest(baseLength: 4_000))
    }

    @Test("is known by its first bytes")
    func beginning() {
        #expect(SegmentList.begins(Array("#EXTM3U\n".utf8)) && SegmentList.begins([0xEF, 0xBB, 0xBF] + Array("#EXTM3U".utf8)))
        #expect(!SegmentList.begins(Array("ID3".utf8)) && !SegmentList.begins([]))
    }
}
