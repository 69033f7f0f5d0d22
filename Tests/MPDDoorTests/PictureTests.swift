import TestSupport
import Testing

@Suite("pictures through MPD", .serialized)
struct PictureTests {
    /// A file with the beginning of a PNG and further bytes, of which many are line ends.
    private static let picture: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + (0..<20_000).map { UInt8(truncatingIfNeeded: $0 % 11) }

    /// Returns a reply with bytes in it, and these.
    private func piece(_ bytes: [UInt8]) throws -> (lines: [String], bytes: [UInt8]) {
        let begin = try #require(bytes.firstRange(of: Array("binary: ".utf8)))
        let end = try #require(bytes[begin.upperBound...].firstIndex(of: 0x0A))
        let count = try #require(Int(String(decoding: bytes[begin.upperBound..<end], as: UTF8.self)))
        let head = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n").map { String($0) }
        let content = Array(bytes[(end + 1)...].prefix(count))
        #expect(Array(bytes[(end + 1 + count)...]) == Array("\nOK\n".utf8))
        return (head, content)
    }

    @Test("the cover beside a song comes in pieces of the length that the client wants")
    func cover() async throws {
        let stage = try await MPDStage.set()
        let song = try #require(try stage.writeSongs(1, seconds: 1).first)
        try writeFile(Self.picture, to: stage.system.directory.file("cover.png"))
        try await stage.client.ask("add \"\(song)\"")
        for command in ["readpicture", "albumart"] {
            var gathered: [UInt8] = []
            while gathered.count < Self.picture.count {
                let client = try await stage.connect()
                try await client.ask("binarylimit 9000")
                try await client.send("\(command) \"\(song)\" \(gathered.count)", "close")
                let (lines, bytes) = try piece(try await client.rest())
                #expect(lines.first == "size: \(Self.picture.count)")
                #expect(lines.contains("type: image/png") == (command == "readpicture"))
                #expect((1...9_000).contains(bytes.count))
                guard !bytes.isEmpty else { return }
                gathered += bytes
            }
            #expect(gathered == Self.picture)
        }
    }

    @Test("a song without a picture, and one that nobody may name, have none")
    func none() async throws {
        let port = try freePort()
        let stage = try await MPDStage.set("listen = [\"127.0.0.1:\(port)\"]")
        let song = try #require(try stage.writeSongs(1, seconds: 1).first)
        #expect(try await stage.client.ask("readpicture \"\(song)\" 0") == ["OK"])
        #expect(try await stage.client.ask("albumart \"\(song)\" 0") == ["ACK [50@0] {albumart} No file exists"])
        #expect(try await stage.client.ask("albumart nothing 0") == ["ACK [50@0] {albumart} No file exists"])
        let remote = try await MPDTestClient(port: port)
        #expect(try await remote.ask("readpicture \"\(song)\" 0") == ["ACK [4@0] {readpicture} Access denied"])
        try await stage.client.ask("add \"\(song)\"")
        #expect(try await remote.ask("readpicture \"\(song)\" 0") == ["OK"])
        try writeFile(Self.picture, to: stage.system.directory.file("cover.png"))
        #expect(try await remote.ask("readpicture \"\(song)\" 99999") == ["ACK [2@0] {readpicture} Bad file offset"])
    }
}
