import AudioTypes
import Testing

@testable import AudioSession

@Suite("When a private output is gone")
struct PrivateOutputTests {
    /// Headphones in the socket of a card.
    private static let headphones: GraphSink = {
        var device = GraphDevice(name: "card", serial: 60)
        device.port = "headphones-out"
        return GraphSink(uid: "out", serial: 100, name: "Headphones", type: .headphones, channelCount: 2, device: device)
    }()

    private static func changed(_ change: (inout GraphSink) -> Void) -> GraphSink {
        var sink = headphones
        change(&sink)
        return sink
    }

    @Test("sound is private on headphones with something plugged in, and on nothing else")
    func privacy() {
        #expect(Self.headphones.isHeardPrivately)
        #expect(!Self.changed { $0.isAvailable = false }.isHeardPrivately)
        #expect(!Self.changed { $0.type = .builtInSpeaker }.isHeardPrivately)
        #expect(!Self.changed { $0.type = .usbAudio }.isHeardPrivately)
        #expect(Self.changed { $0.type = .bluetoothHFP }.isHeardPrivately)
    }

    @Test("a sink that is gone, unplugged, made anew, on another device or at another port is a sign of a loss")
    func signs() {
        let output = Self.headphones
        #expect(output.isBeingLost(now: nil))
        #expect(output.isBeingLost(now: Self.changed { $0.isAvailable = false }))
        #expect(output.isBeingLost(now: Self.changed { $0.serial = 900 }))
        #expect(output.isBeingLost(now: Self.changed { $0.device?.serial = 900 }))
        #expect(output.isBeingLost(now: Self.changed { $0.device?.port = "speaker-out" }))
        #expect(output.isBeingLost(now: Self.changed { $0.device = nil }))
    }

    @Test("another volume, name or profile is no sign of a loss")
    func noSigns() {
        let output = Self.headphones
        #expect(!output.isBeingLost(now: output))
        #expect(!output.isBeingLost(now: Self.changed { $0.level = 0.5 }))
        #expect(!output.isBeingLost(now: Self.changed { $0.isMuted = true }))
        #expect(!output.isBeingLost(now: Self.changed { $0.name = "Other" }))
        #expect(!output.isBeingLost(now: Self.changed { $0.device?.profile = "pro" }))
    }

    @Test("a sink that is gone or unplugged is lost for the session and a sign for the guard alike")
    func bothNets() {
        let changes: [(GraphSink?, isLost: Bool)] = [
            (nil, true), (Self.changed { $0.isAvailable = false }, true), (Self.headphones, false),
            (Self.changed { $0.level = 0.5 }, false),
        ]
        for (now, isLost) in changes {
            var graph = GraphSnapshot()
            graph.sinks = now.map { [$0] } ?? []
            #expect(graph.hasLost(Self.headphones) == isLost)
            #expect(Self.headphones.isBeingLost(now: now) == isLost)
        }
    }

    @Test("an output made anew is a sign for the guard, and not lost for the session once it stands still")
    func strictness() {
        var graph = GraphSnapshot()
        let again = Self.changed { $0.serial = 900 }
        graph.sinks = [again]
        #expect(Self.headphones.isBeingLost(now: again))
        #expect(!graph.hasLost(Self.headphones))
    }
}
