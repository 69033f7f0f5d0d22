import Media
import MediaTypes
import TestSupport
import Testing

@testable import Network

@Suite("User and password of an address", .serialized)
struct CredentialTests {
    /// A server that wants a user and a password, and its address with both in it.
    private func server() async throws -> (MediaServer, (String) -> String) {
        let server = try await MediaServer.withNoise()
        try server.directory.write("me:s3cr@t:/", to: "login")
        return (server, { "http://me:s3cr%40t%3A%2F@" + server.address($0).dropFirst("http://".count) })
    }

    @Test("open what wants them, over redirects on the same host too, and are asked for by a sentence")
    func open() async throws {
        let (server, address) = try await server()
        let whole = try Sound(of: server.directory.file("noise.flac"))
        for name in ["noise.flac", "x?to=/noise.flac", "x?to=\(server.address("noise.flac"))"] {
            var reader = try AudioReader(at: address(name), .patient)
            #expect(try Sound(reading: &reader) == whole, "\(name)")
        }
        let error = #expect(throws: MediaError.self) { _ = try AudioReader(at: server.address("noise.flac")) }
        #expect(error?.code == .networkFailed && error?.message.contains("a user and a password") == true)
    }

    @Test("go to no other host")
    func otherHost() async throws {
        let (server, address) = try await server()
        let other = try await MediaServer.withNoise()
        try other.directory.write("me:s3cr@t:/", to: "login")
        let error = #expect(throws: MediaError.self) {
            _ = try AudioReader(at: address("x?to=\(other.address("noise.flac"))"))
        }
        #expect(error?.message.contains("401") == true && other.requests.count == 1 && server.requests.count == 1)
    }

    @Test("open the segments of a list (HLS) too")
    func segments() async throws {
        let (server, address) = try await server()
        try await AudioFiles.encode(
            AudioFixture.sine(frequency: 440, frameCount: 88_200),
            options: ["-c:a", "aac", "-f", "hls", "-hls_time", "1", "-hls_playlist_type", "vod"],
            to: server.directory.file("list.m3u8"))
        var reader = try AudioReader(at: address("list.m3u8"))
        #expect(try Sound(reading: &reader).count >= 88_200)
    }

    @Test("go to no segment of another host")
    func otherSegments() async throws {
        let (server, address) = try await server()
        let other = try await MediaServer.withNoise("noise.ts")
        try other.directory.write("me:s3cr@t:/", to: "login")
        try server.directory.write(
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n\(other.address("noise.ts"))\n#EXT-X-ENDLIST\n", to: "far.m3u8")
        let error = #expect(throws: MediaError.self) { _ = try AudioReader(at: address("far.m3u8")) }
        #expect(error?.message.contains("401") == true && other.requests.count == 1)
    }

    @Test("are not shown, and come back where the address is opened")
    func shown() throws {
        let address = try WebAddress("http://us%3Aer:p%40%2F@h:81/x?y@z")
        #expect(address.text == "http://h:81/x?y@z")
        #expect(try WebAddress(address.location) == address)
        #expect(try WebAddress("http://token@h/").location == "http://token@h/")
    }

    @Test(
        "are left out of every text, whether or not it is an address",
        arguments: [
            ("http://u:p@h/x", "http://h/x"), ("HTTPS://token@h", "HTTPS://h"), ("ftp://u:p@h/x", "ftp://h/x"),
            ("http://u:p/w@h/x", "http://h/x"), ("http:u:p@h/x", "http://h/x"), ("http://u:p@a b/", "http://a b/"),
            ("http://h/@user/x", "http://h/@user/x"), ("/music/a@b:c", "/music/a@b:c"), ("file:///a@b", "file:///a@b"),
            ("a:b@c", "a:b@c"), ("", ""), ("http://u:a@b@h/", "http://h/"),
        ])
    func text(_ text: String, _ shown: String) {
        #expect(MediaAddress.shown(text) == shown)
    }

    @Test(
        "do not stand in the error about an address that is none",
        arguments: ["ftp://u:secret@h/", "http://u:secret@a b/", "http:u:secret@h"])
    func errors(_ text: String) {
        let error = #expect(throws: MediaError.self) { try WebAddress(text) }
        #expect(error?.message.contains("secret") == false)
    }
}
