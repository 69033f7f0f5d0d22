import AudioTypes
import Decoding
import Logging
import Media
import MediaTypes
import PlayerModel
import SystemSupport

// What output and callback report.
extension Engine {
    /// How far ahead of being heard an event may be taken in: less than anyone sees or hears.
    private static let heardTolerance: Int64 = 2_000_000

    func take(_ event: OutputEvent) {
        switch event {
        case .streamChanged(let state):
            let wasUnheard = isUnheard
            streamState = state
            // Whoever watches the place is to stop, or to begin again.
            if isUnheard != wasUnheard { savesState?() }
            if state != .streaming { returnFromRest() }
        case .serverConnected(let version):
            if serverVersion != nil { reconnects += 1 }
            serverVersion = version
        case .serverLost(let message):
            logger.warning("The sound server is away.", metadata: ["reason": "\(message)"])
            streamState = .closed
            endRenegotiation()
            deferred = []
        case .volumeChanged, .targetTaken, .hushed, .timingChanged: break
        }
        perform(player.handle(event))
    }

    func take(_ event: RenderEvent) {
        switch event.kind {
        case .began, .ended:
            deferred.append(event)
            drainDeferred()
        case .paused: fadeFinished(event)
        case .starved:
            logger.warning(
                "The \(slowest) was too slow: silence was played instead.", metadata: ["segment": "\(event.segment)"])
            perform(player.handle(event))
        case .dropped: perform(player.handle(event))
        }
    }

    /// Who is to blame where the ring runs dry.
    private var slowest: String {
        guard player.sourceDescription?.isRemote == true else { return "decoder" }
        return player.item.map { MediaAddress.isPushed($0.uri) } == true ? "client that sends it" : "network"
    }

    /// Takes in what is heard by now, and comes back when the next thing is.
    private func drainDeferred() {
        let now = MonotonicClock.nanoseconds
        while let next = deferred.first, next.heardAt <= now + Self.heardTolerance {
            deferred.removeFirst()
            perform(player.handle(next))
        }
        guard let next = deferred.first, deferral == nil else { return }
        deferral = scheduler.schedule(afterNanoseconds: next.heardAt - now) {
            self.assumeIsolated { $0.comeBackForDeferred() }
        }
    }

    private func comeBackForDeferred() {
        deferral = nil
        guard phase != .shutDown else { return }
        refreshClock()
        drainDeferred()
    }

    private func fadeFinished(_ event: RenderEvent) {
        forgetFade()
        if phase == .shuttingDown { return finishShutDown() }
        if restIfRenegotiating() { return }
        openWaitingRenderer()
        perform(player.handle(event))
    }

    /// Sees to it that a fade ends even where no callback runs.
    func watchFade() {
        forgetFade()
        let fade = fades
        let patience = streamState == .streaming && renegotiation != .resting ? Self.fadeDeadline : 0
        fadeWatch = scheduler.schedule(afterNanoseconds: patience) {
            self.assumeIsolated { $0.endFade(fade) }
        }
    }

    /// Takes a fade as finished, if it is still the newest.
    private func endFade(_ fade: Int) {
        guard fade == fades else { return }
        refreshClock()
        fadeFinished(
            RenderEvent(
                kind: .paused, segment: player.anchor?.segment ?? 0, mediaFrame: player.anchor?.mediaFrame ?? 0,
                heardAt: player.now, generation: 0))
        // Who stopped would have the callback empty the ring first, and there is none.
        if player.state == .stopped, wantsActive { perform([.deactivate]) }
    }

    /// Waits no longer for the newest fade, because it is over or nothing is to come of it.
    func forgetFade() {
        fades += 1
        fadeWatch?.cancel()
        fadeWatch = nil
    }

    func finishShutDown() {
        phase = .shutDown
        forgetFade()
        endRenegotiation()
        deferral?.cancel()
        bufferWatch?.cancel()
        tagsWatch?.cancel()
        for cancellation in cancellations.values { cancellation.cancel() }
        worker?.shutDown()
        output.shutDown()
        let waiting = shutDownReplies
        shutDownReplies = []
        for reply in waiting { reply() }
    }
}
