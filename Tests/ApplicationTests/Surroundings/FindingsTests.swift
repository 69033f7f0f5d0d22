import SystemSupport
import TLS
import Testing

@testable import Application

@Suite("What is said about the surroundings of the daemon")
struct FindingsTests {
    /// Surroundings in which nothing is wrong.
    private static var good: Surroundings {
        var surroundings = Surroundings()
        surroundings.soundServer = "1.4.2"
        surroundings.hasSessionManager = true
        surroundings.output = "Speaker"
        surroundings.hasRealtimePriority = true
        surroundings.sessionBus = .answers
        surroundings.systemBus = .answers
        surroundings.daemon = DaemonFacts(isInSandbox: true, mpdAddresses: ["127.0.0.1:6600"])
        surroundings.remote.addresses = ["https://192.168.1.5:6680/"]
        surroundings.remote.certificate = certificate()
        surroundings.certificateSecondsLeft = 100 * 86_400
        surroundings.library = [Surroundings.Place(purpose: "the music", path: "/srv/music")]
        surroundings.written = [Surroundings.Place(purpose: "the queue", path: "/home/a/state", free: 1 << 40)]
        return surroundings
    }

    private static func certificate(isOwn: Bool = true, isKeyOpen: Bool = false) -> DoorCertificate {
        DoorCertificate(
            facts: CertificateFacts(fingerprint: "ab12", validUntil: 0), isOwn: isOwn, keyFile: "/k.pem", isKeyOpen: isKeyOpen)
    }

    private func only(_ part: Surroundings.Finding.Part, _ change: (inout Surroundings) -> Void) -> Surroundings.Finding? {
        var surroundings = Self.good
        change(&surroundings)
        let others = surroundings.findings.filter { $0.part != part && $0.state != .good }
        #expect(others.isEmpty)
        let found = surroundings.findings.filter { $0.part == part }
        #expect(found.count == 1)
        return found.first
    }

    @Test("where nothing is wrong, each part is good, once and in order, and nothing has to be done")
    func everythingIsGood() {
        let findings = Self.good.findings
        #expect(findings.map(\.part) == Surroundings.Finding.Part.allCases.filter { $0 != .icecast && $0 != .scrobbling })
        #expect(findings.allSatisfy { $0.state == .good && $0.remedy == nil })
    }

    @Test("of an Icecast server something is said only if one is named")
    func icecast() {
        #expect(only(.icecast) { $0.icecast = .connected }?.state == .good)
        #expect(only(.icecast) { $0.icecast = .connecting }?.state == .warning)
        let lost = only(.icecast) { $0.icecast = .lost("it is away") }
        #expect(lost?.state == .fault && lost?.message.contains("it is away") == true && lost?.remedy != nil)
    }

    @Test("of a service that is told what is heard something is said only if it is named")
    func scrobbling() {
        #expect(only(.scrobbling) { $0.listens = [.listenBrainz: .told, .lastFM: .off] }?.state == .good)
        #expect(only(.scrobbling) { $0.listens[.lastFM] = .ready }?.state == .good)
        let later = only(.scrobbling) { $0.listens[.lastFM] = .later("it is away", waiting: 2) }
        #expect(later?.state == .warning && later?.message.contains("Last.fm") == true)
        #expect(later?.message.contains("it is away; 2 songs wait") == true)
        let person = only(.scrobbling) { $0.listens[.listenBrainz] = .needsPerson("no token", waiting: 1) }
        #expect(person?.state == .fault && person?.remedy?.contains("[listenbrainz]") == true)
        #expect(person?.message.contains("no token; 1 song waits") == true)
    }

    @Test("without a sound server, nothing is said about what is behind it")
    func noServer() {
        var surroundings = Self.good
        (surroundings.soundServer, surroundings.output) = (nil, nil)
        let faults = surroundings.findings.filter { $0.state == .fault }
        #expect(faults.map(\.part) == [.soundServer])
        #expect(faults.first?.remedy == "systemctl --user enable --now pipewire.socket")
        #expect(!surroundings.findings.contains { [.sessionManager, .output, .volume].contains($0.part) })
    }

    @Test("without a session manager, nothing is said about outputs")
    func noManager() {
        var surroundings = Self.good
        surroundings.hasSessionManager = false
        #expect(surroundings.findings.filter { $0.state == .fault }.map(\.part) == [.sessionManager])
        #expect(!surroundings.findings.contains { [.output, .volume].contains($0.part) })
    }

    @Test("a machine without an output is told about the sound cards, and not about the volume")
    func noOutput() {
        var surroundings = Self.good
        surroundings.output = nil
        surroundings.outputSilence = .mute
        let faults = surroundings.findings.filter { $0.state != .good }
        #expect(faults.map(\.part) == [.output])
        #expect(faults.first?.remedy?.contains("usermod -aG audio") == true)
    }

    @Test("what is mute is named, with what helps against that alone: the player, or else the output")
    func silent() {
        #expect(only(.volume) { $0.playerSilence = .mute }?.remedy == "fermata unmute")
        #expect(only(.volume) { $0.playerSilence = .noVolume }?.remedy == "fermata volume 50")
        #expect(only(.volume) { $0.outputSilence = .mute }?.message == "the output is mute")
        #expect(only(.volume) { ($0.playerSilence, $0.outputSilence) = (.mute, .noVolume) }?.message == "the player is mute")
    }

    @Test("a door that other machines are to find by themselves, and do not, is a warning with what helps")
    func notFound() {
        let finding = only(.mpd) { $0.publishingAbsence = NetworkAbsence(reason: "avahi-daemon does not run", isRefusal: false) }
        #expect(finding?.state == .warning && finding?.remedy?.hasPrefix(PackageManager.installing(.discovery)) == true)
        let refused = only(.mpd) { $0.publishingAbsence = NetworkAbsence(reason: "avahi-daemon refuses: no", isRefusal: true) }
        #expect(refused?.remedy?.hasPrefix("another mpd.publish_name") == true)
        #expect(finding?.message.hasSuffix("but other machines do not find it by themselves: avahi-daemon does not run") == true)
    }

    @Test("the door for the network is told with its certificate: that it ends soon, is open to others, or is none")
    func remote() {
        #expect(
            only(.remote) { _ in }?.message
                == "browsers can connect to https://192.168.1.5:6680/; the fingerprint of the certificate (SHA-256) is AB:12")
        #expect(only(.remote) { $0.remote = RemoteDoorState() }?.state == .off)
        #expect(only(.remote) { $0.remote.certificate = nil }?.message.hasSuffix("without TLS") == true)
        let soon = only(.remote) { $0.certificateSecondsLeft = 89 * 86_400 }
        #expect(soon?.state == .warning && soon?.remedy?.hasPrefix("fermata reload") == true)
        #expect(only(.remote) { $0.certificateSecondsLeft = -1 }?.state == .fault)
        // Whoever renews files of their own does so later.
        for (days, state) in [(15, Surroundings.Finding.State.good), (13, .warning)] {
            let finding = only(.remote) {
                $0.remote.certificate = Self.certificate(isOwn: false)
                $0.certificateSecondsLeft = Int64(days) * 86_400
            }
            #expect(finding?.state == state)
        }
        #expect(only(.remote) { $0.remote.certificate = Self.certificate(isKeyOpen: true) }?.remedy == "chmod 600 /k.pem")
        let closed = only(.remote) { $0.remote = RemoteDoorState(problem: "/c.pem cannot be read: no") }
        #expect(closed?.state == .fault && closed?.message == "browsers cannot connect: /c.pem cannot be read: no")
        #expect(only(.remote) { $0.remote.problem = "no" }?.state == .warning)
        var lost = Self.good
        lost.daemon.mpdAddresses = []
        lost.publishingAbsence = NetworkAbsence(reason: "no avahi-daemon runs", isRefusal: false)
        let found = lost.findings.first { $0.part == .remote }
        #expect(found?.state == .warning && found?.message.hasSuffix("by themselves: no avahi-daemon runs") == true)
    }

    @Test("sound that does without PipeWire is no fault")
    func withoutServer() {
        var surroundings = Self.good
        surroundings.soundServer = nil
        let findings = surroundings.findings
        #expect(findings.first { $0.part == .soundServer }?.state == .off)
        #expect(findings.first { $0.part == .output }?.message == "the sound goes to Speaker")
        #expect(!findings.contains { $0.state == .fault })
    }

    @Test("a thread without real-time priority could be better, and nobody knows of one that is not there")
    func priority() {
        #expect(only(.realTime) { $0.hasRealtimePriority = false }?.state == .warning)
        #expect(only(.realTime) { $0.hasRealtimePriority = nil }?.state == .off)
    }

    @Test("a bus that is away is told with the reason and with what is lost")
    func buses() {
        let session = only(.sessionBus) { $0.sessionBus = .absent("the session bus is not there") }
        #expect(session?.state == .warning)
        #expect(session?.message == "the session bus is not there: no media keys, no other players that pause, no notifications")
        #expect(only(.systemBus) { $0.systemBus = .absent("x") }?.remedy == Remedy.systemBus)
        #expect(only(.systemBus) { $0.systemBus = .unknown }?.state == .off)
    }

    @Test("a sandbox that is not in force could be better; without a service manager there need be none")
    func sandbox() {
        #expect(only(.sandbox) { $0.daemon.isInSandbox = false }?.state == .warning)
        #expect(only(.sandbox) { $0.daemon.isFiltered = false }?.state == .warning)
        #expect(only(.sandbox) { $0.daemon.isInSandbox = nil }?.state == .good)
    }

    @Test("each directory of music that cannot be read is a fault of its own")
    func library() {
        var surroundings = Self.good
        surroundings.library = ["/a", "/b", "/c"].map { Surroundings.Place(purpose: "the music", path: $0) }
        surroundings.library[0].problem = "Permission denied"
        surroundings.library[2].problem = "No such file or directory"
        let faults = surroundings.findings.filter { $0.part == .library }
        #expect(
            faults.map(\.message) == [
                "the music in /a cannot be read: Permission denied", "the music in /c cannot be read: No such file or directory",
            ])
        #expect(only(.library) { $0.library = [] }?.state == .off)
        // Nobody has named it.
        #expect(
            only(.library) { ($0.library[0].problem, $0.isLibraryNamed) = ("No such file or directory", false) }?.state == .off)
    }

    @Test("a disk that is needed and cannot be written to is a fault, one that is not could be better, and so could a full one")
    func disks() {
        let denied = only(.disk) { $0.written[0].problem = "Read-only file system" }
        #expect(denied?.state == .fault)
        #expect(denied?.message == "the queue cannot be kept in /home/a/state: Read-only file system")
        #expect(only(.disk) { ($0.written[0].problem, $0.written[0].isNeeded) = ("x", false) }?.state == .warning)
        #expect(only(.disk) { $0.written[0].free = 99 << 20 }?.message.contains("99 MiB are left for the queue") == true)
        #expect(only(.disk) { $0.written[0].free = 100 << 20 }?.state == .good)
        #expect(only(.disk) { $0.written[0].free = nil }?.state == .good)
    }
}
