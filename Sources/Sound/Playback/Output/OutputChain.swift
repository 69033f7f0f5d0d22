import AudioTypes
import PlayerModel
import RealtimeAudio
import SystemSupport

/// An output with all that stands between the decode worker and it: the ring and its fades, a new stream that waits for the fade
/// of the old one, the gap in which the graph changes its rate, and the events of the callback, which the owner gets when their
/// audio is heard.
///
/// Each output has a chain of its own. A chain is confined to the control thread; no method waits.
final class OutputChain {
    /// How long to wait for the end of a fade, in nanoseconds, in case no callback runs: three of the longest cycles at 44.1
    /// kHz. The order waits for a cycle to begin, the fade takes one cycle, and the next cycle reports its end.
    static let fadeDeadline: Int64 = 600_000_000
    /// How long the graph has to let go of a stream that rests, in nanoseconds; after that the sound goes on in any case. It
    /// takes some milliseconds, and sometimes more than half a second on a machine that is busy with something else.
    static let restDeadline: Int64 = 2_000_000_000
    /// How often to look whether the sound is back after the rest, in nanoseconds.
    static let returnInterval: Int64 = 20_000_000

    private let output: any AudioOutput
    private let scheduler: any ControlScheduler
    private weak var owner: (any OutputChainOwner)?

    private let stream: ChainStream
    /// Events of the callback whose audio is not heard yet.
    private var unheard = UnheardEvents()
    /// Runs out when the next unheard event is heard.
    private let heardTimer: ControlTimer
    /// Runs out if the newest fade does not end.
    private let fadeTimer: ControlTimer
    /// Called at the end of the last fade, in place of everything else that follows a fade.
    private var whenFaded: (() -> Void)?
    private var renegotiation = Renegotiation()
    /// Whether the graph has not done yet what it gets a gap for.
    private var isGapWanted: () -> Bool = { false }
    /// Asked each time when the sound begins: whether the graph would do in a gap what it should; `nil` if nobody wants anything of it.
    private var gapWish: (() -> Bool)?
    /// Asked when the sound begins, with the number of its channels: whether it has to wait before that.
    private var startHold: (Int) -> Bool = { _ in false }
    /// Whether the sound waits to begin.
    private var isHeld = false
    /// Ends the rest, soon after the graph has let go of the stream or if it does not; then the time between looks for the sound.
    private let restTimer: ControlTimer
    /// Called once the output may sleep.
    private var silenceObservers: [() -> Void] = []

    /// The version of the sound server; `nil` before the first connection.
    private(set) var serverVersion: String?
    /// How many times the sound server came back.
    private(set) var reconnects = 0

    /// Makes a chain without a stream.
    init(_ output: any AudioOutput, scheduler: any ControlScheduler) {
        self.output = output
        stream = ChainStream(output)
        self.scheduler = scheduler
        heardTimer = ControlTimer(scheduler)
        fadeTimer = ControlTimer(scheduler)
        restTimer = ControlTimer(scheduler)
    }

    /// Sets the owner, which has to live as long as it wants reports.
    func report(to owner: any OutputChainOwner) { self.owner = owner }

    // MARK: Readings

    /// The worker's side of the ring; `nil` before the first ``begin(_:generation:isMuted:configuration:wakes:fill:)``.
    var producer: RenderProducer? { stream.renderer?.producer }

    /// The clock of what is heard.
    var clock: OutputClock { OutputClock(stream.renderer, isUnheard: stream.isUnheard) }

    /// Whether the stream runs.
    var isStreaming: Bool { stream.isStreaming }

    /// What the callback has counted since the start.
    var statistics: RenderStatistics { stream.statistics }

    /// How full the ring is, 0…1.
    var ringFill: Double { stream.renderer?.fill ?? 0 }

    /// The format of the newest ring; `nil` before the first.
    var format: StreamFormat? { stream.renderer?.format }

    // MARK: Orders

    /// Makes a ring ready for audio of `format`, and has `fill` send the worker to it. If the format is a new one, the ring and the
    /// stream are new ones too, and the old stream fades out before the output replaces it.
    /// - Throws: if no descriptor is left for a new ring; then everything stays as it was.
    func begin(
        _ format: StreamFormat, generation: UInt32, isMuted: Bool, configuration: PlaybackConfiguration,
        wakes worker: EventDescriptor, fill: (RenderProducer) -> Void
    ) throws(DescriptorError) {
        if let renderer = stream.renderer, renderer.format == format {
            renderer.setGeneration(generation)
            return fill(renderer.producer)
        }
        let new = try Renderer(
            format: format, bufferSeconds: configuration.bufferSeconds, fadeSeconds: configuration.fadeSeconds,
            generation: generation, workerDescriptor: worker)
        if isMuted { new.setMuted(true) }
        let old = stream.fill(new)
        fill(new.producer)
        let oldIsHeard = stream.isActive && stream.isStreaming && !stream.opensAfterFade && !renegotiation.isResting
        endRenegotiation()
        if let old, oldIsHeard {
            stream.fadeOut(old)
            awaitFade()
        } else {
            stream.open()
        }
    }

    /// Has the sound that runs next be heard first at `time`, by the monotonic clock in nanoseconds; 0: at once.
    func setStart(at time: Int64) { stream.renderer?.setStart(at: time) }

    /// Lets the audio run.
    func resume() {
        // A renegotiation lets it run again by itself.
        if renegotiation.willReturn { return }
        isHeld = startHold(format?.channelCount ?? 0)
        if isHeld { return run(plays: false) }
        begin()
    }

    /// Has the sound wait before it begins, whenever `isWanted` says so, until ``releaseStart()``.
    /// - Parameter isWanted: gets the number of channels.
    func setStartHold(_ isWanted: @escaping (Int) -> Bool) { startHold = isWanted }

    /// Lets the sound begin that waits.
    func releaseStart() {
        guard isHeld else { return }
        isHeld = false
        begin()
    }

    private func begin() {
        run(plays: true)
        guard let gapWish, !renegotiation.isUnderWay else { return }
        isGapWanted = gapWish
        renegotiation.awaitSound()
        lookLaterForReturn()
    }

    /// Lets the output run, and plays nothing before ``resume()``.
    func hold() {
        isHeld = false
        endRenegotiation()
        run(plays: false)
    }

    private func run(plays: Bool) {
        // A new renderer that waits for the old stream's fade still has to wait for it.
        if !stream.opensAfterFade { fadeTimer.cancel() }
        stream.run(plays: plays)
    }

    /// Fades out. The owner gets a `paused` event when the fade is over, even if no callback runs.
    func fadeOut() {
        isHeld = false
        stream.renderer?.setPlays(false)
        awaitFade()
        endRenegotiation()
    }

    /// Fades out if there is a ring, and calls `then` after that; nothing else follows the fade.
    func fadeOutAtEnd(_ then: @escaping () -> Void) {
        guard let renderer = stream.renderer else { return then() }
        whenFaded = then
        renderer.setPlays(false)
        awaitFade()
    }

    /// Drops the audio in the ring; from now on `generation` counts.
    func drop(generation: UInt32) { stream.renderer?.setGeneration(generation) }

    /// Takes back the segments after `kept`, up to `last`, that have not begun.
    func cancelSegments(after kept: UInt64, through last: UInt64) {
        stream.renderer?.cancelSegments(after: kept, through: last)
    }

    /// Lets the sink sleep.
    func deactivate() {
        isHeld = false
        endRenegotiation()
        stream.deactivate()
        let observers = silenceObservers
        silenceObservers = []
        for then in observers { then() }
    }

    /// Sets the volume and mutes, in the ring and at the mixer.
    func apply(_ volume: Volume) {
        stream.renderer?.setMuted(volume.muted)
        output.setMuted(volume.muted)
        output.setVolume(volume.level)
    }

    /// Sets the title that mixers show.
    func setTitle(_ title: String?) { output.setTitle(title) }

    /// Multiplies the sound by the linear `factor` from now on, also that of later rings; 1 plays it as recorded.
    func setGain(_ factor: Float) { stream.setGain(factor) }

    /// Gives `buffer` each frame that is played from now on, before fades and gain, until a ring of another format takes the place
    /// of the newest one. The buffer must have the format of the newest ring.
    func tap(into buffer: CaptureBuffer) { stream.tap(into: buffer) }

    /// Gives `buffer` nothing more.
    func removeTap(_ buffer: CaptureBuffer) { stream.removeTaps { $0 === buffer } }

    /// Calls `then` once the output may sleep; at once if it may already.
    func whenSilent(_ then: @escaping () -> Void) {
        if stream.isActive { silenceObservers.append(then) } else { then() }
    }

    /// Fades out, lets the graph rest for a moment, and goes on at the very next frame. While the graph rests, it can do what
    /// it was asked to do. Does nothing if nothing is heard, or the stream is about to change.
    /// - Parameter isWanted: whether the graph has not done it yet; asked once the sound is back. Then two more gaps are tried.
    func renegotiate(while isWanted: @escaping () -> Bool) {
        guard isStreaming, !stream.opensAfterFade, !renegotiation.isUnderWay, stream.renderer != nil else { return }
        isGapWanted = isWanted
        renegotiation.begin()
        beginGap()
    }

    /// Has the graph get such a gap whenever the sound begins and `isWanted` is true; `nil` ends that. If three gaps in a row have not
    /// helped, there are no more of them before the next call.
    func setGapWish(_ isWanted: (() -> Bool)?) {
        gapWish = isWanted
        if renegotiation.isReturning, !renegotiation.hadGap { endRenegotiation() }
    }

    private func beginGap() {
        stream.renderer?.setPlays(false)
        awaitFade()
    }

    /// Ends the output and everything that waits. No callback runs after this returns.
    func shutDown() {
        whenFaded = nil
        fadeTimer.cancel()
        endRenegotiation()
        heardTimer.cancel()
        output.shutDown()
    }
}

// MARK: - Events

extension OutputChain {
    /// Takes in an event of the output.
    func take(_ event: OutputEvent) {
        switch event {
        case .streamChanged(let state):
            if stream.change(to: state) { owner?.audibilityChanged() }
            if state != .streaming { graphLetGo() }
        case .serverConnected(let version):
            if serverVersion != nil { reconnects += 1 }
            serverVersion = version
        case .serverLost, .outputLost:
            _ = stream.change(to: .closed)
            endRenegotiation()
            unheard.removeAll()
        case .volumeChanged, .targetTaken, .soundCut, .timingChanged, .formatFixed, .outputReturned, .passthroughOffered: break
        }
    }

    /// Returns what an event of the output says of the stream of the newest ring; `nil` for nothing. News of a rate may come late, from
    /// a stream that fades out or has just ended.
    func newest(_ event: OutputEvent) -> OutputEvent? {
        guard case .timingChanged(let quantum, _, let latency) = event else { return event }
        let rate = stream.opensAfterFade ? 0 : output.graphRate
        return rate > 0 ? .timingChanged(quantum: quantum, rate: rate, latency: latency) : nil
    }

    /// Takes in an event of the callback, which the owner gets when it is due.
    func take(_ event: RenderEvent) {
        switch event.kind {
        case .began, .ended:
            unheard.append(event)
            reportHeard()
        case .paused: endFade(event)
        case .starved, .dropped: owner?.handle(event)
        }
    }

    /// Reports the events whose audio is heard by now, and comes back when that of the next one is.
    private func reportHeard() {
        let now = scheduler.now
        while let event = unheard.takeHeard(by: now) { owner?.handle(event) }
        guard let next = unheard.nextTime, !heardTimer.isSet else { return }
        heardTimer.set(afterNanoseconds: next - now) { self.reportHeard() }
    }
}

// MARK: - Fades

extension OutputChain {
    /// Makes sure that a fade ends even if no callback runs.
    private func awaitFade() {
        let deadline = isStreaming && !renegotiation.isResting ? Self.fadeDeadline : 0
        fadeTimer.set(afterNanoseconds: deadline) { self.endFadeWithoutCallback() }
    }

    private func endFadeWithoutCallback() {
        if let whenFaded { return whenFaded() }
        let reading = clock.reading
        var event = RenderEvent(
            kind: .paused, segment: reading?.segment ?? 0, mediaFrame: reading?.mediaFrame ?? 0, heardAt: scheduler.now,
            generation: 0)
        endFade(event)
        // After a stop, the callback would empty the ring and report that. Here no callback runs.
        event.kind = .dropped
        if stream.isActive { owner?.handle(event) }
    }

    private func endFade(_ event: RenderEvent) {
        fadeTimer.cancel()
        if let whenFaded { return whenFaded() }
        if renegotiation.rest() {
            stream.rest()
            return restTimer.set(afterNanoseconds: Self.restDeadline) { self.returnFromRest() }
        }
        if stream.opensAfterFade { stream.open() }
        owner?.handle(event)
    }
}

// MARK: - The gap for the graph

extension OutputChain {
    /// Goes on now, or soon, because the graph has let go of the stream.
    private func graphLetGo() {
        guard renegotiation.isResting, renegotiation.restAfterRelease > 0 else { return returnFromRest() }
        restTimer.set(afterNanoseconds: renegotiation.restAfterRelease) { self.returnFromRest() }
    }

    /// Goes on, once the graph has let go of the stream or has had its time.
    private func returnFromRest() {
        guard renegotiation.goOn() else { return }
        stream.goOn()
        lookLaterForReturn()
    }

    private func lookLaterForReturn() {
        restTimer.set(afterNanoseconds: Self.returnInterval) { self.lookForReturn() }
    }

    private func lookForReturn() {
        guard renegotiation.isReturning else { return }
        let isBack = owner?.positionMoves() ?? false
        if !isBack, renegotiation.countLook() { return lookLaterForReturn() }
        if isBack, isGapWanted(), isStreaming, !stream.opensAfterFade {
            if renegotiation.beginAgain() { return beginGap() }
            gapWish = nil
        }
        let hadGap = renegotiation.hadGap
        endRenegotiation()
        if isBack, hadGap { owner?.soundReturned() }
    }

    /// Ends the gap, because it is over or something else happens to the stream.
    private func endRenegotiation() {
        renegotiation.end()
        isGapWanted = { false }
        restTimer.cancel()
    }
}
