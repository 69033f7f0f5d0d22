import TestSupport
import Testing

@Suite("A stream that somebody takes away", .serialized)
struct TakenStreamTests {
    @Test("the music goes on where it was: at most what the graph held is lost, and nothing is heard twice")
    func destroyed() async throws {
        let quantum = 1_024
        let stage = try await Stage.set(quantum: quantum)
        let audio = AudioFixture.unique(frameCount: 44_100 * 4)
        try await stage.play(try await stage.write(audio))
        try await stage.capture.waitForFrames(44_100)
        let node = try #require(try await stage.system.graph().node(named: "fermata"))
        let serial = node.properties["object.serial"]
        try await stage.system.run("pw-cli", ["destroy", "\(node.id)"])
        let _: GraphObject = try await stage.system.waitForGraph("another stream") { graph in
            graph.node(named: "fermata").flatMap { $0.properties["object.serial"] == serial ? nil : $0 }
        }
        try await stage.waitForEnd()
        let log = stage.daemon.log
        #expect(log.contains("taken away"), "\(log)")

        let captured = try await stage.capture.stop()
        let gap = captured.firstSilence(in: captured.soundingRange)
        let heard = captured[0..<gap.lowerBound].followed(by: captured[gap.upperBound..<captured.frameCount])
        let result = SampleComparison(of: heard, with: audio)
        #expect(
            result.lostFrames <= 2 * quantum && result.insertedFrames == 0 && result.differingFrames == 0,
            "\(result)\n\(log)")
    }

    @Test("on headphones it goes on there, and is no loss of theirs")
    func onHeadphones() async throws {
        let stage = try await SessionStage.playing(on: .headphones)
        try await stage.waitForPosition(1)
        let node = try #require(try await stage.system.graph().node(named: "fermata"))
        try await stage.system.run("pw-cli", ["destroy", "\(node.id)"])
        try await waitUntil("the loss to be told") { stage.daemon.log.contains("taken away") }
        try await stage.system.waitForLink(from: "fermata", to: "headphones")
        let start = try await stage.client.call("status").number(at: "result.position.seconds") ?? 0
        try await stage.waitForPosition(start + 1)
        let status = try await stage.client.call("status")
        #expect(status.string(at: "result.state") == "playing", "\(status.line)\n\(stage.daemon.log)")
        #expect(try await stage.client.call("session.get").line.contains("\"interruptions\":[]"))
    }
}
