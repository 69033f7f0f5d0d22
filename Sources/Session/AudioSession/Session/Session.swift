import AudioTypes

/// The audio session: what Fermata uses sound for, and how it reacts to the system. The model is AVAudioSession.
///
/// A value without clock or I/O: it takes inputs with their times and returns actions. The owner keeps it on the control
/// thread.
package struct Session: Sendable {
    package internal(set) var policy: SessionPolicy
    package internal(set) var profile = SessionProfile.initial
    package internal(set) var isActive = false
    package internal(set) var preferred = Preferences()
    package internal(set) var interruptions = InterruptionStack()
    package internal(set) var graph = GraphSnapshot()
    package var player = SessionPlayer()

    package internal(set) var interruptionWishes = InterruptionWishes()
    var continuation = Continuation()
    var becomingNoisy: BecomingNoisySuspicion?
    var server = ServerPresence.here
    var links = StreamLinks()
    var outputChoices = OutputChoices()
    var filterChoices = FilterChoices()
    var volumeChoices = VolumeChoices()
    var volumes = OutputVolumeUse()
    var routes = RouteTracker()
    var surround = SurroundUse()
    var inputChoices = InputChoices()
    var localRoom = LocalRoom()
    var others = OtherPlayers()
    var attention = Attention()
    var given = Given()
    /// Whether an input or an output is recorded now.
    package internal(set) var isCapturing = false
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
        var silencesSystemSounds = false
        var hint = false
        var isSteady = false
        var mutesLocalRoom = false
        var volumeUse = VolumeUse()
        var volume: DeviceVolume?
        var inputVolume: DeviceVolume?
        /// The lists of outputs and inputs; `nil` before the first graph.
        var outputs: [ListedOutput]?
        var inputs: [ListedInput]?
    }

    /// The volume of a sink or a source, and its mute switch.
    struct DeviceVolume: Hashable {
        var level: Double
        var isMuted: Bool
    }

    /// What clients prefer.
    package struct Preferences: Hashable, Sendable {
        /// The length of a cycle, in seconds; 0 is no preference.
        package internal(set) var ioBufferDuration = 0.0
        /// The sample rate, in hertz; 0 is no preference.
        package internal(set) var sampleRate = 0.0
        /// Up to how many channels a card is switched for media that has them; 0 for what the configuration says.
        package internal(set) var outputNumberOfChannels = 0
        /// Whether losing a private output interrupts; `nil` for what the configuration says.
        package internal(set) var interruptionOnRouteDisconnect: Bool?
        /// Whether sounds of the system are heard while an input or an output is recorded.
        package internal(set) var systemSoundsDuringRecording = true
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
        bringUpToDate()
        defer { decided = [] }
        return decided
    }

    /// Brings everything up to date that follows from the state, each step by what the steps before it have made of the state.
    private mutating func bringUpToDate() {
        // Whether our stream is heard at all. A loss pauses, and cancels promises that a later step would keep.
        judgeBecomingNoisy()
        judgeSharedCut()
        judgeTakenLinks()
        // Where the sound goes. A server that is back has a route, and a port that plays settles it.
        judgeReset()
        judgePort()
        judgeInputPort()
        judgeSurround()
        judgeRoute()
        judgeVolume()
        // Where it comes from: a headset is borrowed for the route, and has the input.
        judgeInputUse()
        judgeInput()
        // Whether playback pauses or goes on, by where the sound goes now.
        judgeLocalRoom()
        judgeEffects()
        judgeReturn()
        // What others are told of the result.
        updateLists()
        updateLocalRoom()
        updateGuard()
        updateSoftening()
        updateOthers()
        updateSystemSounds()
        judgeAttention()
    }

    mutating func decide(_ action: SessionAction) { decided.append(action) }

    mutating func emit(_ event: SessionEvent) { decided.append(.emit(event)) }

    /// The time at which the owner has to call with ``SessionInput/deadline``; `nil` if nothing waits for time to pass. A
    /// decision that is still open after its deadline waits for the next input instead.
    package var deadline: Int64? {
        [
            routes.deadline(policy), inputDeadline, inputUseDeadline, becomingNoisyDeadline, takenLinksDeadline, resetDeadline,
            attentionDeadline, volumeDeadline, outputChoices.cutDeadline(policy), localRoomDeadline, surroundDeadline,
        ].compactMap { $0 }.filter { $0 > now }.min()
    }
}
