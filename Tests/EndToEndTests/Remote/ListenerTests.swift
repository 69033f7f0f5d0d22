import FoundationEssentials
import TestSupport
import Testing

@Suite("What plays, for listeners of the network", .serialized)
struct ListenerTests {
    /// What makes of this user anybody: a request that another server passes on.
    private let elsewhere = "X-Forwarded-For: 192.0.2.1"

    private func configuration(_ port: UInt16, more: String = "") -> String {
        "[remote]\nlisten = [\"127.0.0.1:\(port)\"]\nstream = true\n\(more)"
    }

    private func listeners(_ client: ControlClient) async throws -> Double? {
        try await client.call("server.statistics").number(at: "result.listeners")
    }

    private func encodes(_ daemon: DaemonProcess) throws -> Bool {
        try ThreadActivity(of: daemon.process.processIdentifier).names.contains("fermata-listen")
    }

    /// Begins to listen, and returns the client behind the head of the answer.
    private func listen(
        _ port: UInt16, _ path: String = "/listen.flac", _ lines: [String] = [], receiveBuffer: Int? = nil
    ) throws -> WebClient {
        let client = try WebClient(port: port, receiveBuffer: receiveBuffer)
        let answer = try client.request("GET", path, lines)
        #expect(answer.status == 200, "\(path): \(answer.text)")
        return client
    }

    /// Reads FLAC until noise has come and only silence follows it: each of eight pieces is small then.
    private func readUntilSilent(_ client: WebClient, after noise: Int) throws -> [UInt8] {
        var (bytes, small) = ([UInt8](), 0)
        while bytes.count < noise || small < 8 {
            let piece = try client.readSome()
            if piece.isEmpty { break }
            small = piece.count < 400 ? small + 1 : 0
            bytes += piece
        }
        return bytes
    }

    private func decode(_ bytes: [UInt8], _ suffix: String, in stage: Stage, rate: Int = 44_100) async throws -> PCMAudio {
        let path = stage.system.directory.file("heard.\(suffix)")
        try writeFile(bytes, to: path)
        return try await AudioFiles.decode(path, sampleRate: rate, channelCount: 2)
    }

    /// Sound that begins and ends in silence, as music does.
    private func song(_ frames: Int, seed: UInt32 = 1) -> PCMAudio {
        let sound = AudioFixture.unique(frameCount: frames, seed: seed)
        return sound.silence(500).followed(by: sound).followed(by: sound.silence(500))
    }

    @Test("FLAC has the samples of what plays, whatever the volume, and silence before it, behind it and in a pause")
    func exact() async throws {
        let port = try freePort()
        let stage = try await Stage.set(configuration: configuration(port))
        #expect(try !encodes(stage.daemon), "nobody listens")
        let song = song(88_200)
        let path = try await stage.write(song)
        let client = try listen(port)
        #expect(try await listeners(stage.client) == 1)
        try await waitUntil("the thread that encodes") { (try? encodes(stage.daemon)) == true }
        try await stage.client.call("volume", "{\"level\":0.2}")
        try await stage.play(path)
        let bytes = try readUntilSilent(client, after: 88_200 * 4)
        let result = SampleComparison(of: try await decode(bytes, "flac", in: stage), with: song)
        #expect(result.isExact && result.matchingFrames == song.soundingRange.count, "\(result)\n\(stage.daemon.log)")
        // In a pause it goes on, and behind it with the sound.
        try await stage.play(try await stage.write(self.song(44_100 * 20, seed: 2), name: "long"))
        try await stage.client.waitForEvent("player.itemChanged")
        try await stage.client.call("pause")
        #expect(try !readUntilSilent(client, after: 0).isEmpty)
        try await stage.client.call("play")
        var more = 0
        while more < 100_000 { more += try client.readSome().count }
        let before = stage.daemon.log
        #expect(!before.contains("A listener does not read"))
    }

    @Test(
        "a listener hears at once what plays, also one who comes later and in another format, and nothing runs once all have left"
    )
    func formats() async throws {
        let port = try freePort()
        let stage = try await Stage.set(configuration: configuration(port))
        let sine = AudioFixture.sine(frequency: 1_000, frameCount: 44_100 * 60, sampleRate: 44_100)
        try await stage.play(try await stage.write(sine))
        try await stage.client.waitForEvent("player.itemChanged")
        do {
            var clients: [WebClient] = []
            for (suffix, type) in [("mp3", "audio/mpeg"), ("opus", "audio/ogg"), ("flac", "audio/flac"), ("mp3", "audio/mpeg")] {
                let client = try WebClient(port: port)
                let begun = ContinuousClock.now
                let answer = try client.request("GET", "/listen.\(suffix)")
                #expect(answer.status == 200 && answer.lines["content-type"] == type && answer.lines["content-length"] == nil)
                #expect(answer.lines["icy-metaint"] == nil && answer.lines["connection"] == "close")
                var bytes: [UInt8] = []
                while bytes.count < 12_000 { bytes += try client.readSome() }
                #expect(ContinuousClock.now - begun < .seconds(20))
                while bytes.count < 30_000 { bytes += try client.readSome() }
                let heard = try await decode(bytes, suffix, in: stage)
                #expect(heard.samples.contains { abs($0) > 0.3 }, "\(suffix)")
                clients.append(client)
            }
            #expect(try await listeners(stage.client) == 4)
        }
        try await waitUntil("all to have left") { (try? encodes(stage.daemon)) == false }
        #expect(try await listeners(stage.client) == 0)
    }

    @Test("players that ask for titles get them between the bytes of MP3, and others do not")
    func titles() async throws {
        let port = try freePort()
        let stage = try await Stage.set(configuration: configuration(port))
        func write(_ name: String, _ title: String) async throws -> String {
            let path = stage.system.directory.file("\(name).flac")
            let sound = AudioFixture.sine(frequency: 500, frameCount: 44_100 * 60, sampleRate: 44_100)
            try await AudioFiles.encode(
                sound, options: ["-metadata", "title=\(title)", "-metadata", "artist=An Artist"], to: path)
            return path
        }
        let paths = [try await write("one", "It's one"), try await write("two", "Two")]
        try await stage.play(paths[0])
        try await stage.client.waitForEvent("player.itemChanged")
        let client = try WebClient(port: port)
        let answer = try client.request("GET", "/listen.mp3", ["Icy-MetaData: 1"])
        #expect(answer.status == 200 && answer.lines["icy-metaint"] == "16000" && answer.lines["icy-name"] == "Fermata")
        func nextTitle() throws -> String {
            while true {
                _ = try client.read(16_000)
                let length = Int(try client.read(1)[0]) * 16
                if length > 0 { return String(decoding: try client.read(length).prefix { $0 != 0 }, as: UTF8.self) }
            }
        }
        #expect(try nextTitle() == "StreamTitle='An Artist - It's one';")
        try await stage.play(paths[1])
        try await stage.client.waitForEvent("player.itemChanged")
        #expect(try nextTitle() == "StreamTitle='An Artist - Two';")
        try await stage.client.call("stop")
        #expect(try nextTitle() == "StreamTitle='';")
        // No other format has them.
        #expect(try WebClient(port: port).request("HEAD", "/listen.opus", ["Icy-MetaData: 1"]).lines["icy-metaint"] == nil)
    }

    @Test("a listener who does not read loses its place, and the others hear on")
    func slow() async throws {
        let port = try freePort()
        let stage = try await Stage.set(configuration: configuration(port, more: "stream_format = \"192000:24:2\"\n"))
        try await stage.play(try await stage.write(AudioFixture.unique(frameCount: 44_100 * 60)))
        let fast = try listen(port)
        let slow = try listen(port, receiveBuffer: 4_096)
        #expect(try await listeners(stage.client) == 2)
        try await waitUntil("the slow one to be gone") { () async throws(TestSupportError) -> Bool in
            for _ in 0..<20 { _ = try fast.readSome() }
            return (try? await listeners(stage.client)) == 1
        }
        #expect(try await listeners(stage.client) == 1)
        #expect(try !fast.readSome().isEmpty)
        #expect(stage.daemon.log.contains("A listener does not read"))
        #expect(try slow.isEnded())
    }

    @Test("only who may look at what plays listens, with a token, or a ticket that is worth nothing else")
    func access() async throws {
        let system = try await PrivateSoundSystem.start()
        let port = try freePort()
        let daemon = try await DaemonProcess.start(in: system, configuration: configuration(port))
        let local = try daemon.connect()
        func status(_ method: String, _ path: String, _ lines: [String] = []) throws -> Int {
            try WebClient(port: port).request(method, path, lines).status
        }
        for path in ["/listen.wav", "/listen.", "/listen.mp3/", "/listen.MP3", "/listen", "/listen.mp3%00"] {
            #expect(try status("GET", path) == 404, "\(path)")
        }
        #expect(try status("POST", "/listen.mp3") == 405)
        #expect(try status("GET", "/listen.mp3", ["Origin: http://evil.example"]) == 403)
        #expect(try status("GET", "/listen.mp3", [elsewhere]) == 401)
        #expect(
            try status("GET", "/listen.mp3", [elsewhere, "Authorization: Bearer \(String(repeating: "0", count: 64))"]) == 401)
        let head = try WebClient(port: port).request("HEAD", "/listen.flac")
        #expect(head.status == 200 && head.lines["content-type"] == "audio/flac" && head.lines["content-length"] == nil)
        #expect(try await listeners(local) == 0)

        let offer = try await local.call("remote.listenAddress", "{\"format\":\"opus\"}")
        let address = try #require(offer.string(at: "result.addresses.0"))
        let path = "/" + (address.split(separator: "/").last ?? "")
        #expect(path.hasPrefix("/listen.opus?ticket=") && offer.number(at: "result.expiresIn") == 43_200)
        #expect(try !listen(port, path, [elsewhere]).readSome().isEmpty)
        #expect(try status("GET", path.dropLast() + "g", [elsewhere]) == 401)
        #expect(try status("GET", "/listen.opus?ticket=", [elsewhere]) == 401)
        let ticket = path.split(separator: "?")[1]
        let json = "Content-Type: application/json"
        #expect(try status("POST", "/rpc?\(ticket)", [json, elsewhere]) == 401)
        #expect(try status("GET", "/picture/item/1?\(ticket)", [elsewhere]) == 401)

        // What a device gets ends with the device.
        let code = try #require(try await local.call("remote.pair", #"{"role":"view"}"#).string(at: "result.code"))
        let body = #"{"code":"\#(code)","name":"telephone","bearer":true}"#
        let paired = try WebClient(port: port).request("POST", "/pair", [json, elsewhere], body: body)
        let token = "Authorization: Bearer \(try #require(paired.text.split(separator: "\"").last { $0.utf8.count == 64 }))"
        let asked = try WebClient(port: port).post(
            #"{"id":1,"method":"remote.listenAddress","params":{"format":"mp3"}}"#, [elsewhere, token])
        let own = "/listen.mp3?ticket=" + (asked.text.split(separator: "=").last ?? "").prefix { $0.isHexDigit }
        let byToken = try listen(port, "/listen.flac", [elsewhere, token])
        let byTicket = try listen(port, String(own), [elsewhere])
        #expect(try !byToken.readSome().isEmpty && !byTicket.readSome().isEmpty)
        try await local.call("remote.revoke", "{\"device\":1}")
        #expect(try byToken.isEnded() && byTicket.isEnded())
        #expect(try status("GET", String(own), [elsewhere]) == 401)
        try await daemon.stop()
    }

    @Test("no more than 32 listen, hundreds of requests leave nothing behind, and the end of the daemon ends them")
    func bounds() async throws {
        let system = try await PrivateSoundSystem.start()
        let port = try freePort()
        let daemon = try await DaemonProcess.start(in: system, configuration: configuration(port))
        let local = try daemon.connect()
        do {
            var clients: [WebClient] = []
            for number in 0..<32 { clients.append(try listen(port, "/listen.\(["mp3", "opus", "flac"][number % 3])")) }
            #expect(try WebClient(port: port).request("GET", "/listen.mp3").status == 503)
            #expect(try await listeners(local) == 32)
            for client in clients.prefix(3) { #expect(try !client.readSome().isEmpty) }
        }
        try await waitUntil("all to have left") { (try? await listeners(local)) == 0 }
        for number in 0..<300 {
            let client = try WebClient(port: port)
            // What comes behind the request counts for nothing.
            let lines = ["Range: bytes=5-", "Icy-MetaData: \(number % 3)", "TE: trailers"]
            let host = "Host: 127.0.0.1:\(port)\r\n"
            client.send(Array(("GET /listen.mp3 HTTP/1.1\r\n\(host)" + lines.map { "\($0)\r\n" }.joined() + "\r\n").utf8))
            if number % 2 == 0 { client.send(Array("GET / HTTP/1.1\r\n\(host)\r\nnonsense".utf8)) }
        }
        try await waitUntil("all to have left") { (try? await listeners(local)) == 0 }
        try await waitUntil("the encoder to end") { (try? encodes(daemon)) == false }
        let last = try listen(port, "/listen.mp3")
        #expect(try !last.readSome().isEmpty)
        try await daemon.stop()
        #expect(try last.isEnded())
    }

    @Test("nothing is there where nobody switched it on, and a reload switches it")
    func off() async throws {
        let system = try await PrivateSoundSystem.start()
        let port = try freePort()
        let off = "[remote]\nlisten = [\"127.0.0.1:\(port)\"]\n"
        let daemon = try await DaemonProcess.start(in: system, configuration: off)
        let local = try daemon.connect()
        #expect(try WebClient(port: port).request("GET", "/listen.mp3").status == 404)
        let refused = try await local.reply(to: "remote.listenAddress")
        #expect(refused.string(at: "error.data.code") == "remote_unavailable")
        _ = try system.directory.write(off + "stream = true\n", to: "fermata.toml")
        try await local.call("server.reload")
        let client = try listen(port, "/listen.mp3")
        #expect(try !client.readSome().isEmpty)
        _ = try system.directory.write(off, to: "fermata.toml")
        try await local.call("server.reload")
        #expect(try client.isEnded())
        try await waitUntil("the encoder to end") { (try? encodes(daemon)) == false }
        try await daemon.stop()
    }
}
