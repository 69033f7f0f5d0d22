import AudioTypes
import MediaTypes
import Testing

@testable import Media

@Suite("Tracks of a CUE sheet")
struct SheetTrackTests {
    @Test(
        "the last one ends where its file does, whatever length the file states",
        arguments: [(0, 0), (30_000, 17.5), (Int64.max, 1e12)])
    func lastTrack(milliseconds: Int64, seconds: Double) throws {
        let sheet = "FILE \"x.wav\" WAVE\n TRACK 01 AUDIO\n  INDEX 01 00:12:37\n"
        let tracks = SheetTrack.inside(try MediaLocation(path: Array("/music/disc.flac".utf8)), sheet)
        // Frames of a sheet are 75ths of a second.
        let whole = MediaTime(value: milliseconds, timescale: milliseconds == .max ? 1 : 1_000)
        let found = tracks.first?.length(of: whole)?.seconds ?? -1
        #expect(abs(found - seconds) < 0.01)
    }
}
