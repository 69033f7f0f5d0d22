import AudioSession
import AudioTypes
import Testing

@Suite("Where two things happen at once")
struct CrossingTests {
    private func policy(reconnect seconds: Int64 = 0, resumesAfterSleep: Bool = false) -> SessionPolicy {
        var policy = SessionPolicy()
        policy.resumeOnReconnect = seconds * 1_000_000_000
        policy.resumesAfterSleep = resumesAfterSleep
        return policy
    }

    private func takeHeadphones(_ stage: inout SessionModelStage) {
        stage.remove("headphones")
        stage.link(to: "speaker")
        stage.show()
    }

    private func bringHeadphones(_ stage: inout SessionModelStage) {
        stage.add("headphones", .headphones)
        stage.link(to: "headphones")
        stage.show()
        stage.wait(milliseconds: 5_000)
    }

    private func begin(_ client: UInt64, _ stage: inout SessionModelStage) throws {
        let begun = try stage.session.beginInterruption(
            client: client, reason: nil, mayDuck: false, at: stage.time * 1_000_000)
        stage.carryOut(begun.actions)
    }

    @Test("headphones that go during a call keep the music from going on aloud after it", arguments: [0, 3_000])
    func headphonesDuringCall(waits: Int64) {
        var stage = SessionModelStage.playing(on: "headphones")
        stage.startStream(1, role: "Communication")
        stage.show()
        stage.wait(milliseconds: 500)
        takeHeadphones(&stage)
        stage.wait(milliseconds: waits)
        stage.stopStream(1)
        stage.show()
        stage.wait(milliseconds: 3_000)
        #expect(!stage.isPlaying)
        #expect(!stage.expectsResume)
    }

    @Test("headphones that are not back after sleep keep the music from going on aloud")
    func headphonesDuringSleep() {
        var stage = SessionModelStage.playing(on: "headphones", policy: policy(resumesAfterSleep: true))
        stage.send(.willSleep)
        takeHeadphones(&stage)
        stage.send(.didWake)
        stage.wait(milliseconds: 3_000)
        #expect(!stage.isPlaying)
    }

    @Test("a category without output set during a call keeps the music from going on after it")
    func recordDuringCall() throws {
        var stage = SessionModelStage.playing()
        stage.startStream(1, role: "Communication")
        stage.show()
        stage.carryOut(stage.session.setProfile(try SessionProfile(category: .record), at: stage.time * 1_000_000))
        stage.stopStream(1)
        stage.show()
        #expect(!stage.isPlaying)
    }

    @Test("a sleep that changed nothing is not the reason of what changes hours later")
    func longAfterSleep() {
        var stage = SessionModelStage.playing(on: "headphones")
        stage.send(.willSleep)
        stage.send(.didWake)
        stage.play()
        stage.wait(milliseconds: 7_200_000)
        takeHeadphones(&stage)
        stage.wait(milliseconds: 3_000)
        #expect(stage.routeChanges.map(\.reason) == [.oldDeviceUnavailable])
    }

    @Test("waking without a sleep is no reason of anything")
    func wakeWithoutSleep() {
        var stage = SessionModelStage.playing(on: "headphones")
        stage.send(.didWake)
        takeHeadphones(&stage)
        stage.wait(milliseconds: 3_000)
        #expect(stage.routeChanges.map(\.reason) == [.oldDeviceUnavailable])
    }

    @Test("the promise of an interruption that ends while the server is away passes on to the next one")
    func promisePassedOn() throws {
        var stage = SessionModelStage.playing()
        try begin(1, &stage)
        stage.send(.serverLost)
        stage.send(.clientLeft(1))
        try begin(2, &stage)
        stage.send(.serverConnected)
        stage.show()
        stage.wait(milliseconds: 2_000)
        #expect(!stage.isPlaying)
        stage.send(.clientLeft(2))
        #expect(stage.isPlaying)
    }

    @Test("a person's pause while the server is away outlives everything that comes back")
    func pausedWhileAway() {
        var stage = SessionModelStage.playing(on: "headphones", policy: policy(reconnect: 60))
        stage.send(.serverLost)
        stage.activity = .paused(byUser: false)
        stage.send(.playerChanged(stage.activity))
        stage.activity = .paused(byUser: true)
        stage.send(.userTookOver)
        stage.send(.playerChanged(stage.activity))
        takeHeadphones(&stage)
        stage.send(.serverConnected)
        stage.show()
        stage.wait(milliseconds: 5_000)
        bringHeadphones(&stage)
        #expect(stage.began.isEmpty)
        #expect(!stage.isPlaying)
    }

    @Test("a jump to another place while the server is away leaves it to an interruption whether the player goes on with it")
    func soughtWhileAway() throws {
        var stage = SessionModelStage.playing()
        stage.send(.serverLost)
        stage.activity = .paused(byUser: false)
        stage.send(.playerChanged(stage.activity))
        stage.send(.userTookOver)
        try begin(1, &stage)
        #expect(stage.actions.contains(.pausePlayer(.interrupted)), "or the player would go on by itself")
    }

    @Test("a jump to another place while the server is away does not let what was private go on aloud with it")
    func soughtPrivately() {
        var stage = SessionModelStage.playing(on: "headphones")
        stage.send(.serverLost)
        stage.activity = .paused(byUser: false)
        stage.send(.playerChanged(stage.activity))
        stage.send(.userTookOver)
        stage.forget()
        stage.remove("headphones")
        stage.link(to: "speaker")
        stage.send(.serverConnected)
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(stage.actions.firstIndex(of: .pausePlayer(.routeLost)) ?? .max < stage.actions.firstIndex(of: .resetPlayer) ?? 0)
    }

    @Test("a player that its user starts during a call has the sound after it")
    func otherPlayerDuringCall() {
        var stage = SessionModelStage.playing()
        stage.startStream(1, role: "Communication")
        stage.show()
        stage.send(.otherPlayerAppeared("mpv", title: "mpv", .stopped, isNew: true))
        stage.send(.otherPlayerChanged("mpv", .playing, byUs: false))
        stage.stopStream(1)
        stage.show()
        #expect(!stage.actions.contains(.pauseOther("mpv")))
        #expect(!stage.isPlaying)
    }

    @Test("headphones that come back during a call have the music go on after it")
    func headphonesBackDuringCall() {
        var stage = SessionModelStage.playing(on: "headphones", policy: policy(reconnect: 60))
        takeHeadphones(&stage)
        stage.wait(milliseconds: 3_000)
        stage.startStream(1, role: "Communication")
        bringHeadphones(&stage)
        #expect(!stage.isPlaying && stage.expectsResume)
        stage.stopStream(1)
        stage.show()
        #expect(stage.isPlaying)
    }

    @Test("a session that was given back does not start again with the headphones")
    func deactivatedMeanwhile() throws {
        var stage = SessionModelStage.playing(on: "headphones", policy: policy(reconnect: 60))
        takeHeadphones(&stage)
        stage.wait(milliseconds: 3_000)
        stage.carryOut(try stage.session.setActive(false, notifyOthers: false, at: stage.time * 1_000_000))
        bringHeadphones(&stage)
        #expect(!stage.isPlaying)
    }

    @Test("headphones that come back the next morning start nothing")
    func nextMorning() {
        var stage = SessionModelStage.playing(on: "headphones", policy: policy(reconnect: 60))
        takeHeadphones(&stage)
        stage.wait(milliseconds: 3_000)
        stage.send(.willSleep)
        stage.send(.didWake)
        bringHeadphones(&stage)
        #expect(!stage.isPlaying)
    }

    @Test("going on is not expected any more once the time to reconnect is over")
    func expired() {
        var stage = SessionModelStage.playing(on: "headphones", policy: policy(reconnect: 5))
        takeHeadphones(&stage)
        stage.wait(milliseconds: 60_000)
        #expect(!stage.expectsResume)
    }

    @Test("a mode that is restored before anything is known of the graph changes no route")
    func restoredMode() throws {
        var stage = SessionModelStage()
        stage.add("speaker", .builtInSpeaker)
        stage.link(to: "speaker")
        stage.carryOut(stage.session.setProfile(try SessionProfile(category: .ambient), at: stage.time * 1_000_000))
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(stage.routeChanges.isEmpty)
    }

    @Test("a mode set while a loss is settling does not swallow the loss")
    func modeDuringLoss() throws {
        var stage = SessionModelStage.playing(on: "headphones")
        takeHeadphones(&stage)
        let profile = try SessionProfile(category: .playback, mode: .moviePlayback)
        stage.carryOut(stage.session.setProfile(profile, at: stage.time * 1_000_000))
        stage.wait(milliseconds: 5_000)
        #expect(stage.routeChanges.map(\.reason) == [.categoryChange, .oldDeviceUnavailable])
    }

    @Test("a player told to pause that has not said so yet is told to go on all the same")
    func quickReturn() throws {
        var stage = SessionModelStage()
        stage.send(.otherPlayerChanged("mpv", .playing, byUs: false))
        stage.play()
        stage.carryOut(try stage.session.setActive(false, notifyOthers: true, at: stage.time * 1_000_000))
        #expect(stage.actions.contains(.resumeOther("mpv")))
    }
}
