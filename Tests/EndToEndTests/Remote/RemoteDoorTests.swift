import ControlProtocol
import FoundationEssentials
import TestSupport
import Testing

@Suite("The door for the network", .serialized)
struct RemoteDoorTests {
    /// Where the files of the page are.
    private static let pageDirectory =
        String(#filePath.dropLast("Tests/EndToEndTests/Remote/RemoteDoorTests.swift".count)) + "Sources/C/CRemotePage/page"

    /// A daemon with the door at a free port, without a sound server.
    private func daemon(_ system: PrivateSoundSystem, more: String = "") async throws -> (DaemonProcess, UInt16) {
        let port = try freePort()
        let text = "[remote]\nlisten = [\"127.0.0.1:\(port)\"]\nnames = [\"music.home\"]\n\(more)"
        return (try await DaemonProcess.start(in: system, configuration: text), port)
    }

    @Test("speaks the same protocol as the socket, by POST and over WebSocket, and each hears of the other")
    func same() async throws {
        let system = try await PrivateSoundSystem.start()
        let (daemon, port) = try await daemon(system)
        let local = try daemon.connect()
        let call = #"{"id":1,"method":"volume","params":{"level":0.25}}"#
        let posted = try WebClient(port: port).post(call)
        #expect(posted.status == 200 && posted.lines["content-type"] == "application/json")
        #expect(posted.text == #"{"jsonrpc":"2.0","id":1,"result":{"level":0.25,"muted":false}}"#)
        #expect(try WebClient(port: port).post(#"{"method":"volume","params":{"level":0.5}}"#).status == 204)
        #expect(try await local.call("volume").number(at: "result.level") == 0.5)
        let batch = try WebClient(port: port).post(#"[{"id":1,"method":"volume"},{"method":"pause"},{"id":2,"method":"no"}]"#)
        #expect(batch.text.hasPrefix("[{") && batch.text.contains("method_not_found"))
        #expect(try WebClient(port: port).post("{\n").text.contains("parse_error"))

        let page = try WebClient(port: port)
        let upgraded = try page.upgrade(["Origin: http://127.0.0.1:\(port)"])
        #expect(upgraded.status == 101 && upgraded.lines["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        page.send(text: "{\"id\":1,\n\"method\":\"events.subscribe\",\"params\":{\"types\":[\"player.volumeChanged\"]}}")
        #expect(try page.readText().contains(#""id":1,"result":{"sequence":0"#))
        try await local.call("volume", #"{"level":0.75}"#)
        let event = try page.readText()
        #expect(event.contains("player.volumeChanged") && event.contains("0.75"))
        page.send(text: #"{"id":2,"method":"rpc.discover"}"#)
        let document = try page.readText()
        #expect(document.utf8.count > 100_000 && document.hasSuffix("}") && document.contains(#""x-role":"guest""#))
        page.send(frame: 0x89, Array("there?".utf8))
        #expect(try page.readText() == "pong there?")
        page.send(frame: 0x88, [3, 232])
        #expect(try page.readText() == "close 1000")
        #expect(try page.isEnded())
        try await daemon.stop()
    }

    @Test("what only programs of the user may do cannot be done over the network, nor in batches, and no stream is opened")
    func ownerOnly() async throws {
        let system = try await PrivateSoundSystem.start()
        let (daemon, port) = try await daemon(system)
        let page = try WebClient(port: port)
        #expect(try page.upgrade().status == 101)
        for method in Methods.all where method.role == .owner {
            page.send(text: #"{"id":1,"method":"\#(method.name)"}"#)
            let reply = try page.readText()
            #expect(reply.contains(#""permission_denied""#) && reply.contains(#""role":"owner""#), "\(method.name): \(reply)")
        }
        page.send(text: #"[{"id":1,"method":"media.convert"}]"#)
        #expect(try page.readText().contains("permission_denied"))
        page.send(text: #"{"id":7,"method":"status"}"#)
        #expect(try page.readText().contains(#""state":"stopped""#))
        try await daemon.stop()
    }

    @Test("clients of the network name songs of the library and public addresses, and no other file is even looked for")
    func files() async throws {
        let system = try await PrivateSoundSystem.start()
        let music = try system.directory.makeDirectory("music")
        let (inside, outside) = ("\(music)/in.wav", system.directory.file("out.wav"))
        for path in [inside, outside] {
            try AudioFiles.writeWave(AudioFixture.unique(frameCount: 4_410, sampleRate: 44_100), to: path)
        }
        let (daemon, port) = try await daemon(system, more: "[library]\ndirectories = [\"\(music)\"]\n")
        func reply(_ method: String, _ parameters: String) throws -> String {
            try WebClient(port: port).post(#"{"id":1,"method":"\#(method)","params":\#(parameters)}"#).text
        }
        for uri in [outside, "\(music)/../out.wav", "/etc/passwd", "/nothing", "file://\(outside)"] {
            for (method, parameters) in [
                ("queue.add", #"{"uris":["\#(uri)"]}"#), ("queue.add", #"{"uris":["\#(uri)"],"missing":true}"#),
                ("media.probe", #"{"uri":"\#(uri)"}"#), ("media.picture", #"{"uri":"\#(uri)"}"#),
                ("media.chapters", #"{"uri":"\#(uri)"}"#), ("media.lyrics", #"{"uri":"\#(uri)"}"#),
                ("play", #"{"uri":"\#(uri)"}"#),
            ] {
                let text = try reply(method, parameters)
                #expect(text.contains("uri_not_allowed"), "\(method) \(uri): \(text)")
            }
            #expect(try reply("playlist.add", #"{"name":"p","uris":["\#(uri)"]}"#).contains(#""error""#))
        }
        // What listens on this machine is told apart by nobody.
        for address in ["http://127.0.0.1:\(port)/", "http://169.254.169.254/latest/meta-data/", "http://[::1]:1/"] {
            let text = try reply("media.probe", #"{"uri":"\#(address)"}"#)
            #expect(text.contains("uri_not_allowed"), "\(address): \(text)")
            for method in ["media.chapters", "media.lyrics"] {
                #expect(try reply(method, #"{"uri":"\#(address)"}"#).contains("uri_not_allowed"), "\(method) \(address)")
            }
        }
        // What everybody may ask for leads to no address that nobody has chosen.
        let chosen = "http://192.0.2.1/song.flac"
        for method in ["media.chapters", "media.lyrics"] {
            #expect(try reply(method, #"{"uri":"\#(chosen)"}"#).contains("in the queue only"), "\(method)")
        }
        #expect(try reply("queue.add", #"{"uris":["\#(chosen)","\#(inside)"]}"#).contains(#""ids":["#))
        for uri in [chosen, inside] {
            #expect(try !reply("media.chapters", #"{"uri":"\#(uri)"}"#).contains("in the queue only"), "\(uri)")
        }
        #expect(try reply("media.probe", #"{"uri":"\#(inside)"}"#).contains("container"))
        try await daemon.stop()
    }

    @Test("a request that asks for another protocol ends the connection with its answer, whatever comes behind it")
    func halfUpgrades() async throws {
        let system = try await PrivateSoundSystem.start()
        let (daemon, port) = try await daemon(system)
        let host = "Host: 127.0.0.1:\(port)\r\n"
        let key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        let second = "GET / HTTP/1.1\r\n\(host)\r\n"
        for lines in ["Upgrade: websocket\r\n\(key)", "Upgrade: x\r\nConnection: Upgrade\r\n", "Upgrade: x\r\n"] {
            for path in ["/", "/rpc"] {
                let client = try WebClient(port: port)
                let answer = try client.raw("GET \(path) HTTP/1.1\r\n\(host)\(lines)\r\n\(second)\(second)")
                #expect(answer.status == (path == "/" ? 200 : 426), "\(path) \(lines): \(answer.status)")
                #expect(try client.isEnded())
            }
        }
        // Frames before the answer to a request for a WebSocket are lost, and harm nobody.
        let early = try WebClient(port: port)
        let both = "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        let upgraded = try early.raw("GET /rpc HTTP/1.1\r\n\(host)\(both)\(key)\r\n" + second)
        #expect(upgraded.status == 101)
        #expect(try WebClient(port: port).post(#"{"id":1,"method":"volume"}"#).status == 200)
        try await daemon.stop()
    }

    @Test("pages of somebody else, other names of the machine and other types are refused before anything is done")
    func pages() async throws {
        let system = try await PrivateSoundSystem.start()
        let (daemon, port) = try await daemon(system)
        let call = #"{"id":1,"method":"volume","params":{"level":0}}"#
        func post(_ lines: [String], host: String? = nil) throws -> Int {
            try WebClient(port: port, host: host).request("POST", "/rpc", lines, body: call).status
        }
        let json = "Content-Type: application/json"
        #expect(try post([json], host: "evil.example:\(port)") == 421)
        #expect(try post([json, "Origin: http://evil.example"]) == 403)
        #expect(try post([json, "Origin: null"]) == 403)
        #expect(try post([json, "Origin: http://127.0.0.1:\(port)", "Sec-Fetch-Site: cross-site"]) == 403)
        for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonp"] {
            #expect(try post(["Content-Type: \(type)"]) == 415)
        }
        #expect(try post([]) == 415)
        // Through another server, and by a name, this user is anybody.
        #expect(try post([json, "X-Forwarded-For: 192.0.2.1"]) == 401)
        #expect(try post([json], host: "music.home") == 401)
        for (method, path) in [("GET", "/rpc"), ("PUT", "/rpc"), ("OPTIONS", "/rpc"), ("DELETE", "/"), ("POST", "/")] {
            let status = try WebClient(port: port).request(method, path, [json]).status
            #expect(status == (path == "/rpc" && method == "GET" ? 426 : 405), "\(method) \(path)")
        }
        for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
            #expect(try WebClient(port: port).upgrade(["Origin: \(origin)"]).status == 403)
        }
        #expect(try WebClient(port: port, host: "evil.example").upgrade(["Origin: http://evil.example"]).status == 421)
        #expect(try WebClient(port: port, host: "music.home").upgrade(["Origin: http://music.home"]).status == 401)
        #expect(try await daemon.connect().call("volume").number(at: "result.level") == 1)
        try await daemon.stop()
    }

    @Test("serves the page with its types and tags, and nothing but it")
    func page() async throws {
        let system = try await PrivateSoundSystem.start()
        let (daemon, port) = try await daemon(system)
        let client = try WebClient(port: port)
        let types = [
            "/": "text/html; charset=utf-8", "/index.html": "text/html; charset=utf-8",
            "/remote.js": "text/javascript; charset=utf-8", "/remote.css": "text/css; charset=utf-8",
            "/manifest.webmanifest": "application/manifest+json", "/icon.svg": "image/svg+xml",
        ]
        // A page whose scripts are not all there stays empty.
        let scripts = try FileManager.default.contentsOfDirectory(atPath: Self.pageDirectory).filter { $0.hasSuffix(".js") }
        #expect(scripts.count > 10)
        for (path, type) in types.merging(scripts.map { ("/\($0)", "text/javascript; charset=utf-8") }, uniquingKeysWith: { $1 })
        {
            let file = try client.request("GET", path)
            #expect(file.status == 200 && file.lines["content-type"] == type && !file.body.isEmpty, "\(path)")
            let policy = file.lines["content-security-policy"] ?? ""
            #expect(policy.contains("default-src 'self'") && policy.contains("require-trusted-types-for 'script'"))
            #expect(file.lines["x-content-type-options"] == "nosniff" && file.lines["access-control-allow-origin"] == nil)
            let tag = try #require(file.lines["etag"])
            #expect(try client.request("GET", path, ["If-None-Match: W/\(tag)"]).status == 304)
            let head = try client.request("HEAD", path)
            #expect(head.lines["content-length"] == "\(file.body.count)")
        }
        for path in [
            "/page/index.html", "/..", "/%2e%2e/etc/passwd", "/index.html%00", "//", "/index.html/", "/picture/../index.html",
        ] {
            #expect(try WebClient(port: port).request("GET", path).status == 404, "\(path)")
        }
        try await daemon.stop()
    }

    @Test("requests that two servers could read in two ways are refused, and the connection ends")
    func smuggling() async throws {
        let system = try await PrivateSoundSystem.start()
        let (daemon, port) = try await daemon(system)
        let host = "Host: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
        let cases = [
            "POST /rpc HTTP/1.1\r\n\(host)Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST /rpc HTTP/1.1\r\n\(host)Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}}",
            "POST /rpc HTTP/1.1\r\n\(host)Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
            "POST /rpc HTTP/1.1\r\n\(host)Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
            "POST /rpc HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\n",
            "POST /rpc HTTP/1.1\r\n\(host)Content-Length: +2\r\n\r\n{}",
            "GET / HTTP/1.1\r\n\(host)X-Folded: a\r\n b\r\n\r\n", "GET / HTTP/1.1\r\nHost : 127.0.0.1\r\n\r\n",
            "GET / HTTP/1.1\r\n\(host)Host: 127.0.0.1\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\nHost: 127.0.0.1\n\n",
            "GET / HTTP/1.1\r\n\(host)Content-Length: 3\r\n\r\nabc", "\u{16}\u{03}\u{01}\r\n\r\n",
        ]
        for text in cases {
            let client = try WebClient(port: port)
            #expect(try client.raw(text).status == 400, "\(text)")
            #expect(try client.isEnded())
        }
        let long = String(repeating: "a", count: 20_000)
        #expect(try WebClient(port: port).raw("GET / HTTP/1.1\r\n\(host)X: \(long)\r\n\r\n").status == 431)
        #expect(try WebClient(port: port).raw("POST /rpc HTTP/1.1\r\n\(host)Content-Length: 99999999\r\n\r\n").status == 413)
        #expect(try WebClient(port: port).raw("GET / HTTP/1.0\r\n\(host)\r\n").status == 505)
        // Only the first of two requests that come at once is answered.
        let two = try WebClient(port: port)
        #expect(try two.raw("GET / HTTP/1.1\r\n\(host)\r\nGET / HTTP/1.1\r\n\(host)\r\n").status == 200)
        let page = try WebClient(port: port)
        #expect(try page.upgrade().status == 101)
        page.send(frame: 0x82, [1])
        #expect(try page.readText() == "close 1003")
        let other = try WebClient(port: port)
        #expect(try other.upgrade().status == 101)
        other.send(frame: 0x81, Array(repeating: UInt8(ascii: " "), count: (1 << 20) + 1))
        #expect(try other.readText() == "close 1009")
        try await daemon.stop()
    }

    @Test("pictures come by the ids of items and songs, with tags that browsers keep")
    func pictures() async throws {
        let system = try await PrivateSoundSystem.start()
        let music = try system.directory.makeDirectory("music")
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 4_410, sampleRate: 44_100), to: "\(music)/a.wav")
        try system.directory.write("GIF89a picture", to: "music/cover.gif")
        let (daemon, port) = try await daemon(system, more: "[library]\ndirectories = [\"\(music)\"]\n")
        let local = try daemon.connect()
        let added = try await local.call("queue.add", #"{"uris":["\#(music)/a.wav"]}"#)
        let item = try #require(added.number(at: "result.ids.0"))
        let client = try WebClient(port: port)
        let picture = try client.request("GET", "/picture/item/\(Int(item))")
        #expect(picture.status == 200 && picture.lines["content-type"] == "image/gif" && picture.text == "GIF89a picture")
        let tag = try #require(picture.lines["etag"])
        #expect(try client.request("GET", "/picture/item/\(Int(item))", ["If-None-Match: \(tag)"]).status == 304)
        try await waitUntil("the song") { () async throws(TestSupportError) -> Bool in
            try await local.call("library.search", #"{"text":"a"}"#).number(at: "result.songs.0.song") != nil
        }
        let song = try #require(try await local.call("library.search", #"{"text":"a"}"#).number(at: "result.songs.0.song"))
        #expect(try client.request("GET", "/picture/song/\(Int(song))").text == "GIF89a picture")
        for path in [
            "/picture/item/99", "/picture/song/99", "/picture/item/-1", "/picture/item/", "/picture/item/1/", "/picture/x/1",
        ] {
            #expect(try WebClient(port: port).request("GET", path).status == 404, "\(path)")
        }
        try await daemon.stop()
    }

    @Test("nothing wakes the daemon for a door that nobody comes to")
    func rest() async throws {
        let system = try await PrivateSoundSystem.start()
        let (daemon, port) = try await daemon(system)
        #expect(try WebClient(port: port).post(#"{"id":1,"method":"status"}"#).status == 200)
        try await daemon.rest()
        try await daemon.stop()
    }
}
