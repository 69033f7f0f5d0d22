package import AudioTypes
import MediaTypes

// What the output reports.
extension Player {
    /// Takes in what happened to the sound server, the stream or its volume.
    package mutating func handle(_ event: OutputEvent) -> [PlayerAction] {
        switch event {
        case .serverLost: return serverLost()
        case .serverConnected: return serverConnected()
        case .volumeChanged(let level, let muted):
            let heard = Volume(level: min(1, max(0, level)), muted: muted)
            guard abs(heard.level - volume.level) > 0.000_5 || heard.muted != volume.muted else { return [] }
            volume = heard
            return [.emit(.volumeChanged(heard, source: .system)), .save]
        case .streamChanged, .targetTaken, .hushed, .timingChanged: return []
        }
    }

    private mutating func serverLost() -> [PlayerAction] {
        guard !serverIsLost else { return [] }
        // Not counted on by the clock: after its last cycle nothing was heard, however late the loss is seen.
        var seconds = position?.seconds ?? 0
        if let current, let format, pausedFrame == nil { seconds = lastHeard(of: current, format).seconds }
        serverIsLost = true
        wasPlayingWhenLost = state == .playing || state == .buffering
        var actions: [PlayerAction] = [.emit(.mediaServicesLost)]
        if var pending = opening, !pending.isAskedFor {
            // What only followed, or was heard in the last run, waits for the server like what was heard.
            if pending.hold == nil { pending.hold = .mediaServicesLost }
            opening = pending
        } else if let pending = opening {
            opening = nil
            let error = PlaybackError(
                .mediaServicesFailed, "the sound server went away before \(pending.uri) could be played", uri: pending.uri)
            actions.append(.cancelOpening(pending.token))
            if case .stream(let item) = pending.target { actions.append(.emit(.itemFailed(item, error))) }
            actions += pending.requests.map { .answer($0, .failed(error)) }
        }
        guard let format, current != nil else { return actions }
        if wasPlayingWhenLost || pausedFrame == nil {
            // What the graph still held was never heard: go on from what was.
            pausedFrame = FrameCount(seconds: seconds, at: format.sampleRate)
        }
        return wasPlayingWhenLost ? actions + [.fadeOut] + setState(.paused, .mediaServicesLost) : actions
    }

    private mutating func serverConnected() -> [PlayerAction] {
        guard serverIsLost || startsWithServer else { return [] }
        let (wasLost, goesOn) = (serverIsLost, goesOnWithServer)
        serverIsLost = false
        startsWithServer = false
        var actions: [PlayerAction] = wasLost ? [.emit(.mediaServicesReset)] : []
        // What is not open yet begins once it is.
        if goesOn { releaseOpening(.mediaServicesLost) }
        guard let track = current, let frame = pausedFrame else { return actions }
        // What cannot be sought goes on with what the ring still holds.
        if wasLost, track.description.isSeekable { actions += restartCurrent(at: frame) }
        if goesOn {
            wasPlayingWhenLost = false
            actions += resume(.mediaServicesLost)
        }
        return actions
    }
}
