package import AudioSession
package import AudioTypes
import CPipeWire
package import Logging
import RealtimeAudio
import SystemSupport

/// An output to the user's PipeWire server: one stream, which survives the loss of the server, and a picture of the
/// server's graph.
///
/// Fermata's control thread calls the methods, and no thread of PipeWire's does. They return at once: they wait at most
/// until the loop's thread has finished a callback, or the real-time thread a cycle. The loop's thread sends the events,
/// in order. Their receiver must not wait for anything that calls back into the output.
///
/// The loop's lock guards all state. The loop's thread holds that lock in its callbacks.
@safe package final class PipeWireOutput: @unchecked Sendable {
    var configuration: OutputConfiguration
    let logger: Logger
    var events: @Sendable (OutputEvent) -> Void = { _ in }
    var renderEvents: @Sendable (RenderEvent) -> Void = { _ in }
    var graphChanged: @Sendable (GraphSnapshot) -> Void = { _ in }

    /// `nil` before ``start(events:renderEvents:graphChanged:)`` and after ``shutDown()``.
    var loop: ThreadLoop?
    /// Has the loop's thread call ``deliver()``.
    var wake: LoopSource?

    // MARK: The server

    var context: Context?
    var connection: Connection?
    var retryTimer: LoopSource?
    /// Runs after a server has accepted the connection, until its first answer.
    var answerTimer: LoopSource?
    var backoff = Backoff.ofServer
    /// The time of the server's first answer; `nil` while no server answers.
    var serverAnswered: SuspendingClock.Instant?
    /// Why the connection is dead; `nil` once the dead connection is cleared away.
    var loss: String?
    /// Whether the owner knows that there is no server.
    var lossWasTold = false

    // MARK: The stream

    var stream: OutputStream?
    /// Wakes the loop when the callback has something to report.
    var renderSource: LoopSource?
    /// What the stream plays; kept when the server is lost.
    var renderer: Renderer?
    var streamState = StreamState()
    /// When the newest stream was made.
    var streamMade = SuspendingClock.Instant.now
    var revival = StreamRevival()
    /// Runs while ``isRevivalDue``.
    var revivalTimer: LoopSource?
    /// Whether a destroyed stream is to be made again after a pause.
    var isRevivalDue = false
    /// What the owner wants of the stream. A stream that replaces one that PipeWire has given up takes these values over.
    var isActive = false
    var title: String?
    var target: StreamTarget
    /// Whether the stream is silenced, whichever renderer it has.
    var isCut = false
    /// Whether the stream is silenced until the output knows why the driver has changed.
    var isVerifyingDriver = false
    var outputGuard = OutputGuard()

    /// Whether a card was asked for another port: the last such request has to reach the server before the output ends.
    var hasAskedCard = false

    // MARK: The volume

    var volume = VolumeState()
    var rampTimer: LoopSource?

    // MARK: Other programs' streams

    var duckLedger = DuckLedger()
    var duckBookChanged: @Sendable (DuckBook) -> Void = { _ in }
    /// Fires after each step of the ramps; not set while no ramp runs.
    var duckTimer: LoopSource?
    var isDuckTimerArmed = false

    // MARK: What the owner was told

    var pendingEvents: [OutputEvent] = []
    var told = Told()

    /// What was reported last, so that nothing is reported twice.
    struct Told {
        var stream = OutputStreamState.closed
        var graph: GraphSnapshot?
    }

    /// Makes an output that does nothing before ``start(events:renderEvents:graphChanged:)``.
    package init(configuration: OutputConfiguration, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
        target = StreamTarget(uid: configuration.target)
    }

    deinit { end() }

    /// The version of the loaded libpipewire.
    package var libraryVersion: String { Library.version }

    /// Starts the loop's thread and connects. If no server answers, the first event reports that, and the output keeps
    /// trying.
    /// - Parameters:
    ///   - events: gets every ``OutputEvent``.
    ///   - renderEvents: gets the events of the callback.
    ///   - graphChanged: gets the whole graph once all of it is known, and again after each change; several changes at
    ///     once make one call. Not called while there is no server.
    /// - Throws: ``OutputError`` if the loop, one of its sources or its thread cannot be made.
    package func start(
        events: @escaping @Sendable (OutputEvent) -> Void, renderEvents: @escaping @Sendable (RenderEvent) -> Void,
        graphChanged: @escaping @Sendable (GraphSnapshot) -> Void = { _ in }
    ) throws(OutputError) {
        Library.initialize()
        self.events = events
        self.renderEvents = renderEvents
        self.graphChanged = graphChanged
        let loop = try ThreadLoop(name: "fermata-pw")
        wake = try unsafe LoopSource.event(loop.loop) { [unowned self] in deliver() }
        retryTimer = try unsafe LoopSource.timer(loop.loop) { [unowned self] in connect() }
        answerTimer = try unsafe LoopSource.timer(loop.loop) { [unowned self] in missAnswer() }
        revivalTimer = try unsafe LoopSource.timer(loop.loop) { [unowned self] in remakeStream() }
        rampTimer = try unsafe LoopSource.timer(loop.loop) { [unowned self] in stepVolume() }
        duckTimer = try unsafe LoopSource.timer(loop.loop) { [unowned self] in stepDucking() }
        self.loop = consume loop
        withLock { connect() }
        try self.loop?.start()
    }

    /// Ends the stream, the connection and the thread, and waits for them. Before that it restores the volumes of ducked
    /// streams of other programs. No event is sent afterwards.
    package func shutDown() {
        endDuckingAtOnce()
        end()
    }

    /// Ends everything without restoring volumes: `deinit` calls it too, and during `deinit` nothing may be called in the
    /// loop's thread any more.
    private func end() {
        guard loop != nil else { return }
        loop?.stop()
        destroyStream()
        connection = nil
        context = nil
        wake = nil
        retryTimer = nil
        answerTimer = nil
        revivalTimer = nil
        rampTimer = nil
        duckTimer = nil
        loop = nil
        renderer = nil
    }

    /// Runs `body` under the loop's lock, or does nothing if there is no loop. Not safe against ``shutDown()`` in another
    /// thread.
    func withLock(_ body: () -> Void) {
        if loop == nil { return }
        loop?.withLock(body)
    }
}
