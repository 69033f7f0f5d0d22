import AudioSession
import AudioTypes
import Testing

@Suite("An interruption")
struct InterruptionTests {
    @Test("by a call pauses, and playback goes on by itself after it")
    func call() {
        var stage = SessionModelStage.playing()
        stage.startStream(7, role: "Communication")
        stage.show()
        #expect(!stage.isPlaying)
        #expect(stage.began.map(\.reason) == [.communication])
        #expect(stage.expectsResume)
        stage.stopStream(7)
        stage.show()
        #expect(stage.isPlaying)
        #expect(stage.ended.map(\.resumed) == [true])
        #expect(!stage.expectsResume)
    }

    @Test("by sleep promises that playback goes on only if that is wanted", arguments: [true, false])
    func promiseOfSleep(resumes: Bool) {
        var policy = SessionPolicy()
        policy.resumesAfterSleep = resumes
        var stage = SessionModelStage.playing(policy: policy)
        stage.send(.willSleep)
        #expect(!stage.isPlaying && stage.expectsResume == resumes)
        stage.send(.didWake)
        #expect(stage.isPlaying == resumes)
    }

    @Test("overlapped by another one lets playback go on after the last only")
    func overlapping() {
        var stage = SessionModelStage.playing()
        stage.startStream(7, role: "Communication")
        stage.show()
        stage.startStream(8, role: "phone")
        stage.show()
        stage.stopStream(7)
        stage.show()
        #expect(!stage.isPlaying)
        stage.stopStream(8)
        stage.show()
        #expect(stage.isPlaying)
        #expect(stage.ended.map(\.resumed) == [false, true])
    }

    @Test("after which somebody pressed pause resumes nothing")
    func pausedMeanwhile() {
        var stage = SessionModelStage.playing()
        stage.startStream(7, role: "Communication")
        stage.show()
        stage.pause()
        #expect(!stage.expectsResume)
        stage.stopStream(7)
        stage.show()
        #expect(!stage.isPlaying)
        #expect(stage.ended.map(\.resumed) == [false])
    }

    @Test("of what is only being opened holds that, and tells whether it goes on", arguments: [true, false])
    func opening(opens: Bool) throws {
        var stage = SessionModelStage()
        stage.session.player.opens = true
        let (_, actions) = try stage.session.beginInterruption(client: 3, reason: nil, mayDuck: false, at: 0)
        #expect(actions.contains(.pausePlayer(.interrupted)) && stage.expectsResume)
        stage.session.player.opens = false
        stage.session.player.waits = opens
        stage.send(.clientLeft(3))
        #expect(stage.ended.map(\.resumed) == [opens])
        #expect(stage.actions.contains(.resumePlayer(.interrupted)) == opens)
    }

    @Test("of what did not play starts nothing")
    func paused() {
        var stage = SessionModelStage.playing()
        stage.pause()
        stage.startStream(7, role: "Communication")
        stage.show()
        stage.stopStream(7)
        stage.show()
        #expect(!stage.isPlaying)
    }

    @Test("by a call refuses play, with who holds the sound")
    func playDuringCall() throws {
        var stage = SessionModelStage.playing()
        stage.startStream(7, role: "Communication")
        stage.show()
        let error = #expect(throws: SessionError.self) { try stage.session.checkPlay() }
        #expect(error?.code == .insufficientPriority)
        #expect(error?.message.contains("Caller 7") == true)
        #expect(throws: SessionError.self) { try stage.session.checkAnnouncement() }
        // The rooms of others have nothing to do with it.
        #expect(throws: Never.self) { try stage.session.checkRoomAnnouncement() }
    }

    @Test("by a client is refused where its connection holds too many, and no other client's is")
    func tooMany() throws {
        var stage = SessionModelStage.playing()
        for _ in 0..<Session.mostInterruptionsOfClient {
            stage.carryOut(try stage.session.beginInterruption(client: 3, reason: nil, mayDuck: true, at: 0).actions)
        }
        let error = #expect(throws: SessionError.self) {
            _ = try stage.session.beginInterruption(client: 3, reason: nil, mayDuck: true, at: 0)
        }
        #expect(error?.code == .limitExceeded)
        let (id, actions) = try stage.session.beginInterruption(client: 4, reason: nil, mayDuck: true, at: 0)
        stage.carryOut(actions)
        stage.send(.clientLeft(3))
        #expect(stage.session.interruptions.holding.map(\.id) == [id])
        _ = try stage.session.beginInterruption(client: 3, reason: nil, mayDuck: true, at: 0)
    }

    @Test("by a client is refused where all clients together hold too many, until some are over")
    func tooManyTogether() throws {
        var stage = SessionModelStage.playing()
        for number in 0..<Session.mostInterruptionsOfClients {
            let client = UInt64(3 + number / (Session.mostInterruptionsOfClient / 2))
            stage.carryOut(try stage.session.beginInterruption(client: client, reason: nil, mayDuck: true, at: 0).actions)
        }
        let error = #expect(throws: SessionError.self) {
            _ = try stage.session.beginInterruption(client: 99, reason: nil, mayDuck: true, at: 0)
        }
        #expect(error?.code == .limitExceeded && error?.message.contains("all clients") == true)
        // What is no client's does not count, and is never refused.
        stage.startStream(7, role: "Communication")
        stage.show()
        #expect(stage.session.interruptions.holding.last?.reason == .communication)
        stage.send(.clientLeft(3))
        _ = try stage.session.beginInterruption(client: 99, reason: nil, mayDuck: true, at: 0)
    }

    @Test("by a client ends for us when a person presses play, and its own end is no mistake then")
    func playEndsIt() throws {
        var stage = SessionModelStage.playing()
        let (id, actions) = try stage.session.beginInterruption(client: 3, reason: "assistant", mayDuck: false, at: 0)
        stage.carryOut(actions)
        #expect(!stage.isPlaying)
        stage.play()
        #expect(stage.isPlaying)
        #expect(stage.ended.map(\.id) == [id])
        stage.carryOut(try stage.session.endInterruption(id, client: 3, shouldResume: true, at: 0))
        #expect(stage.ended.count == 1)
    }

    @Test("by a client ends with its connection, and playback goes on")
    func clientLeft() throws {
        var stage = SessionModelStage.playing()
        stage.carryOut(try stage.session.beginInterruption(client: 3, reason: nil, mayDuck: false, at: 0).actions)
        stage.send(.clientLeft(4))
        #expect(!stage.isPlaying)
        stage.send(.clientLeft(3))
        #expect(stage.isPlaying)
    }

    @Test("of a client cannot be ended by another client, nor one that never was")
    func strangers() throws {
        var stage = SessionModelStage.playing()
        let (id, actions) = try stage.session.beginInterruption(client: 3, reason: nil, mayDuck: false, at: 0)
        stage.carryOut(actions)
        #expect(throws: SessionError.self) {
            try stage.session.endInterruption(id, client: 4, shouldResume: true, at: 0)
        }
        #expect(throws: SessionError.self) {
            try stage.session.endInterruption(id + 1, client: 3, shouldResume: true, at: 0)
        }
        #expect(!stage.isPlaying)
    }

    @Test("that may duck makes playback soft and pauses nothing")
    func ducking() throws {
        var stage = SessionModelStage.playing()
        let (id, actions) = try stage.session.beginInterruption(client: 3, reason: nil, mayDuck: true, at: 0)
        stage.carryOut(actions)
        #expect(stage.isPlaying)
        #expect(stage.actions.contains(.setSoftened(true)))
        #expect(stage.began.first?.ducks == true)
        stage.carryOut(try stage.session.endInterruption(id, client: 3, shouldResume: true, at: 0))
        #expect(stage.actions.contains(.setSoftened(false)))
        #expect(stage.ended.map(\.resumed) == [false])
    }

    @Test("that may duck pauses speech all the same")
    func speech() throws {
        var stage = SessionModelStage.playing()
        stage.carryOut(stage.session.setProfile(try SessionProfile(category: .playback, mode: .spokenAudio), at: 0))
        stage.carryOut(try stage.session.beginInterruption(client: 3, reason: nil, mayDuck: true, at: 0).actions)
        #expect(!stage.isPlaying)
    }

    @Test("by another player is over when that one stops, and nothing goes on by itself")
    func otherPlayer() {
        var stage = SessionModelStage.playing()
        stage.send(.otherPlayerChanged("mpv", .playing, byUs: false))
        #expect(!stage.isPlaying)
        stage.send(.otherPlayerChanged("mpv", .stopped, byUs: false))
        #expect(!stage.isPlaying)
        #expect(stage.ended.map(\.shouldResume) == [false])
    }

    @Test("by sleep lets the machine sleep, and resumes only where that is configured", arguments: [true, false])
    func sleep(resumes: Bool) {
        var policy = SessionPolicy()
        policy.resumesAfterSleep = resumes
        var stage = SessionModelStage.playing(policy: policy)
        stage.send(.willSleep)
        #expect(stage.actions.contains(.pausePlayer(.systemSleep)))
        #expect(stage.actions.contains(.allowSleep))
        let error = #expect(throws: SessionError.self) { try stage.session.checkRoomAnnouncement() }
        #expect(error?.code == .insufficientPriority)
        stage.send(.didWake)
        #expect(throws: Never.self) { try stage.session.checkRoomAnnouncement() }
        #expect(stage.isPlaying == resumes)
    }

    @Test("is taken for one where the session manager takes our links, and over when it gives them back")
    func corked() {
        var stage = SessionModelStage.playing()
        stage.graph.stream?.reaches = []
        stage.show()
        stage.wait(milliseconds: 250)
        #expect(stage.isPlaying)
        stage.wait(milliseconds: 100)
        #expect(!stage.isPlaying)
        #expect(stage.began.map(\.reason) == [.corked])
        stage.link(to: "speaker")
        stage.show()
        #expect(stage.isPlaying)
    }

    @Test("by links that were taken holds up no play: a person may have taken them, and nobody gives them back")
    func corkedForGood() throws {
        var stage = SessionModelStage.playing()
        stage.graph.stream?.reaches = []
        stage.show()
        stage.wait(milliseconds: 500)
        #expect(!stage.isPlaying && stage.expectsResume)
        let id = try #require(stage.began.first?.id)
        stage.play()
        #expect(stage.isPlaying && stage.ended.map(\.id) == [id])
        #expect(stage.session.interruptions.holding.isEmpty && stage.session.isActive)
        #expect(stage.actions.contains(.relinkOutput))
        // Nothing has changed, so it is not told again; and what is linked again is no end of anything.
        stage.wait(milliseconds: 5_000)
        stage.show()
        #expect(stage.isPlaying && stage.began.count == 1)
        stage.link(to: "speaker")
        stage.show()
        #expect(stage.isPlaying && stage.ended.count == 1)
        stage.graph.stream?.reaches = []
        stage.show()
        stage.wait(milliseconds: 500)
        #expect(!stage.isPlaying && stage.began.map(\.reason) == [.corked, .corked])
    }

    @Test("is not needed for a play to ask for links: they may be taken from what is paused")
    func linksTakenInAPause() {
        var stage = SessionModelStage.playing()
        stage.pause()
        stage.play()
        #expect(!stage.actions.contains(.relinkOutput))
        stage.pause()
        stage.graph.stream?.reaches = []
        stage.show()
        stage.wait(milliseconds: 500)
        #expect(stage.began.isEmpty)
        stage.play()
        #expect(stage.actions.count { $0 == .relinkOutput } == 1)
        stage.pause()
        stage.play()
        #expect(stage.actions.count { $0 == .relinkOutput } == 1, "once was enough, or there is no sense in it")
        stage.link(to: "speaker")
        stage.show()
        stage.pause()
        stage.remove("speaker")
        stage.show()
        stage.play()
        #expect(stage.actions.count { $0 == .relinkOutput } == 1, "the links went with the sink")
    }

    @Test("is not taken for one where somebody links our stream to a recorder, before or after", arguments: [true, false])
    func movedToRecorder(isLinkedFirst: Bool) {
        var stage = SessionModelStage.playing(on: "headphones")
        stage.send(.soundCut)
        stage.graph.stream?.reaches = []
        if !isLinkedFirst {
            stage.show()
            stage.wait(milliseconds: 500)
            #expect(!stage.isPlaying)
        }
        stage.graph.stream?.feedsOthers = true
        stage.show()
        stage.wait(milliseconds: 500)
        #expect(stage.isPlaying)
        #expect(stage.actions.contains(.endCut), "or the recorder would hear nothing")
        #expect(stage.session.interruptions.holding.isEmpty)
        stage.pause()
        stage.play()
        #expect(stage.isPlaying)
    }

    @Test("is not taken for one where the links go with the session manager, and come back with it")
    func managerRestart() {
        var stage = SessionModelStage.playing()
        stage.graph.stream?.reaches = []
        stage.graph.hasSessionManager = false
        stage.show()
        stage.wait(milliseconds: 5_000)
        stage.graph.hasSessionManager = true
        stage.show()
        stage.wait(milliseconds: 1_000)
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(stage.isPlaying)
        #expect(stage.began.isEmpty)
    }

    @Test("is not taken for one where a session manager comes back and links nothing")
    func forgetfulManager() {
        var stage = SessionModelStage.playing()
        stage.graph.stream?.reaches = []
        stage.show()
        stage.graph.hasSessionManager = false
        stage.show()
        stage.graph.hasSessionManager = true
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(stage.isPlaying)
        #expect(stage.began.isEmpty)
    }

    @Test("in spite of which playing begins, as was asked before it, pauses again and keeps the promise")
    func lateStart() {
        var stage = SessionModelStage.playing()
        stage.stop()
        stage.startStream(7, role: "Communication")
        stage.show()
        stage.activity = .playing(byUser: true)
        stage.send(.playerChanged(stage.activity))
        #expect(!stage.isPlaying)
        stage.stopStream(7)
        stage.show()
        #expect(stage.isPlaying)
    }
}
