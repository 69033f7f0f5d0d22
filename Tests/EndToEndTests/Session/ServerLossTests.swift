import TestSupport
import Testing

@Suite("A sound server that is killed", .serialized)
struct ServerLossTests {
    @Test("ten times in a row costs no item and no place")
    func tenTimes() async throws {
        // Each large block goes back to the kernel at once, and no thread has an arena of its own: by its own rules, the C library
        // keeps up to four megabytes more in one round than in another.
        let stage = try await SessionStage.playing(
            seconds: 120, environment: ["MALLOC_MMAP_THRESHOLD_": "131072", "MALLOC_ARENA_MAX": "1"])
        let item = try await stage.client.call("status").number(at: "result.item.id")
        let process = stage.daemon.process.processIdentifier
        var (last, memory) = (0.0, 0)
        for round in 0..<10 {
            try await waitUntil("the music to go on") { () async throws(TestSupportError) -> Bool in
                (try await stage.client.call("status").number(at: "result.position.seconds") ?? 0) > last + 0.2
            }
            try await stage.system.kill(.server)
            try await stage.client.waitForEvent("session.mediaServicesLost")
            try await stage.waitForState("paused", reason: "mediaServicesLost")
            let lost = try await stage.standingFrame()
            let away = try await stage.client.call("status")
            #expect(away.value(at: "result.resumeExpected", as: Bool.self) == true)
            #expect(try await stage.client.reply(to: "next").errorName == "media_services_failed")
            let start = ContinuousClock.now
            try await stage.system.restart()
            try await stage.client.waitForEvent("session.mediaServicesReset")
            try await stage.waitForState("playing", reason: "mediaServicesLost")
            let status = try await stage.client.call("status")
            let seconds = try #require(status.number(at: "result.position.seconds"))
            // From where it was heard, not from elsewhere; it may have gone on by now for as long as the server is back.
            #expect(seconds * 44_100 >= Double(lost) - 1, "round \(round): \(status.line)")
            #expect(.seconds(seconds - Double(lost) / 44_100) <= ContinuousClock.now - start, "round \(round): \(status.line)")
            #expect(status.number(at: "result.item.id") == item)
            last = seconds
            // What is loaded or grown once is there by then.
            if round == 3 { memory = try MemoryUse.privateDirty(of: process) }
        }
        // What a stream leaves behind is 1.4 MB of ring in each round, and more. The last round may not have given back what it had.
        try await waitUntil("what six rounds took to be given back") { () async throws(TestSupportError) -> Bool in
            try MemoryUse.privateDirty(of: process) - memory < 2 << 20
        }
    }

    @Test("leaves the music within a cycle of the last frame that the sink got")
    func place() async throws {
        let stage = try await SessionStage.set(seconds: 30)
        let sink = try await SinkCapture.driven(in: stage.system, sampleRate: 44_100)
        try await stage.play()
        try await stage.waitForPosition(1)
        let statistics = try await stage.client.call("server.statistics")
        let quantum = try #require(statistics.number(at: "result.quantum"))
        try await stage.system.kill(.server)
        try await stage.waitForState("paused", reason: "mediaServicesLost")
        let stood = try await stage.standingFrame()
        // The recorder ends with the server; all that it got is on the disk then.
        await #expect(throws: TestSupportError.self) { try await sink.waitForFrames(.max) }
        let heard = try sink.audioSoFar().soundingRange.count + stage.audio.soundingRange.lowerBound
        #expect(abs(heard - stood) <= Int(quantum), "\(heard) frames heard, \(stood) told, in cycles of \(quantum)")
    }

    @Test("is waited for with a look now and then, and nothing besides")
    func generousDeadline() async throws {
        let stage = try await SessionStage.playing()
        try await stage.system.kill(.server)
        try await stage.waitForState("paused", reason: "mediaServicesLost")
        // The tries become rare step by step, up to one in five seconds, each a few wake-ups of one thread.
        try await stage.daemon.rest(seconds: 5, atMost: 8)
        try await stage.system.restart()
        try await stage.waitForState("playing", reason: "mediaServicesLost")
    }

    @Test("while headphones play does not let the music go on out of the speaker")
    func headphonesGone() async throws {
        let stage = try await SessionStage.playing(on: .headphones)
        // The headphones end with the server, and are not added again.
        try await stage.system.kill(.server)
        try await stage.waitForState("paused", reason: "mediaServicesLost")
        try await stage.system.restart()
        try await stage.waitForState("paused", reason: "routeLost")
        try await stage.client.waitForEvent("session.mediaServicesReset")
        let speaker = try await SinkCapture.monitoring("speaker", in: stage.system, sampleRate: 44_100)
        #expect(try await speaker.stop().soundingRange.isEmpty)
        #expect(try await stage.state() == "paused")
    }

    @Test("while an interruption begins and ends that says not to go on leaves the music paused")
    func interruptedMeanwhile() async throws {
        let stage = try await SessionStage.playing()
        try await stage.system.kill(.server)
        try await stage.waitForState("paused", reason: "mediaServicesLost")
        let begun = try await stage.client.call("session.beginInterruption")
        let id = try #require(begun.value(at: "result.interruption", as: Int.self))
        try await stage.client.call("session.endInterruption", "{\"interruption\":\(id),\"shouldResume\":false}")
        try await stage.system.restart()
        try await stage.client.waitForEvent("session.mediaServicesReset")
        try await stage.system.waitForLink(from: "fermata", to: "speaker")
        #expect(try await stage.state() == "paused")
        #expect(try await stage.client.call("status").string(at: "result.reason") == "interrupted")
    }
}
