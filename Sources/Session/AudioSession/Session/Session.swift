/// The audio session: what Fermata uses sound for, and how it reacts to the system. The model is AVAudioSession.
///
/// A value without clock or I/O: it takes inputs with their times and returns actions. The owner keeps it on the control
/// thread.
package struct Session: Sendable {
    package internal(set) var policy: SessionPolicy
    package internal(set) var profile = SessionProfile.initial
    package internal(set) var isActive = false
    /// The preferred length of a cycle of the graph, in seconds; 0 is no preference.
    package internal(set) var preferredIOBufferDuration = 0.0
    /// The preferred sample rate of the graph, in hertz; 0 is no preference.
    package internal(set) var preferredSampleRate = 0.0
    package internal(set) var interruptions = InterruptionStack()
    package internal(set) var graph = GraphSnapshot()

    var routes = RouteTracker()
    var others = OtherPlayers()
    var activity = PlayerActivity.stopped(endOfQueue: false)
    var server = ServerPresence.here
    /// The output that a client or the configuration chose; `overridden` wins while it is set.
    var selected: OutputChoice?
    var overridden: OutputChoice?
    /// The outputs that a client chose to play together; `selected` is the primary of them.
    var selection: OutputSelection?
    /// The delays that clients set, in seconds, by the uids of the sinks.
    var outputDelays: [String: Double] = [:]
    /// The time since which one of several outputs has been silent by itself.
    var sharedCut: Int64?
    /// The input that a client chose.
    var selectedInput: String?
    var inputTracker = InputTracker()
    var inputUse = InputUse()
    /// What a person answered to the question whether clients may record.
    var recordAnswer: Bool?
    var portLoan: PortLoan?
    var becomingNoisy: BecomingNoisySuspicion?
    var continuation = Continuation()
    var localRoom = LocalRoom()
    var takenLinks: TakenLinks?
    /// The serial of our stream, if the stream has lost its links although their sink is there.
    var bareStream: UInt64?
    var attention = Attention()
    var given = Given()
    /// Whether the player is opening something that is to play as soon as it is open. The owner sets this before each call.
    package var playerOpens = false
    /// Whether the player could resume if it is told to. The owner sets this before each call.
    package var playerWaits = false
    /// The time of the current call: CLOCK_MONOTONIC, in nanoseconds.
    var now: Int64 = 0
    /// The actions that the current call has decided on so far.
    private var decided: [SessionAction] = []

    /// Makes a session that is not active, with the profile ``SessionProfile/initial``.
    package init(policy: SessionPolicy = SessionPolicy()) { self.policy = policy }

    /// The values that the session last gave out, so that it reports nothing twice.
    struct Given: Hashable {
        var isSoftened = false
        var isGuarded = false
        var ducksOthers = false
        var hint = false
        var isSteady = false
        var mutesLocalRoom = false
        var volume: DeviceVolume?
        var inputVolume: DeviceVolume?
    }

    /// The volume of a sink or a source, and its mute switch.
    struct DeviceVolume: Hashable {
        var level: Double
        var isMuted: Bool
    }

    /// Whether the player plays.
    var isPlaying: Bool {
        if case .playing = activity { return true }
        return false
    }

    // MARK: Every call from outside

    /// Runs `body` at `now`, then brings everything that follows from the state up to date. Returns all actions decided on; if
    /// `body` throws, there are none.
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
        judgeBecomingNoisy()
        judgeSharedCut()
        judgeTakenLinks()
        judgeReset()
        judgePort()
        judgeRoute()
        judgeInputUse()
        judgeInput()
        judgeLocalRoom()
        judgeEffects()
        judgeReturn()
        updateLocalRoom()
        updateGuard()
        updateSoftening()
        updateOthers()
        judgeAttention()
        defer { decided = [] }
        return decided
    }

    mutating func decide(_ action: SessionAction) { decided.append(action) }

    mutating func emit(_ event: SessionEvent) { decided.append(.emit(event)) }

    /// The time at which the owner has to call with ``SessionInput/deadline``; `nil` if nothing waits for time to pass. A
    /// decision that is still open after its deadline waits for the next input instead.
    package var deadline: Int64? {
        [
            routes.deadline(policy), inputDeadline, inputUseDeadline, becomingNoisyDeadline, takenLinksDeadline, resetDeadline,
            attentionDeadline, sharedCutDeadline, localRoomDeadline,
        ].compactMap { $0 }.filter { $0 > now }.min()
    }
}
