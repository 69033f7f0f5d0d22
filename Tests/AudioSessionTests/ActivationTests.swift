import AudioSession
import AudioTypes
import Testing

@Suite("Activation")
struct ActivationTests {
    @Test("pauses the players that play, and lets exactly those go on when it is given back")
    func others() throws {
        var stage = SessionModelStage()
        stage.send(.otherPlayerChanged("mpv", .playing, byUs: false))
        stage.send(.otherPlayerChanged("vlc", .paused, byUs: false))
        stage.play()
        #expect(stage.actions.contains(.pauseOther("mpv")))
        #expect(!stage.actions.contains(.pauseOther("vlc")))
        stage.send(.otherPlayerChanged("mpv", .paused, byUs: true))
        stage.carryOut(try stage.session.setActive(false, notifyOthers: true, at: 0))
        #expect(stage.actions.contains(.resumeOther("mpv")))
        #expect(!stage.actions.contains(.resumeOther("vlc")))
        #expect(!stage.isPlaying)
    }

    @Test("leaves a player alone that its user has touched since")
    func touched() throws {
        var stage = SessionModelStage()
        stage.send(.otherPlayerChanged("mpv", .playing, byUs: false))
        stage.play()
        stage.send(.otherPlayerChanged("mpv", .paused, byUs: true))
        stage.send(.otherPlayerChanged("mpv", .playing, byUs: false))
        stage.send(.otherPlayerChanged("mpv", .paused, byUs: false))
        stage.carryOut(try stage.session.setActive(false, notifyOthers: true, at: 0))
        #expect(!stage.actions.contains(.resumeOther("mpv")))
    }

    @Test("of a session that mixes leaves everybody alone")
    func mixing() throws {
        var stage = SessionModelStage()
        stage.send(.otherPlayerChanged("mpv", .playing, byUs: false))
        stage.carryOut(
            stage.session.setProfile(try SessionProfile(category: .playback, options: [.mixWithOthers]), at: 0))
        stage.play()
        #expect(!stage.actions.contains(.pauseOther("mpv")))
        stage.send(.otherPlayerChanged("vlc", .playing, byUs: false))
        #expect(stage.isPlaying)
    }

    @Test("ducks others while it lasts, where that is an option")
    func ducking() throws {
        var stage = SessionModelStage()
        stage.carryOut(stage.session.setProfile(try SessionProfile(category: .ambient, options: [.duckOthers]), at: 0))
        stage.play()
        #expect(stage.actions.contains(.duckOthers(true)))
        stage.stop()
        #expect(stage.actions.last { if case .duckOthers = $0 { true } else { false } } == .duckOthers(false))
    }

    @Test("ends with stop and with the queue, and says why", arguments: [true, false])
    func ends(endOfQueue: Bool) {
        var stage = SessionModelStage.playing()
        stage.stop(endOfQueue: endOfQueue)
        #expect(stage.events.contains(.activeChanged(false, endOfQueue ? .endOfQueue : .stop)))
        #expect(!stage.session.isActive)
    }

    @Test("is refused without a sound server")
    func noServer() {
        var stage = SessionModelStage()
        stage.send(.serverLost)
        let error = #expect(throws: SessionError.self) { try stage.session.setActive(true, notifyOthers: false, at: 0) }
        #expect(error?.code == .mediaServicesFailed)
    }

    @Test("leaves others alone that play and may not be interrupted, whether a client asks for it or plays")
    func passive() throws {
        var policy = SessionPolicy()
        policy.interruptsOthers = false
        var stage = SessionModelStage(policy: policy)
        stage.send(.otherPlayerChanged("mpv", .playing, byUs: false))
        stage.carryOut(try stage.session.setActive(true, notifyOthers: false, at: 0))
        #expect(stage.session.isActive)
        stage.play()
        #expect(stage.isPlaying)
        #expect(!stage.actions.contains(.pauseOther("mpv")))
    }

    @Test("of a category for which there is neither an output nor an input says so, until there is an input")
    func noRoute() throws {
        var stage = SessionModelStage.playing()
        stage.carryOut(stage.session.setProfile(try SessionProfile(category: .record), at: 0))
        stage.addSource("microphone", .builtInMic)
        stage.graph.defaultSource = "microphone"
        stage.show()
        stage.wait(milliseconds: 1_000)
        stage.removeSource("microphone")
        stage.graph.defaultSource = nil
        stage.show()
        stage.wait(milliseconds: 1_000)
        #expect(
            stage.routeChanges.map(\.reason)
                == [.noSuitableRouteForCategory, .newDeviceAvailable, .noSuitableRouteForCategory])
    }

    @Test("of a category without output refuses to play, and pauses what plays")
    func record() throws {
        var stage = SessionModelStage.playing()
        stage.addSource("microphone", .builtInMic)
        stage.graph.defaultSource = "microphone"
        stage.show()
        stage.carryOut(stage.session.setProfile(try SessionProfile(category: .record), at: 0))
        #expect(!stage.isPlaying)
        let error = #expect(throws: SessionError.self) { try stage.session.checkPlay() }
        #expect(error?.code == .incompatibleCategory)
        #expect(stage.routeChanges.map(\.reason) == [.categoryChange])
        #expect(stage.session.route.outputs.isEmpty)
    }
}
