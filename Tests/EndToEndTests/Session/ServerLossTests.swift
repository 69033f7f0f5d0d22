import TestSupport
import Testing

@Suite("A sound server that is killed", .serialized)
struct ServerLossTests {
    @Test("ten times in a row costs no item and no place")
    func tenTimes() async throws {
        let stage = try await SessionStage.playing(seconds: 120)
        let item = try await stage.client.call("status").number(at: "result.item.id")
        var last = 0.0
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
            try await stage.system.restart()
            try await stage.client.waitForEvent("session.mediaServicesReset")
            try await stage.waitForState("playing", reason: "mediaServicesLost")
            let status = try await stage.client.call("status")
            let seconds = try #require(status.number(at: "result.position.seconds"))
            // From where it was heard, not from elsewhere; it may have gone on a little by now.
            #expect(seconds * 44_100 >= Double(lost) - 1, "round \(round): \(status.line)")
            #expect(seconds < Double(lost) / 44_100 + 5)
            #expect(status.number(at: "result.item.id") == item)
            last = seconds
        }
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
}
