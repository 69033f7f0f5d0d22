package import AudioTypes
import CPipeWire
package import Logging
package import RealtimeAudio

/// Plays a renderer's audio through PipeWire, and comes back by itself when the server does.
///
/// Its methods are for the control thread and take the loop's lock for a moment; events come on the loop thread, in order.
/// Everything below is touched only with that lock held, which PipeWire holds whenever it calls us.
@safe package final class PipeWireOutput: @unchecked Sendable {
    let loop: ThreadLoop
    let logger: Logger
    var configuration: OutputConfiguration
    var events: @Sendable (OutputEvent) -> Void = { _ in }
    var renderEvents: @Sendable (RenderEvent) -> Void = { _ in }

    var connection: ServerConnection?
    var monitor: GraphMonitor?
    var stream: PlaybackStream?
    var renderWatch: LoopWatch?
    var retryTimer: LoopTimer?
    var changeTimer: LoopTimer?
    var rampTimer: LoopTimer?
    var backOff = BackOff()
    var isLost = false
    /// Whether the server has answered on this connection.
    var isConnected = false

    var renderer: Renderer?
    var title: String?
    var isActive = false
    var level = 1.0
    var isMuted = false
    /// The level last given to the stream, on its way to `level`.
    var appliedLevel = 1.0
    /// Whether a change of the volume is our own doing.
    var isApplyingVolume = false
    var reportedDevices: [OutputDevice]?
    var reportedDefaultUID: String?
    var reportedTargetUID: String?
    var streamState = OutputStreamState.closed

    /// Makes an output that does nothing until ``start(events:renderEvents:)``; `nil` where the system refuses a loop.
    package init?(configuration: OutputConfiguration, logger: Logger) {
        guard let loop = ThreadLoop(name: "fermata-pipewire") else { return nil }
        self.loop = loop
        self.configuration = configuration
        self.logger = logger
    }

    /// Connects, and keeps trying where no server answers.
    package func start(
        events: @escaping @Sendable (OutputEvent) -> Void, renderEvents: @escaping @Sendable (RenderEvent) -> Void
    ) {
        loop.locked {
            self.events = events
            self.renderEvents = renderEvents
            retryTimer = LoopTimer(loop) { [unowned self] in retry() }
            changeTimer = LoopTimer(loop) { [unowned self] in reportGraph() }
            rampTimer = LoopTimer(loop) { [unowned self] in stepVolume() }
            connect()
        }
        if !loop.start() { logger.critical("PipeWire's loop thread cannot be started.") }
    }

    /// Ends everything; no callback runs after it returns.
    package func shutDown() {
        loop.stop()
        loop.locked {
            events = { _ in }
            renderEvents = { _ in }
            closeStream()
            monitor = nil
            connection = nil
            for timer in [retryTimer, changeTimer, rampTimer] { timer?.invalidate() }
            renderer = nil
        }
    }

    /// What the graph did in the newest cycle.
    package func timing() -> OutputTiming {
        loop.locked { stream?.timing ?? OutputTiming(quantum: 0, rate: 0, latency: 0) }
    }
}
