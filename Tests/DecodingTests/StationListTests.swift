import Media
import MediaTypes
import PlayerModel
import TestSupport
import Testing

@testable import Decoding
@testable import Network

@Suite("A list on the network", .serialized)
struct StationListTests {
    private func failure(_ uri: String, _ configuration: NetworkConfiguration = NetworkConfiguration()) -> PlaybackError? {
        do throws(PlaybackError) {
            _ = try AnyMediaOpening(network: configuration).open(uri, cancellation: CancellationToken())
            return nil
        } catch {
            return error
        }
    }

    private func serve(_ lists: [String: String]) async throws -> MediaServer {
        let server = try await MediaServer.start()
        try await AudioFiles.encode(AudioFixture.sine(frequency: 440, frameCount: 44_100), to: server.directory.file("ok.wav"))
        for (name, text) in lists {
            try server.directory.write(text.replacing("@", with: server.address("")), to: name)
        }
        return server
    }

    @Test("may name another list, whatever the format of each, and what is no sound there is passed over")
    func listOfList() async throws {
        let server = try await serve([
            "outer.m3u": "#EXTM3U\n#EXTINF:-1,Station\ninner?type=audio/x-scpls\n",
            "inner": "[playlist]\nFile1=@gone.xspf\nFile2=@last.xspf\n",
            "last.xspf": "<playlist><trackList><track><location>@ok.wav</location></track></trackList></playlist>",
        ])
        #expect(failure(server.address("outer.m3u")) == nil)
    }

    @Test(
        "is recognised by its first bytes where the server calls it text or nothing, and what shows no list is none",
        arguments: ["text/plain", "text/html", "application/octet-stream", "video/x-ms-asf"])
    func shown(type: String) async throws {
        let lists = [
            "m": "#EXTM3U\n#EXTINF:-1,Station\n@ok.wav\n", "p": "\u{FEFF}[Playlist]\nFile1=@ok.wav\n",
            "x":
                "<?xml version=\"1.0\"?><playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\"><trackList><track><location>@ok.wav</location></track></trackList></playlist>",
            "a": "<ASX version=\"3.0\"><entry><ref href=\"@ok.wav\"/></entry></ASX>", "r": "[Reference]\nRef1=@ok.wav\n",
        ]
        let server = try await serve(lists.merging(["page": "<html>@ok.wav</html>", "words": "@ok.wav\n"]) { $1 })
        for name in lists.keys { #expect(failure(server.address(name) + "?type=\(type)") == nil, "\(name)") }
        for name in ["page", "words"] { #expect(failure(server.address(name) + "?type=\(type)")?.code == .media(.unsupported)) }
    }

    @Test("that names itself, or others without end, is refused after few requests")
    func endless() async throws {
        let server = try await serve([
            "self.m3u": "@self.m3u\n", "wide.m3u": (0..<40).map { "@wide.m3u?\($0)\n" }.joined(),
        ])
        #expect(failure(server.address("self.m3u"))?.code == .media(.unsupported))
        #expect(server.requests.count <= 6)
        let before = server.requests.count
        #expect(failure(server.address("wide.m3u")) != nil)
        #expect(server.requests.count - before <= 17)
    }

    @Test("of a public host leads through another list to no private address either")
    func reach() async throws {
        let server = try await serve([:])
        let elsewhere = "http://127.0.0.2:\(server.port)/ok.wav"
        try server.directory.write("@inner.m3u\n".replacing("@", with: server.address("")), to: "outer.m3u")
        try server.directory.write("\(elsewhere)\n", to: "inner.m3u")
        var configuration = NetworkConfiguration()
        configuration.isPrivate = { $0.bytes != [127, 0, 0, 1] }
        #expect(failure(server.address("outer.m3u"), configuration)?.code == .media(.notAllowed))
    }

    @Test("lends the character set of its address to its entries, but for those with their own")
    func charset() async throws {
        let server = try await serve(["two.m3u": "@a\n/b\n@c#charset=koi8-u\n"])
        let list = try AnyMediaOpening(network: NetworkConfiguration()).list(
            at: server.address("two.m3u#charset=cp1251"), reach: .everywhere, cancellation: CancellationToken())
        #expect(
            list?.items.map(\.location) == [
                server.address("a#charset=CP1251"), server.address("b#charset=CP1251"), server.address("c#charset=koi8-u"),
            ])
    }
}
