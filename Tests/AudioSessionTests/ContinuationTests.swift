import AudioTypes
import Testing

@testable import AudioSession

@Suite("Whether playback goes on by itself:")
struct ContinuationTests {
    private let headphones = GraphSink(uid: "headphones", serial: 1, name: "Headphones", type: .headphones, channelCount: 2)

    private func graph(_ sinks: GraphSink...) -> GraphSnapshot {
        var graph = GraphSnapshot()
        graph.sinks = sinks
        return graph
    }

    /// Something played, and an interruption has paused it.
    private var interrupted: Continuation {
        var continuation = Continuation()
        _ = continuation.interruptionBegan(whilePlaying: true)
        return continuation
    }

    /// An interruption is over, and what was paused waits for `obstacle`.
    private func waiting(for obstacle: Continuation.Obstacle) -> Continuation {
        var continuation = interrupted
        _ = continuation.interruptionEnded(shouldResume: true, canResume: true, inTheWay: obstacle)
        return continuation
    }

    /// The loss of headphones has paused playback, and their return resumes it until 100.
    private var afterLoss: Continuation {
        var continuation = Continuation()
        continuation.outputLost(headphones, returnsUntil: 100)
        return continuation
    }

    @Test("nothing is promised at first")
    func nothing() {
        let continuation = Continuation()
        #expect(!continuation.isPromised && !continuation.isExpected(at: 0, ifInterruptionsAllow: true))
    }

    @Test("an interruption pauses what plays, and its end resumes that")
    func interruption() {
        var continuation = Continuation()
        let pauses = continuation.interruptionBegan(whilePlaying: true)
        #expect(pauses && continuation.isExpected(at: 0, ifInterruptionsAllow: true))
        #expect(!continuation.isExpected(at: 0, ifInterruptionsAllow: false))
        let resumes = continuation.interruptionEnded(shouldResume: true, canResume: true, inTheWay: nil)
        #expect(resumes && !continuation.isPromised)
    }

    @Test("an interruption of silence pauses and promises nothing")
    func silence() {
        var continuation = Continuation()
        let pauses = continuation.interruptionBegan(whilePlaying: false)
        #expect(!pauses && !continuation.isPromised)
        let resumes = continuation.interruptionEnded(shouldResume: true, canResume: true, inTheWay: nil)
        #expect(!resumes)
    }

    @Test("as long as another interruption pauses, the end of one resumes nothing; without resumption it cancels the promise")
    func otherInterruption() {
        for shouldResume in [true, false] {
            var continuation = interrupted
            let resumes = continuation.interruptionEnded(shouldResume: shouldResume, canResume: true, inTheWay: .interruption)
            #expect(!resumes && continuation.waits(for: .interruption) == shouldResume)
        }
    }

    @Test("a player that has nothing to resume does not resume later either")
    func nothingToResume() {
        var continuation = interrupted
        let resumes = continuation.interruptionEnded(shouldResume: true, canResume: false, inTheWay: .server)
        #expect(!resumes && continuation == Continuation())
    }

    @Test("what is in the way after an interruption is waited for next", arguments: [Continuation.Obstacle.server, .route])
    func next(obstacle: Continuation.Obstacle) {
        var continuation = waiting(for: obstacle)
        #expect(continuation.waits(for: obstacle) && !continuation.waits(for: .interruption))
        #expect(continuation.isExpected(at: 0, ifInterruptionsAllow: false))
        let wasLifted = continuation.lift(obstacle)
        #expect(wasLifted && continuation == Continuation())
    }

    @Test("what waits for it waits for an interruption instead", arguments: [Continuation.Obstacle.server, .route])
    func takenOver(obstacle: Continuation.Obstacle) {
        var continuation = waiting(for: obstacle)
        let pauses = continuation.interruptionBegan(whilePlaying: false)
        #expect(!pauses && continuation == interrupted)
    }

    @Test("what waits for it stays beside what an interruption pauses", arguments: [Continuation.Obstacle.server, .route])
    func beside(obstacle: Continuation.Obstacle) {
        var continuation = waiting(for: obstacle)
        let pauses = continuation.interruptionBegan(whilePlaying: true)
        let resumes = continuation.interruptionEnded(shouldResume: false, canResume: true, inTheWay: obstacle)
        #expect(pauses && !resumes && continuation == waiting(for: obstacle))
    }

    @Test("an interruption leaves it to lost headphones to resume, and a sleep that forgets those leaves the interruption")
    func besideLoss() {
        var continuation = afterLoss
        _ = continuation.interruptionBegan(whilePlaying: true)
        var asleep = continuation
        asleep.forgetLoss()
        #expect(asleep == interrupted)
        let resumes = continuation.interruptionEnded(shouldResume: false, canResume: true, inTheWay: nil)
        #expect(!resumes && continuation == afterLoss)
    }

    @Test("playback that begins forgets the interruption, the route and lost headphones, but not the server")
    func beginning() {
        for obstacle in [Continuation.Obstacle.interruption, .route, .server] {
            var continuation = afterLoss
            _ = continuation.interruptionBegan(whilePlaying: true)
            _ = continuation.interruptionEnded(shouldResume: true, canResume: true, inTheWay: obstacle)
            continuation.playbackBegan(byUser: true, isInterrupted: false)
            #expect(continuation.loss == nil && continuation.isPromised == (obstacle == .server))
        }
    }

    @Test("playback that begins during an interruption waits for that")
    func beginningInterrupted() {
        var continuation = waiting(for: .route)
        continuation.playbackBegan(byUser: false, isInterrupted: true)
        #expect(continuation == interrupted)
    }

    @Test("a player that played when the server went goes on by itself, unless a person begins playback or it is not to resume")
    func player() {
        for (resumes, byUser) in [(true, false), (true, true), (false, false)] {
            var continuation = Continuation()
            continuation.serverLost(whilePlaying: true, resumes: resumes, privateSink: headphones)
            #expect(continuation.privateSink == headphones)
            continuation.playbackBegan(byUser: byUser, isInterrupted: false)
            #expect(continuation.waits(for: .serverOfPlayer) == (resumes && !byUser))
            #expect((continuation.privateSink == nil) == byUser)
            let resumes = continuation.serverReturned()
            #expect(!resumes && continuation == Continuation(), "the session need not resume")
        }
    }

    @Test("a player that waits for the server waits for an interruption instead, and still for the output")
    func interruptedPlayer() {
        var continuation = Continuation()
        continuation.awaitServer(privateSink: headphones)
        let pauses = continuation.interruptionBegan(whilePlaying: false)
        #expect(pauses && continuation.waits(for: .interruption) && !continuation.waits(for: .serverOfPlayer))
        #expect(continuation.privateSink == headphones)
    }

    @Test("what waits for the route when the server goes waits for the server, on the output that it was on")
    func serverInsteadOfRoute() {
        var continuation = waiting(for: .route)
        continuation.serverLost(whilePlaying: false, resumes: true, privateSink: headphones)
        #expect(continuation.waits(for: .server) && !continuation.waits(for: .route) && continuation.privateSink == headphones)
        let resumes = continuation.serverReturned()
        #expect(resumes && continuation == Continuation())
    }

    @Test("the server is back, and what an interruption paused waits on; nothing else is private then")
    func serverBesideInterruption() {
        var continuation = interrupted
        continuation.serverLost(whilePlaying: false, resumes: true, privateSink: headphones)
        let resumes = continuation.serverReturned()
        #expect(!resumes && continuation == interrupted)
        var silent = Continuation()
        silent.serverLost(whilePlaying: false, resumes: true, privateSink: headphones)
        #expect(silent == Continuation())
    }

    @Test("a person cancels every promise but that of a player that waits for the server")
    func person() {
        var continuation = afterLoss
        _ = continuation.interruptionBegan(whilePlaying: true)
        continuation.personDecided()
        #expect(continuation == Continuation())
        continuation.awaitServer(privateSink: headphones)
        let before = continuation
        continuation.personDecided()
        #expect(continuation == before)
        continuation.cancel()
        #expect(continuation == Continuation())
    }

    @Test("lost headphones resume until their time is over, and what had been promised before is not")
    func loss() {
        var continuation = interrupted
        continuation.outputLost(headphones, returnsUntil: 100)
        #expect(continuation == afterLoss && !continuation.isPromised)
        #expect(continuation.isExpected(at: 100, ifInterruptionsAllow: true))
        #expect(!continuation.isExpected(at: 101, ifInterruptionsAllow: true))
        #expect(continuation.end(ifInterruptionsAllow: true) == 100)
        continuation.outputLost(headphones, returnsUntil: nil)
        #expect(continuation == Continuation())
    }

    @Test("a promise that lasts has no end, whatever the return of an output resumes beside it")
    func end() {
        var continuation = afterLoss
        _ = continuation.interruptionBegan(whilePlaying: true)
        #expect(continuation.end(ifInterruptionsAllow: true) == nil)
        #expect(continuation.end(ifInterruptionsAllow: false) == 100)
    }

    @Test("headphones that are back in time resume, and during an interruption after that")
    func returning() {
        for (now, isPlaying, isInterrupted) in [(100, false, false), (101, false, false), (0, true, false), (0, false, true)] {
            var continuation = afterLoss
            let resumes = continuation.outputReturned(at: Int64(now), whilePlaying: isPlaying, isInterrupted: isInterrupted)
            #expect(resumes == (now == 100))
            #expect(continuation == (isInterrupted ? interrupted : Continuation()))
        }
    }

    @Test("a loss that was dealt with is no news until the output is back, whatever is promised or cancelled")
    func dealtWith() {
        var continuation = Continuation()
        #expect(continuation.isNews(headphones))
        continuation.dealWith(headphones)
        continuation.cancel()
        continuation.take(graph())
        #expect(!continuation.isNews(headphones))
        continuation.take(graph(headphones))
        #expect(continuation.isNews(headphones))
    }
}
