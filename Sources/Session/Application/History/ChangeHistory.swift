package import AudioSession
import AudioTypes
import MediaTypes
package import PlayerModel

/// The latest changes of what is heard. It answers why the music paused, who did it, since when, and what comes next.
///
/// A value without clock: it is told what happens, with the time in seconds since 1970.
package struct ChangeHistory: Hashable, Sendable {
    /// The most changes that are kept.
    package static let limit = 64
    /// The most changes of volumes among them: whoever asks why the music paused does not want a list of volumes.
    package static let mostVolumes = 5

    /// What has the music play softly, or mutes the room of this machine.
    private struct Disturbance: Hashable {
        var kind: HeardChange.Kind
        var source: String?
        var reason: String
        var isByClient = false
    }

    /// A volume that goes to a level by itself, and the program that had it begin.
    private struct Fade: Hashable {
        var goal: Double
        var program: String?
    }

    /// The changes, oldest first.
    package private(set) var changes: [HeardChange] = []
    private var state = PlaybackState.stopped
    private var reason = PlaybackReason.none
    /// Why the player stands still; `nil` while it plays, and if it has stood still since the start.
    private var standstill: HeardChange?
    /// What disturbs the music that plays, and the change that told so.
    private var disturbing: Disturbance?
    private var disturbed: HeardChange?
    /// The interruptions in force when the session was looked at last.
    private var holding: [Interruption] = []
    /// Whether an announcement is heard over the music, which is lower.
    private var isUnderAnnouncement = false
    /// The private output that was lost last.
    private var lostOutput: String?
    /// The player because of which the standstill does not end by itself.
    private var taker: String?
    private var isMuted = false
    /// The volume that was noted last; `nil` if none was.
    package private(set) var volume: Volume?
    private var fade: Fade?
    private var isOutputMuted = false

    /// Makes a history without changes.
    package init() {}

    private var isPlaying: Bool { state == .playing || state == .buffering }

    // MARK: What happens

    /// Notes how a run begins.
    package mutating func noteStart(isMuted: Bool) { self.isMuted = isMuted }

    /// Notes a change of the player.
    /// - Parameters:
    ///   - program: the program whose command has led to it, if a person's or a program's command did.
    ///   - session: the session, which knows what interrupts.
    ///   - resumes: whether playback is to go on by itself.
    package mutating func note(
        _ state: PlaybackState, _ reason: PlaybackReason, by program: String?, _ session: Session, resumes: Bool, at time: Double
    ) {
        let wasPlaying = isPlaying
        let isSame = self.state == state && self.reason == reason
        (self.state, self.reason) = (state, reason)
        // A stream that runs dry and goes on plays all the time, and so does a queue whose next item was chosen.
        guard isPlaying ? !wasPlaying : !isSame else { return }
        var change = HeardChange(
            time: time, kind: .state(state == .buffering ? .playing : state, reason), resumes: !isPlaying && resumes)
        switch reason {
        case .user, .mpris, .mpd: change.source = Self.shown(program)
        case .interrupted, .systemSleep: if !isPlaying { change.name(session.interruptions.holding.first(where: \.pauses)) }
        case .routeLost: change.source = lostOutput
        case .alarm, .endOfQueue, .error, .mediaServicesLost, .stopAfter, .startup, .none: break
        }
        append(change)
        standstill = isPlaying ? nil : change
        taker = nil
        look(at: session, time)
    }

    /// Notes an event of the session.
    /// - Parameter resumes: whether playback that stands still is to go on by itself.
    package mutating func note(_ event: SessionEvent, _ session: Session, resumes: Bool, at time: Double) {
        switch event {
        case .interruptionBegan(let interruption) where interruption.reason == .routeDisconnected:
            lostOutput = Self.shown(interruption.sourceName)
        case .interruptionEnded(let id, _, resumed: false): noteEnd(of: id, session, resumes: resumes, at: time)
        case .routeChanged(let change) where change.previous.outputs != change.current.outputs:
            let names = change.current.outputs.map(\.name).joined(separator: ", ")
            append(HeardChange(time: time, kind: .output(change.reason), source: Self.shown(names)))
        case .outputVolumeChanged(_, let isMuted) where isMuted != isOutputMuted:
            isOutputMuted = isMuted
            append(HeardChange(time: time, kind: .outputMuted(isMuted), source: Self.shown(session.route.outputs.first?.name)))
        case .interruptionBegan, .interruptionEnded, .routeChanged, .silenceSecondaryAudioHint, .outputVolumeChanged,
            .inputVolumeChanged, .outputsChanged, .inputsChanged, .activeChanged, .filtersChanged, .volumeRuleChanged:
            break
        }
        look(at: session, time)
    }

    /// Notes the end of an interruption after which nothing goes on at once.
    private mutating func noteEnd(of id: Int64, _ session: Session, resumes: Bool, at time: Double) {
        guard let ended = holding.first(where: { $0.id == id }), ended.pauses, standstill?.kind.isInterrupted == true,
            !session.interruptions.pauses
        else { return }
        var change = HeardChange(time: time, kind: .over, resumes: resumes)
        change.name(ended)
        append(change)
    }

    /// Notes that an announcement is heard over the music, or that it is over.
    package mutating func noteAnnouncement(isOverMusic: Bool, _ session: Session, at time: Double) {
        isUnderAnnouncement = isOverMusic
        look(at: session, time)
    }

    /// Notes another volume, or that the player is mute or no longer. Several volumes in a row are one change.
    /// - Parameters:
    ///   - goal: the level that the volume goes to by itself from there; `nil` if it stays.
    ///   - program: the program whose command came last. A volume that moves was moved by whoever had it begin.
    package mutating func note(
        _ volume: Volume, _ source: VolumeSource, goal: Double? = nil, by program: String?, at time: Double
    ) {
        var program = program
        self.volume = volume
        if let fade, source == .client, goal ?? volume.level == fade.goal { program = fade.program }
        fade = goal.map { Fade(goal: $0, program: program) }
        let isSwitched = volume.muted != isMuted
        isMuted = volume.muted
        let kind = isSwitched ? HeardChange.Kind.muted(isMuted, source) : .volume(volume, source)
        if !isSwitched, let last = changes.last, case .volume = last.kind { changes.removeLast() }
        append(HeardChange(time: time, kind: kind, source: Self.shown(program)))
    }

    /// Notes that playback, which was to go on by itself, does not, because another player has begun to play.
    package mutating func noteTaker(_ name: String, at time: Double) {
        guard standstill != nil else { return }
        taker = Self.shown(name)
        append(
            HeardChange(
                time: time, kind: .staysPaused, source: taker, interruption: InterruptionReason.otherPlayer.word))
    }

    /// Looks at what the session does to music that plays.
    private mutating func look(at session: Session, _ time: Double) {
        holding = session.interruptions.holding
        let wanted = isPlaying ? disturbance(in: holding) : nil
        guard wanted != disturbing else { return }
        guard let wanted else {
            if isPlaying, let disturbing { append(HeardChange(time: time, kind: disturbing.kind.end, source: disturbing.source)) }
            (disturbing, disturbed) = (nil, nil)
            return
        }
        var change = HeardChange(
            time: time, kind: wanted.kind, source: wanted.source, interruption: wanted.reason, resumes: true)
        change.isByClient = wanted.isByClient
        append(change)
        (disturbing, disturbed) = (wanted, change)
    }

    private func disturbance(in holding: [Interruption]) -> Disturbance? {
        if let held = holding.first(where: { !$0.pauses }) {
            return Disturbance(
                kind: held.ducks ? .softer : .roomMuted, source: Self.shown(held.sourceName), reason: held.shownReason,
                isByClient: held.isByClient)
        }
        return isUnderAnnouncement
            ? Disturbance(kind: .softer, source: nil, reason: InterruptionReason.announcement.word) : nil
    }

    private mutating func append(_ change: HeardChange) {
        changes.append(change)
        if change.kind.isVolume, changes.count(where: \.kind.isVolume) > Self.mostVolumes,
            let oldest = changes.firstIndex(where: \.kind.isVolume)
        {
            changes.remove(at: oldest)
        }
        if changes.count > Self.limit { changes.removeFirst() }
    }

    // MARK: What is told

    /// Why the player stands still or does not sound as usual; `nil` if it plays as it should, or nobody knows.
    package func cause(in session: Session, resumes: Bool) -> HeardCause? {
        if isPlaying { return disturbed.map { HeardCause($0) } }
        guard var change = standstill else { return nil }
        change.resumes = resumes
        let held = session.interruptions.holding.first(where: \.pauses)
        var cause: HeardCause
        if change.kind.isInterrupted {
            // The one that began it may be over while another one lasts.
            change.name(held)
            cause = HeardCause(change, isOver: held == nil)
        } else {
            cause = HeardCause(change)
            cause.holder = resumes ? held.flatMap(HeardHolder.init) : nil
        }
        if !resumes, let taker { cause.holder = HeardHolder(name: taker, reason: InterruptionReason.otherPlayer.word) }
        return cause
    }

    fileprivate static func shown(_ text: String?) -> String? { QueueText.shown(text) }
}

extension HeardChange {
    /// Takes over who interrupts, and why.
    fileprivate mutating func name(_ interruption: Interruption?) {
        guard let interruption else { return }
        source = ChangeHistory.shown(interruption.sourceName)
        self.interruption = interruption.shownReason
        isByClient = interruption.isByClient
    }
}

extension HeardHolder {
    fileprivate init?(_ interruption: Interruption) {
        guard let name = ChangeHistory.shown(interruption.sourceName) else { return nil }
        self.init(name: name, reason: interruption.isByClient ? nil : interruption.shownReason)
    }
}

extension HeardChange.Kind {
    /// Whether an interruption keeps the player from playing.
    fileprivate var isInterrupted: Bool {
        switch self {
        case .state(.paused, .interrupted), .state(.paused, .systemSleep): true
        default: false
        }
    }

    /// Whether it is about how loud the music is set.
    fileprivate var isVolume: Bool {
        switch self {
        case .volume, .muted, .outputMuted: true
        default: false
        }
    }

    /// What is told once that is over.
    fileprivate var end: HeardChange.Kind { self == .roomMuted ? .roomHeard : .asBefore }
}

extension Interruption {
    /// The word for the reason, as it may be shown.
    fileprivate var shownReason: String { ChangeHistory.shown(reason.word) ?? "client" }

    fileprivate var isByClient: Bool { if case .client = reason { true } else { false } }
}
