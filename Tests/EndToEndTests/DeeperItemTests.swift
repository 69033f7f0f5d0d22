import Glibc
import TestSupport
import Testing

@Suite("Recordings of the player while an item with more bits follows", .serialized)
struct DeeperItemTests {
    private static func stage(_ directory: TemporaryDirectory) async throws -> Stage {
        try await Stage.set(configuration: "[recording]\ndirectory = \"\(directory.path)/made\"\n")
    }

    /// Plays both sounds one after the other, the second one with 24 bits, and waits until some of the first was heard.
    private static func play(_ first: PCMAudio, _ second: PCMAudio, _ stage: Stage) async throws {
        let paths = [
            try await stage.write(first, suffix: "flac", name: "first"),
            try await stage.write(second, bits: 24, suffix: "flac", name: "second"),
        ]
        try await stage.client.call("queue.add", "{\"uris\":[\"\(paths.joined(separator: "\",\""))\"]}")
        try await stage.client.call("play")
        try await waitUntil("some sound") {
            (try? await stage.client.call("status"))?.number(at: "result.position.seconds") ?? 0 > 0.2
        }
    }

    @Test("go on in a deeper file, and every sample is that of its source, without a frame too many or too few at the joint")
    func joint() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        let (first, second) = (
            AudioFixture.unique(frameCount: 88_201), AudioFixture.unique(frameCount: 44_103, bits: 24, seed: 2)
        )
        try await Self.play(first, second, stage)
        let started = try await stage.client.call("record.start", #"{"source":"player","path":"take.flac"}"#)
        let path = try #require(started.string(at: "result.path"))
        try await stage.waitForEnd()
        let stopped = try await stage.client.call("record.stop", #"{"recording":1}"#)
        #expect(stopped.number(at: "result.files") == 2, "\(stopped.line)")
        let last = try #require(stopped.string(at: "result.path"))
        let before = try await AudioFiles.decode(path, sampleRate: 44_100, channelCount: 2).samples
        let isBefore = !before.isEmpty && before.elementsEqual(first.samples.suffix(before.count))
        #expect(isBefore, "the first file has \(before.count / 2) frames")
        let behind = try await AudioFiles.decode(last, sampleRate: 44_100, channelCount: 2).samples
        let isBehind = behind == second.samples
        #expect(isBehind, "the second file has \(behind.count / 2) frames")
    }

    @Test("over a connection tell their client what is lost from then on, and it says so")
    func client() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await Self.stage(directory)
        try await Self.play(
            AudioFixture.unique(frameCount: 88_201), AudioFixture.unique(frameCount: 44_103, bits: 24, seed: 2), stage)
        let (file, said) = (directory.file("take.flac"), directory.file("said"))
        let recorder = try await ChildProcess.launch(
            try BuiltProgram.path(of: "fermata"),
            ["record", "--from-player", "--socket", stage.daemon.socket, file], error: .file(said))
        try await waitUntil("the sentence") {
            let text = String(decoding: (try? readFile(said)) ?? [], as: UTF8.self)
            return text.contains("keeps 16 of 24 bits\n")
        }
        recorder.signal(SIGINT)
        try await recorder.waitForExit()
    }
}
