import AudioTypes
import RealtimeAudio
import TestSupport
import Testing

@testable import Playback

@Suite("The gap of an output chain in which the graph may change its rate")
struct OutputChainGapTests {
    private let stage: ChainStage

    init() throws {
        stage = try ChainStage()
        try stage.play()
    }

    /// Begins a gap, up to the rest.
    private func rest() {
        stage.chain.renegotiate { false }
        stage.report(.paused)
    }

    @Test("fades, rests until the graph lets go, goes on, and tells when the sound is back")
    func gap() {
        stage.chain.renegotiate { false }
        #expect(stage.output.renderer?.plays == false && stage.activity == [true])
        stage.report(.paused)
        #expect(stage.activity == [true, false])
        stage.deliver()
        #expect(stage.activity == [true, false, true] && stage.output.renderer?.plays == true)
        stage.scheduler.advance(by: 2 * OutputChain.returnInterval)
        #expect(stage.owner.notes == [.looked, .looked])
        stage.owner.moves = true
        stage.scheduler.advance(by: OutputChain.returnInterval)
        #expect(stage.owner.notes == [.looked, .looked, .looked, .returned] && stage.scheduler.waitingCount == 0)
    }

    @Test("is tried three times in all if the graph has not changed, and the stream rests for longer each time")
    func again() {
        stage.owner.moves = true
        stage.chain.renegotiate { true }
        for (gap, rest) in [0, 100_000_000, 500_000_000].enumerated() {
            let before = stage.activity.count
            #expect(stage.output.renderer?.plays == false, "gap \(gap)")
            stage.report(.paused)
            stage.deliver()
            if rest > 0 {
                stage.scheduler.advance(by: Int64(rest) - 1)
                #expect(stage.activity.count == before + 1, "gap \(gap)")
                stage.scheduler.advance(by: 1)
            }
            #expect(stage.activity.suffix(2) == [false, true], "gap \(gap)")
            stage.deliver()
            stage.scheduler.advance(by: OutputChain.returnInterval)
        }
        #expect(stage.output.renderer?.plays == true)
        #expect(stage.owner.notes == [.looked, .looked, .looked, .returned] && stage.scheduler.waitingCount == 0)
    }

    @Test("is not tried again once the graph has changed")
    func changed() {
        stage.owner.moves = true
        var isWanted = true
        stage.chain.renegotiate { isWanted }
        stage.report(.paused)
        isWanted = false
        stage.deliver()
        stage.scheduler.advance(by: OutputChain.returnInterval)
        #expect(stage.owner.notes == [.looked, .returned] && stage.output.renderer?.plays == true)
    }

    /// Lets the gap that has begun pass by, in which the stream rests for so long once the graph has let go of it.
    private func passGap(resting rest: Int64) {
        stage.report(.paused)
        stage.deliver()
        stage.scheduler.advance(by: rest)
        stage.deliver()
        stage.scheduler.advance(by: OutputChain.returnInterval)
    }

    @Test("comes by itself as soon as the sound is there, if the graph would then do what somebody wishes")
    func wished() {
        stage.chain.setGapWish { true }
        #expect(stage.scheduler.waitingCount == 0, "it plays already")
        stage.chain.hold()
        stage.chain.resume()
        stage.scheduler.advance(by: 2 * OutputChain.returnInterval)
        #expect(stage.output.renderer?.plays == true, "nothing is heard yet")
        stage.owner.moves = true
        stage.scheduler.advance(by: OutputChain.returnInterval)
        #expect(stage.output.renderer?.plays == false)
    }

    @Test("comes no more after three that did not help, until somebody wishes again")
    func vain() {
        stage.owner.moves = true
        stage.chain.setGapWish { true }
        for isTried in [true, false] {
            stage.chain.hold()
            stage.chain.resume()
            stage.scheduler.advance(by: OutputChain.returnInterval)
            #expect(stage.output.renderer?.plays == !isTried)
            if isTried { for rest in [0, 100_000_000, 500_000_000] as [Int64] { passGap(resting: rest) } }
            #expect(stage.output.renderer?.plays == true && stage.scheduler.waitingCount == 0)
        }
        stage.chain.setGapWish { true }
        stage.chain.hold()
        stage.chain.resume()
        stage.scheduler.advance(by: OutputChain.returnInterval)
        #expect(stage.output.renderer?.plays == false)
    }

    @Test("is not told, and does not come, where the graph does already what somebody wishes, or the sound is held again")
    func needless() {
        stage.chain.setGapWish { false }
        stage.chain.hold()
        stage.chain.resume()
        stage.owner.moves = true
        stage.scheduler.advance(by: OutputChain.returnInterval)
        #expect(stage.output.renderer?.plays == true && stage.owner.notes == [.looked] && stage.scheduler.waitingCount == 0)
        stage.chain.setGapWish { true }
        stage.chain.resume()
        stage.chain.hold()
        stage.scheduler.advance(by: OutputChain.returnInterval)
        #expect(stage.owner.notes == [.looked] && stage.scheduler.waitingCount == 0)
        stage.chain.resume()
        stage.chain.setGapWish(nil)
        stage.scheduler.advance(by: OutputChain.returnInterval)
        #expect(stage.owner.notes == [.looked] && stage.output.renderer?.plays == true)
    }

    @Test("ends in time if the graph never lets go")
    func stubborn() {
        stage.output.holdState()
        rest()
        stage.scheduler.advance(by: OutputChain.restDeadline - 1)
        #expect(stage.activity == [true, false])
        stage.scheduler.advance(by: 1)
        #expect(stage.activity == [true, false, true] && stage.output.renderer?.plays == true)
    }

    @Test("is given up after a hundred looks, without a word")
    func noReturn() {
        rest()
        stage.deliver()
        stage.scheduler.advance(by: 1_000 * OutputChain.returnInterval)
        #expect(stage.owner.notes == Array(repeating: .looked, count: 100) && stage.scheduler.waitingCount == 0)
    }

    @Test("goes on without its rest if no callback runs")
    func withoutCallback() {
        stage.chain.renegotiate { false }
        stage.scheduler.advance(by: OutputChain.fadeDeadline)
        #expect(stage.activity == [true, false] && !stage.owner.kinds.contains(.paused))
    }

    @Test("does not begin if nothing is heard, or a new stream is about to be opened, or one is under way")
    func notBegun() throws {
        stage.chain.renegotiate { false }
        stage.scheduler.advance(by: OutputChain.fadeDeadline / 2)
        stage.chain.renegotiate { false }
        stage.scheduler.advance(by: OutputChain.fadeDeadline / 2)
        #expect(stage.activity == [true, false])
        let waiting = try ChainStage()
        try waiting.play()
        try waiting.begin(.video)
        waiting.chain.renegotiate { false }
        waiting.report(.paused)
        #expect(waiting.opened == [.cd, .video] && waiting.activity == [true, true])
        let silent = try ChainStage()
        try silent.begin()
        silent.chain.renegotiate { false }
        #expect(silent.scheduler.waitingCount == 0)
    }

    @Test("is not cut short by a resume, because it resumes by itself")
    func resumed() {
        stage.chain.renegotiate { false }
        stage.chain.resume()
        #expect(stage.output.renderer?.plays == false)
        stage.report(.paused)
        stage.chain.resume()
        #expect(stage.activity == [true, false])
        stage.deliver()
        #expect(stage.activity == [true, false, true] && stage.output.renderer?.plays == true)
    }

    @Test("ends with a pause, which then has its own fade", arguments: [false, true])
    func paused(rests: Bool) {
        if rests { rest() } else { stage.chain.renegotiate { false } }
        stage.chain.fadeOut()
        stage.report(.paused)
        #expect(stage.owner.kinds == [.paused])
        stage.deliver()
        stage.scheduler.advance(by: OutputChain.restDeadline)
        #expect(stage.output.renderer?.plays == false && stage.activity == (rests ? [true, false] : [true]))
    }

    @Test("ends with the loss of the server")
    func lost() {
        rest()
        stage.chain.take(.serverLost(message: "gone"))
        stage.scheduler.advance(by: OutputChain.restDeadline)
        #expect(stage.activity == [true, false])
    }

    @Test("ends with a new stream, which need not wait for one that rests")
    func newStream() throws {
        rest()
        try stage.begin(.video)
        #expect(stage.opened == [.cd, .video] && stage.activity == [true, false, true])
        stage.scheduler.advance(by: OutputChain.restDeadline)
        #expect(stage.owner.notes == [])
    }
}
