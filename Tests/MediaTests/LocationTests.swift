import Glibc
import MediaTypes
import Testing

@testable import Media

@Suite("Locations")
struct LocationTests {
    @Test(
        "paths and file URLs name the same bytes",
        arguments: [
            ("/a/b.flac", "/a/b.flac"), ("/a b/ü#?.flac", "/a b/ü#?.flac"), ("/a%20b", "/a%20b"),
            ("file:///a%20b/%C3%BC", "/a b/ü"),
            ("file://localhost/a", "/a"), ("FILE:/a", "/a"), ("file:///a%2fb", "/a/b"), ("/a:b/c", "/a:b/c"),
        ])
    func accepted(_ uri: String, _ path: String) throws {
        #expect(try MediaLocation(uri: uri).path == Array(path.utf8))
    }

    @Test("percent-escapes make bytes that are no UTF-8")
    func rawBytes() throws {
        let location = try MediaLocation(uri: "file:///%ff%FE.mp3")
        #expect(location.path == [0x2F, 0xFF, 0xFE] + Array(".mp3".utf8))
        #expect(location.name == "/\u{FFFD}\u{FFFD}.mp3")
    }

    @Test("a file whose name is no UTF-8 plays")
    func playsRawName() throws {
        let original = try Synthesis("s16.wav", "-c:a", "pcm_s16le").make()
        let path = Array(Workbench.path("name-").utf8) + [0xFF, 0xFE] + Array(".wav".utf8)
        let terminated = path.map { CChar(truncatingIfNeeded: $0) } + [0]
        #expect(symlink(original, terminated) == 0)
        var reader = try AudioReader(MediaLocation(path: path))
        #expect(try Sound(reading: &reader).count == 132_300)
    }

    @Test(
        "the refusal of an address says nothing of its password",
        arguments: [
            "ftp://me:word@server/a@b", "smb://me:word@server/a", "http://me:wo/rd@server/a", "https:word@server",
            "file://me:word@server/a",
        ])
    func password(_ uri: String) throws {
        let error = try #require(throws: MediaError.self) { try MediaLocation(uri: uri) }
        #expect(!error.message.contains("word") && !error.message.contains("rd@"), "\(error.message)")
        #expect(error.message.hasPrefix(uri.prefix { $0 != ":" } + "://"))
    }

    @Test(
        "everything else is refused",
        arguments: [
            "", "a.flac", "./a", "http://example.org/a.mp3", "https://example.org/a.mp3", "file://server/a", "smb://server/a",
            "concat:/a|/b", "pipe:0", "data:audio/mpeg;base64,AA", "file:///a%", "file:///a%2", "file:///a%zz", "file:///a%00b",
            "file:",
            "file:a", "/a\0b", "subfile,,start,0,end,9,,:/a",
        ])
    func refused(_ uri: String) throws {
        let error = try #require(throws: MediaError.self) {
            _ = try MediaLocation(uri: uri)
        }
        #expect(error.code == .notAllowed)
        #expect(!error.message.isEmpty)
    }
}
