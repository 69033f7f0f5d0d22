import PlayerModel
import Testing

@testable import Decoding

/// A sender, a feed and a sink on simulated clocks.
private struct LiveStage {
    static let latency = 0.02
    var feed = LiveFeed(latency: latency)
    /// The length of a cycle, in seconds of the sink's clock.
    var cycle = 0.01
    /// How much faster than time the sink plays.
    var sinkSpeed = 1.0
    private(set) var now = 0.0
    /// The sound in the ring, and what was played and silent.
    private(set) var ring = 0.0
    private(set) var played = 0.0
    private(set) var silent = 0.0
    private(set) var waiting = 0.0
    private(set) var gaps: [LiveGap] = []
    private(set) var squeezes: [Double] = []
    private(set) var sent = 0.0
    private var arrived = 0.0
    private var nextCycle = 0.007
    private var lastCycle = -0.003
    private var deadline = Double.infinity
    var isPlaying = true
    var isLull = false
    private var isMoving = false

    /// The delay that a frame has which comes now.
    var delay: Double { ring + max(0, cycle - (now - lastCycle) * sinkSpeed) }

    /// Lets time pass, during which `piece` seconds of sound come every `period` seconds.
    mutating func send(_ piece: Double, every period: Double, for seconds: Double) {
        let start = now
        for index in 1...Int((seconds / period).rounded()) {
            pass(until: start + Double(index) * period)
            arrive(piece)
        }
    }

    mutating func arrive(_ sound: Double, isWhole: Bool = false) {
        sent += sound
        waiting += sound
        arrived += sound
        look(isWhole: isWhole)
    }

    mutating func flush() {
        if waiting > 0 { look(isWhole: true) }
        feed.flushed()
        isLull = true
    }

    mutating func pass(until time: Double) {
        while min(nextCycle, deadline) <= time {
            if nextCycle <= deadline {
                now = nextCycle
                runCycle()
            } else {
                now = deadline
                deadline = .infinity
                look(isWhole: false)
            }
        }
        now = time
    }

    private mutating func runCycle() {
        nextCycle = now + (cycle > 0 ? cycle : 0.01) / sinkSpeed
        guard cycle > 0 else { return }
        isMoving = false
        guard isPlaying else { return }
        lastCycle = now
        let part = min(ring, cycle)
        isMoving = part > 0
        if part > 0 { isLull = false }
        ring -= part
        played += part
        if played > 0, !isLull { silent += cycle - part }
    }

    private mutating func look(isWhole: Bool) {
        let left = max(0, cycle - (now - lastCycle) * sinkSpeed)
        let order = feed.decide(
            waiting: waiting, arrived: arrived, isWhole: isWhole,
            ring: LiveFeed.Ring(level: ring + left, cycle: cycle, played: played - (isMoving ? left : 0), silent: silent),
            now: now)
        arrived = 0
        if let until = order.holdsUntil {
            deadline = until
            return
        }
        deadline = .infinity
        if let gap = order.gap { gaps.append(gap) }
        squeezes.append(order.squeeze)
        ring += order.silence + (waiting - order.skipped) * (1 - order.squeeze)
        waiting = 0
    }
}

@Suite("Live sound")
struct LiveFeedTests {
    private static let latency = LiveStage.latency

    @Test("begins once the latency is there, one cycle and half of the latency later, and stays there without a gap")
    func steady() {
        var stage = LiveStage()
        stage.arrive(0.019)
        #expect(stage.ring == 0)
        stage.arrive(0.001)
        #expect(abs(stage.delay - 0.04) < 0.011)
        stage.send(0.02, every: 0.02, for: 60)
        #expect(stage.gaps.isEmpty && abs(stage.delay - 0.03) < 0.011, "\(stage.gaps) \(stage.delay)")
        #expect(stage.squeezes.allSatisfy { $0 == 0 }, "what comes in time is as it came")
    }

    @Test("that is shorter than the latency is heard after as much time, or once it is flushed", arguments: [true, false])
    func short(isFlushed: Bool) {
        var stage = LiveStage()
        stage.arrive(0.005)
        if isFlushed { stage.flush() } else { stage.pass(until: 0.021) }
        #expect(stage.ring + stage.played >= 0.005)
        stage.pass(until: 10)
        #expect(abs(stage.played - 0.005) < 0.021 && stage.gaps.isEmpty)
    }

    @Test("of a clock that differs from the sink's has no other delay after an hour, and no gap", arguments: [-200e-6, 200e-6])
    func drift(difference: Double) {
        var stage = LiveStage()
        stage.sinkSpeed = 1 + difference
        stage.arrive(0)
        stage.send(0.02, every: 0.02, for: 20)
        let before = stage.delay
        stage.send(0.02, every: 0.02, for: 3_600)
        #expect(abs(stage.delay - before) <= stage.cycle, "\(before), then \(stage.delay)")
        #expect(stage.gaps.isEmpty, "\(stage.gaps)")
        #expect(stage.squeezes.allSatisfy { abs($0) <= LiveFeed.mostSqueezed })
    }

    @Test("that comes late is left out, and the delay is what it was", arguments: [0.1, 1, 5])
    func late(seconds: Double) {
        var stage = LiveStage()
        stage.send(0.02, every: 0.02, for: 5)
        let before = stage.delay
        stage.pass(until: stage.now + seconds)
        stage.arrive(seconds)
        stage.send(0.02, every: 0.02, for: 3)
        #expect(abs(stage.delay - before) <= stage.cycle, "\(before), then \(stage.delay)")
        #expect(stage.gaps.count == 1, "\(stage.gaps)")
        let silence = stage.gaps.reduce(0) { $0 + $1.silence }
        let skipped = stage.gaps.reduce(0) { $0 + $1.skipped }
        #expect(abs(silence - skipped) <= 2 * stage.cycle + 0.01, "as much is left out as there was silence: \(stage.gaps)")
        #expect(silence > seconds - 0.1 && silence < seconds + 0.05, "\(stage.gaps)")
    }

    @Test("that nobody sends is a gap, of which nothing is left out")
    func silentSender() {
        var stage = LiveStage()
        stage.send(0.02, every: 0.02, for: 5)
        let before = stage.delay
        stage.pass(until: stage.now + 10)
        stage.send(0.02, every: 0.02, for: 3)
        #expect(stage.gaps.count == 1 && stage.gaps.allSatisfy { $0.skipped == 0 && $0.silence > 9.9 }, "\(stage.gaps)")
        #expect(abs(stage.delay - before) <= stage.cycle, "\(before), then \(stage.delay)")
    }

    @Test("is no gap after a flush, however long nothing comes, and the next sound is whole")
    func flushed() {
        var stage = LiveStage()
        stage.send(0.02, every: 0.02, for: 1)
        stage.flush()
        stage.pass(until: stage.now + 10)
        let before = stage.played
        stage.arrive(0.5)
        stage.flush()
        stage.pass(until: stage.now + 10)
        #expect(stage.gaps.isEmpty, "\(stage.gaps)")
        #expect(abs(stage.played - before - 0.5) < 0.03, "\(stage.played - before)")
    }

    @Test("goes on where it is after the sink stood still, for a pause or a restart", arguments: [0.3, 30])
    func stoodStill(seconds: Double) {
        var stage = LiveStage()
        stage.send(0.02, every: 0.02, for: 5)
        let before = stage.delay
        stage.isPlaying = false
        stage.send(0.02, every: 0.02, for: seconds)
        stage.isPlaying = true
        stage.send(0.02, every: 0.02, for: 5)
        #expect(abs(stage.delay - before) <= stage.cycle, "\(before), then \(stage.delay)")
        let skipped = stage.gaps.reduce(0) { $0 + $1.skipped }
        #expect(abs(skipped - seconds) < 0.05, "\(stage.gaps)")
    }

    @Test("that came while the output got ready is left out if it was sent as time passed, and whole if it was sent at once")
    func slowOutput() {
        var paced = LiveStage()
        paced.cycle = 0
        paced.send(0.02, every: 0.02, for: 0.5)
        paced.cycle = 0.01
        paced.send(0.02, every: 0.02, for: 3)
        #expect(abs(paced.delay - 0.04) < 0.011, "\(paced.delay), \(paced.gaps)")
        var whole = LiveStage()
        whole.cycle = 0
        for _ in 0..<10 {
            whole.arrive(0.1)
            whole.pass(until: whole.now + 0.01)
        }
        whole.cycle = 0.01
        whole.pass(until: whole.now + 5)
        #expect(whole.gaps.allSatisfy { $0.skipped == 0 }, "\(whole.gaps)")
    }

    @Test("that came while the rest of another item was played begins as near as it is to stay")
    func behindAnother() {
        var feed = LiveFeed(latency: LiveStage.latency)
        var ring = LiveFeed.Ring(level: 3, cycle: 0.01, played: 0, silent: 0)
        for index in 0...150 { feed.hold(ring, now: Double(index) * 0.02) }
        ring.level = 0.02
        let order = feed.decide(waiting: 3.02, arrived: 0.02, isWhole: false, ring: ring, now: 3.02)
        #expect(order.holdsUntil == nil && order.silence == 0)
        #expect(abs(ring.level + 3.02 - order.skipped - 0.04) < 0.001, "\(order)")
    }

    @Test("that is sent as fast as the ring takes it is heard whole")
    func unpaced() {
        var stage = LiveStage()
        stage.send(0.1, every: 0.01, for: 1)
        stage.pass(until: stage.now + 20)
        #expect(stage.gaps.isEmpty && stage.squeezes.allSatisfy { abs($0) < 0.005 }, "\(stage.gaps)")
        #expect(abs(stage.played - stage.sent) < 0.06, "\(stage.played) of \(stage.sent)")
    }

    @Test("of a sender that is late by less than half of the latency at times has no gap")
    func jitter() {
        var stage = LiveStage()
        var generator = SystemRandomNumberGenerator()
        stage.send(0.02, every: 0.02, for: 1)
        var due = stage.now
        for _ in 0..<5_000 {
            due += 0.02
            stage.pass(until: max(stage.now, due + Double.random(in: 0...0.008, using: &generator)))
            stage.arrive(0.02)
        }
        #expect(stage.gaps.isEmpty, "\(stage.gaps)")
    }
}
