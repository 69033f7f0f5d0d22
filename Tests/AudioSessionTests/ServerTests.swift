import AudioSession
import AudioTypes
import Testing

@Suite("A sound server that goes and comes back")
struct ServerTests {
    @Test("lets the player go on once its default sink is known")
    func reset() {
        var stage = SessionModelStage.playing()
        stage.send(.serverLost)
        stage.wait(milliseconds: 5_000)
        stage.send(.serverConnected)
        #expect(!stage.actions.contains(.resetPlayer))
        stage.show()
        #expect(stage.actions.contains(.resetPlayer))
        #expect(stage.routeChanges.isEmpty)
    }

    @Test("stays away for announcements and recordings when the player goes on to an output that needs none")
    func otherOutput() {
        var stage = SessionModelStage.playing()
        let graph = stage.graph
        #expect(stage.session.isSoundServerHere)
        stage.send(.serverLost)
        #expect(!stage.session.graph.hasSoundServer)
        // The rooms are chosen: sound can be played, and the graph comes after that.
        stage.send(.serverConnected)
        #expect(!stage.session.graph.hasSoundServer && !stage.session.isSoundServerHere)
        stage.graph = GraphSnapshot()
        stage.graph.hasSoundServer = false
        stage.graph.hasSessionManager = true
        stage.add("rooms", .network)
        stage.graph.stream = GraphStream(serial: 60)
        stage.link(to: "rooms")
        stage.show()
        #expect(stage.actions.contains(.resetPlayer) && stage.session.isServerHere && !stage.session.isSoundServerHere)
        stage.graph = graph
        stage.show()
        #expect(stage.session.isSoundServerHere)
    }

    @Test("lets the player go on without a default sink after a while")
    func noSink() {
        var stage = SessionModelStage.playing()
        stage.send(.serverLost)
        stage.send(.serverConnected)
        stage.wait(milliseconds: 1_500)
        #expect(stage.actions.contains(.resetPlayer))
    }

    @Test("does not go on out of a speaker what was heard privately")
    func privateBefore() {
        var stage = SessionModelStage.playing(on: "headphones")
        stage.send(.serverLost)
        stage.activity = .paused(byUser: false)
        stage.send(.playerChanged(.paused(byUser: false)))
        stage.remove("headphones")
        stage.link(to: "speaker")
        stage.send(.serverConnected)
        stage.show()
        #expect(!stage.actions.contains(.resetPlayer))
        stage.wait(milliseconds: 3_000)
        let paused = stage.actions.firstIndex(of: .pausePlayer(.routeLost))
        let reset = stage.actions.firstIndex(of: .resetPlayer)
        #expect(paused != nil && reset != nil && (paused ?? 0) < (reset ?? 0))
    }

    @Test("does not take the speaker of a card for the headphones that were in its socket", arguments: [true, false])
    func privatePortBefore(isPluggedAgain: Bool) {
        func card(port: String) -> GraphDevice {
            var device = GraphDevice(name: "card", serial: 9)
            device.port = port
            return device
        }
        var stage = SessionModelStage()
        stage.add("analog", .headphones, device: card(port: "headphones"))
        stage.graph.stream = GraphStream(serial: 50)
        stage.link(to: "analog")
        stage.show()
        stage.play()
        loseServer(&stage)
        stage.graph.sinks[0].type = .builtInSpeaker
        stage.graph.sinks[0].device = card(port: "speaker")
        stage.send(.serverConnected)
        stage.show()
        stage.wait(milliseconds: 1_000)
        #expect(!stage.actions.contains(.resetPlayer), "it would be heard aloud")
        if isPluggedAgain {
            stage.graph.sinks[0].type = .headphones
            stage.graph.sinks[0].device = card(port: "headphones")
            stage.show()
        }
        stage.wait(milliseconds: 3_000)
        #expect(stage.actions.contains(.resetPlayer))
        #expect(stage.actions.contains(.pausePlayer(.routeLost)) == !isPluggedAgain)
    }

    @Test("does not take a socket with nothing in it for the headphones that were, whatever its port")
    func unpluggedBefore() {
        var stage = SessionModelStage.playing(on: "headphones")
        loseServer(&stage)
        stage.graph.sinks[1].isAvailable = false
        stage.send(.serverConnected)
        stage.show()
        #expect(!stage.actions.contains(.resetPlayer))
        stage.wait(milliseconds: 3_000)
        #expect(stage.actions.contains(.pausePlayer(.routeLost)) && stage.actions.contains(.resetPlayer))
    }

    @Test("takes a headset that comes back with another profile for the one that it was")
    func otherProfile() {
        let headset = GraphDevice(name: "headset", serial: 9)
        var stage = SessionModelStage()
        stage.add("music", .bluetoothA2DP, device: headset)
        stage.graph.stream = GraphStream(serial: 50)
        stage.link(to: "music")
        stage.show()
        stage.play()
        loseServer(&stage)
        stage.remove("music")
        stage.add("call", .bluetoothHFP, device: headset)
        stage.link(to: "call")
        stage.send(.serverConnected)
        stage.show()
        #expect(stage.actions.contains(.resetPlayer) && !stage.actions.contains(.pausePlayer(.routeLost)))
    }

    @Test("keeps the promise of an interruption that ended meanwhile")
    func interruptionEndsMeanwhile() throws {
        var stage = SessionModelStage.playing()
        stage.carryOut(try stage.session.beginInterruption(client: 3, reason: nil, mayDuck: false, at: 0).actions)
        stage.send(.serverLost)
        stage.send(.clientLeft(3))
        #expect(!stage.isPlaying)
        stage.send(.serverConnected)
        stage.show()
        #expect(stage.isPlaying)
    }

    private func loseServer(_ stage: inout SessionModelStage) {
        stage.send(.serverLost)
        // The player says so itself.
        stage.activity = .paused(byUser: false)
        stage.send(.playerChanged(stage.activity))
    }

    @Test("has what waits for it wait for an interruption that begins meanwhile, too", arguments: [true, false])
    func interruptionBeginsMeanwhile(shouldResume: Bool) throws {
        var stage = SessionModelStage.playing()
        loseServer(&stage)
        let begun = try stage.session.beginInterruption(client: 3, reason: nil, mayDuck: false, at: stage.time * 1_000_000)
        stage.carryOut(begun.actions)
        #expect(stage.actions.contains(.pausePlayer(.interrupted)), "or the player would go on by itself")
        #expect(stage.expectsResume)
        stage.send(.serverConnected)
        stage.show()
        #expect(stage.actions.contains(.resetPlayer))
        #expect(!stage.isPlaying)
        stage.carryOut(
            try stage.session.endInterruption(
                begun.id, client: 3, shouldResume: shouldResume, at: stage.time * 1_000_000))
        #expect(stage.isPlaying == shouldResume)
    }

    @Test("that is not back when such an interruption ends has the player stay, or go on once it is", arguments: [true, false])
    func interruptionMeanwhile(shouldResume: Bool) throws {
        var stage = SessionModelStage.playing()
        loseServer(&stage)
        let begun = try stage.session.beginInterruption(client: 3, reason: nil, mayDuck: false, at: stage.time * 1_000_000)
        stage.carryOut(begun.actions)
        stage.carryOut(
            try stage.session.endInterruption(
                begun.id, client: 3, shouldResume: shouldResume, at: stage.time * 1_000_000))
        #expect(stage.expectsResume == shouldResume)
        stage.send(.serverConnected)
        stage.show()
        #expect(stage.isPlaying == shouldResume)
    }

    @Test("while the machine sleeps leaves it to the waking whether anything plays", arguments: [true, false])
    func sleepMeanwhile(resumesAfterSleep: Bool) {
        var policy = SessionPolicy()
        policy.resumesAfterSleep = resumesAfterSleep
        var stage = SessionModelStage.playing(policy: policy)
        loseServer(&stage)
        stage.send(.willSleep)
        #expect(stage.actions.contains(.pausePlayer(.systemSleep)))
        stage.send(.didWake)
        stage.send(.serverConnected)
        stage.show()
        #expect(stage.isPlaying == resumesAfterSleep)
    }

    @Test("starts nothing by way of an interruption where nothing is to go on after it, or a person has paused")
    func noPromise() throws {
        for isByUser in [true, false] {
            var policy = SessionPolicy()
            policy.resumesAfterReset = isByUser
            var stage = SessionModelStage.playing(policy: policy)
            loseServer(&stage)
            if isByUser {
                stage.activity = .paused(byUser: true)
                stage.send(.userTookOver)
                stage.send(.playerChanged(stage.activity))
            }
            let begun = try stage.session.beginInterruption(client: 3, reason: nil, mayDuck: false, at: stage.time * 1_000_000)
            stage.carryOut(begun.actions)
            stage.send(.serverConnected)
            stage.show()
            stage.send(.clientLeft(3))
            #expect(!stage.isPlaying)
        }
    }

    /// A session at the start of a daemon whose last run was heard on headphones, with what is plugged in now.
    private func restarted(headphones: OutputType?, serverIsLate: Bool = false) -> SessionModelStage {
        var stage = SessionModelStage()
        let heard = GraphSink(uid: "headphones", serial: 1, name: "Headphones", type: .headphones, channelCount: 2)
        stage.carryOut(stage.session.awaitServer(privateOutput: heard, at: 0))
        stage.activity = .paused(byUser: false)
        if serverIsLate { stage.send(.serverLost) }
        stage.wait(milliseconds: 10_000)
        stage.add("speaker", .builtInSpeaker)
        if let headphones { stage.add("headphones", headphones) }
        stage.link(to: headphones == nil ? "speaker" : "headphones")
        stage.send(.serverConnected)
        stage.show()
        return stage
    }

    @Test("is awaited by what played when the last run ended, and plays it on", arguments: [false, true])
    func firstServer(isLate: Bool) {
        let stage = restarted(headphones: .headphones, serverIsLate: isLate)
        #expect(stage.actions.contains(.resetPlayer) && !stage.actions.contains(.pausePlayer(.routeLost)))
    }

    @Test("does not play aloud what was private before the daemon was started again", arguments: [OutputType.lineOut, nil])
    func firstServerWithoutHeadphones(now: OutputType?) {
        var stage = restarted(headphones: now)
        #expect(!stage.actions.contains(.resetPlayer))
        stage.wait(milliseconds: 3_000)
        let paused = stage.actions.firstIndex(of: .pausePlayer(.routeLost))
        let reset = stage.actions.firstIndex(of: .resetPlayer)
        #expect(paused != nil && reset != nil && (paused ?? 0) < (reset ?? 0))
    }

    /// A session at the start of a daemon whose last run was heard on headphones, and a server that has only just begun.
    private func restartedBeforeManager() -> SessionModelStage {
        var stage = SessionModelStage()
        stage.graph.hasSessionManager = false
        let heard = GraphSink(uid: "headphones", serial: 1, name: "Headphones", type: .headphones, channelCount: 2)
        stage.carryOut(stage.session.awaitServer(privateOutput: heard, at: 0))
        stage.activity = .paused(byUser: false)
        stage.send(.serverConnected)
        stage.show()
        return stage
    }

    @Test("has as long as its session manager takes to bring the private output back")
    func slowManager() {
        var stage = restartedBeforeManager()
        stage.wait(milliseconds: 6_000)
        stage.graph.hasSessionManager = true
        stage.show()
        stage.wait(milliseconds: 6_000)
        stage.add("speaker", .builtInSpeaker)
        stage.link(to: "speaker")
        stage.show()
        for second in 1...3 {
            stage.wait(milliseconds: 2_000)
            stage.add("card \(second)", .hdmi)
            stage.show()
        }
        // How loud something is has nothing to do with it, and neither have others' streams.
        stage.wait(milliseconds: 2_000)
        #expect(!stage.actions.contains(.resetPlayer))
        stage.add("headphones", .headphones)
        stage.link(to: "headphones")
        stage.show()
        #expect(stage.actions.contains(.resetPlayer) && !stage.actions.contains(.pausePlayer(.routeLost)))
    }

    @Test("counts from the last output that came, not from volumes and streams of others")
    func standingStill() {
        var stage = restartedBeforeManager()
        stage.graph.hasSessionManager = true
        stage.add("speaker", .builtInSpeaker)
        stage.link(to: "speaker")
        stage.show()
        for serial in 1...3 {
            stage.wait(milliseconds: 700)
            stage.graph.sinks[0].level = 0.1 * Double(serial)
            stage.startStream(UInt64(serial), role: "Music")
            stage.show()
        }
        stage.wait(milliseconds: 300)
        #expect(!stage.actions.contains(.resetPlayer))
        stage.wait(milliseconds: 200)
        #expect(stage.actions.contains(.pausePlayer(.routeLost)) && stage.actions.contains(.resetPlayer))
    }

    @Test("is not waited for without end where no session manager comes, or no output", arguments: [false, true])
    func noManager(hasManager: Bool) {
        var stage = restartedBeforeManager()
        stage.graph.hasSessionManager = hasManager
        stage.show()
        stage.wait(milliseconds: 29_000)
        #expect(!stage.actions.contains(.resetPlayer))
        stage.wait(milliseconds: 2_000)
        #expect(stage.actions.contains(.pausePlayer(.routeLost)) && stage.actions.contains(.resetPlayer))
    }

    @Test("is waited for no longer than any other where what was private may be heard aloud")
    func noisyByConfiguration() {
        var policy = SessionPolicy()
        policy.pausesWhenNoisy = false
        var stage = SessionModelStage.playing(on: "headphones", policy: policy)
        loseServer(&stage)
        stage.graph = GraphSnapshot()
        stage.send(.serverConnected)
        stage.show()
        stage.wait(milliseconds: 1_100)
        #expect(stage.actions.contains(.resetPlayer))
    }

    @Test("has its time once more where the machine was too busy to notice that it was over")
    func lateDeadline() {
        var stage = restartedBeforeManager()
        stage.graph.hasSessionManager = true
        stage.add("speaker", .builtInSpeaker)
        stage.link(to: "speaker")
        stage.show()
        stage.time += 4_000
        stage.send(.deadline)
        #expect(!stage.actions.contains(.resetPlayer))
        stage.add("headphones", .headphones)
        stage.link(to: "headphones")
        stage.show()
        #expect(stage.actions.contains(.resetPlayer) && !stage.actions.contains(.pausePlayer(.routeLost)))
    }

    @Test("lets a person play before it is known where the sound goes")
    func playBeforeFirstServer() {
        var stage = restarted(headphones: nil)
        stage.play()
        stage.wait(milliseconds: 3_000)
        #expect(stage.isPlaying && stage.actions.contains(.resetPlayer) && !stage.actions.contains(.pausePlayer(.routeLost)))
    }

    @Test("without the headphones that were heard before a call does not go on aloud after it")
    func privateBeforeCall() {
        var stage = SessionModelStage.playing(on: "headphones")
        stage.startStream(1, role: "Communication")
        stage.show()
        #expect(!stage.isPlaying)
        stage.send(.serverLost)
        stage.graph.others = []
        stage.remove("headphones")
        stage.link(to: "speaker")
        stage.send(.serverConnected)
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(!stage.isPlaying)
        #expect(!stage.expectsResume)
    }
}
