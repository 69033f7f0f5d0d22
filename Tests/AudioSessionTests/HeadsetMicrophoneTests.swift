import AudioSession
import AudioTypes
import Testing

@Suite("The microphone of a Bluetooth headset")
struct HeadsetMicrophoneTests {
    private static let loan = ProfileLoan(device: "buds", profile: "headset-head-unit", before: "a2dp-sink")

    /// A session that plays on a headset in its profile for music, with the microphone of the machine.
    private static func stage(
        _ options: Set<SessionOption> = [.allowBluetoothHFP], _ category: SessionCategory = .playAndRecord
    ) throws -> SessionModelStage {
        var stage = SessionModelStage.playing()
        var buds = GraphDevice(name: "buds", serial: 70)
        buds.profile = "a2dp-sink"
        buds.profiles = [
            DeviceProfile(name: "off", priority: 0, hasInput: false, hasOutput: false),
            DeviceProfile(name: "a2dp-sink", priority: 30, hasInput: false, hasOutput: true),
            DeviceProfile(name: "headset-head-unit-cvsd", priority: 10, hasInput: true, hasOutput: true),
            DeviceProfile(name: "headset-head-unit", priority: 20, hasInput: true, hasOutput: true),
            DeviceProfile(name: "headset-wide", priority: 40, hasInput: true, hasOutput: true, isAvailable: false),
        ]
        stage.add("buds.out", .bluetoothA2DP, device: buds)
        stage.addSource("microphone", .builtInMic)
        stage.graph.defaultSource = "microphone"
        stage.link(to: "buds.out")
        stage.show()
        stage.wait(milliseconds: 3_000)
        stage.carryOut(
            stage.session.setProfile(try SessionProfile(category: category, options: options), at: stage.time * 1_000_000))
        stage.wait(milliseconds: 3_000)
        stage.forget()
        return stage
    }

    private static func prepare(_ stage: inout SessionModelStage) {
        stage.carryOut(stage.session.prepareInput(at: stage.time * 1_000_000))
    }

    private static func release(_ stage: inout SessionModelStage) {
        stage.carryOut(stage.session.releaseInput(at: stage.time * 1_000_000))
    }

    /// The headset changes its profile as it was asked to, or as somebody else wants it.
    private static func change(_ profile: String, _ stage: inout SessionModelStage) {
        stage.graph.devices[0].profile = profile
        stage.removeSource("buds.in")
        stage.remove("buds.out")
        stage.show()
        stage.wait(milliseconds: 100)
        var device = stage.graph.devices[0]
        device.profile = profile
        let isForCalls = profile.hasPrefix("headset")
        stage.add("buds.out", isForCalls ? .bluetoothHFP : .bluetoothA2DP, device: device)
        stage.link(to: "buds.out")
        if isForCalls {
            stage.addSource("buds.in", .bluetoothHFP)
            stage.graph.sources[stage.graph.sources.count - 1].card = "buds"
        }
        stage.show()
    }

    private static func profiles(_ stage: SessionModelStage) -> [SessionAction] {
        stage.actions.filter {
            switch $0 {
            case .borrowProfile, .returnProfile, .forgetProfile: true
            default: false
            }
        }
    }

    @Test("is asked for when a recording begins, is its input, and is given back when the recording is over")
    func lent() throws {
        var stage = try Self.stage()
        #expect(stage.session.input?.uid == "microphone")
        Self.prepare(&stage)
        #expect(Self.profiles(stage) == [.borrowProfile(Self.loan)])
        #expect(!stage.session.isInputReady)
        Self.change("headset-head-unit", &stage)
        #expect(stage.session.isInputReady && stage.session.input?.uid == "buds.in")
        stage.wait(milliseconds: 60_000)
        #expect(Self.profiles(stage).count == 1)
        Self.release(&stage)
        stage.wait(milliseconds: 1_900)
        #expect(Self.profiles(stage).count == 1, "another recording may follow at once")
        stage.wait(milliseconds: 200)
        #expect(Self.profiles(stage) == [.borrowProfile(Self.loan), .returnProfile(Self.loan)])
        Self.change("a2dp-sink", &stage)
        stage.wait(milliseconds: 60_000)
        #expect(Self.profiles(stage).count == 2 && stage.session.input?.uid == "microphone")
        #expect(stage.isPlaying, "the music went on through both changes")
    }

    @Test("stays for a recording that follows at once")
    func kept() throws {
        var stage = try Self.stage()
        Self.prepare(&stage)
        Self.change("headset-head-unit", &stage)
        Self.release(&stage)
        stage.wait(milliseconds: 1_000)
        Self.prepare(&stage)
        #expect(stage.session.isInputReady)
        stage.wait(milliseconds: 60_000)
        #expect(Self.profiles(stage).count == 1)
    }

    @Test(
        "is left alone without the option, in a category without input, and if a client chose another input",
        arguments: ["option", "category", "choice", "speaker", "microphone"])
    func leftAlone(why: String) throws {
        var stage = try Self.stage(why == "option" ? [] : [.allowBluetoothHFP])
        switch why {
        case "category":
            stage.carryOut(stage.session.setProfile(.initial, at: stage.time * 1_000_000))
        case "choice": stage.carryOut(try stage.session.selectInput("microphone", at: stage.time * 1_000_000))
        case "speaker": stage.link(to: "speaker")
        case "microphone":
            stage.addSource("buds.in", .bluetoothHFP)
            stage.graph.sources[1].card = "buds"
        default: break
        }
        stage.show()
        stage.wait(milliseconds: 3_000)
        stage.forget()
        Self.prepare(&stage)
        #expect(Self.profiles(stage).isEmpty && stage.session.isInputReady)
        Self.release(&stage)
        stage.wait(milliseconds: 10_000)
        #expect(Self.profiles(stage).isEmpty)
    }

    @Test("that does not come is not waited for longer than five seconds, and the headset is switched back")
    func late() throws {
        var stage = try Self.stage()
        Self.prepare(&stage)
        stage.wait(milliseconds: 4_900)
        #expect(!stage.session.isInputReady)
        stage.wait(milliseconds: 200)
        #expect(stage.session.isInputReady && stage.session.input?.uid == "microphone")
        #expect(Self.profiles(stage) == [.borrowProfile(Self.loan), .returnProfile(Self.loan)])
        #expect(stage.actions.contains { if case .explainInput = $0 { true } else { false } })
    }

    @Test("is given up when somebody else switches the headset, and their choice stays")
    func taken() throws {
        var stage = try Self.stage()
        Self.prepare(&stage)
        Self.change("headset-head-unit", &stage)
        Self.change("a2dp-sink", &stage)
        #expect(Self.profiles(stage) == [.borrowProfile(Self.loan), .forgetProfile(Self.loan)])
        stage.wait(milliseconds: 10_000)
        Self.release(&stage)
        stage.wait(milliseconds: 10_000)
        #expect(Self.profiles(stage).count == 2)
    }

    @Test("is given up when the headset leaves, also between the question and the answer", arguments: [false, true])
    func gone(isSeen: Bool) throws {
        var stage = try Self.stage()
        Self.prepare(&stage)
        if isSeen { Self.change("headset-head-unit", &stage) }
        stage.removeSource("buds.in")
        stage.remove("buds.out")
        stage.link(to: "speaker")
        stage.graph.devices = []
        stage.show()
        #expect(stage.session.isInputReady && stage.session.input?.uid == "microphone")
        #expect(Self.profiles(stage).last == .forgetProfile(Self.loan))
        Self.release(&stage)
        stage.wait(milliseconds: 10_000)
        #expect(Self.profiles(stage).count == 2)
    }

    @Test("is given back at the end of the daemon, and by the next run if the daemon was killed")
    func end() throws {
        var stage = try Self.stage()
        Self.prepare(&stage)
        Self.change("headset-head-unit", &stage)
        var killed = SessionModelStage()
        killed.session.restoreLoan(Self.loan)
        #expect(stage.session.end(at: stage.time * 1_000_000) == [.returnProfile(Self.loan)])
        killed.graph = stage.graph
        killed.show()
        #expect(Self.profiles(killed) == [.returnProfile(Self.loan)])
    }

    @Test("that an earlier run borrowed is forgotten if the headset is away or has another profile", arguments: [false, true])
    func stale(isAway: Bool) throws {
        let stage = try Self.stage()
        var later = SessionModelStage()
        later.session.restoreLoan(Self.loan)
        later.graph = stage.graph
        if isAway { later.graph.devices = [] }
        later.show()
        later.wait(milliseconds: 10_000)
        #expect(Self.profiles(later) == [.forgetProfile(Self.loan)])
    }

    @Test("is borrowed again for a recording that goes on behind a restart of the sound server")
    func restart() throws {
        var stage = try Self.stage()
        Self.prepare(&stage)
        Self.change("headset-head-unit", &stage)
        let graph = stage.graph
        stage.send(.serverLost)
        #expect(Self.profiles(stage).count == 1 && stage.session.profileLoans == [Self.loan], "it stays written down")
        stage.graph = graph
        stage.graph.devices[0].serial = 90
        stage.graph.devices[0].profile = "a2dp-sink"
        stage.removeSource("buds.in")
        stage.graph.sinks[1].type = .bluetoothA2DP
        stage.graph.sinks[1].device = stage.graph.devices[0]
        stage.send(.serverConnected)
        stage.show()
        stage.wait(milliseconds: 3_000)
        #expect(
            Self.profiles(stage) == [.borrowProfile(Self.loan), .forgetProfile(Self.loan), .borrowProfile(Self.loan)],
            "\(stage.actions)")
    }

    @Test(
        "is kept if only the connection to the sound server was gone, and given back behind the recording",
        arguments: [true, false])
    func reconnected(isStillRecorded: Bool) throws {
        var stage = try Self.stage()
        Self.prepare(&stage)
        Self.change("headset-head-unit", &stage)
        let graph = stage.graph
        stage.send(.serverLost)
        if !isStillRecorded { Self.release(&stage) }
        stage.graph = graph
        stage.graph.devices[0].serial = 90
        stage.send(.serverConnected)
        stage.show()
        if isStillRecorded {
            stage.wait(milliseconds: 10_000)
            #expect(Self.profiles(stage) == [.borrowProfile(Self.loan)] && stage.session.isInputReady)
            // Whoever switches it then has it.
            var taken = stage
            Self.change("a2dp-sink", &taken)
            taken.wait(milliseconds: 10_000)
            #expect(Self.profiles(taken) == [.borrowProfile(Self.loan), .forgetProfile(Self.loan)])
            Self.release(&stage)
        }
        stage.wait(milliseconds: 5_000)
        #expect(Self.profiles(stage) == [.borrowProfile(Self.loan), .returnProfile(Self.loan)])
    }

    @Test("is borrowed for nothing that a hostile device says: no profile, none without a name, none that never ends")
    func hostile() throws {
        var stage = try Self.stage()
        for name in ["", String(repeating: "x", count: 5_000)] {
            stage.graph.devices[0].profiles = [DeviceProfile(name: name, priority: .max, hasInput: true, hasOutput: true)]
            stage.show()
            Self.prepare(&stage)
            #expect(Self.profiles(stage).isEmpty && stage.session.isInputReady)
        }
    }
}
