import AudioTypes
import Testing

@testable import AudioSession

@Suite("The input that is chosen by the session")
struct InputChoicesTests {
    private func graph(_ uids: String..., defaultSource: String? = nil) -> GraphSnapshot {
        var graph = GraphSnapshot()
        graph.sources = uids.enumerated().map { index, uid in
            let type: InputType = uid == "headset" ? .bluetoothHFP : .builtInMic
            return GraphSource(InputDevice(uid: uid, name: uid, type: type, channelCount: 1), serial: UInt64(index + 1))
        }
        graph.defaultSource = defaultSource
        return graph
    }

    private func uids(_ choices: InputChoices, _ graph: GraphSnapshot, _ profile: SessionProfile) -> [String?] {
        [choices.plain(in: graph, for: profile)?.device.uid, choices.source(in: graph, for: profile)?.device.uid]
    }

    @Test("is the one that a client chose while it is there, else the default one, and a headset only where it is allowed")
    func plain() throws {
        let profile = try SessionProfile(category: .playAndRecord)
        let withHeadset = try SessionProfile(category: .playAndRecord, options: [.allowBluetoothHFP])
        var choices = InputChoices()
        #expect(uids(choices, graph(), profile) == [nil, nil])
        #expect(uids(choices, graph("a", "b", defaultSource: "b"), profile) == ["b", "b"])
        #expect(uids(choices, graph("headset", "a", defaultSource: "headset"), profile) == ["a", "a"])
        #expect(uids(choices, graph("headset", "a", defaultSource: "headset"), withHeadset) == ["headset", "headset"])
        choices.selected = "a"
        #expect(uids(choices, graph("a", "b", defaultSource: "b"), profile) == ["a", "a"])
        #expect(uids(choices, graph("b", defaultSource: "b"), profile) == ["b", "b"])
    }

    @Test("is behind the canceller while that works for it, but not behind one that is about to go")
    func canceller() throws {
        let talk = try SessionProfile(category: .playAndRecord, mode: .voiceChat)
        let graph = graph("a", EchoCanceller.uid, defaultSource: "a")
        var choices = InputChoices()
        choices.use.cancelling = InputUse.Cancelling(input: "a")
        #expect(uids(choices, graph, talk) == ["a", "a"])
        choices.use.cancelling?.isSeen = true
        #expect(uids(choices, graph, talk) == ["a", EchoCanceller.uid])
        #expect(uids(choices, graph, try SessionProfile(category: .playAndRecord)) == ["a", "a"])
        choices.use.cancelling?.earlier = [2]
        #expect(choices.canceller(in: graph) == nil && uids(choices, graph, talk) == ["a", "a"])
    }

    @Test("is never that of another daemon's canceller, and ours is known beside it")
    func otherDaemon() throws {
        let talk = try SessionProfile(category: .playAndRecord, mode: .voiceChat)
        let ours = EchoCanceller.uid(of: "fermata-kitchen")
        #expect(ours == "fermata-kitchen-echo-cancel" && EchoCanceller.uid == "fermata-echo-cancel")
        var graph = graph(EchoCanceller.uid, "a", ours, defaultSource: EchoCanceller.uid)
        graph.sources[0].cancelsEcho = true
        graph.canceller = ours
        var choices = InputChoices()
        #expect(uids(choices, graph, talk) == ["a", "a"])
        choices.use.cancelling = InputUse.Cancelling(input: "a")
        choices.use.cancelling?.isSeen = true
        #expect(uids(choices, graph, talk) == ["a", ours])
        graph.sources.removeLast()
        #expect(choices.canceller(in: graph) == nil)
    }

    @Test("changes for the tracker only where the input is another")
    func tracker() throws {
        let profile = try SessionProfile(category: .playAndRecord)
        var choices = InputChoices()
        choices.look(at: graph("a", defaultSource: "a"), for: profile, at: 1)
        choices.look(at: graph("a", "b", defaultSource: "b"), for: profile, at: 2)
        let change = choices.tracker.settle()
        #expect(change?.previous?.device.uid == "a" && change?.current?.device.uid == "b")
    }

    @Test("may be recorded as the configuration says, or a person where it asks")
    func permission() {
        var policy = SessionPolicy()
        var choices = InputChoices()
        #expect(choices.permission(policy) == .granted)
        policy.recording = .ask
        #expect(choices.permission(policy) == .undetermined)
        choices.recordAnswer = true
        #expect(choices.permission(policy) == .granted)
        policy.recording = .deny
        #expect(choices.permission(policy) == .denied)
    }
}
