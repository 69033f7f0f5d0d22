import AudioSession
import AudioTypes
import Testing

@Suite("A client that wants no interruptions")
struct InterruptionWishTests {
    private func wish(_ stage: inout SessionModelStage, _ kinds: Set<InterruptionKind>, client: UInt64 = 1) {
        stage.carryOut(stage.session.setPrefersNoInterruptions(kinds, client: client, at: stage.time * 1_000_000))
    }

    @Test(
        "keeps away the kinds that it names, and no others",
        arguments: [("Communication", InterruptionKind.calls), ("Alarm", .alarms), ("Emergency", .alarms)])
    func streams(role: String, kind: InterruptionKind) {
        for named in InterruptionKind.allCases {
            var stage = SessionModelStage.playing()
            wish(&stage, [named])
            stage.startStream(7, role: role)
            stage.show()
            #expect(stage.isPlaying == (named == kind), "\(named)")
            #expect(stage.session.interruptions.holding.isEmpty == (named == kind))
        }
    }

    @Test("lets another player play beside us, if it has named those")
    func players() {
        for named in InterruptionKind.allCases {
            var stage = SessionModelStage.playing()
            wish(&stage, [named])
            stage.send(.otherPlayerChanged("mpv", .playing, byUs: false))
            #expect(stage.isPlaying == (named == .players), "\(named)")
        }
    }

    @Test("keeps away neither sleep nor the interruption of a client nor the loss of headphones")
    func others() throws {
        let all = Set(InterruptionKind.allCases)
        var stage = SessionModelStage.playing()
        wish(&stage, all)
        stage.send(.willSleep)
        #expect(!stage.isPlaying)
        stage = .playing()
        wish(&stage, all)
        stage.carryOut(
            try stage.session.beginInterruption(client: 2, reason: nil, mayDuck: false, at: stage.time * 1_000_000).actions)
        #expect(!stage.isPlaying)
        stage = .playing(on: "headphones")
        wish(&stage, all)
        stage.remove("headphones")
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 3_000)
        #expect(!stage.isPlaying)
    }

    @Test("adds to what others have named, and takes away nothing of that when it leaves")
    func union() {
        var stage = SessionModelStage.playing()
        wish(&stage, [.calls], client: 1)
        wish(&stage, [.alarms], client: 2)
        #expect(stage.session.interruptionWishes.declined == [.calls, .alarms])
        wish(&stage, [.players], client: 2)
        #expect(stage.session.interruptionWishes.declined == [.calls, .players])
        stage.send(.clientLeft(1))
        #expect(stage.session.interruptionWishes.declined == [.players])
        wish(&stage, [], client: 2)
        #expect(stage.session.interruptionWishes.declined.isEmpty)
    }

    @Test("has a call that still runs interrupt when it leaves")
    func leaves() {
        var stage = SessionModelStage.playing()
        wish(&stage, [.calls])
        stage.startStream(7, role: "Phone")
        stage.show()
        #expect(stage.isPlaying)
        stage.send(.clientLeft(1))
        #expect(!stage.isPlaying && stage.expectsResume)
        #expect(stage.began.map(\.reason) == [.communication])
    }

    @Test("lets playback go on that a call has paused, but not what another player has")
    func inForce() {
        var stage = SessionModelStage.playing()
        stage.startStream(7, role: "Phone")
        stage.show()
        #expect(!stage.isPlaying)
        wish(&stage, [.calls])
        #expect(stage.isPlaying && stage.session.interruptions.holding.isEmpty)
        stage = .playing()
        stage.send(.otherPlayerChanged("mpv", .playing, byUs: false))
        wish(&stage, [.players])
        #expect(!stage.isPlaying && stage.session.interruptions.holding.isEmpty)
    }

    @Test("of lost headphones has the sound go on at the next output, until the configuration says something new")
    func routeDisconnect() {
        var stage = SessionModelStage.playing(on: "headphones")
        stage.carryOut(stage.session.setPrefersInterruptionOnRouteDisconnect(false, at: 0))
        #expect(stage.actions.last == .setGuard(false))
        stage.remove("headphones")
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 3_000)
        #expect(stage.isPlaying && stage.began.isEmpty)
        var policy = SessionPolicy()
        policy.pausesWhenNoisy = true
        stage.carryOut(stage.session.setPolicy(policy, at: 0))
        #expect(!stage.session.pausesWhenNoisy, "a configuration that is the same says nothing new")
        policy.pausesWhenNoisy = false
        stage.carryOut(stage.session.setPolicy(policy, at: 0))
        stage.carryOut(stage.session.setPrefersInterruptionOnRouteDisconnect(true, at: 0))
        #expect(stage.session.pausesWhenNoisy)
        policy.pausesWhenNoisy = true
        stage.carryOut(stage.session.setPolicy(policy, at: 0))
        policy.pausesWhenNoisy = false
        stage.carryOut(stage.session.setPolicy(policy, at: 0))
        #expect(!stage.session.pausesWhenNoisy)
    }

    @Test("of sounds of the system silences them while something is captured, and only then")
    func systemSounds() {
        var stage = SessionModelStage.playing()
        stage.send(.capturingChanged(true))
        #expect(!stage.actions.contains(.silenceSystemSounds(true)), "they are heard unless somebody says otherwise")
        stage.carryOut(stage.session.setAllowsSystemSoundsDuringRecording(false, at: 0))
        #expect(stage.actions.last == .silenceSystemSounds(true))
        stage.send(.capturingChanged(false))
        #expect(stage.actions.last == .silenceSystemSounds(false))
        stage.send(.capturingChanged(true))
        var policy = SessionPolicy()
        policy.interruptsOthers = false
        stage.carryOut(stage.session.setPolicy(policy, at: 0))
        #expect(stage.actions.last == .silenceSystemSounds(false))
    }
}
