import Media
import TestSupport
import Testing

@testable import Network

@Suite("An answer of unknown length that broke off and comes again", .serialized)
struct RestartTests {
    private func compare(_ restart: inout Restart, _ piece: [UInt8]) -> [UInt8]? {
        piece.withUnsafeBytes { restart.compare($0) }
    }

    @Test("is the file as long as its first bytes are the same, and live where they are not, with all that was held back")
    func bytes() throws {
        let beginning: [UInt8] = [1, 2, 3, 4, 5, 6]
        var same = try #require(Restart(of: beginning, reached: 5))
        #expect(compare(&same, [1, 2]) == nil && compare(&same, [3, 4, 5, 9]) == nil && compare(&same, [7]) == nil)
        var other = try #require(Restart(of: beginning, reached: 100))
        #expect(compare(&other, [1, 2]) == nil && compare(&other, [3, 9]) == [1, 2])
        var atOnce = try #require(Restart(of: beginning, reached: 100))
        #expect(compare(&atOnce, [0]) == [])
        #expect(Restart(of: [], reached: 0) == nil)
    }

    @Test("is heard on where it is a stream that never said that it is live")
    func endless() async throws {
        let server = try await MediaServer.start()
        try await AudioFiles.encode(
            AudioFixture.sine(frequency: 440, frameCount: 441_000),
            options: ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0"],
            to: server.directory.file("radio.mp3"))
        // Each connection goes on where the one before it ended, so that what is heard is the file.
        var reader = try AudioReader(at: server.address("radio.mp3?endless=1&cut=50000"), .patient)
        let whole = try Sound(of: server.directory.file("radio.mp3"))
        #expect(try Sound(reading: &reader, atMost: 400_000) == whole.part(from: 0, count: 400_000))
        #expect(server.requests.count >= 3)
    }
}
