import TestSupport
import Testing

@Suite("Sound that a sink decodes itself", .serialized)
struct PassthroughTests {
    /// What FFmpeg's program encodes, and the rate at which the bursts travel.
    struct Coded: CustomTestStringConvertible, Sendable {
        let codec: String
        let options: [String]
        /// In hertz.
        let rate: Int
        /// The frames of a burst.
        let burst: Int

        var testDescription: String { codec }
    }

    static let ac3 = Coded(codec: "ac3", options: ["-c:a", "ac3", "-b:a", "448k"], rate: 48_000, burst: 1_536)
    static let all = [
        ac3, Coded(codec: "eac3", options: ["-c:a", "eac3", "-b:a", "640k"], rate: 192_000, burst: 6_144),
        Coded(codec: "dts", options: ["-c:a", "dca", "-strict", "-2", "-b:a", "1411200"], rate: 48_000, burst: 512),
    ]

    /// A sink that takes bursts, a daemon that passes them through, and a client that sees all events.
    private struct Room {
        let system: PrivateSoundSystem
        let receiver: SinkCapture
        let daemon: DaemonProcess
        let client: ControlClient

        static let wholeList = "output = { passthrough = [\"ac3\", \"eac3\", \"dts\", \"dop\"] }\n"

        static func set(
            offers: [String] = ["ac3", "eac3", "dts"], rate: Int = 48_000, rates: [Int] = [44_100, 48_000, 96_000],
            speakerRate: Int? = nil, list: String = Room.wholeList
        ) async throws -> Room {
            var options = SoundSystemOptions.at(rate: 48_000)
            options.sinks = [NullSink(name: "speaker", sampleRate: speakerRate)]
            options.allowedRates = rates
            options.maximumQuantum = 2_048
            let system = try await PrivateSoundSystem.start(options)
            let receiver = try await SinkCapture.driven(
                in: system, sampleRate: rate, name: "receiver", sleeps: true, codecs: offers)
            let daemon = try await DaemonProcess.start(
                in: system, configuration: list)
            let client = try daemon.connect()
            try await client.call("events.subscribe")
            return Room(system: system, receiver: receiver, daemon: daemon, client: client)
        }

        /// Writes a file of noise in 5.1 channels, and returns its path.
        func write(_ coded: Coded, seconds: Int, name: String = "film") async throws -> String {
            let path = system.directory.file("\(name).\(coded.codec)")
            let audio = AudioFixture.unique(frameCount: 48_000 * seconds, sampleRate: 48_000, channelCount: 6)
            try await AudioFiles.encode(audio, options: coded.options, to: path)
            return path
        }

        func play(_ path: String) async throws { try await client.call("play", "{\"uri\":\"\(path)\"}") }

        /// Waits until the daemon has taken in that `sink` offers one codec, or none. Before that, it would pass nothing through whatever
        /// the sink is.
        func waitForOffer(_ codec: String, of sink: String = "receiver") async throws {
            let offer = " codecs=\(codec.isEmpty ? "\"\"" : codec) sink=\(sink)"
            try await waitUntil("the offer\(offer)\n\(daemon.log)") {
                daemon.log.split(separator: "\n").last { $0.contains("The output offers to decode.") }?.hasSuffix(offer) == true
            }
        }

        /// Writes a file of random DSD64 of about `seconds`, and returns its path and the samples that carry it.
        func writeDSD(seconds: Int) throws -> (path: String, samples: [Int32]) {
            var random = SeededBytes(state: 3)
            // A block of DSF has 4,096 bytes of each channel, and DSD64 takes 352,800 of them in a second.
            let channels = (0..<2).map { _ in (0..<4_096 * 86 * seconds).map { _ in random.next() } }
            let path = system.directory.file("record.dsf")
            try writeFile(DSDRecording.bytes(channels, rate: 2_822_400), to: path)
            return (path, DSDRecording.samples(channels))
        }

        /// Writes sound at 48 kHz, and returns its path.
        func writeSong(seconds: Int) throws -> String {
            let path = system.directory.file("song.wav")
            try AudioFiles.writeWave(AudioFixture.unique(frameCount: 48_000 * seconds, sampleRate: 48_000), to: path)
            return path
        }

        func waitForEnd() async throws {
            try await client.waitForEvent("player.stateChanged") { $0.string(at: "params.state") == "stopped" }
        }

        /// As what the status says that the item is passed through; `nil` if it is decoded.
        func passedThrough() async throws(TestSupportError) -> String? {
            try await client.call("status").string(at: "result.format.passthrough")
        }

        /// Waits until what plays is decoded. What has ended is not passed through either.
        func waitForSound() async throws {
            try await waitUntil("sound\n\(daemon.log)") { () async throws(TestSupportError) -> Bool in
                let status = try await client.call("status")
                return status.string(at: "result.state") == "playing" && status.string(at: "result.format.passthrough") == nil
            }
        }

        /// What the sink got, as words of 16 bits.
        func received() async throws -> [Int16] { Self.words(try await receiver.stop()) }

        /// Sound may be louder than any word.
        static func words(_ audio: PCMAudio) -> [Int16] { audio.samples.map { Int16(max(-0x1p15, min($0 * 0x1p15, 0x7FFF))) } }
    }

    /// The bursts that FFmpeg's program makes of a file, as words.
    private func bursts(of path: String) async throws -> [Int16] {
        let bytes = try await Tool.run("ffmpeg", ["-v", "error", "-nostdin", "-i", path, "-c", "copy", "-f", "spdif", "-"])
        return stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
        }
    }

    /// Returns what is in `words` from the first to the last that is not 0.
    private func sounding(_ words: [Int16]) -> ArraySlice<Int16> {
        guard let first = words.firstIndex(where: { $0 != 0 }), let last = words.lastIndex(where: { $0 != 0 }) else { return [] }
        return words[first...last]
    }

    @Test("AC-3, E-AC-3 and DTS reach the sink as they are, word by word, at a volume that does not count", arguments: all)
    func whole(_ coded: Coded) async throws {
        let room = try await Room.set()
        let path = try await room.write(coded, seconds: 3)
        try await room.client.call("volume", "{\"level\":0.3}")
        try await room.play(path)
        try await room.client.waitForEvent("player.itemChanged")
        #expect(try await room.passedThrough() == coded.codec)
        try await room.waitForEnd()
        let received = sounding(try await room.received())
        let expected = sounding(try await bursts(of: path))
        #expect(received.count == expected.count && received == expected, "\(room.daemon.log)")
        try await room.daemon.stop()
    }

    @Test("what the sink got decodes to what the file decodes to")
    func decodes() async throws {
        let room = try await Room.set()
        let path = try await room.write(Self.ac3, seconds: 2)
        try await room.play(path)
        try await room.waitForEnd()
        let bytes = sounding(try await room.received()).flatMap {
            [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
        }
        let back = room.system.directory.file("received.spdif")
        try writeFile(bytes, to: back)
        let copy = room.system.directory.file("received.ac3")
        try await Tool.run("ffmpeg", ["-v", "error", "-nostdin", "-f", "spdif", "-i", back, "-c", "copy", copy])
        let heard = try await AudioFiles.decode(copy, sampleRate: 48_000, channelCount: 6)
        let original = try await AudioFiles.decode(path, sampleRate: 48_000, channelCount: 6)
        #expect(heard.frameCount > 0 && heard.samples == Array(original.samples[..<heard.samples.count]))
        #expect(original.frameCount - heard.frameCount <= 1_536)
    }

    @Test("a pause and a resume lose no word and cut between two bursts; a seek begins with a whole one", arguments: all)
    func transport(_ coded: Coded) async throws {
        let room = try await Room.set()
        let path = try await room.write(coded, seconds: 12)
        try await room.play(path)
        try await room.client.waitForEvent("player.itemChanged")
        try await room.receiver.waitForFrames(coded.rate)
        try await room.client.call("pause")
        let _: Bool = try await room.system.waitForGraph("the stream to rest") {
            $0.node(named: "fermata")?.state == "running" ? nil : true
        }
        try await room.client.call("play")
        try await room.receiver.waitForFrames(2 * coded.rate)
        try await room.client.call("seek", "{\"position\":10}")
        let status = try await room.client.call("status")
        let position = try #require(status.number(at: "result.position.seconds"))
        #expect(position >= 10 && position < 12)
        try await room.waitForEnd()
        let words = try await room.received()
        let bursts = Bursts(words)
        let expected = Bursts(try await self.bursts(of: path))
        #expect(bursts.torn == 0, "\(room.daemon.log)")
        // The first whole burst behind the tenth second.
        let first = (10 * coded.rate + coded.burst - 1) / coded.burst
        let target = try #require(expected.contents.dropFirst(first).first)
        let jump = try #require(bursts.contents.firstIndex(of: target))
        #expect(bursts.contents[..<jump].elementsEqual(expected.contents[..<jump]))
        #expect(bursts.contents[jump...].elementsEqual(expected.contents[first...]))
    }

    @Test("another sink gets sound from there on, and the first one coded sound again; a song between films is sound")
    func otherSink() async throws {
        let room = try await Room.set()
        let film = try await room.write(Self.ac3, seconds: 40)
        try await room.play(film)
        try await room.client.waitForEvent("player.itemChanged")
        #expect(try await room.passedThrough() == "ac3")
        try await room.client.call("route.select", "{\"output\":\"speaker\"}")
        try await room.waitForSound()
        try await room.system.waitForLink(from: "fermata", to: "speaker")
        let status = try await room.client.call("status")
        let before = try #require(status.number(at: "result.position.seconds"))
        try await waitUntil("the speaker to play") { () async throws(TestSupportError) -> Bool in
            try await room.client.call("status").number(at: "result.position.seconds") ?? 0 > before + 0.5
        }
        try await room.client.call("route.select", "{\"output\":\"receiver\"}")
        try await waitUntil("coded sound") { () async throws(TestSupportError) -> Bool in
            try await room.passedThrough() == "ac3"
        }
        try await room.system.waitForLink(from: "fermata", to: "receiver")
        let song = room.system.directory.file("song.wav")
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 48_000, sampleRate: 48_000), to: song)
        try await room.client.call("queue.add", "{\"uris\":[\"\(song)\"]}")
        try await room.client.call("next")
        try await room.client.waitForEvent("player.itemChanged") { $0.string(at: "params.item.uri") == song }
        #expect(try await room.passedThrough() == nil)
        try await room.waitForEnd()
        try await room.daemon.stop()
    }

    @Test("a sink that does not take the codec, or that another program plays to, gets sound")
    func notTaken() async throws {
        let room = try await Room.set(offers: ["dts"])
        let film = try await room.write(Self.ac3, seconds: 2)
        let other = try await room.write(Self.all[2], seconds: 2, name: "other")
        try await room.waitForOffer("dts")
        try await room.play(film)
        try await room.client.waitForEvent("player.itemChanged")
        #expect(try await room.passedThrough() == nil)
        try await room.waitForEnd()
        let program = try await room.system.launch("pw-play", [try room.writeSong(seconds: 60)])
        try await room.system.waitForLink(from: "pw-play", to: "receiver")
        try await room.waitForOffer("")
        try await room.play(other)
        try await room.client.waitForEvent("player.itemChanged") { $0.string(at: "params.item.uri") == other }
        #expect(try await room.passedThrough() == nil)
        try await program.stop()
        try await room.daemon.stop()
    }

    @Test("a list that is read again counts at once, and a receiver that takes the codec no more gets sound")
    func listChanges() async throws {
        let room = try await Room.set(list: "")
        try await room.play(try await room.write(Self.ac3, seconds: 60))
        try await room.client.waitForEvent("player.itemChanged")
        #expect(try await room.passedThrough() == nil)
        try room.system.directory.write(Room.wholeList, to: "fermata.toml")
        try await room.client.call("server.reload")
        try await waitUntil("coded sound") { () async throws(TestSupportError) -> Bool in try await room.passedThrough() == "ac3"
        }
        try room.system.directory.write("", to: "fermata.toml")
        try await room.client.call("server.reload")
        try await room.waitForSound()
        try room.system.directory.write(Room.wholeList, to: "fermata.toml")
        try await room.client.call("server.reload")
        try await waitUntil("coded sound") { () async throws(TestSupportError) -> Bool in try await room.passedThrough() == "ac3"
        }
        room.receiver.forgetCodecs()
        try await room.waitForSound()
        try await room.daemon.stop()
    }

    @Test("a client has what plays decoded and passed through again, and reads what the output takes")
    func chosen() async throws {
        let room = try await Room.set()
        try await room.play(try await room.write(Self.ac3, seconds: 60))
        try await room.client.waitForEvent("player.itemChanged")
        let first = try await room.client.call("player.passthrough")
        #expect(first.string(at: "result.output") == "receiver" && first.string(at: "result.playing") == "ac3")
        #expect(first.line.contains(#""offered":["ac3","eac3","dts"]"#))
        let off = try await room.client.call("player.passthrough", "{\"codecs\":[]}")
        #expect(off.line.contains(#""codecs":[]"#) && off.line.contains(#""playing":null"#))
        try await room.client.waitForEvent("player.optionsChanged") { $0.line.contains(#""passthrough":[]"#) }
        #expect(try await room.passedThrough() == nil)
        let on = try await room.client.call("player.passthrough", "{\"codecs\":[\"ac3\"]}")
        #expect(on.line.contains(#""codecs":["ac3"]"#))
        // The output is asked again first.
        try await waitUntil("coded sound") { () async throws(TestSupportError) -> Bool in try await room.passedThrough() == "ac3"
        }
        try await room.daemon.stop()
    }

    @Test("while a film is paused, another program has the output, and the film goes on as sound beside it")
    func pausedForOthers() async throws {
        let room = try await Room.set()
        try await room.play(try await room.write(Self.ac3, seconds: 60))
        try await room.client.waitForEvent("player.itemChanged")
        try await room.system.waitForLink(from: "fermata", to: "receiver")
        try await room.client.call("pause")
        let song = room.system.directory.file("song.wav")
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 48_000 * 60, sampleRate: 48_000), to: song)
        // A session manager that finds an output taken tells the program so, and pw-play ends.
        let _: Bool = try await room.system.waitForGraph("the output to be free") { graph in
            guard let receiver = graph.node(named: "receiver") else { return nil }
            let film = graph.node(named: "fermata")
            return film.map { graph.isLinked($0, to: receiver) } == true ? nil : true
        }
        let program = try await room.system.launch("pw-play", [song])
        try await room.system.waitForLink(from: "pw-play", to: "receiver")
        try await waitUntil("the film to be sound") { () async throws(TestSupportError) -> Bool in
            try await room.passedThrough() == nil
        }
        try await room.client.call("play")
        try await room.system.waitForLink(from: "fermata", to: "receiver")
        try await program.stop()
        try await room.daemon.stop()
    }

    @Test("DSD reaches the sink over PCM, bit by bit, if the graph can have its rate")
    func dsd() async throws {
        let room = try await Room.set(offers: [], rate: 176_400, rates: [44_100, 48_000, 176_400])
        let (path, expected) = try room.writeDSD(seconds: 2)
        try await room.client.call("volume", "{\"level\":0.3}")
        try await room.play(path)
        try await room.client.waitForEvent("player.itemChanged")
        #expect(try await room.passedThrough() == "dop")
        try await room.waitForEnd()
        let samples = try await room.receiver.stop().samples.map { Int32($0 * 0x1p23) }
        let start = try #require(samples.firstIndex { $0 != 0 })
        #expect(Array(samples[start..<min(samples.count, start + expected.count)]) == expected, "\(room.daemon.log)")
    }

    @Test("a sink that resamples in a graph at the rate of DSD gets sound")
    func resampled() async throws {
        let room = try await Room.set(offers: ["dts"], rates: [44_100, 48_000, 176_400])
        let (path, _) = try room.writeDSD(seconds: 1)
        try await room.waitForOffer("dts")
        try await room.play(path)
        try await room.client.waitForEvent("player.itemChanged")
        #expect(try await room.passedThrough() == nil, "\(room.daemon.log)")
        try await room.waitForEnd()
        try await room.daemon.stop()
    }

    @Test("DSD behind a song of another rate reaches the sink bit by bit, and sound again when another sink plays that resamples")
    func afterSong() async throws {
        let room = try await Room.set(offers: [], rate: 176_400, rates: [44_100, 48_000, 176_400], speakerRate: 48_000)
        let (path, expected) = try room.writeDSD(seconds: 20)
        try await room.waitForOffer("")
        try await room.play(try room.writeSong(seconds: 1))
        try await room.client.waitForEvent("player.itemChanged")
        try await room.client.call("queue.add", "{\"uris\":[\"\(path)\"]}")
        try await room.client.waitForEvent("player.itemChanged") { $0.string(at: "params.item.uri") == path }
        #expect(try await room.passedThrough() == "dop", "\(room.daemon.log)")
        try await room.receiver.waitForFrames(room.receiver.frameCount + 2 * 176_400)
        try await room.client.call("route.select", "{\"output\":\"speaker\"}")
        try await room.waitForSound()
        try await room.system.waitForLink(from: "fermata", to: "speaker")
        // What is left of DSD has the markers of the first frames, which sound has only by chance.
        let samples = try await room.receiver.stop().samples.map { Int32($0 * 0x1p23) }
        let beginning = Array(expected[..<16])
        let start = try #require(samples.indices.first { samples[$0...].starts(with: beginning) }, "\(room.daemon.log)")
        let length = min(176_400, samples.count - start)
        #expect(samples[start..<start + length].elementsEqual(expected[..<length]))
        try await room.daemon.stop()
    }
}

/// The bursts in a stream of words: what follows each preamble (IEC 61937-1, section 6), up to the next one.
private struct Bursts {
    private(set) var contents: [[Int16]] = []
    /// How many words that are not 0 lie outside of bursts.
    private(set) var torn = 0

    init(_ words: [Int16]) {
        var index = 0
        while index + 4 < words.count {
            guard words[index] == Int16(bitPattern: 0xF872), words[index + 1] == 0x4E1F else {
                if words[index] != 0 { torn += 1 }
                index += 1
                continue
            }
            let type = words[index + 2] & 0x1F
            // E-AC-3 states its length in bytes, the others in bits.
            let length = Int(UInt16(bitPattern: words[index + 3]))
            let count = (type == 21 ? length + 1 : (length + 15) / 8) / 2
            let end = min(words.count, index + 4 + count)
            contents.append(Array(words[index..<end]))
            index = end
        }
    }
}

/// Bytes that look random, the same on each run.
private struct SeededBytes {
    var state: UInt64

    mutating func next() -> UInt8 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
    }
}
