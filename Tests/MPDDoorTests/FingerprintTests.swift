import TestSupport
import Testing

@Suite("fingerprints through MPD", .serialized)
struct FingerprintTests {
    @Test("a file and a song of the library have the fingerprint that fpcalc gives, and what is none is refused")
    func fingerprint() async throws {
        let port = try freePort()
        let stage = try await MPDStage.set("listen = [\"127.0.0.1:\(port)\"]", music: "music")
        _ = try stage.system.directory.makeDirectory("music")
        let path = stage.system.directory.file("music/chords.wav")
        var samples: [Float] = []
        // With the FFmpeg of Debian 12, fpcalc fails at the end of a file: two minutes are enough that it does not get there.
        for piece in 0..<250 {
            samples +=
                AudioFixture.sine(
                    frequency: 200 + Double(piece * 7 % 24) * 37, frameCount: 5_512, sampleRate: 11_025, channelCount: 1
                ).samples
        }
        try AudioFiles.writeWave(PCMAudio(sampleRate: 11_025, channelCount: 1, samples: samples), to: path)
        let lines = String(decoding: try await Tool.run("fpcalc", [path]), as: UTF8.self).split(separator: "\n")
        let theirs = try #require(lines.first { $0.hasPrefix("FINGERPRINT=") }?.dropFirst(12))
        let client = stage.client
        for name in [path, "chords.wav"] {
            #expect(try await client.ask("getfingerprint \"\(name)\"") == ["chromaprint: \(theirs)", "OK"], "\(name)")
        }
        let missing = try await client.ask("getfingerprint none.wav")
        #expect(missing.count == 1 && missing[0].hasPrefix("ACK [50@0] {getfingerprint} "), "\(missing)")
        #expect(try await client.ask("getfingerprint foo://x") == ["ACK [2@0] {getfingerprint} Unsupported URI scheme"])
        // Who comes over the network may name the songs of the library only.
        let remote = try await MPDTestClient(port: port)
        #expect(try await remote.ask("getfingerprint \"\(path)\"") == ["ACK [4@0] {getfingerprint} Access denied"])
        #expect(try await remote.ask("getfingerprint chords.wav") == ["chromaprint: \(theirs)", "OK"])
    }

    @Test("a client that leaves ends what it waits for, and the next client has its thread")
    func leaving() async throws {
        let stage = try await MPDStage.set("[network]\ntimeout_seconds = 300")
        let server = try await MediaServer.start()
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 44_100 * 10), bits: 16, to: server.directory.file("song.wav"))
        let song = try stage.writeSongs(1, seconds: 5)[0]
        // Says nothing more behind its beginning.
        let stream = server.address("song.wav?stall=100000")
        var first: MPDTestClient? = try await stage.connect()
        var second: MPDTestClient? = try await stage.connect()
        try await first?.send("getfingerprint \(stream)")
        try await second?.send("getfingerprint \(stream)&second")
        // Each may ask for several parts.
        try await waitUntil("both streams in \(server.requests)") {
            server.requests.contains { $0.contains("&second") } && server.requests.contains { !$0.contains("&second") }
        }
        // As many as are made at once: the third one waits.
        try await stage.client.send("getfingerprint \"\(song)\"")
        let process = stage.daemon.process.processIdentifier
        func threads() throws(TestSupportError) -> Int {
            try ThreadActivity(of: process).names.count { $0 == "fermata-probe" }
        }
        #expect(try threads() == 2)
        first = nil
        let reply = try await stage.client.reply()
        #expect(reply.count == 2 && reply[0].hasPrefix("chromaprint: ") && reply[1] == "OK", "\(reply)")
        second = nil
        try await waitUntil("the end of the threads") { () async throws(TestSupportError) -> Bool in try threads() == 0 }
    }
}
