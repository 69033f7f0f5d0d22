import AudioSession
import AudioTypes
import Testing

@Suite("A private route")
struct PrivateRouteTests {
    @Test("lost with the headphones pauses, and says what was lost")
    func lostHeadphones() {
        var stage = SessionModelStage.playing(on: "headphones")
        #expect(stage.actions.isEmpty)
        stage.send(.soundCut)
        stage.remove("headphones")
        stage.show()
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 1_000)
        #expect(!stage.isPlaying)
        #expect(stage.actions.contains(.pausePlayer(.routeLost)))
        #expect(stage.routeChanges.map(\.reason) == [.oldDeviceUnavailable])
        #expect(stage.routeChanges.first?.previous.outputs.map(\.uid) == ["headphones"])
        #expect(stage.began.map(\.reason) == [.routeDisconnected])
        #expect(stage.session.interruptions.holding.isEmpty)
        #expect(stage.actions.contains(.endCut))
    }

    @Test("keeps the cut until the graph tells what it was for")
    func cutBeforeGraph() {
        var stage = SessionModelStage.playing(on: "headphones")
        stage.send(.soundCut)
        #expect(!stage.actions.contains(.endCut))
        stage.show()
        #expect(stage.actions.contains(.endCut))
    }

    @Test("is heard again after a false alarm that left no trace in the graph")
    func falseAlarm() {
        var stage = SessionModelStage.playing(on: "headphones")
        stage.send(.soundCut)
        stage.wait(milliseconds: 400)
        #expect(stage.actions.contains(.endCut))
        #expect(stage.isPlaying)
    }

    @Test("that was lost is lost once: a play after it is meant for wherever the sound goes now")
    func playAfterLoss() {
        var stage = SessionModelStage(policy: SessionPolicy())
        stage.add("speaker", .builtInSpeaker)
        stage.add("buds", .bluetoothA2DP)
        stage.graph.stream = GraphStream(serial: 50)
        stage.link(to: "buds")
        stage.show()
        stage.play()
        stage.send(.soundCut)
        stage.remove("buds")
        stage.show()
        stage.wait(milliseconds: 500)
        #expect(!stage.isPlaying)
        stage.play()
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(stage.isPlaying)
        #expect(stage.began.count == 1)
    }

    @Test("does not end the cut before the player is paused")
    func cutOutlivesPause() throws {
        var stage = SessionModelStage.playing(on: "headphones")
        stage.remove("headphones")
        stage.show()
        stage.wait(milliseconds: 1_000)
        let paused = try #require(stage.actions.firstIndex(of: .pausePlayer(.routeLost)))
        let heard = try #require(stage.actions.firstIndex(of: .endCut))
        #expect(paused < heard)
    }

    /// A stage that has played on headphones, which are lost; for ten seconds their return resumes playback.
    private func afterLoss() -> SessionModelStage {
        var policy = SessionPolicy()
        policy.resumeOnReconnect = 10_000_000_000
        var stage = SessionModelStage.playing(on: "headphones", policy: policy)
        stage.remove("headphones")
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 3_000)
        return stage
    }

    private func returnHeadphones(_ stage: inout SessionModelStage) {
        stage.add("headphones", .headphones)
        stage.link(to: "headphones")
        stage.show()
        stage.wait(milliseconds: 1_000)
    }

    @Test("that returns within its time resumes what its loss had paused, where that is configured")
    func reconnect() {
        var stage = afterLoss()
        #expect(!stage.isPlaying)
        #expect(stage.expectsResume)
        returnHeadphones(&stage)
        #expect(stage.isPlaying)
    }

    @Test("that returns after another player has begun to play resumes nothing")
    func reconnectBesideOthers() {
        var stage = afterLoss()
        #expect(stage.expectsResume)
        stage.send(.otherPlayerAppeared("mpv", title: "mpv", .playing, isNew: true))
        #expect(!stage.expectsResume && stage.actions.contains(.nameTaker("mpv")))
        returnHeadphones(&stage)
        #expect(!stage.isPlaying)
    }

    @Test("that returns with nothing plugged in resumes nothing before there is")
    func reconnectUnplugged() {
        var policy = SessionPolicy()
        policy.resumeOnReconnect = 60_000_000_000
        var stage = SessionModelStage.playing(on: "headphones", policy: policy)
        stage.remove("headphones")
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 3_000)
        stage.add("headphones", .headphones)
        stage.graph.sinks[1].isAvailable = false
        stage.link(to: "headphones")
        stage.show()
        stage.wait(milliseconds: 1_000)
        #expect(!stage.isPlaying && stage.expectsResume)
        stage.graph.sinks[1].isAvailable = true
        stage.show()
        stage.wait(milliseconds: 1_000)
        #expect(stage.isPlaying)
    }

    @Test("that returns during an interruption resumes after it, and not for a moment before")
    func reconnectDuringInterruption() throws {
        var policy = SessionPolicy()
        policy.resumeOnReconnect = 60_000_000_000
        var stage = SessionModelStage.playing(on: "headphones", policy: policy)
        stage.remove("headphones")
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 3_000)
        stage.startStream(7, role: "Communication")
        stage.add("headphones", .headphones)
        stage.link(to: "headphones")
        stage.show()
        stage.wait(milliseconds: 1_000)
        #expect(!stage.actions.contains(.resumePlayer(.routeLost)))
        stage.stopStream(7)
        stage.show()
        #expect(stage.isPlaying)
    }

    @Test("that returns before its loss has settled resumes as well")
    func quickReconnect() {
        var policy = SessionPolicy()
        policy.resumeOnReconnect = 10_000_000_000
        var stage = SessionModelStage(policy: policy)
        stage.add("speaker", .builtInSpeaker)
        stage.add("buds", .bluetoothA2DP)
        stage.graph.stream = GraphStream(serial: 50)
        stage.link(to: "buds")
        stage.show()
        stage.play()
        stage.forget()
        stage.remove("buds")
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 500)
        #expect(!stage.isPlaying)
        stage.add("buds", .bluetoothA2DP)
        stage.link(to: "buds")
        stage.show()
        stage.wait(milliseconds: 4_000)
        #expect(stage.isPlaying)
        #expect(stage.routeChanges.isEmpty)
    }

    @Test("that is lost before its arrival had settled is told as one that came and went")
    func lostBeforeSettled() {
        var stage = SessionModelStage.playing()
        stage.add("buds", .bluetoothA2DP)
        stage.link(to: "buds")
        stage.show()
        stage.wait(milliseconds: 1_000)
        stage.send(.soundCut)
        stage.remove("buds")
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(!stage.isPlaying)
        #expect(stage.began.map(\.reason) == [.routeDisconnected])
        #expect(stage.routeChanges.map(\.reason) == [.newDeviceAvailable, .oldDeviceUnavailable])
        #expect(stage.routeChanges.map { $0.current.outputs.map(\.uid) } == [["buds"], ["speaker"]])
        #expect(stage.routeChanges.last?.previous == stage.routeChanges.first?.current)
    }

    @Test("of headphones that is left for others, which are lost before that had settled, is not the speaker aloud")
    func secondHeadphones() {
        var stage = SessionModelStage.playing(on: "headphones")
        stage.add("buds", .bluetoothA2DP)
        stage.link(to: "buds")
        stage.show()
        stage.send(.soundCut)
        stage.show()
        stage.wait(milliseconds: 1_000)
        stage.send(.soundCut)
        stage.remove("buds")
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(!stage.isPlaying)
        #expect(stage.actions.contains(.pausePlayer(.routeLost)))
    }
}
