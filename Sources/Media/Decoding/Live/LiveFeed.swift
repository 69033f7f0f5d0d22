import PlayerModel

/// Decides how live sound goes into the ring, so that it stays as near as its client asked for. A value without I/O; all times are in
/// seconds.
///
/// Sound begins once the latency that the client asked for is there. From then on the delay of a frame, from its arrival to the cycle of
/// the graph that takes it, is held at the latency, one cycle, and half of the latency for senders that are late at times. The clocks of
/// sender and sink differ, so the delay would drift: the sound is squeezed or stretched by at most ``mostSqueezed``. What was silent
/// because nothing came is a gap, which is told; what comes late then is left out, until the delay is what it was.
struct LiveFeed {
    /// How far the ring has got.
    struct Ring {
        /// The time until a frame is played that goes into the ring now: the sound in the ring, and what is left of the cycle that is
        /// being played.
        var level: Double
        /// The length of a cycle; 0 before the first.
        var cycle: Double
        /// The sound that was played since the beginning.
        var played: Double
        /// The silence that was played since the beginning because nothing was there.
        var silent: Double
        /// The sound that the ring has room for.
        var capacity = Double.infinity
    }

    /// What to do with the sound that waits outside of the ring.
    struct Order: Equatable {
        /// Until when to wait for more, at a time of the clock; `nil`: the sound that waits goes into the ring now. Infinite: there is
        /// nothing to wait with.
        var holdsUntil: Double?
        /// The silence to write before the sound.
        var silence = 0.0
        /// The sound to leave out at its beginning.
        var skipped = 0.0
        /// The part of the sound to leave out by playing it faster; negative for what to add.
        var squeeze = 0.0
        /// Whether the sound begins out of silence that nobody wanted, so that a ramp should lead into it.
        var rampsIn = false
        /// The gap that is over, if one is.
        var gap: LiveGap?
    }

    private enum Phase {
        /// Sound gathers until it may begin: since it came first, and how much silence was played before that.
        case gathering(since: Double?, silentBefore: Double?)
        case flowing
    }

    /// The most that sound is squeezed or stretched: 8.6 cents, which nobody hears as another pitch.
    static let mostSqueezed = 0.005
    /// How long the first cycle of the graph is waited for.
    private static let outputPatience = 1.0
    /// The cycle where none is known after that.
    private static let usualCycle = 1_024.0 / 48_000
    /// Over which time the delay is averaged, and in which time a difference is made good.
    private static let (averaging, correcting) = (1.0, 4.0)
    /// The averaged difference from which on the sound is squeezed at all: until then it is as it came.
    private static let unheededDifference = 0.002
    /// How long everything must go well until nothing is late any more.
    private static let calm = 1.0
    /// A delay that is longer by more than this is what the client wants: it sends faster than time passes.
    private static let mostExcess = 0.25
    /// The most of the ring that the delay fills.
    private static let mostFilled = 0.75
    /// How much more sound than time a sender may send that sends as time passes.
    private static let paced = 1.1
    /// How fast the size of pieces is forgotten, in seconds.
    private static let forgetting = 5.0

    /// How much sound must be there before it begins.
    let latency: Double
    private var phase = Phase.gathering(since: nil, silentBefore: nil)
    /// The last look: its time, and what was played and silent by then.
    private var last: (time: Double, played: Double, silent: Double)?
    /// How much less was played than time has passed: so much sound may be left out.
    private var late = 0.0
    /// When playing last stood still or was silent.
    private var troubledAt = -Double.infinity
    /// The size of the pieces in which sound comes.
    private var piece = 0.0
    /// The averaged difference between the delay and what it should be.
    private var difference = 0.0
    private var isSqueezing = false
    /// Whether no sound was played since the beginning.
    private var isFirst = true
    /// When sound came last.
    private var arrivedAt = 0.0

    /// Whether the beginning waits for a time: until something is played, nothing is late.
    private let waitsForTime: Bool

    init(latency: Double, waitsForTime: Bool = false) {
        self.latency = latency
        self.waitsForTime = waitsForTime
    }

    /// The delay to hold: from the arrival of a piece's last frame, over everything before it.
    private func wanted(_ cycle: Double, _ ring: Ring) -> Double {
        // A ring that is full would have the sender wait.
        min(max(latency, piece) + cycle + latency / 2, ring.capacity * Self.mostFilled)
    }

    /// Decides about the sound that waits.
    /// - Parameters:
    ///   - waiting: how much sound waits outside of the ring.
    ///   - arrived: how much of that came since the last look.
    ///   - isWhole: whether no more belongs to it: the client flushed, or ended.
    ///   - now: the time by any clock that runs evenly.
    mutating func decide(waiting: Double, arrived: Double, isWhole: Bool, ring: Ring, now: Double) -> Order {
        let elapsed = account(ring, now)
        if arrived > 0 { arrivedAt = now }
        if case .flowing = phase {
            let silentBefore = ring.silent - newSilence
            if newSilence > 0 { phase = .gathering(since: nil, silentBefore: silentBefore) }
        }
        switch phase {
        case .gathering(let since, let silentBefore):
            return gather(waiting, isWhole, ring, now, since: since, silentBefore: silentBefore)
        case .flowing: return flow(waiting, arrived, ring, elapsed)
        }
    }

    /// Notes that sound waits for what the ring held before, from its first frame on.
    mutating func hold(_ ring: Ring, now: Double) {
        _ = account(ring, now)
        guard case .gathering(nil, let silentBefore) = phase else { return }
        phase = .gathering(since: now, silentBefore: silentBefore)
        if isFirst { late = 0 }
    }

    /// Notes that everything that came is in the ring, and that nothing is missing if nothing follows.
    mutating func flushed() {
        phase = .gathering(since: nil, silentBefore: nil)
        late = 0
        isFirst = true
        isSqueezing = false
    }

    /// How much silence was played between the last two looks.
    private var newSilence = 0.0

    /// Takes in what was played since the last look; returns how long ago that was.
    private mutating func account(_ ring: Ring, _ now: Double) -> Double {
        defer { last = (now, ring.played, ring.silent) }
        guard let last else {
            newSilence = 0
            return 0
        }
        let elapsed = max(0, now - last.time)
        let played = max(0, ring.played - last.played)
        newSilence = max(0, ring.silent - last.silent)
        late = waitsForTime && ring.played <= 0 ? 0 : max(0, late + elapsed - played)
        if newSilence > 0 || played < elapsed / 2 { troubledAt = now }
        return elapsed
    }

    private mutating func gather(
        _ waiting: Double, _ isWhole: Bool, _ ring: Ring, _ now: Double, since: Double?,
        silentBefore: Double?
    ) -> Order {
        guard waiting > 0 else { return Order(holdsUntil: .infinity) }
        let began = since ?? now
        if since == nil {
            if isFirst { late = 0 }
            phase = .gathering(since: now, silentBefore: silentBefore)
        }
        guard isWhole || waiting >= latency || now - began >= latency else { return Order(holdsUntil: began + latency) }
        var cycle = ring.cycle
        if cycle == 0 {
            guard now - began >= Self.outputPatience else {
                return Order(holdsUntil: min(now + 0.001, began + Self.outputPatience))
            }
            cycle = Self.usualCycle
        }
        phase = .flowing
        (difference, isSqueezing) = (0, false)
        if isFirst || piece == 0 { piece = min(waiting, latency) }
        var order = Order()
        // What came last has waited since.
        let delay = ring.level + waiting + now - arrivedAt
        // What is whole cannot run dry.
        order.silence = isWhole ? 0 : max(0, wanted(cycle, ring) - delay)
        // The output took its time, and the sender went on: the sound begins as near as it is to stay. What came all at once is whole.
        let isPaced = waiting <= (now - began) * Self.paced + 2 * latency
        if !isWhole, !isFirst || isPaced {
            order.skipped = skip(delay + order.silence - wanted(cycle, ring), of: waiting, cycle)
        }
        if isFirst { late = 0 }
        if let silentBefore {
            order.gap = LiveGap(silence: ring.silent - silentBefore + order.silence, skipped: order.skipped)
            order.rampsIn = true
        } else if order.skipped > 0 {
            order.gap = LiveGap(silence: 0, skipped: order.skipped)
        }
        isFirst = false
        return order
    }

    private mutating func flow(_ waiting: Double, _ arrived: Double, _ ring: Ring, _ elapsed: Double) -> Order {
        guard waiting > 0 else { return Order(holdsUntil: .infinity) }
        let isCalm = (last?.time ?? 0) - troubledAt > Self.calm
        if isCalm {
            late = 0
            let faded = piece - (piece - arrived) * min(1, elapsed / Self.forgetting)
            piece = max(arrived, faded)
        }
        var order = Order()
        var excess = ring.level + waiting - wanted(ring.cycle, ring)
        order.skipped = skip(excess, of: waiting, ring.cycle)
        if order.skipped > 0 {
            excess -= order.skipped
            order.gap = LiveGap(silence: 0, skipped: order.skipped)
        }
        guard excess < Self.mostExcess else {
            isSqueezing = false
            return order
        }
        difference += (excess - difference) * min(1, elapsed / Self.averaging)
        if abs(difference) > Self.unheededDifference { isSqueezing = true }
        if isSqueezing { order.squeeze = min(Self.mostSqueezed, max(-Self.mostSqueezed, difference / Self.correcting)) }
        return order
    }

    /// Returns how much of the `waiting` sound to leave out, so that the delay is `excess` less.
    private mutating func skip(_ excess: Double, of waiting: Double, _ cycle: Double) -> Double {
        guard late > cycle, excess > cycle / 2 else { return 0 }
        let skipped = min(excess, late, waiting)
        late -= skipped
        return skipped
    }
}
