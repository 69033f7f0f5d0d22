/// The audio session: what Fermata needs the sound system for, and what the system does to it. The model is AVAudioSession.
///
/// A value without clock or I/O: inputs and times go in, actions come out. Confined to the control thread by its owner.
package struct Session: Sendable {
    package internal(set) var policy: SessionPolicy
    package internal(set) var profile = SessionProfile.initial
    package internal(set) var isActive = false
    /// In seconds; 0 is no preference.
    package internal(set) var preferredIOBufferDuration = 0.0
    /// In hertz; 0 is no preference.
    package internal(set) var preferredSampleRate = 0.0
    package internal(set) var interruptions = InterruptionStack()
    package internal(set) var graph = GraphSnapshot()

    var routes = RouteTracker()
    var others = OtherPlayers()
    var activity = PlayerActivity.stopped(endOfQueue: false)
    var server = ServerPresence.here
    /// Where a client sent the output; `overridden` wins while it holds.
    var selected: OutputChoice?
    var overridden: OutputChoice?
    var portLoan: PortLoan?
    var noise: NoiseSuspicion?
    var reconnect: Reconnect?
    /// The private output whose loss was dealt with: a play from then on is meant for wherever the sound goes now.
    var dealtWith: GraphSink?
    /// Whether playback goes on once it is settled where the sound goes: the last interruption ended while the private output that
    /// was heard before it was away.
    var owesReturn = false
    var takenLinks: TakenLinks?
    /// The serial of our stream while it has no links any more though their sink is there.
    var bareStream: UInt64?
    var given = Given()
    /// Whether the player opens something that is to be heard as soon as it is open; the owner sets it before each call.
    package var playerOpens = false
    /// Whether the player has something to go on with, if it is told to; the owner sets it before each call.
    package var playerWaits = false
    /// CLOCK_MONOTONIC in nanoseconds of the call under way.
    var now: Int64 = 0
    /// What the call under way has decided so far.
    private var decided: [SessionAction] = []

    package init(policy: SessionPolicy = SessionPolicy()) { self.policy = policy }

    /// What was told last, so that nothing is told twice.
    struct Given: Hashable {
        var isSoftened = false
        var isGuarded = false
        var ducksOthers = false
        var hint = false
        var volume: SinkVolume?
    }

    /// How loud a sink is.
    struct SinkVolume: Hashable {
        var level: Double
        var isMuted: Bool
    }

    /// Whether the player plays.
    var isPlaying: Bool {
        if case .playing = activity { return true }
        return false
    }

    // MARK: Every call from outside

    /// Runs `body` at `now`, then brings everything that follows from the state up to date; all that was decided.
    mutating func deciding<Failure>(
        at now: Int64, _ body: (inout Session) throws(Failure) -> Void
    ) throws(Failure) -> [SessionAction] {
        self.now = now
        do throws(Failure) {
            try body(&self)
        } catch {
            decided = []
            throw error
        }
        judgeNoise()
        judgeTakenLinks()
        judgeReset()
        judgePort()
        judgeRoute()
        judgeReturn()
        updateGuard()
        updateSoftening()
        updateOthers()
        defer { decided = [] }
        return decided
    }

    mutating func decide(_ action: SessionAction) { decided.append(action) }

    mutating func emit(_ event: SessionEvent) { decided.append(.emit(event)) }

    /// When ``SessionInput/deadline`` is to be handed in; `nil` where nothing waits for time to pass. What was undecided
    /// when its time had come waits for something to happen instead.
    package var deadline: Int64? {
        [routes.deadline(policy), noiseDeadline, takenLinksDeadline, resetDeadline].compactMap { $0 }.filter { $0 > now }.min()
    }
}
