import AudioTypes
import Testing

@testable import Media

@Suite("Numbers that no media can mean")
struct ForgedNumbersTests {
    @Test("a duration of more ticks than can be counted is none")
    func duration() throws {
        // A prime number of nanoseconds a tick keeps FFmpeg's time base from being 1 / n.
        let path = Workbench.write(MatroskaFile.bytes(timestampScale: 999_983, duration: 1e14), as: "forged.mkv")
        #expect(try MediaProbe.describe(MediaLocation(uri: path)).duration == nil)
        let sane = Workbench.write(MatroskaFile.bytes(timestampScale: 999_983, duration: 1_000), as: "sane.mkv")
        let duration = try #require(try MediaProbe.describe(MediaLocation(uri: sane)).duration)
        #expect(duration == MediaTime(value: 1_000 * 999_983, timescale: 1_000_000_000))
    }
}
