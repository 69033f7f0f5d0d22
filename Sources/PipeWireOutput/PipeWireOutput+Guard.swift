import AudioTypes
import CPipeWire
import RealtimeAudio

/// Silencing the stream at the first sign that a private output is lost.
///
/// There are two nets. The loop's thread looks at every change of the graph. The callback compares the driver of each
/// cycle with the driver from when the guard began to watch: whatever happens to the links, the sound cannot come out of
/// another device without another driver. If both sinks share one driver, only the first net works.
///
/// The driver may also change while the stream stays where it is (a card with a higher priority joins the same group).
/// The callback cannot tell this from a loss. The loop's thread asks the server; if the stream still reaches the sink,
/// the sound continues, and no event is sent.
extension PipeWireOutput {
    /// Switches the guard on or off: on while the stream plays to an output that only one person hears, off if a change
    /// of output would reveal nothing. The guard watches the private sink that the stream reaches, as soon as the stream
    /// reaches one. At the first sign that this sink is going, the output silences the stream, which keeps its place
    /// until ``setCut(_:)``, and sends ``AudioTypes/OutputEvent/soundCut``.
    package func setGuard(_ isOn: Bool) {
        withLock {
            outputGuard.set(isOn)
            if !isOn { stream?.unguardDriver() }
            lookAtGraph()
        }
    }

    /// Silences the stream at once and without a fade, or ends the silence. A silent stream keeps its place. Later
    /// renderers inherit the setting.
    package func setCut(_ isCut: Bool) {
        withLock {
            if !isCut {
                outputGuard.rearm()
                lookAtGraph()
                // From now on the current driver is the right one.
                if outputGuard.isWatching { stream?.guardDriver() }
            }
            self.isCut = isCut
            applyCut()
        }
    }

    /// The first net: looks at the graph. In the loop's thread, within the callback that reported the change, or under
    /// the lock.
    func lookAtGraph() {
        let wasWatching = outputGuard.isWatching
        // The end of the server is no change of output: the stream ends with it.
        guard let connection, connection.isGraphKnown, loss == nil, let model = connection.graph?.model else { return }
        if outputGuard.look(at: model, stream: stream?.nodeID) { cutAndTell() }
        if outputGuard.isWatching == wasWatching { return }
        if outputGuard.isWatching { stream?.guardDriver() } else { stream?.unguardDriver() }
    }

    /// The second net: the callback has silenced the stream because of the driver. In the loop's thread, or under the
    /// lock.
    func hearDriverChange() {
        guard outputGuard.isWatching, let graph = connection?.graph else {
            // The guard no longer watches: somebody has decided about the silence meanwhile.
            applyCut()
            return
        }
        isVerifyingDriver = true
        applyCut()
        // Before the server answers, it reports everything that made it change the driver.
        graph.afterRoundTrip { [unowned self] in
            isVerifyingDriver = false
            lookAtGraph()
            if outputGuard.isWatching {
                if stream?.takeDriverChange() ?? false { return hearDriverChange() }
                if outputGuard.isReached {
                    stream?.guardDriver()
                } else {
                    outputGuard.trip()
                    stream?.unguardDriver()
                    cutAndTell()
                }
            }
            applyCut()
        }
    }

    private func cutAndTell() {
        isCut = true
        applyCut()
        tell(.soundCut)
    }

    /// Applies the stream's silence to the renderer. Under the lock.
    func applyCut() { renderer?.setCut(isCut || isVerifyingDriver) }
}
