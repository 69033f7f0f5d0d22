import FoundationEssentials
import TestSupport
import Testing

@Suite("The programs for one stage of playback")
struct StageProgramTests {
    private func text(_ program: String, _ arguments: [String]) async throws -> String {
        String(decoding: try await Tool.run(try BuiltProgram.path(of: program), arguments), as: UTF8.self)
    }

    @Test("a file is decoded to its samples, and these are played frame by frame")
    func pipe() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let capture = try await SinkCapture.driven(in: system, sampleRate: 44_100)
        let music = AudioFixture.unique(frameCount: 66_150)
        let (flac, wave) = (system.directory.file("a.flac"), system.directory.file("a.wav"))
        try await AudioFiles.encode(music, to: flac)
        try AudioFiles.writeWave(music, bits: 16, to: wave)
        let facts = try await [text("run-decoder", [flac]), text("run-decoder", [wave])]
        let hashes = facts.map { $0.split(separator: "\n").dropFirst().first ?? "" }
        #expect(hashes[0].hasPrefix("66150 frames") && hashes[0] == hashes[1] && facts[0].hasPrefix("flac, 44100 Hz"), "\(facts)")

        let (decoder, output) = (try BuiltProgram.path(of: "run-decoder"), try BuiltProgram.path(of: "run-output"))
        let player = try await system.launch("bash", ["-c", "\(decoder) --raw \(flac) | \(output) --rate 44100"])
        #expect(try await player.waitForExit().isSuccess)
        let result = SampleComparison(of: try await capture.stop(), with: music)
        #expect(result.isExact && result.matchingFrames == music.soundingRange.count, "\(result)")
    }

    @Test("what is no file of sound, and no sound, is one sentence")
    func wrong() async throws {
        for (program, arguments) in [("run-decoder", ["/nonexistent.flac"]), ("run-output", ["--rate", "7"])] {
            let child = try await ChildProcess.launch(try BuiltProgram.path(of: program), arguments)
            #expect(try await !child.waitForExit().isSuccess)
        }
    }
}
