import AudioTypes
import CPipeWire
import RealtimeAudio

/// Going silent at the first sign that a private output is lost.
///
/// Two nets. The loop's thread looks at every change of the graph. The callback compares the driver of each cycle with the
/// one it had when the guard began to watch: whatever happens to the links, the sound cannot come out of another device
/// without another driver. Where both sinks hang on one driver, only the first net holds.
///
/// A driver may change though the stream stays where it is (a card with a higher priority joins the same group). The callback
/// cannot know; the loop's thread asks the server, and where the sink is still reached, the sound goes on by itself
/// without anybody being told.
extension PipeWireOutput {
    /// Switches the guard on or off: on while playing to an output that only one person hears, off where nothing would be
    /// given away. On, it watches the private sink that the stream reaches, at the latest from when it reaches one. At the
    /// first sign that this sink is going, the stream falls silent and holds its place until ``setHushed(_:)``;
    /// ``AudioTypes/OutputEvent/hushed`` tells.
    package func setGuard(_ isOn: Bool) {
        withLock {
            outputGuard.set(isOn)
            if !isOn { stream?.unguardDriver() }
            lookAtGraph()
        }
    }

    /// Silences the stream at once, without a fade, holding its place; or lets it go on. Renderers to come inherit it.
    package func setHushed(_ isHushed: Bool) {
        withLock {
            if !isHushed {
                outputGuard.rearm()
                lookAtGraph()
                // The driver of today is the right one from now on.
                if outputGuard.isWatching { stream?.guardDriver() }
            }
            self.isHushed = isHushed
            applyHush()
        }
    }

    /// The first net. In the loop's thread, within the callback that told the change, or under the lock.
    func lookAtGraph() {
        let wasWatching = outputGuard.isWatching
        // The end of the server is no change of output: the stream ends with it.
        guard let connection, connection.isGraphKnown, loss == nil, let model = connection.graph?.model else { return }
        if outputGuard.look(at: model, stream: stream?.nodeID) { hushAndTell() }
        if outputGuard.isWatching == wasWatching { return }
        if outputGuard.isWatching { stream?.guardDriver() } else { stream?.unguardDriver() }
    }

    /// The second net: the callback has silenced the stream. In the loop's thread, or under the lock.
    func hearDriverChange() {
        guard outputGuard.isWatching, let graph = connection?.graph else {
            // Somebody has decided meanwhile.
            applyHush()
            return
        }
        isVerifyingDriver = true
        applyHush()
        // Whatever made the server change the driver has been told once it answers.
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
                    hushAndTell()
                }
            }
            applyHush()
        }
    }

    private func hushAndTell() {
        isHushed = true
        applyHush()
        tell(.hushed)
    }

    /// Gives the renderer what holds for the stream. Under the lock.
    func applyHush() { renderer?.setHushed(isHushed || isVerifyingDriver) }
}
