import AudioTypes
import Testing

@testable import AudioSession

@Suite("The chosen outputs")
struct OutputChoicesTests {
    private let kitchen = OutputChoice(sink: "kitchen")
    private let bath = OutputChoice(sink: "bath")
    private let hall = OutputChoice(sink: "hall")

    private func graph(_ uids: String...) -> GraphSnapshot {
        var graph = GraphSnapshot()
        graph.sinks = uids.enumerated().map { index, uid in
            GraphSink(uid: uid, serial: UInt64(index + 1), name: uid, type: .usbAudio, channelCount: 2)
        }
        return graph
    }

    /// The kitchen and the bath together, both of which are there.
    private var together: OutputChoices {
        var choices = OutputChoices()
        _ = choices.choose(together: [kitchen, bath], in: graph("kitchen", "bath"))
        return choices
    }

    @Test("are none at first, and one after a choice, which the next one replaces")
    func one() {
        var choices = OutputChoices()
        #expect(choices.current == nil && !choices.isShared)
        #expect([choices.choose(kitchen), choices.choose(nil)] == [.output(kitchen), .output(nil)])
        #expect(choices.current == nil)
    }

    @Test("are several as long as several of them are there, and then the one that is left")
    func several() {
        var choices = together
        #expect(choices.isShared && choices.current == kitchen)
        #expect(choices.isHeardBeside("kitchen") && choices.isHeardBeside("hall"))
        #expect([choices.look(at: graph("kitchen", "bath")), choices.look(at: graph("bath"))] == [nil, .output(bath)])
        #expect(!choices.isShared && !choices.isHeardBeside("bath"))
        let back = choices.look(at: graph("bath", "kitchen"))
        #expect(back == .together(["bath", "kitchen"]), "what is back moves nothing")
    }

    @Test("are left for a while, and gone back to")
    func overridden() {
        var choices = together
        #expect([choices.endOverride(), choices.override(hall)] == [nil, .output(hall)])
        #expect(choices.current == hall && !choices.isShared && !choices.isHeardBeside("kitchen"))
        let looked = choices.look(at: graph("bath", "hall"))
        #expect(looked == nil, "nothing moves meanwhile")
        let ended = choices.endOverride()
        #expect(ended == .output(bath))
    }

    @Test("have the sink of a switched card before them, and a loudspeaker that a person wants before that")
    func switched() {
        var choices = OutputChoices()
        _ = choices.choose(kitchen)
        #expect([choices.endSwitch(), choices.switchTo("hall"), choices.endOverride()] == [nil, .output(hall), nil])
        #expect([choices.override(bath), choices.endOverride()] == [.output(bath), .output(hall)])
        _ = choices.override(bath)
        let behind = choices.switchTo("hall")
        #expect(behind == nil && choices.current == bath)
        let ended = choices.endSwitch()
        #expect(ended == nil && choices.current == bath)
        #expect(
            [choices.endOverride(), choices.switchTo("hall"), choices.endSwitch()] == [
                .output(kitchen), .output(hall), .output(kitchen),
            ])
        _ = choices.switchTo("hall")
        #expect([choices.taken("kitchen"), choices.taken("hall")] == [nil, .elsewhere])
        #expect(choices == OutputChoices())
    }

    @Test("are forgotten where somebody else sends the stream away, and of several only that one")
    func taken() {
        var choices = together
        #expect([choices.taken("hall"), choices.taken("kitchen"), choices.taken("bath")] == [nil, .output(bath), .elsewhere])
        #expect(choices == OutputChoices())
        _ = choices.choose(kitchen)
        _ = choices.override(hall)
        #expect([choices.taken("kitchen"), choices.taken("hall")] == [nil, .elsewhere])
        #expect(choices == OutputChoices())
    }

    @Test("of three that two are taken from are the third alone, where nothing is left of the choice of several")
    func takenOfThree() {
        var choices = OutputChoices()
        _ = choices.choose(together: [kitchen, bath, hall], in: graph("kitchen", "bath", "hall"))
        #expect([choices.taken("bath"), choices.taken("hall")] == [.together(["kitchen", "hall"]), .output(kitchen)])
        var alone = OutputChoices()
        _ = alone.choose(kitchen)
        #expect(choices == alone)
    }

    @Test("keep the sink where somebody else has chosen another port, or nothing if the sound stays there by itself")
    func portTaken() {
        let socket = OutputChoice(sink: "kitchen", port: "socket")
        for (isDefault, selected, left) in [(true, socket, nil), (false, socket, kitchen), (true, bath, kitchen)] {
            var choices = OutputChoices()
            _ = choices.choose(selected)
            _ = choices.override(socket)
            let target = choices.portTaken(of: socket, isDefault: isDefault)
            #expect(target == .output(left) && choices.current == left)
        }
    }

    @Test("silence one among several until the graph has stood still, or it is alone")
    func cut() {
        let policy = SessionPolicy()
        var choices = together
        choices.cut(at: 1)
        choices.cut(at: 2)
        #expect(choices.cutDeadline(policy) == policy.settleTime + 1)
        let ended = [policy.settleTime, policy.settleTime + 1].map { choices.endsCut(at: $0, policy) }
        #expect(ended == [false, true])
        #expect(choices == together)
        choices.cut(at: 1)
        _ = choices.look(at: graph("bath"))
        let ends = choices.endsCut(at: 2, policy)
        #expect(ends)
    }
}
