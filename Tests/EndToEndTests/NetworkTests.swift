import TestSupport
import Testing

@Suite("Streams of the network", .serialized)
struct NetworkTests {
    /// The states that were told up to the end.
    private func statesUntilStopped(_ client: ControlClient) async throws -> [String] {
        var states: [String] = []
        while states.last != "stopped" {
            let event = try await client.waitForEvent("player.stateChanged") { _ in true }
            states.append(event.string(at: "params.state") ?? "")
        }
        return states
    }

    @Test("a file that is cut twenty times on its way is heard once, every frame of it, in order")
    func cutTwentyTimes() async throws {
        let audio = AudioFixture.unique(frameCount: 44_100 * 4)
        let server = try await MediaServer.start()
        try AudioFiles.writeWave(audio, to: server.directory.file("song.wav"))
        let stage = try await Stage.set()
        try await stage.play(server.address("song.wav?cut=\(44_100 * 4 * 4 / 20)"))
        #expect(try await statesUntilStopped(stage.client) == ["buffering", "playing", "stopped"])
        #expect(server.requests.count >= 20)
        try await stage.expectExactly(audio)
    }

    @Test("a stream that stalls is buffering meanwhile, and goes on where it stood")
    func stall() async throws {
        let audio = AudioFixture.unique(frameCount: 44_100 * 6)
        let server = try await MediaServer.start()
        // Four seconds of it come at once, and must be heard out before the server is asked again, also where they begin late.
        // FLAC, because for WAVE a second connection looks at the end first.
        try await AudioFiles.encode(audio, to: server.directory.file("song.flac"))
        // Silent connections are made again after a third of the time.
        let stage = try await Stage.set(configuration: "[network]\ntimeout_seconds = 36\n")
        try await stage.play(server.address("song.flac?stall=\(44_100 * 16)&once=1"))
        let first = try await stage.client.waitForEvent("player.stateChanged") { _ in true }
        #expect(first.string(at: "params.state") == "buffering")
        let fill = try await stage.client.waitForEvent("player.buffering") { _ in true }
        #expect(fill.value(at: "params.fill", as: Double.self) != nil)
        let states = try await statesUntilStopped(stage.client)
        #expect(states == ["playing", "buffering", "playing", "stopped"], "\(states)\n\(stage.daemon.log)")
        let result = SampleComparison(of: try await stage.recording(), with: audio)
        #expect(result.lostFrames == 0, "\(result)\n\(stage.daemon.log)")
    }

    @Test("a file is heard to its last frame though its server has gone, once all of it is in memory")
    func goneServer() async throws {
        let audio = AudioFixture.unique(frameCount: 44_100 * 15)
        let server = try await MediaServer.start()
        // 5 MB: five times as much as is fetched ahead of a stream that cannot seek.
        try AudioFiles.writeWave(audio, bits: 32, to: server.directory.file("song.wav"))
        let stage = try await Stage.set()
        try await stage.play(server.address("song.wav"))
        try await waitUntil("the end of the answers") { !server.requests.isEmpty && server.openConnectionCount == 0 }
        try await server.kill()
        try await stage.waitForEnd()
        try await stage.expectExactly(audio)
    }

    @Test("a stream that dies is reported with a sentence, and the next item is heard")
    func dead() async throws {
        let audio = AudioFixture.unique(frameCount: 44_100)
        let server = try await MediaServer.start()
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 441_000), to: server.directory.file("song.wav"))
        let stage = try await Stage.set(configuration: "[network]\ntimeout_seconds = 2\n")
        let next = try await stage.write(audio)
        let stream = server.address("song.wav?cut=400000&status=503&after=2")
        try await stage.client.call("queue.add", "{\"uris\":[\"\(stream)\",\"\(next)\"]}")
        try await stage.client.call("play")
        let failed = try await stage.client.waitForEvent("player.itemFailed") { _ in true }
        #expect(failed.string(at: "params.error.data.code") == "network_failed")
        #expect(failed.string(at: "params.error.message")?.contains("503") == true)
        try await stage.client.waitForEvent("player.itemChanged") { $0.string(at: "params.item.uri") == next }
        try await stage.waitForEnd()
    }

    @Test("a stream that says nothing more is left at once for a file that a client wants")
    func left() async throws {
        let audio = AudioFixture.unique(frameCount: 44_100, seed: 2)
        let server = try await MediaServer.start()
        try await AudioFiles.encode(AudioFixture.unique(frameCount: 441_000), to: server.directory.file("song.flac"))
        // Longer than any test waits.
        let stage = try await Stage.set(configuration: "[network]\ntimeout_seconds = 600\n")
        let file = try await stage.write(audio)
        try await stage.play(server.address("song.flac?stall=400000"))
        try await stage.client.waitForEvent("player.stateChanged") { $0.string(at: "params.state") == "playing" }
        // The decoder waits for one, and an opener for the other.
        let waiting = try stage.daemon.connect()
        let silent = server.address("song.flac?stall=0")
        try await waiting.send(bytes: Array("{\"id\":1,\"method\":\"play\",\"params\":{\"uri\":\"\(silent)\"}}\n".utf8))
        try await waitUntil("both to be asked for") { server.requests.count >= 2 }
        try await stage.play(file)
        try await stage.waitForEnd()
        // However much of the song was heard by then, what follows it is the file.
        let captured = try await stage.recording()
        let heard = captured[captured.soundingRange.suffix(audio.soundingRange.count)]
        let result = SampleComparison(of: heard, with: audio)
        #expect(result.isExact && result.matchingFrames == audio.soundingRange.count, "\(result)\n\(stage.daemon.log)")
    }

    @Test("a seek to where the server says nothing is left at once for a newer seek, for the next item and for a stop")
    func newerOrders() async throws {
        let audio = AudioFixture.unique(frameCount: 44_100 * 20)
        let server = try await MediaServer.start()
        try AudioFiles.writeWave(audio, to: server.directory.file("song.wav"))
        // Longer than any test waits.
        let stage = try await Stage.set(configuration: "[network]\ntimeout_seconds = 600\n")
        let file = try await stage.write(AudioFixture.unique(frameCount: 4_410, seed: 2))
        let song = server.address("song.wav?silent=50-95")
        try await stage.client.call("queue.add", "{\"uris\":[\"\(song)\",\"\(file)\"]}")
        try await stage.client.call("play")
        func waitToBePlaying() async throws {
            try await stage.client.waitForEvent("player.stateChanged") { $0.string(at: "params.state") == "playing" }
        }
        /// Goes to where nothing comes, and waits until that is asked for.
        func getStuck() async throws {
            let count = server.requests.count
            try await stage.client.call("seek", "{\"position\":15}")
            try await waitUntil("the silent part to be asked for") { server.requests.count > count }
        }
        try await waitToBePlaying()
        try await getStuck()
        try await stage.client.call("seek", "{\"position\":2}")
        try await waitToBePlaying()
        try await waitUntil("some of it to be heard") { () async throws(TestSupportError) -> Bool in
            let seconds = try await stage.client.call("status").number(at: "result.position.seconds")
            return seconds.map { $0 > 2.5 } ?? false
        }
        try await getStuck()
        try await stage.client.call("next")
        try await stage.client.waitForEvent("player.itemChanged") { $0.string(at: "params.item.uri") == file }
        try await stage.waitForEnd()
        try await stage.play(song)
        try await waitToBePlaying()
        try await getStuck()
        try await stage.client.call("stop")
        try await stage.waitForEnd()
        try await stage.play(file)
        try await stage.waitForEnd()
        // Behind the fade in, what is heard of the place that was served is it.
        let captured = try await stage.capture.stop()
        let wanted = audio[44_100 * 2 + 2_205..<44_100 * 2 + 2_305]
        #expect(captured.samples.firstRange(of: wanted.samples) != nil, "\(stage.daemon.log)")
    }

    @Test("what cannot be played says why in the answer")
    func refused() async throws {
        let server = try await MediaServer.start()
        try server.directory.write("no sound", to: "text.mp3")
        try server.directory.write("[playlist]\nFile1=file:///etc/passwd\nNumberOfEntries=1\n", to: "list.pls")
        let system = try await PrivateSoundSystem.start()
        let daemon = try await DaemonProcess.start(in: system)
        let client = try daemon.connect()
        for (name, code) in [
            ("nothing.mp3", "media_not_found"), ("x?to=file:///etc/passwd", "uri_not_allowed"), ("x?to=", "network_failed"),
            ("text.mp3", "media_unsupported"), ("list.pls", "uri_not_allowed"),
        ] {
            let reply = try await client.reply(to: "play", "{\"uri\":\"\(server.address(name))\"}")
            #expect(reply.errorName == code, "\(reply.line)")
        }
    }

    @Test("a station's titles are told when they are heard, and its queue item shows them; it cannot be sought in")
    func station() async throws {
        let server = try await MediaServer.start()
        try await AudioFiles.encode(
            AudioFixture.sine(frequency: 440, frameCount: 44_100 * 9),
            options: ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0"],
            to: server.directory.file("radio.mp3"))
        // A list of one station, as their web sites have them.
        try server.directory.write(
            "[playlist]\nFile1=\(server.address("radio.mp3?metaint=4000&rate=32000&titles=One|Two|Three"))\nNumberOfEntries=1\n",
            to: "radio.pls")
        let stage = try await Stage.set()
        try await stage.play(server.address("radio.pls"))
        for (title, seconds) in [("One", 0.25), ("Two", 3), ("Three", 6)] {
            let event = try await stage.client.waitForEvent("player.metadataChanged") {
                $0.string(at: "params.tags.title") == title
            }
            let told = try #require(event.value(at: "params.time", as: Double.self))
            let status = try await stage.client.call("status")
            let position = try #require(status.value(at: "result.position.seconds", as: Double.self))
            let monotonic = try #require(status.value(at: "result.position.monotonic", as: Double.self))
            // The text stands within a quarter of a second behind the title's share, and a packet is 26 ms.
            #expect(position - (monotonic - told) >= seconds - 0.03, "\(title)")
            #expect(status.string(at: "result.item.title") == title)
        }
        let reply = try await stage.client.reply(to: "seek", "{\"position\":1}")
        #expect(reply.errorName == "not_seekable")
        try await stage.client.call("stop")
    }

    @Test("the proxy of the daemon's environment is asked, one of the configuration in its place, and none where none is wanted")
    func proxies() async throws {
        let server = try await MediaServer.start()
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 4_410), to: server.directory.file("song.wav"))
        let (first, second) = (try await ProxyServer.start(to: server), try await ProxyServer.start(to: server))
        let system = try await PrivateSoundSystem.start()
        func probe(_ address: String, proxy: String, name: String) async throws {
            let daemon = try await DaemonProcess.start(
                in: system, configuration: "[network]\nproxy = \"\(proxy)\"\n", name: name,
                environment: ["http_proxy": first.address("http"), "all_proxy": first.address("http")])
            let reply = try await daemon.connect().reply(to: "media.probe", "{\"uri\":\"\(address)\"}")
            #expect(reply.errorName == nil, "\(reply.line)")
            try await daemon.stop()
        }
        let wish = "GET http://radio.invalid/song.wav"
        try await probe("http://radio.invalid/song.wav", proxy: "", name: "a")
        let count = first.wishes.count
        #expect(count > 0 && Set(first.wishes) == [wish] && second.wishes.isEmpty)
        try await probe("http://radio.invalid/song.wav", proxy: second.address("http"), name: "b")
        let other = second.wishes.count
        #expect(other > 0 && Set(second.wishes) == [wish] && first.wishes.count == count)
        // libcurl would go by the environment, where it is not told otherwise.
        try await probe(server.address("song.wav"), proxy: "none", name: "c")
        #expect(first.wishes.count == count && second.wishes.count == other)
    }

    @Test("a password in an address opens it, also by a list's relative entry, and is shown to nobody")
    func password() async throws {
        let server = try await MediaServer.start()
        try await AudioFiles.encode(AudioFixture.unique(frameCount: 441_000), to: server.directory.file("song.flac"))
        try server.directory.write("song.flac\n/song.flac\n", to: "list.m3u")
        try server.directory.write("me:s3cret", to: "login")
        let address = { (name: String) in "http://me:s3cret@" + server.address(name).dropFirst("http://".count) }
        let manager = try NotifySocket()
        let system = try await PrivateSoundSystem.start()
        let capture = try await SinkCapture.driven(in: system, sampleRate: 44_100, channels: ["FL", "FR"])
        let daemon = try await DaemonProcess.start(
            in: system, logLevel: "trace", environment: ["NOTIFY_SOCKET": manager.path])
        let client = try daemon.connect()
        try await client.call("events.subscribe")
        var told = [try await client.reply(to: "play", "{\"uri\":\"\(address("song.flac"))\"}").line]
        try await client.waitForEvent("player.stateChanged") { $0.string(at: "params.state") == "playing" }
        told.append(try await system.run("pw-dump", []))
        #expect(told[1].contains("song.flac"))
        told.append(try await client.reply(to: "queue.add", "{\"uris\":[\"\(address("list.m3u"))\"]}").line)
        try await client.call("next")
        for name in ["nothing.flac", "x?to=", "list.m3u?type=audio/flac"] {
            told.append(try await client.reply(to: "play", "{\"uri\":\"\(address(name))\"}").line)
            told.append(try await client.reply(to: "media.probe", "{\"uri\":\"\(address(name))\"}").line)
        }
        for method in ["status", "queue.list"] { told.append(try await client.reply(to: method, "{}").line) }
        #expect(told.last?.contains("song.flac") == true)
        _ = try await capture.stop()
        // Stopping saves.
        try await daemon.stop()
        told += [daemon.log, String(decoding: try readFile("\(daemon.stateDirectory)/state.json"), as: UTF8.self)]
        #expect(told.last?.contains("song.flac") == true)
        while let message = manager.receive(), message != "STOPPING=1" { told.append(message) }
        for text in told { #expect(!text.contains("s3cret"), "\(text)") }
    }
}
