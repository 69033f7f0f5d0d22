import Glibc
import TestSupport
import Testing

@Suite("a client of MPD over the network", .serialized)
struct NetworkClientTests {
    /// A stage with a client over the network, and a web server that nobody of the network is to reach.
    private struct Reach {
        let stage: MPDStage
        let remote: MPDTestClient
        let server: MediaServer

        init(_ configuration: String = "") async throws {
            let port = try freePort()
            stage = try await MPDStage.set(
                "listen = [\"127.0.0.1:\(port)\"]\n\(configuration)", music: "music", playlists: "lists")
            remote = try await MPDTestClient(port: port)
            server = try await MediaServer.start()
            try await AudioFiles.encode(
                AudioFixture.unique(frameCount: 44_100), options: [], to: server.directory.file("a.flac"))
            try server.directory.write("#EXTM3U\n\(server.address("a.flac"))\n\(server.address("b.flac"))\n", to: "list.m3u")
        }
    }

    @Test("learns nothing of what listens on this machine, and has nothing there asked")
    func closed() async throws {
        let reach = try await Reach()
        let (remote, server) = (reach.remote, reach.server)
        let closed = "http://127.0.0.1:\(try freePort())/a.flac"
        for command in ["readcomments", "getfingerprint", "load"] {
            let suffix = command == "load" ? ".m3u" : ""
            var replies: [[String]] = []
            for address in [server.address("a.flac"), closed, closed.replacing("127.0.0.1", with: "localhost")] {
                let reply = try await remote.ask("\(command) \"\(address)\(suffix)\"")
                let (host, port) = (
                    address.contains("localhost") ? "localhost" : "127.0.0.1",
                    address.split(separator: ":")[2].prefix { $0 != "/" }
                )
                replies.append(reply.map { $0.replacing(host, with: "HOST").replacing(port, with: "PORT") })
            }
            #expect(replies[0].count == 1 && replies[0][0].contains("is not followed"), "\(replies[0])")
            #expect(replies[1] == replies[0] && replies[2] == replies[0], "\(command): \(replies)")
        }
        // An address is not opened before it is played.
        #expect(try await remote.ask("add \"\(server.address("a.flac"))\"") == ["OK"])
        #expect(try await remote.ask("add \"\(closed)\"") == ["OK"])
        for index in 0...1 {
            #expect(try await remote.ask("play \(index)").last?.contains("is not followed") == true)
        }
        #expect(server.connectionCount == 0)
        // The user may go there.
        #expect(try await reach.stage.client.ask("getfingerprint \"\(server.address("a.flac"))\"").last == "OK")
        #expect(try await reach.stage.client.ask("load \"\(server.address("list.m3u"))\"").last == "OK")
    }

    @Test("leaves addresses in the queue and in playlists that lead nowhere else for others, and after a restart")
    func keeps() async throws {
        let reach = try await Reach()
        let (remote, server, stage) = (reach.remote, reach.server, reach.stage)
        let address = server.address("a.flac")
        _ = try await remote.ask("playlistadd p \"\(address)\"")
        _ = try await remote.ask("add \"\(address)\"")
        _ = try await remote.ask("save q")
        #expect(try await stage.client.ask("listplaylist q") == ["file: \(address)", "OK"])
        for name in ["p", "q"] {
            _ = try await stage.client.ask("clear")
            _ = try await stage.client.ask("load \(name)")
            #expect(try await stage.client.ask("play 0").last?.contains("is not followed") == true, "\(name)")
        }
        try await stage.daemon.stop()
        let (daemon, client) = try await stage.restart()
        #expect(try await client.ask("playlist").count == 2)
        #expect(try await client.ask("play 0").last?.contains("is not followed") == true)
        #expect(server.connectionCount == 0)
        // What the user has named stays the user's.
        _ = try await client.ask("playlistadd r \"\(address)\"")
        _ = try await client.ask("clear")
        _ = try await client.ask("load r")
        #expect(try await client.ask("play 0") == ["OK"] && server.connectionCount > 0)
        try await daemon.stop()
    }

    @Test("goes where the configuration lets it")
    func configured() async throws {
        let reach = try await Reach("allow_private_addresses = true")
        #expect(try await reach.remote.ask("getfingerprint \"\(reach.server.address("a.flac"))\"").last == "OK")
        _ = try await reach.remote.ask("add \"\(reach.server.address("a.flac"))\"")
        #expect(try await reach.remote.ask("play 0") == ["OK"])
    }

    @Test("gets of a playlist what is music of the library, and no other file")
    func files() async throws {
        let reach = try await Reach()
        let directory = reach.stage.system.directory
        try directory.makeDirectory("music/a")
        try directory.makeDirectory("elsewhere")
        for name in ["music/a/in.wav", "out.wav", "elsewhere/dir.wav"] {
            try AudioFiles.writeWave(AudioFixture.unique(frameCount: 441), to: directory.file(name))
        }
        try directory.write(directory.file("out.wav") + "\n", to: "elsewhere.m3u")
        let list = [
            "in.wav", directory.file("out.wav"), "../../out.wav", "file://\(directory.file("out.wav"))",
            directory.file("elsewhere/"),
            directory.file("elsewhere.m3u"), "/etc/passwd", directory.file("music/a/../../out.wav"),
        ]
        try directory.write(list.joined(separator: "\n") + "\n", to: "music/a/list.m3u")
        #expect(try await reach.remote.ask("load a/list.m3u") == ["OK"])
        let playlist = try await reach.remote.ask("playlist")
        #expect(playlist == ["0:file: a/in.wav", "OK"], "\(playlist)")
        try directory.makeDirectory("lists")
        try directory.write(list.joined(separator: "\n") + "\n", to: "lists/stored.m3u")
        _ = try await reach.remote.ask("clear")
        #expect(try await reach.remote.ask("load stored") == ["OK"])
        #expect(try await reach.remote.ask("playlist").contains { $0.contains("out.wav") || $0.contains("passwd") } == false)
        // Who comes over the socket has all of it.
        _ = try await reach.stage.client.ask("clear")
        #expect(try await reach.stage.client.ask("load a/list.m3u") == ["OK"])
        #expect(try await reach.stage.client.ask("playlist").count { $0.contains("out.wav") } >= 3)
    }

    @Test("reads no path of the user's in an error")
    func paths() async throws {
        let reach = try await Reach()
        let directory = reach.stage.system.directory
        try directory.makeDirectory("music/a b")
        try directory.write("no sound", to: "music/a b/c d.flac")
        try await reach.stage.scan()
        let file = directory.file("no such.wav")
        try await reach.stage.control.call("queue.add", "{\"uris\":[\"\(file)\"],\"missing\":true}")
        let local = try await reach.stage.client.ask("play 0")
        let far = try await reach.remote.ask("play 0")
        #expect(local.last?.contains(file) == true && far.last?.contains("no such.wav") == true, "\(local) \(far)")
        // The status tells what has failed by itself.
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 4_410), to: directory.file("short.wav"))
        _ = try await reach.stage.client.ask("addid \"\(directory.file("short.wav"))\" 0")
        #expect(try await reach.stage.client.ask("play 0") == ["OK"])
        let error = try await waitFor("the error") { () async throws(TestSupportError) -> String? in
            do { return try await reach.remote.value("error") } catch {
                throw TestSupportError(.unexpectedAnswer, "\(error)")
            }
        }
        #expect(error.contains("no such.wav"))
        let replies = [
            far, [error], try await reach.remote.ask("readcomments \"a b/c d.flac\""),
            try await reach.remote.ask("getfingerprint \"a b/c d.flac\""),
        ]
        #expect(replies[3].last?.contains("a b/c d.flac") == true, "\(replies[3])")
        for reply in replies { #expect(!"\(reply)".contains(directory.path), "\(reply)") }
    }
}
