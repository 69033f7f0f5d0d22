import AudioTypes
import CPipeWire
import Logging
package import RealtimeAudio
import SystemSupport

/// The stream: making, replacing and steering it.
extension PipeWireOutput {
    /// Makes an inactive stream at the renderer's format, instead of the one before, whose callback runs no more once this
    /// returns. Stays the stream to make again after each loss of the server. Events of the callback of the one before that
    /// were not delivered yet are dropped.
    package func open(_ renderer: Renderer) {
        withLock {
            destroyStream()
            self.renderer = renderer
            applyHush()
            isActive = false
            makeStream()
            wake?.signal()
        }
    }

    /// Ends the stream; its callback runs no more once this returns.
    package func close() {
        withLock {
            destroyStream()
            renderer = nil
            wake?.signal()
        }
    }

    /// Lets the graph run the stream, or not: then the sink may sleep.
    package func setActive(_ isActive: Bool) {
        withLock {
            self.isActive = isActive
            stream?.setActive(isActive)
        }
    }

    /// The title that mixers show; `nil` for the program's name.
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

    /// Makes the stream if there is something to play and a server to play it to. Under the lock.
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
            // Whatever it reported on the way: there is none.
            streamState = StreamState()
            streamState.hear(PW_STREAM_STATE_ERROR, message: error.message)
            logger.error("no stream", metadata: ["reason": "\(error.message)"])
        }
    }

    /// Under the lock.
    func destroyStream() {
        rampTimer?.fire(afterNanoseconds: 0)
        revivalTimer?.fire(afterNanoseconds: 0)
        isRevivalDue = false
        volume.streamEnded()
        // What its callback saw last holds for the next one too.
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
            // First of all: what the callback has done for want of time must be known before anything else.
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
            // A volume that the owner set wins over what the session manager remembers of an earlier stream.
            "state.restore-props": volume.isSet ? "false" : nil,
        ])
    }
}
