import AudioTypes
import RealtimeAudio

/// Silences a stream at the first sign that a private output is lost. Under the loop's lock.
///
/// There are two nets. The loop's thread looks at every change of the graph. The callback compares the driver of each
/// cycle with the driver from when the guard began to watch: whatever happens to the links, the sound cannot come out of
/// another device without another driver. If both sinks share one driver, only the first net works.
///
/// The driver may also change while the stream stays where it is (a card with a higher priority joins the same group).
/// The callback cannot tell this from a loss. The loop's thread asks the server; if the stream still reaches the sink,
/// the sound continues, and no event is sent.
final class StreamGuard {
    private let connection: Connection
    private let outbox: EventOutbox
    private weak var stream: PipeWireStream?
    private weak var callback: PlaybackCallback?
    private var renderer: Renderer?
    /// The stream's place in a sound that it shares with others; `nil` if it has the renderer for itself.
    private var reader: SoundReader?
    /// Whether other streams play the same sound, so that only this stream may fall silent and not the renderer.
    private var hasCompanions = false
    /// Whether the stream of a group reaches an output that nobody chose for it.
    private var isAstray = false
    private var output = OutputGuard()
    /// Whether the stream is silenced, whichever renderer it has.
    private var isCut = false
    /// Whether the stream is silenced until the guard knows why the driver has changed.
    private var isVerifyingDriver = false

    init(_ connection: Connection, outbox: EventOutbox) {
        self.connection = connection
        self.outbox = outbox
    }

    /// Whether the guard watches a sink now.
    var isWatching: Bool { output.isWatching }

    // MARK: What the owner wants

    /// Switches the guard on or off.
    func set(_ isOn: Bool) {
        output.set(isOn)
        if !isOn { callback?.unguardDriver() }
        lookAtGraph()
    }

    /// Silences the stream at once, or ends the silence. Later renderers inherit the setting.
    func setCut(_ isCut: Bool) {
        if !isCut {
            output.rearm()
            lookAtGraph()
            // From now on the current driver is the right one.
            if output.isWatching { callback?.guardDriver() }
        }
        self.isCut = isCut
        applyCut()
    }

    // MARK: The stream

    /// Takes in what the stream plays from now on, and silences that if the stream is silenced.
    func setRenderer(_ renderer: Renderer?) {
        self.renderer = renderer
        applyCut()
    }

    /// Takes in the stream's place in a sound that it shares with others, or that it was the last to play.
    func setReader(_ reader: SoundReader?, hasCompanions: Bool) {
        self.reader = reader
        self.hasCompanions = hasCompanions
        if !hasCompanions { isAstray = false }
        applyCut()
    }

    /// Silences the stream while it reaches an output that nobody chose for it, although others play the same sound.
    func setAstray(_ isAstray: Bool) {
        guard isAstray != self.isAstray else { return }
        self.isAstray = isAstray
        applyCut()
    }

    func streamMade(_ stream: PipeWireStream, _ callback: PlaybackCallback) {
        self.stream = stream
        self.callback = callback
        if output.isWatching { callback.guardDriver() }
    }

    /// Notes that the stream is being released.
    func streamEnded() {
        // A driver change that the last callback saw counts for the next stream too.
        lookAtDriver()
        output.streamEnded()
        stream = nil
        callback = nil
    }

    // MARK: The two nets

    /// The first net: looks at the graph. In the loop's thread, within the callback that reported the change, or under
    /// the lock.
    private func lookAtGraph() {
        let wasWatching = output.isWatching
        // The end of the server is no change of output: the stream ends with it.
        guard let model = connection.completeGraph?.model, !connection.isLost else { return }
        if output.look(at: model, stream: stream?.nodeID) { cutAndTell() }
        if output.isWatching == wasWatching { return }
        if output.isWatching { callback?.guardDriver() } else { callback?.unguardDriver() }
    }

    /// The second net: checks whether the callback has silenced the stream because of the driver. In the loop's thread,
    /// or under the lock.
    func lookAtDriver() {
        if callback?.takeDriverChange() ?? false { verifyDriver() }
    }

    private func verifyDriver() {
        guard output.isWatching, let core = connection.core else {
            // The guard no longer watches: somebody has decided about the silence meanwhile.
            applyCut()
            return
        }
        isVerifyingDriver = true
        applyCut()
        // Before the server answers, it reports everything that made it change the driver.
        core.afterRoundTrip { [weak self] in
            // The stream may be over by then.
            guard let self else { return }
            isVerifyingDriver = false
            lookAtGraph()
            if output.isWatching {
                if callback?.takeDriverChange() ?? false { return verifyDriver() }
                if output.isReached {
                    callback?.guardDriver()
                } else {
                    output.trip()
                    callback?.unguardDriver()
                    cutAndTell()
                }
            }
            applyCut()
        }
    }

    private func cutAndTell() {
        isCut = true
        applyCut()
        outbox.tell(.soundCut)
    }

    /// Applies the silence to the renderer, or to the part of the stream in a shared sound.
    private func applyCut() {
        let wanted = isCut || isVerifyingDriver || isAstray
        reader?.setCut(wanted)
        renderer?.setCut(wanted && !hasCompanions)
    }
}

extension StreamGuard: ConnectionUser {
    func graphChanged() { lookAtGraph() }

    func serverEnded() {
        output.serverEnded()
        // Nobody answers any more why the driver has changed, and the renderer may outlive the server.
        isVerifyingDriver = false
        applyCut()
    }
}
