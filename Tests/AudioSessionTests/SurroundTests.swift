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
        stage.send(.mediaBegins(channels: channels))
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

    @Test("is forgotten with the sound server, whose session manager chooses anew, and the sound goes where it belongs")
    func serverLost() {
        var stage = Self.stage()
        Self.begin(6, &stage)
        Self.change(to: "output:hdmi-surround", &stage)
        stage.send(.serverLost)
        #expect(Self.profiles(stage).last == .forgetProfile(Self.loan) && Self.targets(stage).last == .some(nil))
    }
}
