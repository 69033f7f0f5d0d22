import AudioTypes
import Decoding
import FoundationEssentials
import Media
import MediaTypes
import PlayerModel
import TestSupport
import Testing

@testable import Fingerprinting

@Suite("fingerprints")
struct AudioFingerprintTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Writes chords that change every half second: noise has no fingerprint worth the name.
    private func write(_ name: String, seconds: Int, rate: Int = 11_025, channels: Int = 1, seed: Int = 1) throws -> String {
        let half = rate / 2
        var samples: [Float] = []
        for piece in 0..<(seconds * 2) {
            let pitch = 200 + Double((piece * 7 + seed * 3) % 24) * 37
            samples +=
                AudioFixture.sine(
                    frequency: pitch, frameCount: half, sampleRate: rate, channelCount: channels, amplitude: 0.4
                ).samples
        }
        let path = directory.file(name)
        try AudioFiles.writeWave(PCMAudio(sampleRate: rate, channelCount: channels, samples: samples), to: path)
        return path
    }

    private func fingerprint(_ path: String) throws -> String {
        try AudioFingerprint.of(path, media: MediaFileOpening(), cancellation: CancellationToken())
    }

    /// What Chromaprint's own program says. At 11,025 Hz and with one channel it converts nothing.
    private func reference(_ path: String) async throws -> String {
        let lines = String(decoding: try await Tool.run("fpcalc", [path]), as: UTF8.self).split(separator: "\n")
        return try #require(lines.compactMap { $0.hasPrefix("FINGERPRINT=") ? String($0.dropFirst(12)) : nil }.first)
    }

    private static let hasProgram = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .contains { FileManager.default.isExecutableFile(atPath: "\($0)/fpcalc") }

    @Test("a fingerprint is that of fpcalc, bit by bit", .enabled(if: hasProgram, "fpcalc is not installed"))
    func same() async throws {
        // With the FFmpeg of Debian 12, fpcalc fails at the end of a file.
        for (index, seconds) in [121, 150].enumerated() {
            let path = try write("\(seconds).wav", seconds: seconds, seed: index)
            let ours = try fingerprint(path)
            #expect(ours == (try await reference(path)), "\(seconds) s")
            #expect(ours.count > 20)
        }
    }

    @Test("two minutes count, and not what follows")
    func limit() throws {
        let (whole, longer) = (try write("120.wav", seconds: 120), try write("150.wav", seconds: 150))
        #expect(try fingerprint(whole) == fingerprint(longer))
        #expect(try fingerprint(whole) != fingerprint(try write("100.wav", seconds: 100)))
    }

    @Test("the rate and the channels matter little: the same sound has a similar fingerprint")
    func rates() throws {
        let first = try fingerprint(try write("mono.wav", seconds: 20))
        let second = try fingerprint(try write("stereo.wav", seconds: 20, rate: 44_100, channels: 2))
        #expect(first.prefix(4) == second.prefix(4), "the kind and the length")
        #expect(try fingerprint(try write("other.wav", seconds: 20, seed: 5)) != first)
    }

    @Test("of a file that is cut off, what is there counts")
    func cutOff() throws {
        let path = try write("whole.wav", seconds: 20)
        let half = try write("half.wav", seconds: 10)
        let cut = directory.file("cut.wav")
        try writeFile(Array(try readFile(path).prefix(try readFile(half).count)), to: cut)
        #expect(try fingerprint(cut) == fingerprint(half))
    }

    @Test("what is no sound, or is gone, or is no longer wanted, has none")
    func refusals() throws {
        let path = try write("some.wav", seconds: 5)
        let token = CancellationToken()
        token.cancel()
        let cancelled = #expect(throws: PlaybackError.self) {
            try AudioFingerprint.of(path, media: MediaFileOpening(), cancellation: token)
        }
        #expect(cancelled?.code == .superseded)
        let missing = #expect(throws: PlaybackError.self) { try fingerprint(directory.file("none.wav")) }
        #expect(missing?.code == .media(.notFound))
        try writeFile(Array("no sound at all".utf8), to: directory.file("text.wav"))
        #expect(throws: PlaybackError.self) { try fingerprint(directory.file("text.wav")) }
    }
}
