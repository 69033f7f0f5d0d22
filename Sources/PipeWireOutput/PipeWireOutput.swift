package import AudioSession
package import AudioTypes
import CPipeWire
package import Logging
package import RealtimeAudio
import SystemSupport

/// An output to the user's PipeWire server: one stream, kept alive across the loss of the server, and what the server's
/// graph looks like.
///
/// One thread calls, which is none of PipeWire's: Fermata's control thread. Calls come back at once, at most waiting for the
/// loop's thread to finish a callback or for the real-time thread to finish a cycle. Events come in the loop's thread, in
/// order, and their receiver must not wait for anything that calls back into the output.
///
/// All state is guarded by the loop's lock, which the loop's thread holds in its callbacks.
@safe package final class PipeWireOutput: @unchecked Sendable {
    var configuration: OutputConfiguration
    let logger: Logger
    var events: @Sendable (OutputEvent) -> Void = { _ in }
    var renderEvents: @Sendable (RenderEvent) -> Void = { _ in }
    var graphChanged: @Sendable (GraphSnapshot) -> Void = { _ in }

    /// `nil` before ``start(events:renderEvents:graphChanged:)`` and after ``shutDown()``.
    var loop: ThreadLoop?
    /// Has ``deliver()`` called in the loop's thread.
    var wake: LoopSource?

    // MARK: The server

    var context: Context?
    var connection: Connection?
    var retryTimer: LoopSource?
    /// Runs while a server that took the connection has not answered yet.
    var answerTimer: LoopSource?
    var backoff = Backoff.ofServer
    /// Since when the server answers; `nil` while it does not.
    var serverAnswered: SuspendingClock.Instant?
    /// Why the connection is dead, until it is cleared away.
    var loss: String?
    /// Whether the owner knows that there is no server.
    var lossWasTold = false

    // MARK: The stream

    var stream: OutputStream?
    /// Wakes the loop when the callback has something to tell.
    var renderSource: LoopSource?
    /// What the stream plays; stays across the loss of the server.
    var renderer: Renderer?
    var streamState = StreamState()
    /// When the stream was made last.
    var streamMade = SuspendingClock.Instant.now
    var revival = StreamRevival()
    /// Runs while ``isRevivalDue``.
    var revivalTimer: LoopSource?
    /// Whether a stream that was taken away is waited with.
    var isRevivalDue = false
    /// What the owner wishes of the stream; a stream made anew because PipeWire gave it up goes on with it.
    var isActive = false
    var title: String?
    var target: StreamTarget
    /// Whether the stream, whichever renderer it has, is silenced.
    var isHushed = false
    /// Whether it is silenced until it is known why it has another driver.
    var isVerifyingDriver = false
    var outputGuard = OutputGuard()

    /// Whether a card was asked for another port: the last such wish has to reach the server before the end.
    var hasAskedCard = false

    // MARK: The volume

    var volume = VolumeState()
    var rampTimer: LoopSource?

    // MARK: Other programs' streams

    var duckLedger = DuckLedger()
    var duckBookChanged: @Sendable (DuckBook) -> Void = { _ in }
    /// Runs out after each step; not set while nothing moves.
    var duckTimer: LoopSource?
    var isDuckTimerArmed = false

    // MARK: What the owner was told

    var pendingEvents: [OutputEvent] = []
    var told = Told()

    /// What was told last, so that nothing is told twice.
    struct Told {
        var stream = OutputStreamState.closed
        var graph: GraphSnapshot?
    }

    /// Makes an output that does nothing until ``start(events:renderEvents:graphChanged:)``.
    package init(configuration: OutputConfiguration, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
        target = StreamTarget(uid: configuration.target)
    }

    deinit { end() }

    /// The version of libpipewire in use.
    package var libraryVersion: String { Library.version }

    /// Starts the loop's thread and connects. Where no server answers, that is the first event, and the output keeps trying.
    /// - Parameters:
    ///   - events: gets everything of ``OutputEvent``.
    ///   - renderEvents: gets what the callback tells.
    ///   - graphChanged: gets the whole graph, as soon as all of it is known and after each change; several changes at once
    ///     are one. Nothing while there is no server.
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

    /// Ends the stream, the connection and the thread, and waits for them. No event comes after it. Streams of others that are
    /// lowered are given back before.
    package func shutDown() {
        endDuckingAtOnce()
        end()
    }

    /// Without giving back anything: while this goes away, nothing may be called in the loop's thread any more.
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

    /// Runs `body` under the loop's lock; without one nothing else runs. Not guarded against ``shutDown()`` in another thread.
    func withLock(_ body: () -> Void) {
        if loop == nil { return }
        loop?.withLock(body)
    }
}
