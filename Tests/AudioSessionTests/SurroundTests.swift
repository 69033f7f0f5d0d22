import AudioTypes
import Testing

@testable import AudioSession

@Suite("A card that can play more channels")
struct SurroundTests {
    private static var loan: ProfileLoan {
        var loan = ProfileLoan(device: "screen", profile: "output:hdmi-surround", before: "output:hdmi-stereo")
        loan.isSurround = true
        return loan
    }

    /// A session that plays through HDMI, in stereo.
    private static func stage(allowed: Bool = true) -> SessionModelStage {
        var policy = SessionPolicy()
        policy.switchesProfiles = allowed
        var stage = SessionModelStage(policy: policy)
        var screen = GraphDevice(name: "screen", serial: 70)
        screen.profile = "output:hdmi-stereo"
        screen.profiles = [
            DeviceProfile(name: "output:hdmi-stereo", priority: 20, hasInput: false, hasOutput: true),
            DeviceProfile(name: "output:hdmi-surround", priority: 10, hasInput: false, hasOutput: true),
        ]
        stage.add("screen.stereo", .hdmi, device: screen)
        stage.add("speaker", .builtInSpeaker)
        stage.graph.stream = GraphStream(serial: 50)
        stage.link(to: "screen.stereo")
        stage.show()
        stage.wait(milliseconds: 3_000)
        stage.forget()
        return stage
    }

    /// The card changes its profile: its sink goes, the sound goes elsewhere for a moment, and the new sink comes.
    private static func change(to profile: String, _ stage: inout SessionModelStage) {
        let isSurround = profile.contains("surround")
        stage.graph.devices[0].profile = profile
        stage.remove(isSurround ? "screen.stereo" : "screen.surround")
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 50)
        let uid = isSurround ? "screen.surround" : "screen.stereo"
        stage.add(uid, .hdmi, device: stage.graph.devices[0])
        stage.graph.sinks[stage.graph.sinks.count - 1].channelCount = isSurround ? 6 : 2
        stage.show()
        if targets(stage).last == uid || !isSurround { stage.link(to: uid) }
        stage.show()
    }

    private static func begin(_ channels: Int, _ stage: inout SessionModelStage) {
        stage.send(.mediaBegins(channels: channels, isHeld: stage.session.awaitsProfile(forChannels: channels)))
        stage.play()
    }

    private static func profiles(_ stage: SessionModelStage) -> [SessionAction] {
        stage.actions.filter {
            switch $0 {
            case .borrowProfile, .returnProfile, .forgetProfile: true
            default: false
            }
        }
    }

    private static func targets(_ stage: SessionModelStage) -> [String?] {
        stage.actions.compactMap { if case .setTarget(let uid) = $0 { .some(uid) } else { nil } }
    }

    @Test("is switched for media that has them, the sound waits for it and is sent there, and the card goes back behind the stop")
    func loan() {
        var stage = Self.stage()
        #expect(stage.session.maximumOutputNumberOfChannels == 6)
        #expect(stage.session.awaitsProfile(forChannels: 6) && !stage.session.awaitsProfile(forChannels: 2))
        Self.begin(6, &stage)
        #expect(Self.profiles(stage) == [.borrowProfile(Self.loan)] && stage.session.awaitsProfile(forChannels: 6))
        Self.change(to: "output:hdmi-surround", &stage)
        #expect(Self.targets(stage) == ["screen.surround"] && !stage.session.awaitsProfile(forChannels: 6))
        #expect(stage.isPlaying)
        // What follows keeps it, also if it has fewer channels.
        Self.begin(2, &stage)
        stage.wait(milliseconds: 10_000)
        #expect(Self.profiles(stage).count == 1)
        stage.stop()
        stage.wait(milliseconds: 1_900)
        #expect(Self.profiles(stage).count == 1)
        stage.wait(milliseconds: 200)
        #expect(Self.profiles(stage) == [.borrowProfile(Self.loan), .returnProfile(Self.loan)])
        #expect(Self.targets(stage) == ["screen.surround", nil])
        Self.change(to: "output:hdmi-stereo", &stage)
        stage.wait(milliseconds: 10_000)
        #expect(Self.profiles(stage).count == 2)
    }

    @Test("stays as it is where nobody wants that, and for media that has no more channels")
    func unwanted() {
        var forbidden = Self.stage(allowed: false)
        Self.begin(6, &forbidden)
        #expect(Self.profiles(forbidden).isEmpty && !forbidden.session.awaitsProfile(forChannels: 6))
        var stereo = Self.stage()
        Self.begin(2, &stereo)
        #expect(Self.profiles(stereo).isEmpty)
        var more = Self.stage()
        Self.begin(8, &more)
        #expect(Self.profiles(more).isEmpty, "there is no profile for eight")
    }

    @Test("is switched where a client wants it, up to so many channels, and goes back when it wants fewer")
    func wish() {
        var stage = Self.stage(allowed: false)
        stage.carryOut(stage.session.setPreferredOutputNumberOfChannels(6, at: stage.time * 1_000_000))
        Self.begin(6, &stage)
        Self.change(to: "output:hdmi-surround", &stage)
        #expect(Self.profiles(stage) == [.borrowProfile(Self.loan)])
        stage.carryOut(stage.session.setPreferredOutputNumberOfChannels(2, at: stage.time * 1_000_000))
        stage.wait(milliseconds: 2_100)
        #expect(Self.profiles(stage) == [.borrowProfile(Self.loan), .returnProfile(Self.loan)])
        var limited = Self.stage()
        limited.carryOut(limited.session.setPreferredOutputNumberOfChannels(2, at: limited.time * 1_000_000))
        Self.begin(6, &limited)
        #expect(Self.profiles(limited).isEmpty, "a wish for two counts before the configuration")
        _ = limited.session.setPreferredOutputNumberOfChannels(-7, at: 1)
        #expect(limited.session.preferred.outputNumberOfChannels == 0)
        _ = limited.session.setPreferredOutputNumberOfChannels(.max, at: 1)
        #expect(limited.session.preferred.outputNumberOfChannels == 64)
    }

    @Test("is left to whoever chooses another profile meanwhile, until the session has ended")
    func taken() {
        var stage = Self.stage()
        Self.begin(6, &stage)
        Self.change(to: "output:hdmi-surround", &stage)
        Self.change(to: "output:hdmi-stereo", &stage)
        #expect(Self.profiles(stage) == [.borrowProfile(Self.loan), .forgetProfile(Self.loan)])
        Self.begin(6, &stage)
        #expect(Self.profiles(stage).count == 2 && !stage.session.awaitsProfile(forChannels: 6))
        stage.stop()
        stage.wait(milliseconds: 3_000)
        Self.begin(6, &stage)
        #expect(Self.profiles(stage).count == 3)
    }

    @Test("that does not switch is given up after three seconds, and the sound begins all the same")
    func deaf() {
        var stage = Self.stage()
        Self.begin(6, &stage)
        stage.wait(milliseconds: 2_900)
        #expect(stage.session.awaitsProfile(forChannels: 6))
        stage.wait(milliseconds: 200)
        #expect(!stage.session.awaitsProfile(forChannels: 6))
        #expect(Self.profiles(stage) == [.borrowProfile(Self.loan), .returnProfile(Self.loan)])
        #expect(stage.actions.contains { if case .explainInput = $0 { true } else { false } })
    }

    @Test("goes back if a client sends the sound elsewhere, and the sound stays there")
    func elsewhere() throws {
        var stage = Self.stage()
        Self.begin(6, &stage)
        Self.change(to: "output:hdmi-surround", &stage)
        stage.carryOut(try stage.session.select("speaker", at: stage.time * 1_000_000))
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 2_100)
        #expect(Self.profiles(stage).last == .returnProfile(Self.loan) && Self.targets(stage).last == "speaker")
        Self.change(to: "output:hdmi-stereo", &stage)
        stage.carryOut(try stage.session.select("screen.stereo", at: stage.time * 1_000_000))
        stage.link(to: "screen.stereo")
        stage.show()
        #expect(!stage.session.awaitsProfile(forChannels: 6), "a person has ended it for this session")
        stage.stop()
        Self.begin(6, &stage)
        #expect(Self.profiles(stage).last == .borrowProfile(Self.loan))
    }

    @Test("has no sound wait that a person has sent elsewhere")
    func elsewhereAtOnce() throws {
        var stage = Self.stage()
        Self.begin(6, &stage)
        Self.change(to: "output:hdmi-surround", &stage)
        stage.carryOut(try stage.session.select("speaker", at: stage.time * 1_000_000))
        stage.link(to: "speaker")
        stage.show()
        #expect(!stage.session.awaitsProfile(forChannels: 6) && !stage.session.awaitsProfile(forChannels: 2))
    }

    @Test("gives way to the loudspeaker that a person wants for now, and leaves the sound there")
    func loudspeaker() throws {
        var stage = Self.stage()
        Self.begin(6, &stage)
        Self.change(to: "output:hdmi-surround", &stage)
        func override(_ toSpeaker: Bool) throws {
            stage.carryOut(try stage.session.overrideOutput(toSpeaker: toSpeaker, at: stage.time * 1_000_000))
        }
        // Taken back at once, it leaves the sound where it is: nothing was given back.
        try override(false)
        try override(true)
        try override(false)
        stage.wait(milliseconds: 10_000)
        #expect(Self.targets(stage) == ["screen.surround", "speaker", "screen.surround"])
        #expect(Self.profiles(stage) == [.borrowProfile(Self.loan)])
        try override(true)
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 2_100)
        #expect(Self.profiles(stage) == [.borrowProfile(Self.loan), .returnProfile(Self.loan)])
        Self.change(to: "output:hdmi-stereo", &stage)
        #expect(Self.targets(stage).last == "speaker")
        try override(false)
        #expect(Self.targets(stage).last == .some(nil))
        Self.begin(6, &stage)
        #expect(Self.profiles(stage).count == 2, "a person has ended it for this session")
    }

    @Test("is switched behind a loudspeaker that a person wants, and takes nothing from it")
    func behindLoudspeaker() throws {
        var stage = Self.stage()
        Self.begin(6, &stage)
        stage.carryOut(try stage.session.overrideOutput(toSpeaker: true, at: stage.time * 1_000_000))
        Self.change(to: "output:hdmi-surround", &stage)
        stage.wait(milliseconds: 2_100)
        #expect(Self.targets(stage) == ["speaker"] && Self.profiles(stage).last == .returnProfile(Self.loan))
    }

    @Test("is never switched under sound that is heard, whatever changes meanwhile")
    func underSound() {
        var wish = Self.stage(allowed: false)
        Self.begin(6, &wish)
        wish.carryOut(wish.session.setPreferredOutputNumberOfChannels(6, at: wish.time * 1_000_000))
        wish.wait(milliseconds: 10_000)
        #expect(Self.profiles(wish).isEmpty)
        Self.begin(6, &wish)
        #expect(Self.profiles(wish) == [.borrowProfile(Self.loan)], "the next one has it")
        var moved = Self.stage()
        moved.link(to: "speaker")
        moved.show()
        Self.begin(6, &moved)
        moved.link(to: "screen.stereo")
        moved.show()
        moved.wait(milliseconds: 10_000)
        #expect(Self.profiles(moved).isEmpty)
        // It was held, and begins before the session is active: nothing is borrowed for it later.
        var released = Self.stage()
        released.send(.mediaBegins(channels: 6, isHeld: true))
        released.send(.mediaBegins(channels: 6, isHeld: false))
        released.play()
        released.wait(milliseconds: 10_000)
        #expect(Self.profiles(released).isEmpty)
    }

    @Test("that the last run left switched stays so for media that has the channels, and goes back behind the stop")
    func takenOver() {
        var before = Self.stage()
        Self.begin(6, &before)
        Self.change(to: "output:hdmi-surround", &before)
        for (channels, isTakenOver) in [(6, true), (2, false)] {
            var policy = SessionPolicy()
            policy.switchesProfiles = true
            var later = SessionModelStage(policy: policy)
            later.session.restoreLoan(Self.loan)
            later.graph = before.graph
            later.link(to: "screen.surround")
            later.show()
            Self.begin(channels, &later)
            later.wait(milliseconds: 10_000)
            #expect(Self.profiles(later) == (isTakenOver ? [] : [.returnProfile(Self.loan)]))
            later.stop()
            later.wait(milliseconds: 2_100)
            #expect(Self.profiles(later) == [.returnProfile(Self.loan)])
        }
    }

    @Test("goes back at the end of the daemon, and by the next run if the daemon was killed")
    func end() {
        var stage = Self.stage()
        Self.begin(6, &stage)
        Self.change(to: "output:hdmi-surround", &stage)
        #expect(stage.session.profileLoans == [Self.loan])
        var ending = stage.session
        #expect(ending.end(at: stage.time * 1_000_000) == [.returnProfile(Self.loan)] && ending.profileLoans.isEmpty)
        var later = SessionModelStage()
        later.session.restoreLoan(Self.loan)
        later.graph = stage.graph
        later.show()
        later.wait(milliseconds: 2_100)
        #expect(Self.profiles(later) == [.returnProfile(Self.loan)])
        var other = SessionModelStage()
        other.session.restoreLoan(Self.loan)
        other.show()
        #expect(Self.profiles(other) == [.forgetProfile(Self.loan)], "the card is gone")
    }

    @Test(
        "is given back once the sound server is back, if only the connection was gone, and forgotten if its session manager chose anew"
    )
    func serverLost() {
        for isRestarted in [false, true] {
            var stage = Self.stage()
            Self.begin(6, &stage)
            Self.change(to: "output:hdmi-surround", &stage)
            let graph = stage.graph
            stage.send(.serverLost)
            #expect(Self.profiles(stage) == [.borrowProfile(Self.loan)] && Self.targets(stage).last == .some(nil))
            #expect(stage.session.profileLoans == [Self.loan], "it stays written down")
            stage.graph = graph
            if isRestarted { stage.graph.devices[0].profile = "output:hdmi-stereo" }
            stage.graph.devices[0].serial = 700
            stage.stop()
            stage.send(.serverConnected)
            stage.show()
            stage.wait(milliseconds: 4_000)
            #expect(Self.profiles(stage).last == (isRestarted ? .forgetProfile(Self.loan) : .returnProfile(Self.loan)))
            #expect(Self.profiles(stage).count == 2 && stage.session.profileLoans.isEmpty)
        }
    }
}
