import AudioTypes
import Testing

@testable import AudioSession

@Suite("The volume by output")
struct VolumeRuleTests {
    private func uses(_ stage: SessionModelStage) -> [VolumeUse] {
        stage.actions.compactMap { if case .setVolumeUse(let use) = $0 { use } else { nil } }
    }

    private func beginnings(_ stage: SessionModelStage) -> [Double] {
        stage.actions.compactMap { if case .beginVolume(let level) = $0 { level } else { nil } }
    }

    private func sinkLevels(_ stage: SessionModelStage) -> [Double] {
        stage.actions.compactMap { if case .setOutputVolume(_, let level, _) = $0 { level } else { nil } }
    }

    private func choose(_ rules: [String: VolumeRule], _ stage: inout SessionModelStage) {
        stage.carryOut(stage.session.setConfiguredVolumes(OutputVolumes(rules), at: stage.time * 1_000_000))
    }

    private func setLevel(_ level: Double, of uid: String, _ stage: inout SessionModelStage) {
        for index in stage.graph.sinks.indices where stage.graph.sinks[index].uid == uid {
            stage.graph.sinks[index].level = level
        }
        stage.show()
    }

    @Test("has the ceiling of the output that the sound goes to, from the graph's news on, and none at one without")
    func ceiling() {
        var stage = SessionModelStage.playing(on: "headphones")
        choose(["speaker": VolumeRule(maximum: 0.5)], &stage)
        #expect(uses(stage).isEmpty)
        stage.remove("headphones")
        stage.link(to: "speaker")
        stage.show()
        #expect(uses(stage).map(\.maximum) == [0.5] && uses(stage).first?.output == "speaker")
        stage.forget()
        stage.add("headphones", .headphones)
        stage.link(to: "headphones")
        stage.show()
        #expect(uses(stage) == [VolumeUse()])
    }

    @Test("a room may have a ceiling, and neither a beginning nor filters of its own")
    func rooms() throws {
        var stage = SessionModelStage.playing()
        stage.carryOut(try stage.session.setVolumeRule(VolumeRule(maximum: 0.5), of: "room:kitchen", at: 0))
        #expect(stage.session.volumeRules.ceiling(ofRoom: "1", called: "Kitchen") == 0.5)
        for rule in [VolumeRule(maximum: 0.5, atStart: 0.2), VolumeRule(control: .software)] {
            #expect(throws: SessionError.self) { try stage.session.setVolumeRule(rule, of: "room:kitchen", at: 0) }
        }
        #expect(throws: SessionError.self) { try stage.session.setFilters(.off, of: "Room:kitchen", at: 0) }
        #expect(throws: SessionError.self) { try stage.session.setVolumeRule(VolumeRule(maximum: 0.5), of: "Room:", at: 0) }
        stage.carryOut(try stage.session.setVolumeRule(VolumeRule(), of: "ROOM:kitchen", at: 0))
        #expect(stage.session.volumeRules.rules.isEmpty, "the same room")
    }

    @Test("stays as it is while the sound goes nowhere, and while the server is away")
    func nowhere() {
        var stage = SessionModelStage.playing()
        choose(["speaker": VolumeRule(maximum: 0.5)], &stage)
        stage.forget()
        stage.send(.serverLost)
        stage.remove("speaker")
        stage.show()
        #expect(uses(stage).isEmpty)
    }

    @Test("has the greatest ceiling of several outputs, each of which keeps to its own")
    func several() throws {
        var stage = SessionModelStage.playing()
        stage.add("kitchen", .lineOut)
        stage.graph.companions = [GraphStream(serial: 60, reaches: ["kitchen"])]
        stage.show()
        choose(["speaker": VolumeRule(maximum: 0.5), "kitchen": VolumeRule(maximum: 0.7, control: .sink)], &stage)
        #expect(uses(stage).last?.maximum == 0.7)
    }

    @Test("begins once the daemon has started or the output is there, below the ceiling, and not while something plays there")
    func beginning() {
        var stage = SessionModelStage()
        choose(["speaker": VolumeRule(maximum: 0.4, atStart: 0.6), "headphones": VolumeRule(atStart: 0.2)], &stage)
        stage.add("speaker", .builtInSpeaker)
        stage.graph.stream = GraphStream(serial: 50)
        stage.link(to: "speaker")
        stage.show()
        #expect(beginnings(stage) == [0.4])
        stage.play()
        stage.forget()
        stage.add("headphones", .headphones)
        stage.link(to: "headphones")
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(beginnings(stage) == [0.2])
        stage.forget()
        // Back and forth between outputs that stay where they are.
        for uid in ["speaker", "headphones"] {
            stage.link(to: uid)
            stage.show()
            stage.wait(milliseconds: 5_000)
        }
        choose(["speaker": VolumeRule(atStart: 0.1), "headphones": VolumeRule(atStart: 0.3)], &stage)
        #expect(beginnings(stage).isEmpty, "a rule that comes while it plays is no beginning")
        stage.remove("headphones")
        stage.link(to: "speaker")
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(beginnings(stage).isEmpty)
        stage.add("headphones", .headphones)
        stage.link(to: "headphones")
        stage.show()
        #expect(beginnings(stage) == [0.3])
    }

    @Test("of the sink is the player's, in both directions, and what the player sets comes back as no news")
    func sink() {
        var stage = SessionModelStage.playing()
        setLevel(0.3, of: "speaker", &stage)
        choose(["speaker": VolumeRule(control: .sink)], &stage)
        #expect(uses(stage).map(\.sinkLevel) == [0.3])
        stage.forget()
        for level in [0.5, 0.6, 0.7] { stage.send(.sinkVolumeWanted(level, turn: stage.session.sinkTurn)) }
        #expect(sinkLevels(stage) == [0.5, 0.6, 0.7] && uses(stage).isEmpty)
        // The sink has steps of its own, and may leave some out.
        setLevel(0.501, of: "speaker", &stage)
        setLevel(0.699, of: "speaker", &stage)
        stage.wait(milliseconds: 3_000)
        #expect(uses(stage).isEmpty)
        setLevel(0.4, of: "speaker", &stage)
        #expect(uses(stage).map(\.sinkLevel) == [0.4])
        stage.forget()
        // It takes the sink with it, and nothing else.
        stage.remove("speaker")
        stage.add("tv", .hdmi)
        stage.link(to: "tv")
        stage.show()
        #expect(uses(stage) == [VolumeUse()])
    }

    @Test("of a sink that does not do what it is told is what the sink has, after two seconds")
    func deafSink() {
        var stage = SessionModelStage.playing()
        setLevel(0.3, of: "speaker", &stage)
        choose(["speaker": VolumeRule(control: .sink)], &stage)
        stage.send(.sinkVolumeWanted(0.9, turn: stage.session.sinkTurn))
        stage.forget()
        stage.wait(milliseconds: 1_900)
        #expect(uses(stage).isEmpty)
        stage.wait(milliseconds: 200)
        #expect(uses(stage).map(\.sinkLevel) == [0.3])
        #expect(stage.session.volumeDeadline == nil)
    }

    @Test("of a sink beyond the ceiling is lowered, three times a minute at most")
    func knob() {
        var stage = SessionModelStage.playing()
        setLevel(0.9, of: "speaker", &stage)
        choose(["speaker": VolumeRule(maximum: 0.5, control: .sink)], &stage)
        #expect(sinkLevels(stage) == [0.5] && uses(stage).last?.sinkLevel == 0.5)
        for _ in 0..<20 {
            setLevel(0.5, of: "speaker", &stage)
            setLevel(0.9, of: "speaker", &stage)
            stage.wait(milliseconds: 100)
        }
        #expect(sinkLevels(stage) == [0.5, 0.5, 0.5])
        stage.wait(milliseconds: 60_000)
        setLevel(0.8, of: "speaker", &stage)
        #expect(sinkLevels(stage).count == 4)
    }

    @Test(
        "of the sink stays what a knob has set, or another sink has, if the player chose its own before it knew that, and below the ceiling"
    )
    func turns() {
        var stage = SessionModelStage.playing()
        setLevel(0.3, of: "speaker", &stage)
        choose(["default": VolumeRule(control: .sink), "tv": VolumeRule(maximum: 0.5)], &stage)
        var turn = stage.session.sinkTurn
        stage.forget()
        setLevel(0.4, of: "speaker", &stage)
        stage.send(.sinkVolumeWanted(0.9, turn: turn))
        #expect(sinkLevels(stage).isEmpty && uses(stage).map(\.sinkLevel) == [0.4])
        turn = stage.session.sinkTurn
        stage.add("tv", .hdmi)
        // The same volume as the one before.
        setLevel(0.4, of: "tv", &stage)
        stage.link(to: "tv")
        stage.show()
        stage.forget()
        stage.send(.sinkVolumeWanted(0.45, turn: turn))
        #expect(sinkLevels(stage).isEmpty)
        stage.send(.sinkVolumeWanted(0.9, turn: stage.session.sinkTurn))
        #expect(sinkLevels(stage) == [0.5])
    }

    @Test("of a sink that rounds the ceiling to a step above is left there")
    func roundedUp() {
        var stage = SessionModelStage.playing()
        setLevel(0.3, of: "speaker", &stage)
        choose(["speaker": VolumeRule(maximum: 0.5, control: .sink)], &stage)
        stage.forget()
        setLevel(0.503, of: "speaker", &stage)
        #expect(sinkLevels(stage).isEmpty)
        setLevel(0.51, of: "speaker", &stage)
        #expect(sinkLevels(stage) == [0.5])
    }

    @Test("does not begin at an output that has played beside another one when it is left alone")
    func survivor() {
        var stage = SessionModelStage.playing()
        choose(["kitchen": VolumeRule(atStart: 0.9)], &stage)
        stage.add("kitchen", .lineOut)
        stage.graph.companions = [GraphStream(serial: 60, reaches: ["kitchen"])]
        stage.show()
        stage.wait(milliseconds: 5_000)
        stage.graph.companions = []
        stage.remove("speaker")
        stage.link(to: "kitchen")
        stage.show()
        stage.wait(milliseconds: 5_000)
        #expect(beginnings(stage).isEmpty)
    }

    @Test("of a mixer's command to the sink is clamped where the player's volume is the sink's")
    func routeVolume() throws {
        var stage = SessionModelStage.playing()
        setLevel(0.2, of: "speaker", &stage)
        choose(["speaker": VolumeRule(maximum: 0.5)], &stage)
        let free = try stage.session.setOutputVolume(level: 0.9, delta: nil, isMuted: nil, of: nil, at: 1)
        #expect(free.volume.level == 0.9)
        choose(["speaker": VolumeRule(maximum: 0.5, control: .sink)], &stage)
        let bound = try stage.session.setOutputVolume(level: 0.9, delta: nil, isMuted: nil, of: nil, at: 1)
        #expect(bound.volume.level == 0.5)
    }

    @Test("is not that of a sink at an output beside the sound server, whatever a rule for all says")
    func besideTheServer() {
        var stage = SessionModelStage.playing()
        stage.add("rooms", .lineOut)
        stage.graph.sinks[stage.graph.sinks.count - 1].isIndependent = true
        stage.show()
        choose(["default": VolumeRule(maximum: 0.5, control: .sink)], &stage)
        #expect(stage.session.volumeRule(ofOutput: "rooms") == VolumeRule(maximum: 0.5))
        #expect(stage.session.volumeRule(ofOutput: "speaker").control == .sink)
    }

    @Test("is chosen by clients under names that an output can have, for 64 at most, told once, and restored")
    func chosen() throws {
        var session = Session()
        let rule = VolumeRule(maximum: 0.5)
        #expect(
            try session.setVolumeRule(rule, of: "speaker", at: 1)
                == [
                    .setOutputVolumes(OutputVolumes(["speaker": rule])), .emit(.volumeRuleChanged(output: "speaker", rule)),
                ])
        #expect(try session.setVolumeRule(rule, of: "speaker", at: 2) == [])
        #expect(throws: SessionError.self) { try session.setVolumeRule(rule, of: "a\nb", at: 3) }
        for number in 1..<OutputVolumes.mostRules { _ = try session.setVolumeRule(rule, of: "output\(number)", at: 4) }
        let error = #expect(throws: SessionError.self) { try session.setVolumeRule(rule, of: "one more", at: 5) }
        #expect(error?.code == .tooManyVolumeRules)
        _ = try session.setVolumeRule(VolumeRule(), of: "speaker", at: 6)
        _ = try session.setVolumeRule(rule, of: "one more", at: 7)

        var second = Session()
        var saved = session.chosenVolumeRules
        saved.rules["a\nb"] = rule
        _ = second.restoreVolumes(saved, at: 1)
        #expect(second.chosenVolumeRules == session.chosenVolumeRules)
    }
}
