import AudioSession
import AudioTypes
import CPipeWire
import Logging
package import RealtimeAudio
import SystemSupport

/// Making, replacing and controlling the stream.
extension PipeWireOutput {
    /// Makes an inactive stream in the format of `renderer`, and ends the previous stream; the previous callback no
    /// longer runs when this returns. The output makes the stream again after each loss of the server. Drops undelivered
    /// events of the previous callback.
    package func open(_ renderer: Renderer) {
        withLock {
            destroyStream()
            self.renderer = renderer
            applyCut()
            isActive = false
            makeStream()
            wake?.signal()
        }
    }

    /// Ends the stream; its callback no longer runs when this returns.
    package func close() {
        withLock {
            destroyStream()
            renderer = nil
            wake?.signal()
        }
    }

    /// Sets whether the graph runs the stream. While it does not, the sink may suspend.
    package func setActive(_ isActive: Bool) {
        withLock {
            self.isActive = isActive
            stream?.setActive(isActive)
        }
    }

    /// Sets the title that mixers show; `nil` for the program's name.
    package func setTitle(_ title: String?) {
        withLock {
            self.title = title
            guard let stream else { return }
            do throws(OutputError) {
                stream.update(try Properties([PW_KEY_MEDIA_NAME: mediaName, PW_KEY_MEDIA_TITLE: title ?? ""]))
            } catch {
                logger.error("the title could not be told", metadata: ["reason": "\(error.message)"])
            }
        }
    }

    private var mediaName: String { title ?? configuration.applicationName }

    /// Makes the stream if there is a renderer and a server. Under the lock.
    func makeStream() {
        guard let renderer, let connection, stream == nil else { return }
        do throws(OutputError) {
            let wake = try renderEventSource(renderer)
            streamMade = .now
            let made = try newStream(connection, renderer)
            stream = made
            if outputGuard.isWatching { made?.guardDriver() }
            renderSource = consume wake
        } catch {
            // Forget what the stream reported while it was being made: there is no stream.
            streamState = StreamState()
            streamState.hear(PW_STREAM_STATE_ERROR, message: error.message)
            logger.error("no stream", metadata: ["reason": "\(error.message)"])
        }
    }

    /// Ends the stream and resets everything that belongs to it. Under the lock.
    func destroyStream() {
        rampTimer?.fire(afterNanoseconds: 0)
        revivalTimer?.fire(afterNanoseconds: 0)
        isRevivalDue = false
        volume.streamEnded()
        // A driver change that the last callback saw counts for the next stream too.
        if stream?.takeDriverChange() ?? false { hearDriverChange() }
        outputGuard.streamEnded()
        target.streamEnded()
        renderSource = nil
        stream = nil
        streamState = StreamState()
    }

    private func renderEventSource(_ renderer: Renderer) throws(OutputError) -> LoopSource? {
        guard let loop = unsafe loop?.loop else { return nil }
        let renderEvents = renderEvents
        return try unsafe LoopSource.readable(loop, descriptor: renderer.eventDescriptor.descriptor) { [unowned self] in
            renderer.eventDescriptor.drain()
            // This comes first: the output must know what the callback has already done before it handles anything else.
            if stream?.takeDriverChange() ?? false { hearDriverChange() }
            if stream?.takeTimingChange() ?? false { tellTiming() }
            while let event = renderer.nextEvent() { renderEvents(event) }
        }
    }

    private func newStream(_ connection: Connection, _ renderer: Renderer) throws(OutputError) -> OutputStream? {
        let handlers = OutputStream.Handlers(
            stateChanged: { [unowned self] state, message in
                streamState.hear(state, message: message)
                wake?.signal()
            },
            volumeTold: { [unowned self] in hear(volume: $0) },
            muteTold: { [unowned self] in hear(muted: $0) })
        let properties = try streamProperties(renderer.format)
        switch context {
        case .some(let context):
            return try OutputStream(
                context: context, connection, renderer: renderer, properties: properties, handlers: handlers)
        case .none: return nil
        }
    }

    private func streamProperties(_ format: StreamFormat) throws(OutputError) -> Properties {
        try Properties([
            PW_KEY_MEDIA_TYPE: "Audio",
            PW_KEY_MEDIA_CATEGORY: "Playback",
            PW_KEY_MEDIA_ROLE: configuration.mediaRole,
            PW_KEY_MEDIA_NAME: mediaName,
            PW_KEY_MEDIA_TITLE: title,
            PW_KEY_APP_NAME: configuration.applicationName,
            PW_KEY_APP_ID: configuration.applicationID,
            PW_KEY_APP_ICON_NAME: configuration.iconName,
            PW_KEY_NODE_NAME: configuration.applicationName.lowercased(),
            PW_KEY_NODE_DESCRIPTION: configuration.applicationName,
            PW_KEY_NODE_RATE: rateProperty(format),
            PW_KEY_NODE_LATENCY: format.latencyProperty(bufferDuration: configuration.preferredBufferDuration),
            PW_KEY_TARGET_OBJECT: target.uid,
            // A volume that the output already knows wins over the one that the session manager remembers of an earlier
            // stream.
            "state.restore-props": volume.isSet ? "false" : nil,
        ])
    }
}
