import AudioTypes
import Testing

@testable import AudioSession

@Suite("While the sound goes to rooms, one of which is that of this machine,")
struct LocalRoomTests {
    /// A stage that plays in rooms. Another program plays the room of this machine on headphones or on the speaker.
    private static func rooms(
        _ rule: LocalRoomRule? = .mute, on uid: String = "headphones", isKnown: Bool = true, reconnect: Int64 = 0
    ) -> SessionModelStage {
        var policy = SessionPolicy()
        policy.localRoom = rule
        policy.resumeOnReconnect = reconnect
        var stage = SessionModelStage(policy: policy)
        stage.add("speaker", .builtInSpeaker)
        if uid == "headphones" { stage.add("headphones", .headphones) }
        stage.add("snapcast", .network)
        stage.graph.sinks[stage.graph.sinks.count - 1].isIndependent = true
        stage.graph.stream = GraphStream(serial: 50, reaches: ["snapcast"], target: "snapcast")
        stage.graph.defaultSink = uid
        stage.show()
        if isKnown { stage.send(.localRoomKnown(true)) }
        stage.play()
        stage.forget()
        return stage
    }

    private func mutes(_ stage: SessionModelStage) -> [Bool] {
        stage.actions.compactMap { if case .muteLocalRoom(let isMuted) = $0 { isMuted } else { nil } }
    }

    @Test("a call mutes that room, and the others play on")
    func call() {
        var stage = Self.rooms()
        stage.startStream(7, role: "Communication")
        stage.show()
        #expect(stage.isPlaying && mutes(stage) == [true])
        #expect(stage.began.map(\.effect) == [.mutesLocalRoom])
        stage.startStream(8, role: "Alarm")
        stage.show()
        stage.stopStream(7)
        stage.show()
        #expect(mutes(stage) == [true])
        stage.stopStream(8)
        stage.show()
        #expect(stage.isPlaying && mutes(stage) == [true, false])
        #expect(stage.ended.map(\.resumed) == [false, false])
    }

    @Test("a call pauses all rooms if that is the rule, or if that room is not known or not named", arguments: [0, 1, 2])
    func pausing(reason: Int) {
        var stage =
            switch reason {
            case 0: Self.rooms(.pause)
            case 1: Self.rooms(isKnown: false)
            default: Self.rooms(nil)
            }
        stage.startStream(7, role: "Communication")
        stage.show()
        #expect(!stage.isPlaying && stage.began.map(\.effect) == [.pauses] && mutes(stage) == [])
        stage.stopStream(7)
        stage.show()
        #expect(stage.isPlaying && mutes(stage) == [])
    }

    @Test("what may duck mutes that room, and the others are as loud as before")
    func ducking() throws {
        var stage = Self.rooms()
        let begun = try stage.session.beginInterruption(client: 3, reason: nil, mayDuck: true, at: stage.time * 1_000_000)
        stage.carryOut(begun.actions)
        #expect(mutes(stage) == [true] && !stage.actions.contains(.setSoftened(true)))
        stage.send(.clientLeft(3))
        #expect(mutes(stage) == [true, false])
    }

    @Test("sleep pauses all rooms: it is this machine that feeds them")
    func sleep() {
        var stage = Self.rooms()
        stage.send(.willSleep)
        #expect(!stage.isPlaying && mutes(stage) == [])
    }

    @Test("play is not refused during a call, and that room stays mute; another player is over with it")
    func playing() {
        var stage = Self.rooms()
        stage.startStream(7, role: "Communication")
        stage.send(.otherPlayerAppeared("film", title: "Film", .paused, isNew: true))
        stage.show()
        stage.send(.otherPlayerChanged("film", .playing, byUs: false))
        stage.pause()
        #expect(!stage.isPlaying && (try? stage.session.checkPlay()) != nil)
        stage.play()
        #expect(stage.isPlaying && stage.ended.count == 1 && mutes(stage) == [true])
        stage.stopStream(7)
        stage.show()
        #expect(mutes(stage) == [true, false])
    }

    @Test("a room is not muted while nothing plays")
    func silent() {
        var stage = Self.rooms()
        stage.pause()
        stage.startStream(7, role: "Communication")
        stage.show()
        #expect(mutes(stage) == [])
        stage.play()
        #expect(stage.isPlaying && mutes(stage) == [true])
    }

    @Test("whoever chooses the output of this machine during a call stops it, and that room stays mute until the call is over")
    func chosenHere() throws {
        var stage = Self.rooms(on: "speaker")
        stage.startStream(7, role: "Communication")
        stage.show()
        stage.carryOut(try stage.session.select("speaker", at: stage.time * 1_000_000))
        stage.graph.stream = GraphStream(serial: 51, reaches: ["speaker"], target: "speaker")
        stage.show()
        #expect(!stage.isPlaying && stage.expectsResume && mutes(stage) == [true])
        stage.stopStream(7)
        stage.show()
        #expect(stage.isPlaying && mutes(stage) == [true, false])
    }

    @Test("whoever chooses the rooms during a call hears the music there, except in that one")
    func chosenRooms() throws {
        var stage = Self.rooms(on: "speaker")
        stage.carryOut(try stage.session.select("speaker", at: stage.time * 1_000_000))
        stage.graph.stream = GraphStream(serial: 51, reaches: ["speaker"], target: "speaker")
        stage.show()
        stage.wait(milliseconds: 1_000)
        stage.startStream(7, role: "Communication")
        stage.show()
        #expect(!stage.isPlaying)
        stage.carryOut(try stage.session.select("snapcast", at: stage.time * 1_000_000))
        stage.graph.stream = GraphStream(serial: 52, reaches: ["snapcast"], target: "snapcast")
        stage.show()
        #expect(stage.isPlaying && mutes(stage) == [true])
    }

    @Test("the server of the rooms may go during a call: a room that is mute stays so, one that is not pauses all")
    func serverGone() {
        var stage = Self.rooms()
        stage.startStream(7, role: "Communication")
        stage.show()
        stage.send(.localRoomKnown(false))
        #expect(stage.isPlaying && mutes(stage) == [true])
        stage.stopStream(7)
        stage.show()
        stage.startStream(8, role: "Communication")
        stage.show()
        #expect(!stage.isPlaying && mutes(stage) == [true, false])
    }

    @Test("headphones that are lost mute that room at once, and the others play on")
    func headphones() {
        var stage = Self.rooms()
        stage.unplug()
        #expect(mutes(stage) == [true] && stage.began == [])
        stage.wait(milliseconds: 1_000)
        #expect(stage.isPlaying && mutes(stage) == [true])
        #expect(stage.began.map(\.reason) == [.routeDisconnected] && stage.began.map(\.effect) == [.mutesLocalRoom])
        stage.plugIn()
        stage.wait(milliseconds: 1_000)
        #expect(mutes(stage) == [true])
        // Play, after a pause: a person wants to hear it.
        stage.pause()
        stage.play()
        #expect(mutes(stage) == [true, false])
    }

    @Test("headphones that come back in time are heard again", arguments: [LocalRoomRule.mute, .pause])
    func reconnect(rule: LocalRoomRule) {
        var stage = Self.rooms(rule, reconnect: 60_000_000_000)
        stage.unplug()
        stage.wait(milliseconds: 1_000)
        #expect(stage.isPlaying == (rule == .mute) && stage.expectsResume == (rule == .pause))
        stage.plugIn()
        #expect(stage.isPlaying && mutes(stage) == [true, false])
    }

    @Test("headphones that are gone for a moment only are heard on")
    func moment() {
        var stage = Self.rooms()
        stage.unplug()
        stage.plugIn()
        stage.wait(milliseconds: 1_000)
        #expect(stage.isPlaying && mutes(stage) == [true, false] && stage.began == [])
    }

    @Test("lost headphones pause all rooms if that is the rule, and that room is mute until the music goes on")
    func headphonesPause() {
        var stage = Self.rooms(.pause)
        stage.unplug()
        #expect(stage.isPlaying && mutes(stage) == [true])
        stage.wait(milliseconds: 1_000)
        #expect(!stage.isPlaying && mutes(stage) == [true] && stage.actions.contains(.pausePlayer(.routeLost)))
        stage.play()
        #expect(stage.isPlaying && mutes(stage) == [true, false])
    }

    @Test("headphones that are left by choice, and then go, make no difference")
    func choice() {
        var stage = Self.rooms()
        stage.graph.defaultSink = "speaker"
        stage.show()
        stage.wait(milliseconds: 1_000)
        stage.remove("headphones")
        stage.show()
        stage.wait(milliseconds: 1_000)
        #expect(stage.isPlaying && mutes(stage) == [] && stage.began == [])
    }

    @Test(
        "headphones make no difference if no room is that of this machine, or if their loss is not to count",
        arguments: [true, false])
    func unguarded(isNamed: Bool) {
        var stage = Self.rooms(isNamed ? .mute : nil)
        if isNamed {
            var policy = stage.session.policy
            policy.pausesWhenNoisy = false
            stage.carryOut(stage.session.setPolicy(policy, at: stage.time * 1_000_000))
        }
        stage.unplug()
        stage.wait(milliseconds: 1_000)
        #expect(stage.isPlaying && mutes(stage) == [] && stage.began == [])
    }

    @Test("lost headphones pause all rooms if that one is not known, and nothing is said to be mute")
    func headphonesUnknown() {
        var stage = Self.rooms(isKnown: false)
        stage.unplug()
        stage.wait(milliseconds: 1_000)
        #expect(!stage.isPlaying && mutes(stage) == [] && stage.began.map(\.effect) == [.pauses])
    }

    @Test("headphones that are lost during a call keep the music from going on after it, if all rooms pause")
    func headphonesDuringCall() {
        var stage = Self.rooms(.pause)
        stage.startStream(7, role: "Communication")
        stage.show()
        stage.unplug()
        stage.wait(milliseconds: 1_000)
        #expect(!stage.expectsResume)
        stage.stopStream(7)
        stage.show()
        #expect(!stage.isPlaying && stage.began.map(\.reason) == [.communication, .routeDisconnected])
    }

    @Test("a person who lets it be heard decides until the next time")
    func heard() {
        var stage = Self.rooms()
        stage.unplug()
        stage.wait(milliseconds: 1_000)
        stage.send(.localRoomHeard)
        #expect(mutes(stage) == [true, false])
        stage.startStream(7, role: "Communication")
        stage.show()
        #expect(stage.isPlaying && mutes(stage) == [true, false, true])
    }

    @Test("a person who skips while it plays leaves it mute")
    func skipping() {
        var stage = Self.rooms()
        stage.unplug()
        stage.wait(milliseconds: 1_000)
        stage.send(.userTookOver)
        stage.send(.playerChanged(.playing(byUser: true)))
        #expect(mutes(stage) == [true])
        stage.stop(endOfQueue: true)
        #expect(mutes(stage) == [true, false])
    }

    @Test("nothing is recorded during a call that pauses nothing")
    func recording() {
        var stage = Self.rooms()
        stage.addSource("microphone", .builtInMic)
        stage.startStream(7, role: "Communication")
        stage.show()
        #expect(stage.isPlaying && stage.session.interruptions.pausesRecordings)
        #expect(throws: SessionError.self) { try stage.session.checkRecording(of: .input(uid: "microphone")) }
        #expect((try? stage.session.checkPlay()) != nil)
        stage.stopStream(7)
        stage.show()
        #expect((try? stage.session.checkRecording(of: .input(uid: "microphone"))) != nil)
    }

    @Test("a reload of the rule counts for what goes on: all rooms pause, or play on")
    func reload() {
        var stage = Self.rooms()
        stage.startStream(7, role: "Communication")
        stage.show()
        var policy = stage.session.policy
        policy.localRoom = .pause
        stage.carryOut(stage.session.setPolicy(policy, at: stage.time * 1_000_000))
        #expect(!stage.isPlaying && mutes(stage) == [true])
        policy.localRoom = .mute
        stage.carryOut(stage.session.setPolicy(policy, at: stage.time * 1_000_000))
        #expect(stage.isPlaying && mutes(stage) == [true])
        policy.localRoom = nil
        stage.carryOut(stage.session.setPolicy(policy, at: stage.time * 1_000_000))
        #expect(!stage.isPlaying && mutes(stage) == [true, false])
    }

    @Test("headphones are judged once the sound server is back")
    func withoutServer() {
        var stage = Self.rooms()
        let before = stage.graph
        stage.graph.sinks.removeAll { !$0.isIndependent }
        stage.graph.defaultSink = "snapcast"
        stage.graph.hasSoundServer = false
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(stage.isPlaying && mutes(stage) == [])
        stage.graph = before
        stage.graph.sinks.removeAll { $0.uid == "headphones" }
        stage.graph.defaultSink = "speaker"
        stage.show()
        #expect(mutes(stage) == [true])
        // They may take their time: Bluetooth comes back long after the server.
        stage.wait(milliseconds: 10_000)
        #expect(stage.began == [])
        stage.graph = before
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(stage.isPlaying && mutes(stage) == [true, false])
    }

    @Test("whatever happens, that room is mute during a call that is heard beside it, and never for ever", arguments: 0..<200)
    func random(seed: Int) throws {
        var dice = SeededGenerator(seed: UInt64(seed))
        var stage = Self.rooms(Bool.random(using: &dice) ? .mute : .pause)
        for _ in 0..<200 {
            switch Int.random(in: 0..<9, using: &dice) {
            case 0: stage.play()
            case 1: stage.pause()
            case 2 where stage.graph.others.isEmpty:
                stage.startStream(7, role: "Communication")
                stage.show()
            case 3:
                stage.stopStream(7)
                stage.show()
            case 4:
                let isRooms = Bool.random(using: &dice)
                let uid = isRooms ? "snapcast" : "speaker"
                stage.carryOut(try stage.session.select(uid, at: stage.time * 1_000_000))
                stage.graph.stream = GraphStream(serial: 50, reaches: [uid], target: uid)
                stage.show()
            case 5: stage.unplug()
            case 6 where stage.graph.sink("headphones") == nil: stage.plugIn()
            case 7: stage.send(.localRoomKnown(Bool.random(using: &dice)))
            default: stage.wait(milliseconds: Int64.random(in: 0...2_000, using: &dice))
            }
            let isMute = mutes(stage).last ?? false
            if stage.isPlaying, !stage.graph.others.isEmpty { #expect(isMute) }
            #expect(!(stage.isPlaying && stage.session.interruptions.pauses))
            #expect(zip(mutes(stage), mutes(stage).dropFirst()).allSatisfy { $0 != $1 })
        }
        stage.stopStream(7)
        stage.show()
        stage.wait(milliseconds: 5_000)
        stage.pause()
        stage.play()
        #expect(mutes(stage).last != true)
    }
}

extension SessionModelStage {
    /// Takes the headphones away, and has the desktop play on the speaker.
    fileprivate mutating func unplug() {
        remove("headphones")
        graph.defaultSink = "speaker"
        show()
    }

    /// Has headphones come, which are the default then.
    fileprivate mutating func plugIn() {
        add("headphones", .headphones)
        graph.defaultSink = "headphones"
        show()
    }
}
