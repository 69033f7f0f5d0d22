import AudioTypes
import CPipeWire
import Logging
import SystemSupport

/// Keeps a stream of PipeWire in existence while its owner wants one: makes it when a server is there, and again after somebody
/// has destroyed its node (`pw-cli destroy` can). Under the loop's lock.
@safe final class StreamLifetime {
    /// What the owner does at the beginning and the end of each stream.
    struct Handlers {
        /// Makes the stream, and has it report its state to ``StreamLifetime/hear(_:_:)``.
        var make: (Core) throws(OutputError) -> PipeWireStream
        /// Gets the stream that was made.
        var made: (PipeWireStream) -> Void
        /// Resets what belongs to the stream, which is about to be released.
        var ended: () -> Void
    }

    private let connection: Connection
    private let logger: Logger
    /// The owner's part. It sets this at once after it has made the lifetime.
    var handlers: Handlers?
    /// Whether the owner wants a stream.
    private var isWanted = false
    /// Whether the owner wants the graph to run the stream.
    private var isActive = false
    /// PipeWire's stream; `nil` while the owner wants none, while there is no server, or if it could not be made.
    private(set) var stream: PipeWireStream?
    private var state = StreamState()
    private var toldState = OutputStreamState.closed
    private var revival = StreamRevival()
    /// Runs while ``StreamRevival/isDue``.
    private var revivalTimer: LoopSource?

    init(_ connection: Connection, logger: Logger) throws(OutputError) {
        self.connection = connection
        self.logger = logger
        revivalTimer = try connection.timer { [unowned self] in remake() }
    }

    deinit { revivalTimer = nil }

    // MARK: What the owner wants

    /// Makes an inactive stream if a server is there, else as soon as one is. Not before ``end()`` has ended an earlier one.
    func begin() {
        isWanted = true
        isActive = false
        make()
        connection.wake()
    }

    /// Ends the stream for good; its callback no longer runs when this returns.
    func end() {
        destroy()
        isWanted = false
        connection.wake()
    }

    /// Sets whether the graph runs the stream.
    func setActive(_ isActive: Bool) {
        self.isActive = isActive
        stream?.setActive(isActive)
    }

    /// Makes the stream again; the session manager links it like a new stream.
    func relink() {
        guard stream != nil else { return }
        logger.notice("the stream has no links, and is made again")
        destroy()
        remake()
    }

    /// Sets a property of the stream; a new stream gets its properties from the owner.
    func update(_ entries: KeyValuePairs<String, String?>) {
        guard let stream else { return }
        do throws(OutputError) {
            stream.update(try Properties(entries))
        } catch {
            let keys = entries.map(\.key).joined(separator: ", ")
            logger.error("a property of the stream could not be set", metadata: ["key": "\(keys)", "reason": "\(error.message)"])
        }
    }

    // MARK: What is known of the stream

    /// The server's id of the stream's node; `nil` while it has none.
    var nodeID: UInt32? { stream?.nodeID }

    /// Whether the graph runs the stream.
    var isStreaming: Bool { state.isStreaming }

    /// Takes in a state that the stream reports.
    func hear(_ state: pw_stream_state, _ message: String) {
        self.state.hear(state, message: message)
        connection.wake()
    }

    /// Returns the state that the owner sees if it differs from the one that was returned last; the parameters are those
    /// of ``StreamState/outputState(isLinked:hasEnds:)``.
    func newState(isLinked: Bool, hasEnds: Bool) -> OutputStreamState? {
        let state = isWanted ? state.outputState(isLinked: isLinked, hasEnds: hasEnds) : .closed
        if state == toldState { return nil }
        toldState = state
        return state
    }

    // MARK: The server

    /// Makes the stream, because a server has answered.
    func serverConnected() { make() }

    /// Ends the stream with its server. The owner decides again whether it runs when the server is back.
    func serverEnded() {
        destroy()
        isActive = false
    }

    /// Replaces a stream that somebody has destroyed: at once, or later if that happens again and again. Such a stream
    /// never comes back by itself. Must not be called within a callback of the stream.
    func replaceTaken() {
        guard state.isTaken, isWanted else { return }
        remakeInTime("taken away", isExpected: false)
    }

    /// Makes a stream in the error state again: at once, or later if it fails again and again. The session manager gives a
    /// stream up if it knows of nothing to link it to, although a node may be there already that it has not got ready yet.
    func retryIfFailed() {
        guard state.reported == PW_STREAM_STATE_ERROR, isWanted, !revival.isDue else { return }
        remakeInTime("given up by the session manager", isExpected: true)
    }

    private func remakeInTime(_ what: String, isExpected: Bool) {
        destroy()
        let wait = revival.taken(at: .now)
        if wait == 0 {
            logger.log(level: isExpected ? .debug : .warning, "the stream was \(what), and is made again")
            return remake()
        }
        let message = "the stream was \(what) again, and is made again in \(Double(wait) / 1e9) s"
        let level: Logger.Level = wait < Backoff.longestWaitForServer ? .warning : .error
        logger.log(level: isExpected ? .debug : level, "\(message)")
        state.hear(PW_STREAM_STATE_ERROR, message: message)
        revivalTimer?.fire(afterNanoseconds: wait)
    }

    /// Makes a stream in the error state again, because there may be something new that it can be linked to, such as another port.
    /// A stream that is destroyed again and again waits for its timer instead.
    func remakeIfFailed() {
        guard state.reported == PW_STREAM_STATE_ERROR, !revival.isDue else { return }
        destroy()
        remake()
    }

    // MARK: Making and ending

    /// Makes the stream if the owner wants one and there is a server.
    private func make() {
        guard isWanted, let handlers, let core = connection.core, stream == nil else { return }
        do throws(OutputError) {
            revival.made(at: .now)
            let made = try handlers.make(core)
            stream = made
            handlers.made(made)
        } catch {
            // Forget what the stream reported while it was being made: there is no stream.
            state = StreamState()
            state.hear(PW_STREAM_STATE_ERROR, message: error.message)
            logger.error("no stream", metadata: ["reason": "\(error.message)"])
        }
    }

    /// Ends the stream and resets everything that belongs to it.
    private func destroy() {
        revivalTimer?.fire(afterNanoseconds: 0)
        revival.cancel()
        handlers?.ended()
        stream = nil
        state = StreamState()
    }

    /// Makes the stream if there is none, and activates it if the owner wants that. The stream continues with what its callback
    /// works on; what the graph held is lost.
    private func remake() {
        guard stream == nil else { return }
        revival.cancel()
        state = StreamState()
        make()
        if isActive { stream?.setActive(true) }
        connection.wake()
    }
}
