import Media
import MediaTypes
import TestSupport
import Testing

@testable import MediaLibrary

@Suite("Logos of stations")
struct StationLogosTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0]
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 12)

    private func station(_ number: Int) throws -> StationID {
        try #require(StationID("00000000-0601-11e8-ae97-\(100_000_000_000 + number)"))
    }

    @Test("are kept as files by their numbers, a new one in the place of the old one, and found with their bytes")
    func kept() throws {
        let directory = try TemporaryDirectory()
        let logos = StationLogos(directory: directory.file("logos"))
        let (id, token) = (try station(1), CancellationToken())
        #expect(!logos.have(id))
        #expect(try logos.picture(of: id, withBytes: true, cancellation: token) == nil)
        try logos.keep(Self.png, of: id)
        try logos.keep(Self.jpeg, of: id)
        let found = try #require(try logos.picture(of: id, withBytes: true, cancellation: token))
        #expect(logos.have(id) && found.type == .jpeg && found.bytes == Self.jpeg && found.size == Self.jpeg.count)
        #expect(found.url?.hasSuffix("/logos/\(id.text).jpg") == true)
        #expect(try logos.picture(of: id, withBytes: false, cancellation: token)?.bytes == nil)
        #expect(!logos.have(try station(2)))
    }

    @Test("that are no pictures, or too large, are refused")
    func refused() throws {
        let directory = try TemporaryDirectory()
        let logos = StationLogos(directory: directory.file("logos"))
        let page = Array("<html><svg onload=alert(1)></html>".utf8)
        let large = Self.png + [UInt8](repeating: 0, count: StationLogos.sizeLimit)
        for bytes in [[], page, large] {
            #expect(throws: PictureStore.Failure.self) { try logos.keep(bytes, of: try station(1)) }
        }
        #expect(!logos.have(try station(1)))
        let refusing = StationLogos(directory: "/proc/none")
        #expect(throws: PictureStore.Failure.self) { try refusing.keep(Self.png, of: try station(1)) }
    }

    @Test("are 500 at most, and the latest is among them")
    func many() throws {
        let directory = try TemporaryDirectory()
        let logos = StationLogos(directory: directory.file("logos"))
        for number in 0..<StationLogos.limit + 20 { try logos.keep(Self.png, of: try station(number)) }
        let count = try (0..<StationLogos.limit + 20).count { logos.have(try station($0)) }
        let latest = try station(StationLogos.limit + 19)
        #expect(count == StationLogos.limit && logos.have(latest))
    }
}
