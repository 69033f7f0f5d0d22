import AudioTypes
package import RealtimeAudio

// The stream.
extension PipeWireOutput {
    /// Makes a stream at the renderer's format, inactive, in the place of the one before.
    package func open(_ renderer: Renderer) {
        loop.locked {
            closeStream()
            self.renderer = renderer
            isActive = false
            openStream()
        }
    }

    /// Lets the callback run, or lets the sink sleep.
    package func setActive(_ isActive: Bool) {
        loop.locked {
            self.isActive = isActive
            stream?.setActive(isActive)
        }
    }

    /// What mixers show as being played.
    package func setTitle(_ title: String?) {
        loop.locked {
            self.title = title
            stream?.setTitle(title ?? "Fermata")
        }
    }

    /// Plays on another sink; `nil` follows the default.
    package func setTarget(uid: String?) {
        loop.locked {
            configuration.target = uid
            monitor?.nodeID = stream?.nodeID
            monitor?.moveStream(to: uid)
        }
    }

    func openStream() {
        guard let connection, let renderer, isConnected else { return }
        renderWatch = LoopWatch(loop, descriptor: renderer.eventDescriptor.descriptor) { [unowned self] in drainEvents() }
        stream = unsafe PlaybackStream(
            core: connection.core, renderer: renderer, configuration: configuration, title: title,
            handlers: PlaybackStream.Handlers(
                stateChanged: { [unowned self] state in streamChanged(state) },
                volumeChanged: { [unowned self] level, muted in volumeChanged(level, muted) }))
        guard stream != nil else {
            return streamChanged(.failed(message: "PipeWire refused to make a playback stream"))
        }
        appliedLevel = level
        applyVolume()
        if isActive { stream?.setActive(true) }
    }

    func closeStream() {
        guard stream != nil || renderWatch != nil else { return }
        stream = nil
        drainEvents()
        renderWatch?.invalidate()
        renderWatch = nil
        monitor?.nodeID = nil
        streamChanged(.closed)
    }

    private func streamChanged(_ state: OutputStreamState) {
        guard state != streamState else { return }
        streamState = state
        events(.streamChanged(state))
        // A stream gets its node, and its links, about now.
        changeTimer?.arm(after: 1)
    }

    /// Hands over what the callback reported.
    private func drainEvents() {
        guard let renderer else { return }
        renderer.eventDescriptor.drain()
        while let event = renderer.nextEvent() { renderEvents(event) }
    }
}
