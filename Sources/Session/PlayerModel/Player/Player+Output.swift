package import AudioTypes
import MediaTypes

// The events of the output.
extension Player {
    /// Takes in an event of the sound server, of the stream or of its volume.
    package mutating func handle(_ event: OutputEvent) -> [PlayerAction] {
        switch event {
        case .serverLost, .outputLost: return serverLost()
        case .serverConnected, .outputReturned: return serverConnected()
        case .formatFixed(let format):
            outputFormat = format
            return changeFormat()
        case .passthroughOffered(let offer): return offered(offer)
        case .streamChanged(.failed): return passthroughFailed()
        case .timingChanged(_, let rate, _): return graphRuns(at: rate)
        case .volumeChanged(let level, let muted): return volumeChanged(level: level, muted: muted)
        case .streamChanged, .targetTaken, .soundCut: return []
        }
    }

    private mutating func serverLost() -> [PlayerAction] {
        guard !server.isLost else { return [] }
        // No time is added to the last reading of the clock: nothing was heard after the last cycle, however late the loss is
        // noticed.
        var seconds = position?.seconds ?? 0
        if let current, let timeLine = tracks.timeLine, standstill.frame == nil {
            seconds = lastHeard(of: current, timeLine).seconds
        }
        let wasPlaying = status.isRunning
        server.lose(whilePlaying: wasPlaying)
        var actions: [PlayerAction] = [.emit(.mediaServicesLost)]
        if let pending = opening, !pending.isAskedFor {
            // An item that no client asked for (the queue went on to it, or it was restored) waits for the server like the
            // current item.
            if pending.hold == nil { opening?.hold(for: .mediaServicesLost) }
        } else if let pending = opening {
            opening = nil
            let error = PlaybackError(
                .mediaServicesFailed, "the sound server went away before \(pending.uri) could be played", uri: pending.uri)
            actions.append(.cancelOpening(pending.token))
            if case .stream(let item) = pending.target { actions.append(.emit(.itemFailed(item, error))) }
            actions += pending.requests.map { .answer($0, .failed(error)) }
        }
        guard let timeLine = tracks.timeLine, current != nil else { return actions }
        if wasPlaying || standstill.frame == nil {
            // The audio that the graph still held was never heard: playback continues from the position that was heard.
            standstill.stand(at: timeLine.frame(at: seconds))
        }
        return wasPlaying ? actions + [.fadeOut] + status.change(to: .paused, for: .mediaServicesLost) : actions
    }

    /// Begins the current track again where it stands. Where a part is repeated or silences are left out, a frame of the run is
    /// another one in the media.
    private mutating func goBackToStandstill(_ frame: FrameCount) -> [PlayerAction] {
        guard let timeLine = tracks.timeLine, timeLine.loop != nil || !timeLine.cuts.isEmpty else {
            return restartCurrent(at: frame)
        }
        let place = TimeLine(sampleRate: timeLine.sampleRate, factor: timeLine.factor).frame(at: timeLine.seconds(at: frame))
        let actions = restartCurrent(at: place)
        standstill.stand(at: place)
        return actions
    }

    private mutating func serverConnected() -> [PlayerAction] {
        guard server.isExpected else { return [] }
        let (wasLost, goesOn) = (server.isLost, goesOnWithServer)
        server.connect()
        var actions: [PlayerAction] = wasLost ? [.emit(.mediaServicesReset)] : []
        // An item that is still being opened begins once it is open.
        if goesOn { opening?.release(for: .mediaServicesLost) }
        guard let track = current, let frame = standstill.frame else { return actions }
        // If the source cannot seek, playback continues with the audio that the ring still holds.
        if wasLost, track.description.isSeekable { actions += goBackToStandstill(frame) }
        if goesOn { actions += resume(.mediaServicesLost) }
        return actions
    }
}
