import AudioTypes
import PlayerModel
import Synchronization
import TestSupport
import Testing

@testable import Playback
@testable import RealtimeAudio

@Suite("An output chain")
struct OutputChainTests {
    private let stage: ChainStage

    init() throws { stage = try ChainStage() }

    @Test("audio of the same format goes into the same ring, of another one into a new ring")
    func rings() throws {
        try stage.play()
        try stage.begin(.cd, generation: 2)
        #expect(stage.opened == [.cd] && stage.filled.count == 2)
        #expect(stage.output.renderer?.wantedGeneration == 2)
        try stage.begin(.video, generation: 3)
        #expect(stage.filled.map(\.format.sampleRate) == [.cd, .cd, .video])
    }

    @Test("a stream that nobody has heard yet is replaced at once")
    func replacedAtOnce() throws {
        try stage.begin(.cd)
        try stage.begin(.video)
        #expect(stage.opened == [.cd, .video] && stage.activity == [])
    }

    @Test("a stream that is heard fades out before the new one is opened, and the new one goes on")
    func replacedAfterFade() throws {
        try stage.play()
        let old = try #require(stage.output.renderer)
        try stage.begin(.video)
        stage.chain.resume()
        #expect(stage.opened == [.cd] && !old.plays && stage.activity == [true])
        stage.report(.paused)
        #expect(stage.opened == [.cd, .video] && stage.activity == [true, true])
        #expect(stage.output.renderer?.plays == true && stage.owner.kinds == [.paused])
    }

    @Test("a stream that fades out for a new one is also replaced if no callback runs")
    func replacedWithoutCallback() throws {
        try stage.play()
        try stage.begin(.video)
        stage.chain.hold()
        stage.scheduler.advance(by: OutputChain.fadeDeadline - 1)
        #expect(stage.opened == [.cd])
        stage.scheduler.advance(by: 1)
        #expect(stage.opened == [.cd, .video] && stage.activity == [true, true])
    }

    @Test("a third format does not wait for the fade of the first stream any more")
    func replacedTwice() throws {
        try stage.play()
        try stage.begin(.video)
        try stage.begin(.cd)
        #expect(stage.opened == [.cd, .cd] && stage.activity == [true, true])
    }

    @Test("new rings are muted and as soft as the ring before")
    func takenOver() throws {
        stage.chain.setGain(0.25)
        try stage.begin(.cd, isMuted: true)
        let first = try #require(stage.output.renderer)
        #expect(first.isMuted)
        #expect(first.wantedGain == 0.25)
        stage.chain.setGain(0.5)
        try stage.begin(.video)
        let second = try #require(stage.output.renderer)
        #expect(!second.isMuted)
        #expect(second.wantedGain == 0.5)
    }

    @Test("the counts of rings that are gone stay in the statistics")
    func statistics() throws {
        try stage.play()
        stage.output.runCycle(64, now: 1)
        stage.output.runCycle(64, now: 2)
        try stage.begin(.video)
        stage.report(.paused)
        stage.chain.resume()
        stage.deliver()
        stage.output.runCycle(128, now: 3)
        #expect(stage.chain.statistics.callbacks == 3 && stage.chain.statistics.quantum == 128)
    }

    @Test("the volume is told to ring and mixer")
    func volume() throws {
        try stage.begin()
        stage.chain.apply(Volume(level: 0.5, muted: true))
        #expect(stage.output.calls.suffix(2) == [.setMuted(true), .setVolume(0.5)])
        #expect(stage.output.renderer?.isMuted == true)
    }

    @Test("whoever waits for silence is told once the output may sleep")
    func silence() throws {
        var count = 0
        stage.chain.whenSilent { count += 1 }
        #expect(count == 1)
        try stage.play()
        stage.chain.whenSilent { count += 10 }
        #expect(count == 1)
        stage.chain.deactivate()
        stage.chain.deactivate()
        #expect(count == 11 && stage.activity == [true, false, false])
    }

    @Test("a server that comes back is counted, the first one is not")
    func servers() {
        stage.chain.take(.serverConnected(version: "1"))
        #expect(stage.chain.serverVersion == "1" && stage.chain.reconnects == 0)
        stage.chain.take(.serverLost(message: "gone"))
        stage.chain.take(.serverConnected(version: "2"))
        #expect(stage.chain.serverVersion == "2" && stage.chain.reconnects == 1)
    }

    @Test("the owner hears when there is no sink any more and when there is one again, and of no other change")
    func audibility() throws {
        try stage.play()
        #expect(stage.owner.notes == [] && !stage.chain.clock.isUnheard)
        stage.output.setSink(false)
        stage.deliver()
        #expect(stage.owner.notes == [.audibilityChanged] && stage.chain.clock.isUnheard)
        stage.output.setSink(true)
        stage.deliver()
        stage.chain.deactivate()
        stage.deliver()
        #expect(stage.owner.notes == [.audibilityChanged, .audibilityChanged] && !stage.chain.clock.isUnheard)
    }

    @Test("without a sink the clock stands, whatever the last cycle did")
    func clock() throws {
        #expect(stage.chain.clock.reading == nil)
        try stage.play()
        let renderer = try #require(stage.output.renderer)
        renderer.state.pointee.clock.publish(now: 5, delay: 1, mediaFrame: 7, fadeEnd: 8, segment: 9, isMoving: true)
        #expect(stage.chain.clock.reading?.isMoving == true)
        stage.output.setSink(false)
        stage.deliver()
        let reading = try #require(stage.chain.clock.reading)
        #expect(!reading.isMoving && reading.mediaFrame == 7 && reading.segment == 9)
    }

    @Test("two chains share no state")
    func two() throws {
        let other = try ChainStage(stage.scheduler)
        try stage.play()
        try other.play(.video)
        other.chain.take(.serverConnected(version: "other"))
        stage.chain.fadeOut()
        stage.scheduler.advance(by: OutputChain.fadeDeadline)
        #expect(stage.owner.kinds == [.paused, .dropped] && other.owner.kinds == [])
        #expect(other.output.renderer?.plays == true && stage.chain.serverVersion == nil)
        other.chain.shutDown()
        #expect(stage.output.calls.last == .setActive(true) && other.output.calls.last == .shutDown)
    }
}

@Suite("The events of an output chain")
struct OutputChainEventTests {
    private let stage: ChainStage

    init() throws { stage = try ChainStage() }

    @Test("beginnings and ends of segments are reported when their audio is heard, in order")
    func heard() {
        stage.report(.began, 1)
        stage.report(.ended, 1, heardAfter: 50_000_000)
        stage.report(.began, 2, heardAfter: 50_000_000)
        stage.report(.ended, 2, heardAfter: 90_000_000)
        #expect(stage.owner.notes == [.event(.began, 1)])
        stage.scheduler.advance(by: 49_999_999)
        #expect(stage.owner.notes == [.event(.began, 1)])
        stage.scheduler.advance(by: 1)
        #expect(stage.owner.notes == [.event(.began, 1), .event(.ended, 1), .event(.began, 2)])
        stage.scheduler.advance(by: 40_000_000)
        #expect(stage.owner.notes.last == .event(.ended, 2) && stage.scheduler.waitingCount == 0)
    }

    @Test("a ring that runs dry is reported at once")
    func starved() {
        stage.report(.began, 1, heardAfter: 50_000_000)
        stage.report(.starved, 1, heardAfter: 50_000_000)
        #expect(stage.owner.notes == [.event(.starved, 1)])
    }

    @Test("what was not heard before the server went away is never reported")
    func lost() {
        stage.report(.began, 1, heardAfter: 50_000_000)
        stage.chain.take(.serverLost(message: "gone"))
        stage.scheduler.advance(by: 1_000_000_000)
        #expect(stage.owner.notes == [])
        stage.report(.began, 2, heardAfter: 50_000_000)
        stage.scheduler.advance(by: 50_000_000)
        #expect(stage.owner.notes == [.event(.began, 2)])
    }
}

@Suite("The fades of an output chain")
struct OutputChainFadeTests {
    private let stage: ChainStage

    init() throws {
        stage = try ChainStage()
        try stage.play()
    }

    @Test("the end of a fade is reported once")
    func once() {
        stage.chain.fadeOut()
        #expect(stage.output.renderer?.plays == false)
        stage.report(.paused)
        stage.scheduler.advance(by: 2 * OutputChain.fadeDeadline)
        #expect(stage.owner.kinds == [.paused])
    }

    @Test("a fade ends at its deadline if no callback runs, and the ring counts as empty")
    func deadline() {
        stage.chain.fadeOut()
        stage.scheduler.advance(by: OutputChain.fadeDeadline - 1)
        #expect(stage.owner.notes == [])
        stage.scheduler.advance(by: 1)
        #expect(stage.owner.kinds == [.paused, .dropped])
    }

    @Test("a fade of a stream that does not run ends as soon as control has time, not within the order")
    func notRunning() {
        stage.output.setSink(false)
        stage.deliver()
        stage.chain.fadeOut()
        #expect(stage.owner.kinds == [])
        stage.scheduler.advance(by: 0)
        #expect(stage.owner.kinds == [.paused, .dropped])
    }

    @Test("nothing is said of the ring if the output sleeps by then")
    func asleep() {
        stage.chain.fadeOut()
        stage.chain.deactivate()
        stage.scheduler.advance(by: OutputChain.fadeDeadline)
        #expect(stage.owner.kinds == [.paused])
    }

    @Test("the deadline is that of the newest fade")
    func newest() {
        stage.chain.fadeOut()
        stage.scheduler.advance(by: OutputChain.fadeDeadline / 2)
        stage.chain.fadeOut()
        stage.scheduler.advance(by: OutputChain.fadeDeadline / 2)
        #expect(stage.owner.notes == [])
        stage.scheduler.advance(by: OutputChain.fadeDeadline / 2)
        #expect(stage.owner.kinds == [.paused, .dropped])
    }

    @Test("a resume or a hold meanwhile ends the wait", arguments: [true, false])
    func goesOn(plays: Bool) {
        stage.chain.fadeOut()
        if plays { stage.chain.resume() } else { stage.chain.hold() }
        #expect(stage.output.renderer?.plays == plays && stage.scheduler.waitingCount == 0)
        stage.scheduler.advance(by: 2 * OutputChain.fadeDeadline)
        #expect(stage.owner.notes == [])
    }

    @Test("the last fade is followed by the end and nothing else", arguments: [true, false])
    func last(callbackRuns: Bool) throws {
        try stage.begin(.video)
        var hasEnded = false
        stage.chain.fadeOutAtEnd { [stage] in
            hasEnded = true
            stage.chain.shutDown()
        }
        #expect(!hasEnded)
        if callbackRuns { stage.report(.paused) } else { stage.scheduler.advance(by: OutputChain.fadeDeadline) }
        #expect(hasEnded && stage.opened == [.cd] && stage.output.calls.last == .shutDown)
        #expect(stage.owner.notes.isEmpty && stage.scheduler.waitingCount == 0)
    }

    @Test("without a ring the end comes at once")
    func nothing() throws {
        let silent = try ChainStage()
        var hasEnded = false
        silent.chain.fadeOutAtEnd { hasEnded = true }
        #expect(hasEnded)
    }

    @Test("a chain that is shut down leaves nothing scheduled")
    func shutDown() {
        stage.report(.began, 1, heardAfter: 50_000_000)
        stage.chain.fadeOut()
        stage.chain.shutDown()
        #expect(stage.scheduler.waitingCount == 0)
        stage.scheduler.advance(by: 10_000_000_000)
        #expect(stage.owner.notes == [] && stage.output.calls.last == .shutDown)
    }
}

extension Renderer {
    fileprivate var wantedGeneration: UInt32 { state.pointee.wantedGeneration.load(ordering: .relaxed) }
    fileprivate var wantedGain: Float { Float(bitPattern: state.pointee.wantedGain.load(ordering: .relaxed)) }
    fileprivate var isMuted: Bool { state.pointee.isMuted.load(ordering: .relaxed) }
}
