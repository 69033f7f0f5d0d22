import AudioSession
import AudioTypes
import Testing

@Suite("Whatever happens, in whatever order,")
struct RandomSessionTests {
    @Test("a player that the user paused is started by nobody else, and every interruption ends at most once", arguments: 0..<200)
    func invariants(seed: Int) throws {
        var dice = SeededGenerator(seed: UInt64(seed))
        var policy = SessionPolicy()
        policy.resumesAfterSleep = Bool.random(using: &dice)
        policy.resumeOnReconnect = Bool.random(using: &dice) ? 60_000_000_000 : 0
        var stage = SessionModelStage.playing(on: "headphones", policy: policy)
        var pausedByUser = false
        var held: [Int64] = []
        for _ in 0..<300 {
            let wasPlaying = stage.isPlaying
            let userPlays = try step(&stage, &dice, &pausedByUser, &held)
            if pausedByUser && !userPlays && !wasPlaying { #expect(!stage.isPlaying) }
            if stage.isPlaying { pausedByUser = false }
            #expect(!(stage.isPlaying && stage.session.interruptions.pauses))
        }
        let began = stage.events.compactMap { if case .interruptionBegan(let one) = $0 { one.id } else { nil } }
        let ended = stage.ended.map(\.id)
        #expect(Set(began).count == began.count)
        #expect(Set(ended).count == ended.count)
        #expect(Set(ended).isSubset(of: began))
        for change in stage.routeChanges where change.reason != .categoryChange { #expect(change.previous != change.current) }
    }

    /// One thing that happens; whether it is a person's play.
    private func step(
        _ stage: inout SessionModelStage, _ dice: inout SeededGenerator, _ pausedByUser: inout Bool, _ held: inout [Int64]
    ) throws -> Bool {
        let serial = UInt64.random(in: 1...3, using: &dice)
        switch Int.random(in: 0..<18, using: &dice) {
        case 0, 1:
            if (try? stage.session.checkPlay()) == nil { return false }
            // Also where it is paused again at once, with the promise to go on: the person's pause is over.
            pausedByUser = false
            stage.play()
            return true
        case 2, 3:
            stage.pause()
            pausedByUser = true
        case 4:
            stage.stop()
            pausedByUser = true
        case 5 where !stage.graph.others.contains { $0.serial == serial }:
            stage.startStream(serial, role: ["Communication", "Alarm", "Music"].randomElement(using: &dice) ?? "")
            stage.show()
        case 6:
            stage.stopStream(serial)
            stage.show()
        case 7:
            stage.remove("headphones")
            stage.link(to: "speaker")
            stage.show()
        case 8 where stage.graph.sink("headphones") == nil:
            stage.add("headphones", .headphones)
            stage.link(to: "headphones")
            stage.show()
        case 9:
            stage.graph.configuredDefault = "speaker"
            stage.link(to: "speaker")
            stage.show()
        case 10:
            let begun = try stage.session.beginInterruption(
                client: serial, reason: nil, mayDuck: Bool.random(using: &dice), at: stage.time * 1_000_000)
            held.append(begun.id)
            stage.carryOut(begun.actions)
        case 11: stage.send(.clientLeft(serial))
        case 12: stage.send(.otherPlayerChanged("mpv", .playing, byUs: Bool.random(using: &dice)))
        case 13: stage.send(.otherPlayerChanged("mpv", .paused, byUs: Bool.random(using: &dice)))
        case 14: stage.send(Bool.random(using: &dice) ? .willSleep : .didWake)
        case 15: stage.send(.soundCut)
        case 16:
            stage.graph.stream?.reaches = []
            stage.show()
        default: stage.wait(milliseconds: Int64.random(in: 0...4_000, using: &dice))
        }
        return false
    }

    @Test("the same changes told in any order give the same route events", arguments: 0..<100)
    func order(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed))
        let changes: [(inout SessionModelStage) -> Void] = [
            { $0.remove("headphones") }, { $0.graph.defaultSink = "speaker" }, { $0.graph.stream?.reaches = ["speaker"] },
            { $0.add("television", .hdmi) },
        ]
        var stage = SessionModelStage.playing(on: "headphones")
        for change in changes.shuffled(using: &dice) {
            change(&stage)
            stage.show()
        }
        stage.wait(milliseconds: 5_000)
        #expect(stage.routeChanges.map(\.reason) == [.oldDeviceUnavailable])
        #expect(stage.routeChanges.first?.current.outputs.map(\.uid) == ["speaker"])
        #expect(!stage.isPlaying)
    }
}
