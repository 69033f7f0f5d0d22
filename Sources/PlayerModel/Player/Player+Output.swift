package import AudioTypes
import MediaTypes

// The events of the output.
extension Player {
    /// Takes in an event of the sound server, of the stream or of its volume.
    package mutating func handle(_ event: OutputEvent) -> [PlayerAction] {
        switch event {
        case .serverLost: return serverLost()
        case .serverConnected: return serverConnected()
        case .volumeChanged(let level, let muted):
            let heard = Volume(level: min(1, max(0, level)), muted: muted)
            guard abs(heard.level - volume.level) > 0.000_5 || heard.muted != volume.muted else { return [] }
            volume = heard
            return [.emit(.volumeChanged(heard, source: .system)), .save]
        case .streamChanged, .targetTaken, .soundCut, .timingChanged: return []
        }
    }

    private mutating func serverLost() -> [PlayerAction] {
        guard !serverIsLost else { return [] }
        // No time is added to the last reading of the clock: nothing was heard after the last cycle, however late the loss is
        // noticed.
        var seconds = position?.seconds ?? 0
        if let current, let format, pausedFrame == nil { seconds = lastHeard(of: current, format).seconds }
        serverIsLost = true
        wasPlayingWhenLost = state == .playing || state == .buffering
        var actions: [PlayerAction] = [.emit(.mediaServicesLost)]
        if var pending = opening, !pending.isAskedFor {
            // An item that no client asked for (the queue went on to it, or it was restored) waits for the server like the
            // current item.
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
            // The audio that the graph still held was never heard: playback continues from the position that was heard.
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
        // An item that is still being opened begins once it is open.
        if goesOn { releaseOpening(.mediaServicesLost) }
        guard let track = current, let frame = pausedFrame else { return actions }
        // If the source cannot seek, playback continues with the audio that the ring still holds.
        if wasLost, track.description.isSeekable { actions += restartCurrent(at: frame) }
        if goesOn {
            wasPlayingWhenLost = false
            actions += resume(.mediaServicesLost)
        }
        return actions
    }
}
