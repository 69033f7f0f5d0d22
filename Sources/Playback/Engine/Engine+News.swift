import AudioTypes
import Decoding
import Logging
import Media
import MediaTypes
import PlayerModel
import SystemSupport

// Events from the output and the callback.
extension Engine {
    /// How long before its audio is heard an event may be taken in, in nanoseconds: too short for anyone to see or hear.
    private static let heardTolerance: Int64 = 2_000_000

    func take(_ event: OutputEvent) {
        switch event {
        case .streamChanged(let state):
            let wasUnheard = isUnheard
            streamState = state
            // The thread that watches the position has to stop, or to begin again.
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
        case .volumeChanged, .targetTaken, .soundCut, .timingChanged: break
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

    /// What was too slow when the ring ran dry, for the log.
    private var slowest: String {
        guard player.sourceDescription?.isRemote == true else { return "decoder" }
        return player.item.map { MediaAddress.isPushed($0.uri) } == true ? "client that sends it" : "network"
    }

    /// Takes in the events whose audio is heard by now, and schedules a look for when the next one is.
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

    /// Makes sure that a fade ends even if no callback runs.
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
        let readings = player.readings
        fadeFinished(
            RenderEvent(
                kind: .paused, segment: readings.anchor?.segment ?? 0, mediaFrame: readings.anchor?.mediaFrame ?? 0,
                heardAt: readings.now, generation: 0))
        // After a stop, the callback would first empty the ring. Here no callback runs.
        if player.state == .stopped, wantsActive { perform([.deactivate]) }
    }

    /// Stops waiting for the newest fade, because it is over or nobody needs its end any more.
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
