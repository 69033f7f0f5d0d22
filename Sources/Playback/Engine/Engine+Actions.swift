import AudioTypes
import Decoding
import Media
import PlayerModel
import RealtimeAudio
import SystemSupport

// Carries out what the player decided.
extension Engine {
    func perform(_ actions: [PlayerAction]) {
        for action in actions { perform(action) }
        watchBuffer()
        watchTags()
        lookAfterStreams()
    }

    private func perform(_ action: PlayerAction) {
        switch action {
        case .open(let token, let uri, let reach):
            let cancellation = CancellationToken()
            cancellations[token] = cancellation
            worker?.open(uri, as: token, reach: reach, cancellation: cancellation)
        case .read(let token, let uri): cancellations[token] = readsList?(token, uri)
        case .cancelOpening(let token): cancellations.removeValue(forKey: token)?.cancel()
        case .close(let token):
            // If the decode thread waits for bytes of this source, this ends the wait.
            cancellations.removeValue(forKey: token)?.cancel()
            worker?.close(token)
        case .begin(let start): begin(start)
        case .append(let start):
            if let renderer { worker?.append(order(start, renderer)) }
        case .cancelSegments(let kept, let last):
            renderer?.cancelSegments(after: kept, through: last)
            worker?.cancel(after: kept)
        case .resume where renegotiation == .fading || renegotiation == .resting:
            // The renegotiation resumes playback itself.
            break
        case .resume:
            // A new renderer that waits for the old stream's fade still has to wait for it.
            if waitingRenderer == nil { forgetFade() }
            renderer?.setPlays(true)
            wantsActive = true
            if waitingRenderer == nil { output.setActive(true) }
        case .hold:
            endRenegotiation()
            if waitingRenderer == nil { forgetFade() }
            renderer?.setPlays(false)
            wantsActive = true
            if waitingRenderer == nil { output.setActive(true) }
        case .fadeOut:
            renderer?.setPlays(false)
            watchFade()
            endRenegotiation()
        case .drop(let generation):
            worker?.halt()
            renderer?.setGeneration(generation)
        case .deactivate:
            endRenegotiation()
            wantsActive = false
            output.setActive(false)
            tellSilence()
        case .applyVolume(let volume): apply(volume)
        case .setTitle(let title): output.setTitle(title)
        case .emit(let event): observer?(event)
        case .answer(let request, let answer): replies.removeValue(forKey: request)?(answer)
        case .save: savesState?()
        }
    }

    private func order(_ start: SegmentStart, _ renderer: Renderer) -> DecodeOrder {
        DecodeOrder(
            source: start.token, segment: start.segment, generation: start.generation, startFrame: start.frame,
            rampsIn: start.rampsIn, gain: start.gain, overlap: start.overlap, producer: renderer.producer)
    }

    private func begin(_ start: SegmentStart) {
        guard let worker else { return }
        if let renderer, renderer.format == start.format {
            renderer.setGeneration(start.generation)
            worker.begin(order(start, renderer))
            return
        }
        let old = renderer
        let new: Renderer
        do throws(DescriptorError) {
            new = try Renderer(
                format: start.format, bufferSeconds: configuration.bufferSeconds, fadeSeconds: configuration.fadeSeconds,
                generation: start.generation, workerDescriptor: worker.descriptor)
        } catch {
            worker.halt()
            old?.setGeneration(start.generation)
            // Handled once the player's other actions are carried out.
            return post(.worker(.failedToBegin(segment: start.segment, PlaybackError(error))))
        }
        if player.volume.muted { new.setMuted(true) }
        new.setGain(softening)
        renderer = new
        worker.begin(order(start, new))
        if let old { pastStatistics.add(old.statistics) }
        let oldIsHeard =
            old != nil && wantsActive && streamState == .streaming && waitingRenderer == nil && renegotiation != .resting
        endRenegotiation()
        waitingRenderer = new
        if oldIsHeard {
            old?.setPlays(false)
            watchFade()
        } else {
            openWaitingRenderer()
        }
    }

    /// Gives the output the renderer that waited for the fade of the old one, if there is one.
    func openWaitingRenderer() {
        guard let new = waitingRenderer else { return }
        waitingRenderer = nil
        output.open(new)
        if wantsActive { output.setActive(true) }
    }

    private func apply(_ volume: Volume) {
        renderer?.setMuted(volume.muted)
        output.setMuted(volume.muted)
        output.setVolume(volume.level)
    }
}
