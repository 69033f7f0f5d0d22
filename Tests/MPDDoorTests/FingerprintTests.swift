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
}
